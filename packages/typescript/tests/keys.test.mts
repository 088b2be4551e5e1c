import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type ChatRequest, deriveKey, InvalidRequestError, type ResponseRequest, RunKeys } from "axonium";
import { saying, withGateway } from "./support.mjs";

interface Vectors {
  readonly requests: readonly { about: string; namespace: string; body: string; key: string }[];
  readonly steps: readonly { run_id: string; step: string; key: string }[];
}

const file = new URL("../../../core/contract/key_vectors.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;

for (const { about, namespace, body, key } of vectors.requests) {
  test(`the key of ${about} is the one of every language`, () => {
    assert.equal(deriveKey(namespace, JSON.parse(body) as ChatRequest | ResponseRequest), key);
  });
}

for (const { run_id, step, key } of vectors.steps) {
  test(`the key of the step ${step} of ${run_id} is the one of every language`, () => {
    assert.equal(new RunKeys(run_id).step(step), key);
  });
}

test("a derived key makes the second program's call a replay", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const request = saying("summarise order 4417");
    const ask = () =>
      client.chat.completions.create(request, { idempotencyKey: deriveKey("order-4417-summary", request) });
    assert.equal((await ask()).meta.idempotentReplay, false);
    assert.equal((await ask()).meta.idempotentReplay, true);
    assert.equal((await gateway.ledger()).billed, 1);
  }));

test("a key made up by the core is another for each call", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    for (let call = 0; call < 2; call += 1)
      await client.chat.completions.create(saying("hi"), { idempotencyKey: "auto" });
    const keys = (await gateway.requests()).map(({ headers }) => headers["idempotency-key"]);
    assert.equal(new Set(keys).size, 2);
    for (const key of keys) assert.match(key ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  }));

const untyped = (value: unknown) => value as never;
const refused: [name: string, derive: () => unknown, field: string][] = [
  ["an empty namespace", () => deriveKey("", saying("hi")), "namespace"],
  ["a request that is neither", () => deriveKey("n", untyped({ model: "m" })), "request"],
  ["a value that JSON cannot hold", () => deriveKey("n", { ...saying("hi"), temperature: Number.NaN }), "temperature"],
  ["a run without an id", () => new RunKeys(""), "run_id"],
  ["a namespace that is no Unicode", () => deriveKey("half \ud83d", saying("hi")), "namespace"],
  ["a run that is no Unicode", () => new RunKeys("half \ud83d"), "run_id"],
  ["a step that is no Unicode", () => new RunKeys("run-42").step("half \ud83d"), "step"],
  ["a step that is no text", () => new RunKeys("run-42").step(untyped(5)), "step"],
  ["a step without a name", () => new RunKeys("run-42").step(""), "step"],
];

for (const [name, derive, field] of refused) {
  test(`no key is derived of ${name}`, () => {
    assert.throws(derive, (error) => {
      assert.ok(error instanceof InvalidRequestError, String(error));
      assert.equal(error.field, field);
      assert.match(error.stack ?? "", /keys\.test/);
      return true;
    });
  });
}
