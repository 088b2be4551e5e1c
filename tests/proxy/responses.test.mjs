/** Responses with the real client for Node through the proxy, over HTTP and over a WebSocket. */
import assert from "node:assert/strict";
import test from "node:test";
import { BadRequestError } from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { limited, model, requests, withPair, withProxy, withUpstream } from "./support.mjs";

const created = { type: "response.created", sequence_number: 0, response: { id: "r1", output: [] } };
const failed = {
  type: "response.failed",
  sequence_number: 1,
  response: { id: "r1", status: "failed", output: [], error: { code: "server_error", message: "no" } },
};
const delta = {
  type: "response.output_text.delta",
  sequence_number: 1,
  item_id: "m1",
  output_index: 0,
  content_index: 0,
  delta: "hi",
  logprobs: [],
};

async function collected(stream) {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
}

const numbers = (events) => events.map((event) => event.sequence_number);

test("a response with what it took", () =>
  withPair(async ({ client }) => {
    const { data, response } = await client.responses.create({ model, input: "one two" }).withResponse();
    assert.equal(data.output_text, "one two");
    assert.equal(data.status, "completed");
    assert.equal(data.usage.output_tokens, 2);
    assert.equal(response.headers.get("x-axonium-attempts"), "1");
    assert.equal(response.headers.get("x-axonium-route"), "first");
  }));

test("a stream of events", () =>
  withPair(async ({ client }) => {
    const events = await collected(await client.responses.create({ model, input: "one two three", stream: true }));
    assert.deepEqual(numbers(events), [...events.keys()]);
    assert.deepEqual([events[0].type, events[1].type], ["response.created", "response.in_progress"]);
    const deltas = events.filter(({ type }) => type === "response.output_text.delta").map((event) => event.delta);
    assert.equal(deltas.join(""), "one two three");
    assert.equal(deltas.length, 3);
    assert.equal(events.at(-1).type, "response.completed");
  }));

test("the client's own accumulator", () =>
  withPair(async ({ client }) => {
    const stream = client.responses.stream({ model, input: "one two three" });
    const snapshots = [];
    stream.on("response.output_text.delta", ({ snapshot }) => snapshots.push(snapshot));
    const final = await stream.finalResponse();
    assert.deepEqual(snapshots, ["one", "one two", "one two three"]);
    assert.equal(final.output_text, "one two three");
    assert.equal(final.status, "completed");
  }));

test("a refusal moves to the second route", () =>
  withPair(async (pair) => {
    await pair.first.script([limited]);
    const { data, response } = await pair.client.responses.create({ model, input: "hi" }).withResponse();
    assert.equal(data.output_text, "hi");
    assert.equal(response.headers.get("x-axonium-route"), "second");
    assert.deepEqual(await requests(pair), [1, 1]);
  }));

test("a failure before output is replayed and only the second is seen", () =>
  withPair(async (pair) => {
    await pair.first.script([{ sse: [{ data: created }, { data: failed }] }]);
    const asked = pair.client.responses.create({ model, input: "one two", stream: true });
    const { data, response } = await asked.withResponse();
    const events = await collected(data);
    assert.equal(response.headers.get("x-axonium-route"), "second");
    assert.equal(response.headers.get("x-axonium-attempts"), "2");
    assert.deepEqual(numbers(events), [...events.keys()]);
    assert.equal(events.at(-1).type, "response.completed");
    assert.deepEqual(await requests(pair), [1, 1]);
  }));

test("a failure after output is passed on unchanged", () =>
  withPair(async (pair) => {
    const late = { ...failed, sequence_number: 2 };
    await pair.first.script([{ sse: [{ data: created }, { data: delta }, { data: late }] }]);
    const events = await collected(await pair.client.responses.create({ model, input: "hi", stream: true }));
    assert.deepEqual(events, [created, delta, late]);
    assert.deepEqual(await requests(pair), [1, 0]);
  }));

test("an error is the upstream's own", () =>
  withPair(async (pair) => {
    const asked = pair.client.responses.create({ model, input: "hi", previous_response_id: "resp_nowhere" });
    await assert.rejects(asked, (raised) => {
      assert.ok(raised instanceof BadRequestError);
      assert.equal(raised.code, "previous_response_not_found");
      assert.ok(raised.requestID);
      return true;
    });
    assert.deepEqual(await requests(pair), [1, 0]);
  }));

test("a client that leaves ends the upstream request", () =>
  withUpstream(`data: ${JSON.stringify(delta)}\n\n`, (url, left) =>
    withProxy({ raw: url }, async (client) => {
      for await (const event of await client.responses.create({ model, input: "hi", stream: true })) {
        assert.equal(event.type, delta.type);
        break;
      }
      await left;
    }),
  ));

/** Asks for a response on a connection, and collects its events. */
function turn(connection, request) {
  return new Promise((resolve, reject) => {
    const events = [];
    const hear = (event) => {
      events.push(event);
      if (!["response.completed", "response.failed", "response.incomplete", "error"].includes(event.type)) return;
      connection.off("event", hear);
      resolve(events);
    };
    connection.on("event", hear);
    connection.on("error", reject);
    connection.send({ type: "response.create", model, ...request });
  });
}

test("many turns on one WebSocket", () =>
  withPair(async ({ client, first }) => {
    const connection = new ResponsesWS(client);
    try {
      for (const input of ["one two", "three"]) {
        const events = await turn(connection, { input });
        assert.deepEqual(numbers(events), [...events.keys()]);
        const deltas = events.filter(({ type }) => type === "response.output_text.delta").map((event) => event.delta);
        assert.equal(deltas.join(""), input);
        assert.equal(events.at(-1).type, "response.completed");
      }
    } finally {
      connection.close();
    }
    assert.deepEqual(
      (await first.requests()).map(({ method }) => method),
      ["WEBSOCKET", "WEBSOCKET"],
    );
  }));

test("a failure before output is replayed on the second route, over a WebSocket", () =>
  withPair(async (pair) => {
    await pair.first.script([{ websocket: [{ json: { ...failed, sequence_number: 0 } }] }]);
    const connection = new ResponsesWS(pair.client);
    try {
      const events = await turn(connection, { input: "one two" });
      assert.equal(events.at(-1).type, "response.completed");
    } finally {
      connection.close();
    }
    assert.deepEqual(await requests(pair), [1, 1]);
  }));
