import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { type DecisionNotice, RateLimitError, type ResponseRequest, type Route, StreamInterruptedError } from "axonium";
import { Gateway } from "axonium/testing";
import { begun, body, deltas, saidInPieces, step, transports } from "./events.mjs";
import { model, rejectionOf, saying } from "./support.mjs";

const request: ResponseRequest = { model, input: "hi" };
const busy = { status: 429, headers: { "Retry-After": "30" }, problem: "rate-limit-exceeded-requests" };
const overloaded = {
  type: "response.failed",
  response: body({
    status: "failed",
    error: { code: "server_is_overloaded", message: "try another", retryable: true },
  }),
};

/** Runs `test` with two gateways and the routes to them. */
async function withRoutes(test: (first: Gateway, second: Gateway, routes: Route[]) => Promise<void>): Promise<void> {
  await using first = await Gateway.start();
  await using second = await Gateway.start();
  await test(first, second, [
    { name: "first", gatewayBaseUrl: first.url, apiKey: "hush-1" },
    { name: "second", gatewayBaseUrl: second.url, apiKey: "hush-2", model: "count-to-20" },
  ]);
}

test("a call that was refused goes to the next route instead of waiting", () =>
  withRoutes(async (first, second, routes) => {
    await first.script([busy]);
    const decisions: DecisionNotice[] = [];
    await using client = first.client({ routes, hooks: { onDecision: (notice) => void decisions.push(notice) } });
    const completion = await client.chat.completions.create(saying("hi"));
    assert.match(completion.content ?? "", /^1 2 3 /);
    assert.equal(completion.meta.route, "second");
    assert.equal(completion.meta.waitedMs, 0);
    assert.deepEqual(
      completion.meta.history.map(({ route, kind }) => [route, kind]),
      [
        ["first", "RateLimit"],
        ["second", undefined],
      ],
    );
    assert.deepEqual(
      decisions.map((notice) => notice.action),
      ["next-route"],
    );
    const [sent] = await second.requests();
    assert.equal(sent?.headers.authorization, "Bearer hush-2");
    assert.equal(JSON.parse(sent?.body ?? "").model, "count-to-20");
  }));

for (const transport of transports) {
  test(`${transport}: a stream that failed before its output is replayed, and its reader sees one answer`, () =>
    withRoutes(async (first, second, routes) => {
      await first.script([step(transport, [...begun, overloaded])]);
      await second.script([step(transport, saidInPieces("one"))]);
      await using client = first.client();
      const stream = await client.responses.stream(request, { transport, routes });
      const types: string[] = [];
      for await (const event of stream) types.push(event.type);
      assert.deepEqual(
        types,
        saidInPieces("one").map((event) => event.type),
      );
      assert.equal(stream.outputText, "one");
      assert.equal(stream.meta.route, "second");
      assert.equal(stream.meta.attempts, 2);
      assert.deepEqual(
        stream.meta.history.map(({ route }) => route),
        ["first", "second"],
      );
    }));

  test(`${transport}: a stream that failed after its output stays where it is`, () =>
    withRoutes(async (first, second, routes) => {
      await first.script([step(transport, [...begun, ...deltas("one"), overloaded])]);
      await using client = first.client({ routes });
      const stream = await client.responses.stream(request, { transport });
      const error = await rejectionOf(StreamInterruptedError, stream.final());
      assert.equal(error.code, "server_is_overloaded");
      assert.equal(error.meta.route, "first");
      assert.deepEqual(await second.requests(), []);
    }));
}

test("a call's routes take the place of the client's; an empty list is none", () =>
  withRoutes(async (first, second, routes) => {
    await first.script([busy]);
    await using client = first.client({ routes, retry: { maxAttempts: 1 } });
    const error = await rejectionOf(RateLimitError, client.chat.completions.create(saying("hi"), { routes: [] }));
    assert.equal(error.meta.route, undefined);
    const response = await client.chat.completions.create(saying("hi"), { routes: routes.slice(1) });
    assert.equal(response.meta.route, "second");
    assert.equal((await second.requests()).length, 1);
  }));

test("how long and how much is held back is the client's to say", () =>
  withRoutes(async (first, second, routes) => {
    await first.script([step("sse", [...begun, overloaded])]);
    await using client = first.client({ routes, maxHoldBackBytes: 1, timeouts: { holdBack: 1000 } });
    const stream = await client.responses.stream(request);
    const types: string[] = [];
    const read = async () => {
      for await (const event of stream) types.push(event.type);
    };
    await rejectionOf(StreamInterruptedError, read());
    assert.deepEqual(
      types,
      begun.map((event) => event.type),
    );
    assert.deepEqual(await second.requests(), []);
  }));

test("no credential of a route shows in the client, an answer or an error", () =>
  withRoutes(async (first, second, routes) => {
    await first.script([busy]);
    await second.script([busy]);
    await using client = first.client({ routes, retry: { maxAttempts: 2 } });
    const error = await rejectionOf(RateLimitError, client.chat.completions.create(saying("hi")));
    const completion = await client.chat.completions.create(saying("hi"));
    await using connection = await client.responses.connect();
    for (const value of [error, completion, client, connection])
      assert.doesNotMatch(inspect(value, { depth: 9, showHidden: true }) + JSON.stringify(value), /hush-/);
  }));
