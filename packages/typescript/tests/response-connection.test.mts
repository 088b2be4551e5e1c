import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CancelledError, InvalidRequestError, type ResponseRequest, StreamInterruptedError } from "axonium";
import type { WebSocketFrame } from "axonium/testing";
import { begun, deltas, named, saidInPieces, step, transports } from "./events.mjs";
import { model, rejection, rejectionOf, until, whileTimePasses, withGateway } from "./support.mjs";

const request: ResponseRequest = { model, input: "hi" };
/** A response that says `text`, with an id of its own. */
const said = (text: string) => step("websocket", named(`resp_${text}`, saidInPieces(text)));
/** A response that has said "one two" and says no more. */
const stalled = step("websocket", named("resp_stalled", [...begun, ...deltas("one ", "two")]), "hang");

test("one connection carries many responses, one after the other", () =>
  withGateway(async (gateway) => {
    await gateway.script([said("one"), said("two"), said("three")]);
    await using client = gateway.client();
    await using connection = await client.responses.connect();
    assert.equal((await connection.create(request)).outputText, "one");
    const stream = await connection.stream({ model, input: "more", previous_response_id: "resp_one" });
    let text = "";
    for await (const event of stream) if (event.type === "response.output_text.delta") text += event.delta;
    assert.equal(text, "two");
    const { meta, outputText, status } = await connection.create(request);
    assert.deepEqual([outputText, status, meta.attempts], ["three", "completed", 1]);
    assert.equal(await gateway.connections(), 1);
    const turns = await gateway.requests();
    assert.deepEqual(
      turns.map((turn) => JSON.parse(turn.body)),
      [
        { type: "response.create", ...request },
        { type: "response.create", model, input: "more", previous_response_id: "resp_one" },
        { type: "response.create", ...request },
      ],
    );
  }));

test("a second response while one is active is refused, and does the first no harm", () =>
  withGateway(async (gateway) => {
    const [start, ...rest] = said("one two").websocket ?? [];
    await gateway.script([{ websocket: [start as WebSocketFrame, { pause_ms: 1_000 }, ...rest] }]);
    await using client = gateway.client({ timeouts: { streamIdle: 172_800_000 } });
    await using connection = await client.responses.connect();
    const first = await connection.stream(request);
    for (const call of [connection.create, connection.stream]) {
      const error = await rejectionOf(InvalidRequestError, call.bind(connection)(request));
      assert.equal(error.local, true);
      assert.equal(error.meta.attempts, 0);
      assert.equal(error.field, "connection");
    }
    const response = await whileTimePasses(gateway, first.final());
    assert.equal(response.outputText, "one two");
  }));

test("a connection that is closed refuses responses; closing it again is no error", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const connection = await client.responses.connect();
    await connection.close();
    await connection.close();
    const error = await rejectionOf(InvalidRequestError, connection.create(request));
    assert.equal(error.field, "connection");
  }));

test("closing cuts off the response that runs", () =>
  withGateway(async (gateway) => {
    await gateway.script([stalled]);
    await using client = gateway.client();
    const connection = await client.responses.connect();
    const stream = await connection.stream(request);
    const pending = rejection(stream.final());
    await until(() => stream.outputText === "one two");
    await connection.close();
    assert.ok((await pending) instanceof Error);
    assert.equal(stream.outputText, "one two");
  }));

test("closing the client closes its connections, which can still be disposed of", () =>
  withGateway(async (gateway) => {
    const client = gateway.client();
    await using connection = await client.responses.connect();
    await client.close();
    assert.match(((await rejection(connection.create(request))) as Error).message, /closed/);
  }));

describe("a reader that leaves", () => {
  test("break ends the response, and the next one has a new socket", () =>
    withGateway(async (gateway) => {
      await gateway.script([stalled, said("three")]);
      await using client = gateway.client();
      await using connection = await client.responses.connect();
      const stream = await connection.stream(request);
      for await (const event of stream) if (event.type === "response.output_text.delta") break;
      await rejectionOf(CancelledError, stream.final());
      assert.equal((await connection.create(request)).outputText, "three");
    }));

  for (const transport of transports) {
    test(`${transport}: an abort ends a pending read at once, with the signal's reason`, () =>
      withGateway(async (gateway) => {
        await gateway.script([step(transport, [...begun, ...deltas("one ", "two")], "hang")]);
        await using client = gateway.client();
        const controller = new AbortController();
        const stream = await client.responses.stream(request, { transport, signal: controller.signal });
        const reader = stream[Symbol.asyncIterator]();
        for (let events = 0; events < 4; events += 1) await reader.next();
        const pending = rejection(reader.next());
        const started = performance.now();
        controller.abort(new Error("enough"));
        assert.equal(((await pending) as Error).message, "enough");
        assert.ok(performance.now() - started < 5000);
        assert.equal(stream.outputText, "one two");
      }));
  }

  test("an abort ends the handshake", () =>
    withGateway(async (gateway) => {
      await gateway.script([{ hang: true }]);
      await using client = gateway.client();
      const signal = AbortSignal.timeout(50);
      assert.equal(await rejection(client.responses.connect({ signal })), signal.reason);
    }));
});

test("a connection that was closed while idle is opened again without a word", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ ...said("one"), close_idle: true }, said("two")]);
    await using client = gateway.client();
    await using connection = await client.responses.connect();
    assert.equal((await connection.create(request)).outputText, "one");
    const { outputText, meta } = await connection.create(request);
    assert.deepEqual([outputText, meta.attempts, meta.waitedMs], ["two", 1, 0]);
    assert.equal(await gateway.connections(), 2);
  }));

test("a connection lost in the middle of a response interrupts it, and the next one connects anew", () =>
  withGateway(async (gateway) => {
    const lost = step("websocket", [...begun, ...deltas("one")]);
    await gateway.script([{ websocket: [...(lost.websocket ?? []), { drop: true }] }, said("two")]);
    await using client = gateway.client();
    await using connection = await client.responses.connect();
    const error = await rejectionOf(StreamInterruptedError, connection.create(request));
    assert.equal(error.partialContent, "one");
    assert.equal(error.meta.attempts, 1);
    assert.equal((await connection.create(request)).outputText, "two");
  }));
