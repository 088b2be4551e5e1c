import assert from "node:assert/strict";
import { test } from "node:test";
import { MalformedOutputError, RefusalError } from "axonium";
import type { Step } from "axonium/testing";
import * as z from "zod";
import { bodies, rejectionOf, saying, withGateway } from "./support.mjs";

const Order = z.object({ id: z.string(), items: z.array(z.string()), note: z.string().default("none") });

const pieces = ['{"id":"44', '17","items":["te', 'a"]}'];

/** A chat stream of those texts. */
function chat(texts: readonly string[], finish_reason = "stop"): Step {
  const choices = (delta: object, finish_reason: string | null = null) => ({
    data: { choices: [{ index: 0, delta, finish_reason }] },
  });
  const deltas = texts.map((content) => choices({ content }));
  return { sse: [...deltas, choices({}, finish_reason), { data: "[DONE]" }] };
}

/** A response stream of those texts. */
function response(texts: readonly string[]): Step {
  const place = { item_id: "i", output_index: 0, content_index: 0 };
  const part = { type: "output_text", text: texts.join("") };
  const item = { id: "i", type: "message", role: "assistant", status: "completed", content: [part] };
  const events = [
    { type: "response.created", response: { id: "r", status: "in_progress", output: [] } },
    ...texts.map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
    { type: "response.completed", response: { id: "r", status: "completed", output: [item] } },
  ];
  return { sse: events.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } })) };
}

test("a chat stream's value grows, and is validated once it is whole", () =>
  withGateway(async (gateway) => {
    await gateway.script([chat(pieces)]);
    await using client = gateway.client();
    const stream = await client.chat.completions.stream({ ...saying("hi"), response_format: Order });
    const seen: unknown[] = [];
    const reader = stream[Symbol.asyncIterator]();
    while (!(await reader.next()).done) seen.push(stream.parsedPartial);
    assert.deepEqual(seen.at(-1), { id: "4417", items: ["tea"] });
    const completion = await stream.final();
    assert.deepEqual(completion.parsed, { id: "4417", items: ["tea"], note: "none" });
    assert.equal(completion.content, pieces.join(""));
    assert.equal(await stream.final(), completion);
    const [body] = await bodies(gateway);
    assert.equal((body as { response_format: { type: string } }).response_format.type, "json_schema");
  }));

test("what has arrived is closed where it stands", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ ...chat(pieces), pause_after_events: { 2: 86_400_000 } }]);
    await using client = gateway.client();
    await using stream = await client.chat.completions.stream({ ...saying("hi"), response_format: Order });
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    await reader.next();
    assert.deepEqual(stream.parsedPartial, { id: "4417", items: ["te"] });
  }));

test("a response stream's value grows likewise, over a kept connection too", () =>
  withGateway(async (gateway) => {
    await gateway.script([response(pieces)]);
    await using client = gateway.client();
    const request = { model: "m", input: "hi", text: { format: Order } };
    const stream = await client.responses.stream(request);
    for await (const event of stream)
      if (event.type === "response.output_text.delta") assert.ok(stream.parsedPartial?.id?.startsWith("44"));
    assert.deepEqual((await stream.final()).parsed, { id: "4417", items: ["tea"], note: "none" });

    const { sse = [] } = response(pieces);
    await gateway.script([{ websocket: sse.map(({ data }) => ({ json: data })) }]);
    await using connection = await client.responses.connect();
    const turn = await connection.stream(request);
    assert.equal((await turn.final()).parsed.items[0], "tea");
  }));

test("output that does not fit is raised at the end, and not asked for again", () =>
  withGateway(async (gateway) => {
    await gateway.script([chat(['{"id":', "7}"])], { repeating: true });
    await using client = gateway.client();
    const stream = await client.chat.completions.stream({ ...saying("hi"), response_format: Order });
    const error = await rejectionOf(MalformedOutputError, stream.final());
    assert.equal(error.outputs?.[0]?.text, '{"id":7}');
    assert.deepEqual(stream.parsedPartial, { id: 7 });
    assert.equal(await rejectionOf(MalformedOutputError, stream.final()), error);
    assert.equal((await gateway.requests()).length, 1);
  }));

test("a schema's own validate speaks at the end", () =>
  withGateway(async (gateway) => {
    await gateway.script([chat(pieces)], { repeating: true });
    await using client = gateway.client();
    const Large = Order.refine(({ items }) => items.length > 1, "too small");
    const stream = await client.chat.completions.stream({ ...saying("hi"), response_format: Large });
    const error = await rejectionOf(MalformedOutputError, stream.final());
    assert.deepEqual(error.outputs, [{ text: pieces.join(""), error: "too small" }]);
  }));

test("a refusal in a stream is raised where a schema was asked for, and shown where none was", () =>
  withGateway(async (gateway) => {
    const delta = (delta: object) => ({ data: { choices: [{ index: 0, delta, finish_reason: null }] } });
    const end = { data: { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] } };
    const declined = { sse: [delta({ refusal: "I will " }), delta({ refusal: "not." }), end, { data: "[DONE]" }] };
    await gateway.script([declined], { repeating: true });
    await using client = gateway.client();
    const stream = await client.chat.completions.stream({ ...saying("hi"), response_format: Order });
    const error = await rejectionOf(RefusalError, stream.final());
    assert.deepEqual(error.refusal, { code: "refusal", text: "I will not." });
    const plain = await client.chat.completions.stream(saying("hi"));
    const { refusal, refusalCode } = await plain.final();
    assert.deepEqual([refusal, refusalCode], ["I will not.", "refusal"]);
    assert.deepEqual([plain.refusal, plain.refusalCode], ["I will not.", "refusal"]);
  }));

test("the wire's own formats are no schemas", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const request = { ...saying("{}"), response_format: { type: "json_object" } as const };
    const stream = await client.chat.completions.stream(request);
    assert.equal((await stream.final()).content, "{}");
    const [body] = await bodies(gateway);
    assert.deepEqual((body as { response_format: unknown }).response_format, { type: "json_object" });
  }));
