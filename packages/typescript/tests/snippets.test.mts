import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { RunKeys, SpendCapExceededError } from "axonium";
import type { Gateway } from "axonium/testing";
import { logged, scheduled } from "./snippets/context.mjs";
import * as failure from "./snippets/failure.mjs";
import { rejectionOf, saying, withGateway } from "./support.mjs";

/** Runs a snippet that makes its client from the environment, and gives what it exports and prints. */
async function play(file: string, gateway: Gateway): Promise<{ module: object; printed: string }> {
  process.env.AXONIUM_GATEWAY_BASE_URL = gateway.url;
  process.env.AXONIUM_API_KEY = "k";
  let printed = "";
  const { write } = process.stdout;
  process.stdout.write = (text: string | Uint8Array, ...rest: never[]) => {
    // What is not text is the test runner's own report.
    if (typeof text !== "string") return write.call(process.stdout, text, ...rest);
    printed += text;
    return true;
  };
  try {
    const module: object = await import(`./snippets/${file}`);
    return { module, printed };
  } finally {
    process.stdout.write = write;
  }
}

test("the API's lines run as written", () =>
  withGateway(async (gateway) => {
    const { module, printed } = await play("api.mjs", gateway);
    const { client, completion, stream } = module as typeof import("./snippets/api.mjs");
    assert.equal(completion.content, "...");
    assert.equal(completion.meta.attempts, 1);
    assert.equal(printed, "...");
    assert.equal(stream.usage?.totalTokens, 2);
    const requests = await gateway.requests();
    assert.deepEqual(
      requests.map((request) => request.headers["idempotency-key"]),
      ["order-4417-summary", undefined],
    );
    await client.close();
  }));

test("the page on failure: a wait is data on the answer", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ status: 429, headers: { "Retry-After": "36" }, problem: "rate-limit-exceeded-requests" }]);
    await using client = gateway.client();
    const { meta } = await failure.waited(client, saying("hi"));
    assert.deepEqual([meta.waitedMs, meta.attempts], [36_000, 2]);
  }));

test("the page on failure: and on the error", () =>
  withGateway(async (gateway) => {
    const refused = { status: 429, headers: { "Retry-After": "10" }, problem: "rate-limit-exceeded-requests" };
    await gateway.script([refused, refused, refused]);
    await using client = gateway.client();
    await failure.gaveUp(client, saying("hi"));
    assert.deepEqual(logged.pop(), ["gave up", { attempts: 3, waitedMs: 20_000 }]);
  }));

test("the page on failure: a repeat under a key is a replay", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    assert.equal(await failure.keyed(client), undefined);
    const billed = await failure.keyed(client);
    assert.equal(billed, (await gateway.ledger()).entries[0]?.requestId);
  }));

test("the page on failure: errors are caught by their class", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    assert.equal((await failure.caught(client))?.content, "...");
    await gateway.script([{ problem: "spend-cap-exceeded" }]);
    await rejectionOf(SpendCapExceededError, failure.caught(client));
    await gateway.script([{ problem: "rate-limit-exceeded-requests", headers: { "Retry-After": "61" } }]);
    await failure.caught(client);
    assert.equal(scheduled.pop(), 61);
    await gateway.script([{ problem: "forbidden" }]);
    await failure.caught(client);
    const [message, details] = logged.pop() ?? [];
    assert.equal(message, "gateway said no");
    assert.ok((details as { requestId?: string }).requestId);
  }));

test("the README's lines run as written", () =>
  withGateway(async (gateway) => {
    const { printed } = await play("readme-use.mjs", gateway);
    assert.equal(printed, "Summarise order 4417. 6\n1 0 undefined\nSummarise order 4417.6\n");
    assert.equal(
      (await play("readme-responses.mjs", gateway)).printed,
      "Summarise order 4417.3 completed\nShorter. 0\n",
    );
    await gateway.script([{ problem: "rate-limit-exceeded-requests", headers: { "Retry-After": "90" } }]);
    await play("readme-errors.mjs", gateway);
    assert.equal(scheduled.pop(), 90);
    await play("readme-testing.mjs", gateway);
  }));

test("the README's lines on parsing run as written", () =>
  withGateway(async (gateway) => {
    const { printed } = await play("readme-parse.mjs", gateway);
    assert.match(printed, /^12\.5 none\n(undefined\n)*(4417\n)+12\.5\n$/);
  }));

test("the README's lines on failing run as written", () =>
  withGateway(async (gateway) => {
    const { printed } = await play("readme-failing.mjs", gateway);
    assert.match(printed, /^undefined \[/);
    const [request] = await gateway.requests();
    assert.equal(request?.headers["idempotency-key"], new RunKeys("import-2026-11-30").step("summary"));
  }));

test("the README's lines on routes run as written", () =>
  withGateway(async (near) =>
    withGateway(async (far) => {
      await near.script([{ problem: "rate-limit-exceeded-requests", headers: { "Retry-After": "90" } }]);
      process.env.FAR_BASE_URL = far.url;
      process.env.FAR_KEY = "k";
      assert.equal((await play("readme-routes.mjs", near)).printed, "far [ 'RateLimit', undefined ]\n");
    }),
  ));

test("the lines of the project's own README run as written", () =>
  withGateway(async (gateway) => {
    assert.equal((await play("root.mjs", gateway)).printed, "Summarise order 4417. 1 0\n");
    await gateway.script([{ problem: "rate-limit-exceeded-requests", headers: { "Retry-After": "90" } }]);
    assert.equal((await play("root.mjs?again", gateway)).printed, "try again in 90 seconds\n");
  }));

test("what the README shows is what is run here", () => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  const blocks = [...read("README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block ?? "");
  const sources = ["use", "responses", "parse", "routes", "failing", "errors", "testing"].map((name) =>
    read(`tests/snippets/readme-${name}.mts`),
  );
  assert.equal(blocks.length, sources.length);
  blocks.forEach((block, index) => {
    assert.ok(sources[index]?.includes(block), `README block ${index + 1} is not in its snippet`);
  });
});
