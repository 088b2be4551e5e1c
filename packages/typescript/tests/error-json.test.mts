import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AxoniumError,
  ConfigurationError,
  InvalidRequestError,
  MalformedOutputError,
  RateLimitError,
  StreamInterruptedError,
  ToolCall,
} from "axonium";
import { rejectionOf, saying, withGateway } from "./support.mjs";

/** What every error is written as, in every language: bindings/engine/README.md. */
const keys = [
  ...["body", "cause", "code", "detail", "errors", "explain", "field", "hint", "kind", "local", "message", "meta"],
  ...["oauth_error", "outputs", "partial", "phase", "reason", "refusal", "request_id", "retry_after_s", "retryable"],
  ...["saw_output", "scope", "sent", "status", "title", "trace_id", "type"],
];

const metaKeys = [
  ...["attempts", "elapsed_s", "fallback_from", "history", "idempotent_replay", "idempotent_replay_of"],
  ...["ignored_parameters", "instance", "instance_id", "rate_limit", "request_id", "route", "sequence_gaps"],
  ...["stripped", "trace_id", "waited_s"],
];

const partialKeys = ["content", "finish_reason", "reasoning", "tool_calls", "usage"];

test("an error that the engine raised is written under the keys of every language", () =>
  withGateway(async (gateway) => {
    const refused = { status: 429, headers: { "Retry-After": "61" }, problem: "rate-limit-exceeded-requests" };
    await gateway.script([{ ...refused, headers: { "Retry-After": "7" } }, refused]);
    await using client = gateway.client();
    const error = await rejectionOf(RateLimitError, client.chat.completions.create(saying("hi")));
    const json = JSON.parse(JSON.stringify(error));
    assert.deepEqual(Object.keys(json).sort(), keys);
    assert.deepEqual(Object.keys(json.meta).sort(), metaKeys);
    const { kind, message, explain, status, retry_after_s, retryable, local, field, reason, request_id, meta } = json;
    assert.deepEqual([kind, status, retry_after_s, retryable, local, field], ["RateLimit", 429, 61, true, false, null]);
    assert.deepEqual([message, explain, request_id], [error.message, client.explain(error), error.requestId]);
    assert.deepEqual(reason, { ...error.reason });
    assert.equal(reason.code, "wait-too-long");
    assert.deepEqual([meta.attempts, meta.waited_s], [2, 7]);
    assert.equal(meta.history[1].waited_before_s, 7);
  }));

test("an interrupted stream's says what had arrived", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ gateway: true, model_breaks_after: 2 }]);
    await using client = gateway.client();
    const stream = await client.chat.completions.stream(saying("one two three"));
    const { partial, saw_output } = (await rejectionOf(StreamInterruptedError, stream.final())).toJSON();
    assert.equal(saw_output, true);
    assert.deepEqual(Object.keys(partial ?? {}).sort(), partialKeys);
    assert.equal(partial?.content?.trim(), "one two");
  }));

test("an error that the package raised itself is written likewise", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const call = client.chat.completions.create({ ...saying("hi"), temperature: Number.NaN });
    const json = (await rejectionOf(InvalidRequestError, call)).toJSON();
    assert.deepEqual(Object.keys(json).sort(), keys);
    assert.deepEqual(Object.keys(json.meta).sort(), metaKeys);
    assert.deepEqual(
      [json.kind, json.field, json.local, json.meta.attempts],
      ["InvalidRequest", "temperature", true, 0],
    );
    assert.match(json.explain, /nothing was sent/);
    assert.throws(
      () => gateway.client({ timeouts: { request: Number.NaN } }),
      (error) => error instanceof ConfigurationError && /nothing was sent/.test(error.toJSON().explain),
    );
  }));

test("and one that was made by hand, with seconds for milliseconds and null for what is unset", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const { meta, usage } = await client.chat.completions.create(saying("one two"));
    const call = new ToolCall({ id: "a", type: "function", function: { name: "f", arguments: "{" } });
    const error = new MalformedOutputError("no", {
      status: 200,
      type: "urn:x",
      code: "c",
      rawBody: "b",
      retryAfter: 7,
      outputs: [{ text: "{", error: "ends early" }],
      refusal: { code: "refusal", text: undefined },
      partialContent: "so far",
      partialToolCalls: [call],
      partialUsage: usage,
      cause: new RateLimitError("slow down", { code: "s" }),
      meta: { ...meta, waitedMs: 1500, history: [{ ...meta.history[0], durationMs: 250 } as never] },
    });
    const json = JSON.parse(JSON.stringify(error));
    assert.deepEqual(Object.keys(json).sort(), keys);
    assert.deepEqual(Object.keys(json.meta).sort(), metaKeys);
    assert.deepEqual([json.kind, json.status, json.type, json.code], ["MalformedOutput", 200, "urn:x", "c"]);
    assert.deepEqual([json.body, json.retry_after_s, json.hint], ["b", 7, null]);
    assert.deepEqual(json.outputs, [{ text: "{", error: "ends early" }]);
    assert.deepEqual(json.refusal, { code: "refusal", text: null });
    assert.deepEqual(json.cause, { kind: "RateLimit", message: "slow down", code: "s" });
    assert.deepEqual(Object.keys(json.partial).sort(), partialKeys);
    assert.deepEqual(json.partial.tool_calls, [{ id: "a", type: "function", function: { name: "f", arguments: "{" } }]);
    assert.deepEqual(json.partial.usage, {
      prompt_tokens: 2,
      completion_tokens: 2,
      total_tokens: 4,
      cache_read_tokens: usage?.cacheReadTokens ?? null,
      reasoning_tokens: usage?.reasoningTokens ?? null,
      estimated: false,
    });
    assert.deepEqual([json.meta.waited_s, json.meta.history[0].duration_s], [1.5, 0.25]);
    assert.equal(json.meta.request_id, meta.requestId);
    assert.deepEqual(Object.keys(new AxoniumError("x").toJSON()).sort(), keys);
  }));
