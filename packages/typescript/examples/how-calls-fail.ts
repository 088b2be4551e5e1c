/** How calls fail: one function a row of the page of that name. Each is run by the tests, with a gateway of its own. */

import assert from "node:assert/strict";
import {
  CapacityExhaustedError,
  CircuitOpenError,
  ConnectionError,
  CooldownActiveError,
  DecodeError,
  IdempotencyKeyReuseError,
  MalformedOutputError,
  RateLimitError,
  RefusalError,
  SpendCapExceededError,
  StreamInterruptedError,
  TimeoutError,
  UpstreamError,
} from "axonium";
import type { Gateway } from "axonium/testing";

const request = { model: "qwen3-0.6b", messages: [{ role: "user", content: "one two three" }] };
const idempotencyKey = "order-4417-summary";
const Total = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };

/** Refused before the model ran: waits as long as the server says, then repeats. */
export async function rateLimit(gateway: Gateway): Promise<void> {
  await gateway.script([{ problem: "rate-limit-exceeded-requests", headers: { "Retry-After": "7" } }]);
  await using client = gateway.client();
  const { meta } = await client.chat.completions.create(request);
  assert.deepEqual([meta.attempts, meta.waitedMs], [2, 7_000]);
}

/** The server asks for a wait beyond `maxBackoff`: raised at once, to be scheduled. */
export async function waitTooLong(gateway: Gateway): Promise<void> {
  await gateway.script([{ problem: "rate-limit-exceeded-requests", headers: { "Retry-After": "90" } }]);
  await using client = gateway.client();
  await assert.rejects(client.chat.completions.create(request), (error) => {
    assert.ok(error instanceof RateLimitError);
    assert.deepEqual([error.retryAfter, error.meta.waitedMs, error.reason?.code], [90, 0, "wait-too-long"]);
    return true;
  });
}

/** The server did not read the request (here by HTTP/2's own word): nothing ran, so it repeats. */
export async function notSent(gateway: Gateway): Promise<void> {
  await gateway.script([{ close: "refused_stream" }]);
  await using client = gateway.client({ http2: true });
  const { meta } = await client.chat.completions.create(request);
  assert.deepEqual([meta.history[0]?.reason, meta.attempts], ["not-sent", 2]);
  assert.equal((await gateway.ledger()).generations, 1);
}

/** The connection was lost after the request left: a repeat could pay twice, so it is raised. */
export async function lostWithoutKey(gateway: Gateway): Promise<void> {
  await gateway.script([{ gateway: true, close: "before_headers" }]);
  await using client = gateway.client();
  await assert.rejects(client.chat.completions.create(request), (error) => {
    assert.ok(error instanceof ConnectionError);
    assert.deepEqual([error.sent, error.reason?.code], [true, "lost-without-key"]);
    return true;
  });
}

/** With a key the repeat is a replay: the answer is collected, and paid for once. */
export async function lostWithKey(gateway: Gateway): Promise<void> {
  await gateway.script([{ gateway: true, close: "before_headers" }]);
  await using client = gateway.client();
  const { content, meta } = await client.chat.completions.create(request, { idempotencyKey });
  assert.deepEqual([content, meta.attempts, meta.idempotentReplay], ["one two three", 2, true]);
  assert.equal((await gateway.ledger()).billed, 1);
}

/** No answer in time: the model is probably still at it, so it is raised. */
export async function timeoutWithoutKey(gateway: Gateway): Promise<void> {
  await gateway.script([{ gateway: true, hang: true }]);
  await using client = gateway.client({ timeouts: { request: 200 } });
  await assert.rejects(client.chat.completions.create(request), (error) => {
    assert.ok(error instanceof TimeoutError);
    assert.deepEqual([error.meta.attempts, error.reason?.code], [1, "timeout-without-key"]);
    return true;
  });
}

/** With a key the repeat collects what the model has made meanwhile. */
export async function timeoutWithKey(gateway: Gateway): Promise<void> {
  await gateway.script([{ gateway: true, hang: true }]);
  await using client = gateway.client({ timeouts: { request: 500 } });
  const { meta } = await client.chat.completions.create(request, { idempotencyKey });
  assert.deepEqual([meta.attempts, meta.idempotentReplay], [2, true]);
  assert.equal((await gateway.ledger()).billed, 1);
}

