/** `import` and `require` give the same classes. */
import { createRequire } from "node:module";
import * as imported from "axonium";
import * as importedTesting from "axonium/testing";

const require = createRequire(import.meta.url);
const required = require("axonium");
const requiredTesting = require("axonium/testing");
const byName: Record<string, unknown> = { ...imported };
const differing = Object.keys(required).filter((name) => required[name] !== byName[name]);
const missing = Object.keys(required).filter((name) => !(name in imported));
const gateway = await requiredTesting.Gateway.start();
const client: imported.Axonium = gateway.client();
const error = await client.chat.completions
  .create({ model: "nope", messages: [{ role: "user", content: "x" }] })
  .catch((error) => error);
process.stdout.write(
  JSON.stringify({
    differing,
    missing,
    sameGateway: requiredTesting.Gateway === importedTesting.Gateway,
    caught: error instanceof imported.UnknownModelError && error instanceof required.APIError,
  }),
);
await client.close();
await gateway.close();
