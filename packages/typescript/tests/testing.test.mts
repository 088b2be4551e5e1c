import assert from "node:assert/strict";
import { test } from "node:test";
import { saying, withGateway } from "./support.mjs";

test("a script that repeats answers every request until the next script", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ problem: "model-not-loaded" }], { repeating: true });
    await using client = gateway.client({ cooldown: false });
    for (let call = 0; call < 3; call += 1) await assert.rejects(client.chat.completions.create(saying("hi")));
    await gateway.reset();
    assert.equal((await client.chat.completions.create(saying("hi"))).content, "hi");
  }));

test("moving the clock renews a token that is due", () =>
  withGateway(
    async (gateway) => {
      await using client = gateway.client();
      await client.models.list();
      assert.equal((await gateway.tokenRequests()).length, 1);
      await gateway.advance(101_000);
      await client.models.list();
      assert.equal((await gateway.tokenRequests()).length, 2);
    },
    { clientId: "client", clientSecret: "secret-of-client", tokenLifetimeSeconds: 100 },
  ));