/** The first request with this key still runs: waited for, beyond `maxAttempts` if need be. */
export async function inProgress(gateway: Gateway): Promise<void> {
  const running = { problem: "idempotency-in-progress", headers: { "Retry-After": "2" } };
  await gateway.script([running, running, running, running]);
  await using client = gateway.client();
  const { meta } = await client.chat.completions.create(request, { idempotencyKey });
  assert.deepEqual([meta.attempts, meta.waitedMs], [5, 8_000]);
}

/** The key belongs to another request: raised, always; a new key is never made up. */
export async function keyReuse(gateway: Gateway): Promise<void> {
  await using client = gateway.client();
  await client.chat.completions.create(request, { idempotencyKey });
  const other = { ...request, model: "count-to-20" };
  await assert.rejects(client.chat.completions.create(other, { idempotencyKey }), (error) => {
    assert.ok(error instanceof IdempotencyKeyReuseError);
    assert.deepEqual([error.meta.attempts, error.reason?.code], [1, "key-reuse"]);
    return true;
  });
}

/** The token's time is over: a new one is fetched once, and the request sent again. */
export async function tokenExpired(gateway: Gateway): Promise<void> {
  await gateway.script([{ problem: "token-expired" }]);
  const rejected: (string | undefined)[] = [];
  const tokenProvider = (token: string | undefined) => `token-${rejected.push(token)}`;
  await using client = gateway.client({ tokenProvider });
  const { meta } = await client.chat.completions.create(request);
  assert.deepEqual([meta.attempts, rejected], [2, [undefined, "token-1"]]);
}

/** The gateway's own attempts failed: raised, unless one more is allowed. */
export async function upstreamError(gateway: Gateway): Promise<void> {
  await gateway.script([{ problem: "upstream-error" }, { problem: "upstream-error" }]);
  await using client = gateway.client();
  await assert.rejects(client.chat.completions.create(request), UpstreamError);
  const { meta } = await client.chat.completions.create(request, { retry: { retryUpstreamErrors: true } });
  assert.deepEqual([meta.attempts, meta.history[0]?.reason], [2, "upstream-opted-in"]);
}

/** The server does not say that nothing ran: raised without a key, repeated with one. */
export async function capacityExhausted(gateway: Gateway): Promise<void> {
  await gateway.script([{ problem: "capacity-exhausted" }, { problem: "capacity-exhausted" }]);
  await using client = gateway.client({ cooldown: false });
  await assert.rejects(client.chat.completions.create(request), CapacityExhaustedError);
  const { meta } = await client.chat.completions.create(request, { idempotencyKey });
  assert.equal(meta.attempts, 2);
}

/** The answer came cut short: raised without a key; with one the stored answer is collected, once. */
export async function damagedAnswer(gateway: Gateway): Promise<void> {
  const damaged = { gateway: true, close_after_bytes: 20 };
  await gateway.script([damaged, damaged]);
  await using client = gateway.client();
  await assert.rejects(client.chat.completions.create(request), DecodeError);
  const { meta } = await client.chat.completions.create(request, { idempotencyKey });
  assert.deepEqual([meta.attempts, meta.idempotentReplay], [2, true]);
  assert.equal((await gateway.ledger()).billed, 2);
}

/** The caller cancels: the call ends at once, with the signal's own reason. */
export async function cancelled(gateway: Gateway): Promise<void> {
  await gateway.script([{ hang: true }]);
  await using client = gateway.client();
  const controller = new AbortController();
  const call = client.chat.completions.create(request, { idempotencyKey, signal: controller.signal });
  controller.abort();
  await assert.rejects(call, { name: "AbortError" });
}

/** A stream breaks after its first output: never repeated, key or not; the error has what arrived. */
export async function streamBroken(gateway: Gateway): Promise<void> {
  await gateway.script([{ gateway: true, model_breaks_after: 2 }]);
  await using client = gateway.client();
  const stream = await client.chat.completions.stream(request, { idempotencyKey });
  await assert.rejects(stream.final(), (error) => {
    assert.ok(error instanceof StreamInterruptedError);
    assert.deepEqual([error.sawOutput, error.partialContent, error.meta.attempts], [true, "one two", 1]);
    return true;
  });
}

/** A stream is lost before its first event: with a key it is asked for again. */
export async function streamLostBeforeOutput(gateway: Gateway): Promise<void> {
  await gateway.script([{ gateway: true, close: "after_headers" }]);
  await using client = gateway.client();
  const stream = await client.chat.completions.stream(request, { idempotencyKey });
  const { content, meta } = await stream.final();
  assert.deepEqual([content, meta.attempts, meta.idempotentReplay], ["one two three", 2, true]);
  assert.equal((await gateway.ledger()).billed, 1);
}

