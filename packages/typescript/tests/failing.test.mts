import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type AxoniumOptions,
  CircuitOpenError,
  ConfigurationError,
  type DecisionNotice,
  InvalidRequestError,
  type RequestOptions,
  StreamInterruptedError,
  TimeoutError,
} from "axonium";
import { rejectionOf, saying, withGateway } from "./support.mjs";

const untyped = (value: unknown) => value as never;
const fallback = ["count-to-20"];
const onTimeout = "retry_once_then_fallback";

const configurations: [name: string, options: AxoniumOptions, field: RegExp][] = [
  ["a fallback without onTimeout", { fallback }, /^on_timeout$/],
  ["onTimeout without a fallback", { onTimeout }, /^fallback$/],
  ["a fallback that is neither", { onTimeout, fallback: [untyped(7)] }, /^fallback\[0\]$/],
  ["an unknown option of a fallback", { onTimeout, fallback: [untyped({ modell: "m" })] }, /^fallback\[0\]\.modell$/],
  ["retryClean without mayBillTwice", { retryClean: true, partial: "discard" }, /^may_bill_twice$/],
  ["retryClean that attaches", { retryClean: true, mayBillTwice: true }, /^partial$/],
  ["a breaker's window that is no number", { circuitBreaker: { window: untyped("10s") } }, /^circuitBreaker\.window$/],
  ["an unknown option of the breaker", { circuitBreaker: untyped({ opens: 1 }) }, /^circuitBreaker\.opens$/],
  ["a breaker that opens after nothing", { circuitBreaker: { failures: 0 } }, /^circuit_breaker\.failures$/],
];

for (const [name, options, field] of configurations) {
  test(`${name}: a ConfigurationError`, () =>
    withGateway(async (gateway) => {
      assert.throws(
        () => gateway.client(options),
        (error) => {
          assert.ok(error instanceof ConfigurationError, String(error));
          assert.match(error.field ?? "", field);
          return true;
        },
      );
    }));
}

const calls: [name: string, options: RequestOptions, field: RegExp][] = [
  ["onTimeout without a key or mayBillTwice", { onTimeout, fallback }, /^may_bill_twice$/],
  ["resume of an ordinary call", { resume: "replay", idempotencyKey: "k" }, /^resume$/],
  ["a deadline that is no Date", { deadline: untyped(1_800_000_000) }, /^deadline$/],
  ["a Date that is none", { deadline: new Date("tomorrow") }, /^deadline$/],
];

for (const [name, options, field] of calls) {
  test(`${name}: an InvalidRequestError before anything is sent`, () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const error = await rejectionOf(InvalidRequestError, client.chat.completions.create(saying("hi"), options));
      assert.match(error.field ?? "", field);
      assert.deepEqual(await gateway.requests(), []);
    }));
}

describe("what a failure leads to, if it was asked for", { concurrency: true }, () => {
  test("a fallback may be a route without a name, and a call's own take the place of the client's", () =>
    withGateway(async (gateway) => {
      await gateway.script([{ hang: true }, { hang: true }]);
      await using client = gateway.client({ timeouts: { request: 200 }, onTimeout, fallback: ["nope"] });
      const options = { mayBillTwice: true, fallback: [{ model: "count-to-20" }] };
      const { model, meta } = await client.chat.completions.create(saying("hi"), options);
      assert.deepEqual([model, meta.fallbackFrom], ["count-to-20", "qwen3-0.6b"]);
    }));

  test("a deadline ends the call, whatever it is doing", () =>
    withGateway(async (gateway) => {
      await gateway.script([{ hang: true }]);
      await using client = gateway.client();
      const options = { idempotencyKey: "k", deadline: new Date(Date.now() + 300) };
      const error = await rejectionOf(TimeoutError, client.chat.completions.create(saying("hi"), options));
      assert.equal(error.phase, "call");
    }));

  test("a deadline that is over sends nothing", () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const options = { deadline: new Date(Date.now() - 1_000) };
      await rejectionOf(TimeoutError, client.chat.completions.create(saying("hi"), options));
      assert.deepEqual(await gateway.requests(), []);
    }));

  test("without resume a stream that was cut is raised, key or not", () =>
    withGateway(async (gateway) => {
      await gateway.script([{ gateway: true, close_after_events: 2 }]);
      await using client = gateway.client();
      const stream = await client.chat.completions.stream(saying("one two"), { idempotencyKey: "k" });
      await rejectionOf(StreamInterruptedError, stream.final());
    }));

  test("a stream that may start anew is delivered whole, of the second generation", () =>
    withGateway(async (gateway) => {
      await gateway.script([{ gateway: true, close_after_events: 2 }]);
      await using client = gateway.client({ retryClean: true, mayBillTwice: true, partial: "discard" });
      const stream = await client.chat.completions.stream(saying("one two"));
      assert.equal((await stream.final()).content, "one two");
      assert.equal((await gateway.ledger()).generations, 2);
    }));

  test("a circuit breaker that opens and closes is seen, and told to onDecision and the logger", () =>
    withGateway(async (gateway) => {
      await gateway.script([{ status: 500 }]);
      const changes: [string, string][] = [];
      const onDecision = ({ action, reason }: DecisionNotice) => {
        if (action === "circuit") changes.push([action, reason]);
      };
      const lines: string[] = [];
      const logger = { info: (line: string) => void lines.push(line), debug: () => {} };
      const hooks = { onDecision };
      await using client = gateway.client({ circuitBreaker: { failures: 1, open: 5_000 }, hooks, logger });
      assert.deepEqual(client.circuits(), []);
      await assert.rejects(client.chat.completions.create(saying("hi")));
      const [circuit] = client.circuits();
      assert.deepEqual([circuit?.origin, circuit?.model, circuit?.state], [gateway.url, "qwen3-0.6b", "open"]);
      const rest = circuit?.refusedForMs ?? 0;
      assert.ok(rest > 3_000 && rest <= 5_000, String(rest));
      const refused = await rejectionOf(CircuitOpenError, client.chat.completions.create(saying("hi")));
      assert.deepEqual([refused.local, refused.meta.attempts], [true, 0]);
      assert.ok(refused.retryAfter !== undefined && refused.retryAfter <= 5, String(refused.retryAfter));
      await gateway.advance(5_000);
      await client.chat.completions.create(saying("hi"));
      assert.deepEqual(client.circuits(), [{ ...circuit, state: "closed", refusedForMs: undefined }]);
      assert.deepEqual(changes, [
        ["circuit", "circuit-opened"],
        ["circuit", "circuit-half-open"],
        ["circuit", "circuit-closed"],
      ]);
      assert.equal(lines.length, 3);
      for (const line of lines) assert.match(line, /^circuit of qwen3-0\.6b at /);
    }));

  test("no circuits are known while they are switched off", () =>
    withGateway(async (gateway) => {
      await gateway.script([{ status: 500 }]);
      await using client = gateway.client();
      await assert.rejects(client.chat.completions.create(saying("hi")));
      assert.deepEqual(client.circuits(), []);
    }));
});
