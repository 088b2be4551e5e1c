import { messages } from "./context.mjs";

import assert from "node:assert/strict";
import { Gateway } from "axonium/testing";

await using gateway = await Gateway.start();
await gateway.script([{ status: 429, headers: { "Retry-After": "36" }, problem: "rate-limit-exceeded-requests" }]);

await using client = gateway.client();
const completion = await client.chat.completions.create({ model: "qwen3-0.6b", messages });

assert.equal(completion.meta.waitedMs, 36_000); // at once: the clock is virtual
assert.equal((await gateway.ledger()).generations, 1);