/** The budget is spent: raised, and no use in asking again until a person acts. */
export async function spendCap(gateway: Gateway): Promise<void> {
  await gateway.script([{ problem: "spend-cap-exceeded" }]);
  await using client = gateway.client();
  await assert.rejects(client.chat.completions.create(request, { idempotencyKey }), (error) => {
    assert.ok(error instanceof SpendCapExceededError);
    assert.deepEqual([error.retryable, error.meta.attempts], [false, 1]);
    return true;
  });
}

/** A 503 asked to stay away: until then calls to that model are refused here, and others go on. */
export async function cooldown(gateway: Gateway): Promise<void> {
  await gateway.script([{ problem: "backend-unavailable", headers: { "Retry-After": "90" } }]);
  await using client = gateway.client();
  await assert.rejects(client.chat.completions.create(request));
  await assert.rejects(client.chat.completions.create(request), (error) => {
    assert.ok(error instanceof CooldownActiveError);
    assert.deepEqual([error.local, error.meta.attempts], [true, 0]);
    return true;
  });
  await client.chat.completions.create({ ...request, model: "count-to-20" });
}

/** A model that keeps failing is left alone, then tried by one call; opt-in. */
export async function circuitOpen(gateway: Gateway): Promise<void> {
  await gateway.script([{ status: 500 }]);
  await using client = gateway.client({ circuitBreaker: { failures: 1, open: 30_000 } });
  await assert.rejects(client.chat.completions.create(request));
  await assert.rejects(client.chat.completions.create(request), CircuitOpenError);
  assert.equal(client.circuits()[0]?.state, "open"); // for refusedForMs more
  await gateway.advance(30_000);
  await client.chat.completions.create(request);
  assert.equal(client.circuits()[0]?.state, "closed");
}

/** Output that does not fit the schema: mended once, in a request of its own; then raised with both. */
export async function malformedOutput(gateway: Gateway): Promise<void> {
  await using client = gateway.client();
  const call = client.chat.completions.parse({ ...request, response_format: Total });
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof MalformedOutputError);
    assert.equal(error.outputs?.length, 2);
    assert.equal(error.outputs[0]?.text, "one two three");
    return true;
  });
  assert.equal((await gateway.ledger()).generations, 2);
}

/** Output that a limit cut short: raised with that reason; asking again would cut it again. */
export async function truncatedOutput(gateway: Gateway): Promise<void> {
  await using client = gateway.client();
  const call = client.chat.completions.parse({ ...request, response_format: Total, max_tokens: 1 });
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof MalformedOutputError);
    assert.deepEqual([error.reason?.code, error.meta.attempts], ["output-truncated", 1]);
    return true;
  });
}

/** The model declines: raised where a schema was asked for, shown where none was; never repeated. */
export async function refusal(gateway: Gateway): Promise<void> {
  const message = { role: "assistant", content: null, refusal: "I will not." };
  await gateway.script([{ body: { choices: [{ index: 0, message, finish_reason: "stop" }] } }], { repeating: true });
  await using client = gateway.client();
  const { refusal, refusalCode } = await client.chat.completions.create(request);
  assert.deepEqual([refusal, refusalCode], ["I will not.", "refusal"]);
  await assert.rejects(client.chat.completions.parse({ ...request, response_format: Total }), RefusalError);
  assert.equal((await gateway.requests()).length, 2);
}

/** No answer in time, twice: another model is asked, and the answer says so; opt-in. */
export async function timeoutThenFallback(gateway: Gateway): Promise<void> {
  await gateway.script([{ hang: true }, { hang: true }]);
  const onTimeout = { onTimeout: "retry_once_then_fallback", fallback: ["count-to-20"] } as const;
  await using client = gateway.client({ timeouts: { request: 200 }, ...onTimeout });
  const { model, meta } = await client.chat.completions.create(request, { idempotencyKey });
  assert.deepEqual([model, meta.fallbackFrom, meta.attempts], ["count-to-20", "qwen3-0.6b", 3]);
}

/** A stream's connection is lost: the same key is sent again, and it goes on where it broke; opt-in. */
export async function resume(gateway: Gateway): Promise<void> {
  await gateway.script([{ gateway: true, close_after_events: 2 }]);
  await using client = gateway.client();
  const stream = await client.chat.completions.stream(request, { idempotencyKey, resume: "replay" });
  let text = "";
  for await (const chunk of stream) text += chunk.content ?? "";
  assert.deepEqual([text, stream.meta.attempts], ["one two three", 2]);
  assert.equal((await gateway.ledger()).billed, 1);
}
