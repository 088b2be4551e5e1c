/** Chat with the real client for Node through the proxy. */
import assert from "node:assert/strict";
import test from "node:test";
import { APIError, InternalServerError } from "openai";
import { limited, model, requests, withPair, withProxy, withUpstream } from "./support.mjs";

const saying = (content) => ({ model, messages: [{ role: "user", content }] });

test("an answer with what it took", () =>
  withPair(async ({ client, first }) => {
    const { data, response } = await client.chat.completions.create(saying("one two three")).withResponse();
    assert.equal(data.choices[0].message.content, "one two three");
    assert.equal(data.usage.completion_tokens, 3);
    assert.equal(response.headers.get("x-axonium-attempts"), "1");
    assert.equal(response.headers.get("x-axonium-waited-ms"), "0");
    assert.equal(response.headers.get("x-axonium-route"), "first");
    assert.equal(data._request_id, (await first.ledger()).entries[0].requestId);
  }));

test("a stream", () =>
  withPair(async ({ client }) => {
    const { data, response } = await client.chat.completions
      .create({ ...saying("one two three"), stream: true })
      .withResponse();
    assert.equal(response.headers.get("x-axonium-route"), "first");
    const chunks = [];
    for await (const chunk of data) chunks.push(chunk);
    const contents = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content).filter(Boolean));
    assert.equal(contents.join(""), "one two three");
    assert.equal(contents.length, 3);
    assert.ok(chunks.at(-1).usage);
  }));

test("the client's own accumulator", () =>
  withPair(async ({ client }) => {
    const stream = client.chat.completions.stream(saying("one two"));
    const deltas = [];
    stream.on("content", (delta) => deltas.push(delta));
    const final = await stream.finalChatCompletion();
    assert.equal(deltas.join(""), "one two");
    assert.equal(final.choices[0].message.content, "one two");
    assert.equal(final.choices[0].finish_reason, "stop");
  }));

test("a 429 moves to the second route", () =>
  withPair(async (pair) => {
    await pair.first.script([limited]);
    const { data, response } = await pair.client.chat.completions.create(saying("hi")).withResponse();
    assert.equal(data.choices[0].message.content, "hi");
    assert.equal(response.headers.get("x-axonium-route"), "second");
    assert.equal(response.headers.get("x-axonium-attempts"), "2");
    assert.deepEqual(await requests(pair), [1, 1]);
  }));

test("an error is the upstream's own and asked for once", () =>
  withPair(async (pair) => {
    const error = { message: "it broke", type: "server_error", code: "broken", param: null };
    await pair.first.script([{ status: 500, body: { error }, headers: { "x-request-id": "req_9" } }]);
    await assert.rejects(pair.client.chat.completions.create(saying("hi")), (raised) => {
      assert.ok(raised instanceof InternalServerError);
      assert.deepEqual(raised.error, error);
      assert.equal(raised.requestID, "req_9");
      return true;
    });
    // The client repeats a 500 by itself, unless it is told that this has been decided.
    assert.deepEqual(await requests(pair), [1, 0]);
  }));

test("a lost answer is not paid for twice", () =>
  withPair(async (pair) => {
    await pair.first.script([{ gateway: true, close: "before_headers" }]);
    await assert.rejects(pair.client.chat.completions.create(saying("hi")), { status: 502, code: "Connection" });
    assert.equal((await pair.first.ledger()).generations, 1);
    assert.deepEqual(await requests(pair), [1, 0]);
  }));

test("an error in a stream is raised", () =>
  withPair(async ({ client, first }) => {
    const chunk = { choices: [{ index: 0, delta: { content: "hi" } }] };
    const error = { message: "it broke", code: "broken" };
    await first.script([{ sse: [{ data: chunk }, { data: { error } }] }]);
    const events = (await client.chat.completions.create({ ...saying("hi"), stream: true }))[Symbol.asyncIterator]();
    assert.equal((await events.next()).value.choices[0].delta.content, "hi");
    await assert.rejects(events.next(), (raised) => {
      assert.ok(raised instanceof APIError);
      assert.deepEqual(raised.error, error);
      return true;
    });
  }));

test("a client that leaves ends the upstream request", () =>
  withUpstream('data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}\n\n', (url, left) =>
    withProxy({ raw: url }, async (client) => {
      for await (const chunk of await client.chat.completions.create({ ...saying("hi"), stream: true })) {
        assert.equal(chunk.choices[0].delta.content, "hi");
        break;
      }
      await left;
    }),
  ));
