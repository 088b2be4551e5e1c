import assert from "node:assert/strict";
import { test } from "node:test";
import { model, saying, withGateway } from "./support.mjs";

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

test("the ledger tells what was refunded, model by model", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ gateway: true, model_breaks_after: 0 }]);
    await using client = gateway.client();
    await assert.rejects(client.responses.create({ model, input: "one" }));
    await client.responses.create({ model: "count-to-20", input: "two" });
    const { generations, billed, refunded, byModel, entries } = await gateway.ledger();
    assert.deepEqual([generations, billed, refunded], [2, 1, 1]);
    assert.deepEqual(byModel, {
      [model]: { generations: 1, billed: 0, refunded: 1, replayed: 0 },
      "count-to-20": { generations: 1, billed: 1, refunded: 0, replayed: 0 },
    });
    assert.deepEqual(
      entries.map((entry) => [entry.model, entry.billed, entry.refunded]),
      [
        [model, false, true],
        ["count-to-20", true, false],
      ],
    );
  }));
