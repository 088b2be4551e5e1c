import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CancelledError, type ChatCompletionStream, StreamInterruptedError } from "axonium";
import type { Gateway, Step } from "axonium/testing";
import { rejection, rejectionOf, saying, until, withGateway } from "./support.mjs";

/** A stream that has said "one two" and says no more for a day of the gateway's clock. */
const stalled: Step = {
  sse: [
    { data: { choices: [{ index: 0, delta: { content: "one " } }] } },
    { data: { choices: [{ index: 0, delta: { content: "two" } }] } },
    { data: "[DONE]" },
  ],
  pause_after_events: { 2: 86_400_000 },
};

/** Waits until the gateway has noticed that the only generation lost its client. */
const disconnected = (gateway: Gateway) =>
  until(async () => (await gateway.ledger()).entries[0]?.terminationReason === "client_disconnected");

/** A gateway whose model takes five seconds, long enough for a reader to leave in between. */
const slow = { clock: "real", models: [{ id: "qwen3-0.6b", wordsPerSecond: 20 }] } as const;
const long = saying("count to 100");

test("a stream is read once, and then holds the whole answer", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const stream = await client.chat.completions.create({ ...saying("one two three"), stream: true });
    assert.equal(stream.meta.attempts, 1);
    const pieces: string[] = [];
    for await (const chunk of stream) if (chunk.content !== undefined) pieces.push(chunk.content);
    assert.deepEqual(pieces.join("").split(" "), ["one", "two", "three"]);
    assert.ok(pieces.length >= 3);
    assert.equal(stream.content, "one two three");
    assert.equal(stream.usage?.totalTokens, 6);
    assert.ok(stream.meta.elapsedMs > 0);
    const final = await stream.final();
    assert.equal(final.content, "one two three");
    assert.equal(final.finishReason, "stop");
    assert.equal(final.usage?.totalTokens, 6);
    await assert.rejects(async () => {
      for await (const _ of stream);
    }, /read already/);
  }));

test("final() alone reads everything", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const stream = await client.chat.completions.stream(saying("one two three"));
    assert.equal((await stream.final()).content, "one two three");
  }));

test("tool calls and reasoning are put together from their fragments", () =>
  withGateway(async (gateway) => {
    const delta = (delta: object) => ({ data: { choices: [{ index: 0, delta }] } });
    const sse = [
      delta({ role: "assistant" }),
      delta({ reasoning_content: "let me " }),
      delta({ reasoning_content: "see" }),
      delta({
        tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "weather", arguments: '{"city"' } }],
      }),
      delta({ tool_calls: [{ index: 0, function: { arguments: ': "Rome"}' } }] }),
      { data: { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] } },
      { data: "[DONE]" },
    ];
    await gateway.script([{ sse }]);
    await using client = gateway.client();
    const stream = await client.chat.completions.stream(saying("hi"));
    const reasoning: (string | undefined)[] = [];
    for await (const chunk of stream) reasoning.push(chunk.reasoning);
    assert.deepEqual(reasoning.filter(Boolean), ["let me ", "see"]);
    assert.equal(stream.reasoning, "let me see");
    assert.equal(stream.toolCalls[0]?.id, "a");
    assert.deepEqual(stream.toolCalls[0]?.parseArguments(), { city: "Rome" });
    assert.equal((await stream.final()).content, undefined);
  }));

test("what has arrived can be read while the stream runs", () =>
  withGateway(async (gateway) => {
    await gateway.script([stalled]);
    await using client = gateway.client();
    await using stream = await client.chat.completions.stream(saying("hi"));
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    await reader.next();
    assert.equal(stream.content, "one two");
    assert.equal(stream.sawOutput, true);
    assert.equal(stream.usage, undefined);
  }));

test("a role alone is no output", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ sse: [{ data: { choices: [{ index: 0, delta: { role: "assistant" } }] } }], hang: true }]);
    await using client = gateway.client();
    await using stream = await client.chat.completions.stream(saying("hi"));
    await stream[Symbol.asyncIterator]().next();
    assert.equal(stream.sawOutput, false);
  }));

describe("a reader that leaves", { concurrency: true }, () => {
  test("break ends the request", () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const stream = await client.chat.completions.stream(long);
      for await (const chunk of stream) if (chunk.content) break;
      await disconnected(gateway);
      assert.ok(stream.content?.startsWith("1"));
      const error = await rejectionOf(CancelledError, stream.final());
      assert.equal(error.name, "AbortError");
    }, slow));

  test("an exception in the loop ends the request", () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const stream = await client.chat.completions.stream(long);
      await assert.rejects(async () => {
        for await (const _ of stream) throw new RangeError("enough");
      }, RangeError);
      await disconnected(gateway);
    }, slow));

  test("return() before the first next() ends the request", () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const stream = await client.chat.completions.stream(long);
      await stream[Symbol.asyncIterator]().return?.();
      await disconnected(gateway);
    }, slow));

  test("leaving the block that owns a stream ends the request", () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      {
        await using stream = await client.chat.completions.stream(long);
        assert.equal(stream.meta.attempts, 1);
      }
      await disconnected(gateway);
    }, slow));

  test("cancelling the ReadableStream ends the request", () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const readable = (await client.chat.completions.stream(long)).toReadableStream();
      const reader = readable.getReader();
      await reader.read();
      await reader.cancel();
      await disconnected(gateway);
    }, slow));
});

test("abort() ends a pending read with an AbortError", () =>
  withGateway(async (gateway) => {
    await gateway.script([stalled]);
    await using client = gateway.client();
    const stream = await client.chat.completions.stream(saying("hi"));
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    await reader.next();
    const pending = rejectionOf(CancelledError, reader.next());
    stream.abort();
    assert.equal((await pending).name, "AbortError");
    assert.equal(stream.content, "one two");
    assert.equal((await reader.next()).done, true);
  }));

test("the ReadableStream has one JSON chunk a line, as a response's body", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const stream = await client.chat.completions.stream(saying("one two three"));
    const text = await new Response(stream.toReadableStream()).text();
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(lines.map((chunk) => chunk.choices[0]?.delta.content ?? "").join(""), "one two three");
    assert.equal(stream.usage?.totalTokens, 6);
  }));

test("a stream that breaks after output is not repeated, and its error carries what arrived", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ gateway: true, model_breaks_after: 2 }]);
    await using client = gateway.client();
    const stream = await client.chat.completions.stream(saying("one two three four"), { idempotencyKey: "k" });
    let text = "";
    const read = async (stream: ChatCompletionStream) => {
      for await (const chunk of stream) text += chunk.content ?? "";
    };
    const error = await rejectionOf(StreamInterruptedError, read(stream));
    assert.equal(error.sawOutput, true);
    assert.equal(error.partialContent, text);
    assert.equal(text.trim(), "one two");
    assert.equal(error.meta.attempts, 1);
    assert.equal((await gateway.ledger()).generations, 1);
    assert.equal(await rejection(stream.final()), error);
    assert.equal(stream.content, text);
    assert.equal(stream.meta, error.meta);
  }));

test("a stream refused before it begins is repeated, and opens once", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ status: 429, headers: { "Retry-After": "9" }, problem: "rate-limit-exceeded-requests" }]);
    await using client = gateway.client();
    const stream = await client.chat.completions.stream(saying("one"));
    assert.equal(stream.meta.waitedMs, 9000);
    assert.equal((await stream.final()).content, "one");
    assert.equal(stream.meta.attempts, 2);
  }));
