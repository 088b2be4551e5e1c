import assert from "node:assert/strict";
import { test } from "node:test";
import { APIError, CancelledError, type ResponseRequest, StreamInterruptedError } from "axonium";
import { begun, body, completed, deltas, message, saidInPieces, step, transports, usage } from "./events.mjs";
import { model, rejectionOf, until, withGateway } from "./support.mjs";

const request: ResponseRequest = { model, input: "hi" };
const refused = { status: 429, headers: { "Retry-After": "9" }, problem: "rate-limit-exceeded-requests" };

test("a response has its text, usage by both names, and meta", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ body: { ...body({ output: [message("one two")] }), usage } }]);
    await using client = gateway.client();
    const response = await client.responses.create({ ...request, max_output_tokens: 20 });
    assert.deepEqual([response.id, response.status, response.model], ["resp_1", "completed", model]);
    assert.equal(response.outputText, "one two");
    assert.deepEqual(response.output, [message("one two")]);
    assert.deepEqual(response.usage, {
      promptTokens: 11,
      completionTokens: 7,
      inputTokens: 11,
      outputTokens: 7,
      totalTokens: 18,
      cacheReadTokens: 4,
      reasoningTokens: 2,
      estimated: false,
    });
    assert.equal(response.meta.attempts, 1);
    assert.equal(response.meta.sequenceGaps, 0);
    const [sent] = await gateway.requests();
    assert.deepEqual([sent?.method, sent?.path], ["POST", "/v1/responses"]);
    assert.deepEqual(JSON.parse(sent?.body ?? ""), { model, input: "hi", max_output_tokens: 20 });
  }));

test("what a response does not say is undefined", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ body: { object: "response", output: [], error: null, incomplete_details: null } }]);
    await using client = gateway.client();
    const response = await client.responses.create(request);
    const { id, status, outputText, reasoning, refusal, incompleteDetails, error, usage } = response;
    assert.deepEqual(
      [id, status, outputText, reasoning, refusal, incompleteDetails, error, usage],
      Array(8).fill(undefined),
    );
    assert.deepEqual([response.output, response.toolCalls], [[], []]);
  }));

test("a tool call is answered by its id, with the output sent back as it came", () =>
  withGateway(async (gateway) => {
    const called = {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "weather",
      arguments: '{"city": "Rome"}',
    };
    const thought = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Where is Rome?" }] };
    await gateway.script([
      { body: body({ output: [thought, called] }) },
      { body: body({ output: [message("sunny")] }) },
    ]);
    await using client = gateway.client();
    const response = await client.responses.create(request);
    const [call] = response.toolCalls;
    assert.equal(call?.id, "call_1");
    assert.equal(call?.function.name, "weather");
    assert.deepEqual(call?.parseArguments(), { city: "Rome" });
    assert.equal(response.reasoning, "Where is Rome?");
    assert.equal(response.outputText, undefined);

    const given = { type: "function_call_output", call_id: call?.id, output: "sunny" };
    const answer = await client.responses.create({ model, input: [...response.output, given] });
    assert.equal(answer.outputText, "sunny");
    const sent = JSON.parse((await gateway.requests()).at(-1)?.body ?? "");
    assert.deepEqual(sent.input, [
      thought,
      called,
      { type: "function_call_output", call_id: "call_1", output: "sunny" },
    ]);
  }));

test("an incomplete response says why it ends there", () =>
  withGateway(async (gateway) => {
    const cut = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [message("one")] };
    await gateway.script([{ body: body(cut) }]);
    await using client = gateway.client();
    const response = await client.responses.create(request);
    assert.equal(response.status, "incomplete");
    assert.equal(response.incompleteDetails?.reason, "max_output_tokens");
    assert.equal(response.outputText, "one");
  }));

for (const transport of transports) {
  test(`${transport}: events arrive as they were sent, and leave the whole response`, () =>
    withGateway(async (gateway) => {
      const sent = saidInPieces("one ", "two");
      await gateway.script([step(transport, sent)]);
      await using client = gateway.client();
      const stream = await client.responses.create({ ...request, stream: true }, { transport });
      const types: string[] = [];
      let text = "";
      for await (const event of stream) {
        types.push(event.type);
        if (event.type === "response.output_text.delta") text += event.delta;
      }
      assert.deepEqual(
        types,
        sent.map((event) => event.type),
      );
      assert.equal(text, "one two");
      assert.equal(stream.outputText, "one two");
      assert.equal(stream.sawOutput, true);
      assert.equal(stream.usage?.reasoningTokens, 2);
      const response = await stream.final();
      assert.deepEqual([response.id, response.status, response.outputText], ["resp_1", "completed", "one two"]);
      assert.equal(response.usage?.outputTokens, 7);
      assert.equal(response.meta.attempts, 1);
      assert.equal(response.meta.sequenceGaps, 0);
    }));

  test(`${transport}: what has arrived can be read while the stream runs`, () =>
    withGateway(async (gateway) => {
      const item = { type: "function_call", id: "fc_1", call_id: "call_1", name: "weather", arguments: "" };
      const place = { item_id: "fc_1", output_index: 1 };
      const events = [
        ...begun,
        ...deltas("let me see"),
        { type: "response.output_item.added", output_index: 1, item },
        { type: "response.function_call_arguments.delta", ...place, delta: '{"city"' },
      ];
      await gateway.script([step(transport, events, "hang")]);
      await using client = gateway.client();
      await using stream = await client.responses.stream(request, { transport });
      const reader = stream[Symbol.asyncIterator]();
      for (const _ of events) await reader.next();
      assert.equal(stream.sawOutput, true);
      assert.equal(stream.outputText, "let me see");
      assert.equal(stream.toolCalls[0]?.id, "call_1");
      assert.equal(stream.toolCalls[0]?.function.arguments, '{"city"');
      assert.equal(stream.usage, undefined);
    }));

  test(`${transport}: that work has begun is no output`, () =>
    withGateway(async (gateway) => {
      await gateway.script([step(transport, begun, "hang")]);
      await using client = gateway.client();
      await using stream = await client.responses.stream(request, { transport });
      const reader = stream[Symbol.asyncIterator]();
      for (const _ of begun) await reader.next();
      assert.equal(stream.sawOutput, false);
      assert.equal(stream.outputText, undefined);
    }));

  test(`${transport}: an unknown event passes with all its fields, and a gap in the numbers is noted`, () =>
    withGateway(async (gateway) => {
      const news = { type: "response.weather.changed", sequence_number: 40, sky: { colour: "blue" } };
      await gateway.script([
        step(transport, [...begun, ...deltas("one"), news, { ...completed("one"), sequence_number: 41 }]),
      ]);
      await using client = gateway.client();
      const stream = await client.responses.stream(request, { transport });
      const seen: unknown[] = [];
      for await (const event of stream) if (event.type === "unknown") seen.push(event.raw);
      assert.deepEqual(seen, [news]);
      assert.equal(stream.meta.sequenceGaps, 1);
    }));

  test(`${transport}: an end without a terminal event is an interruption that keeps what arrived`, () =>
    withGateway(async (gateway) => {
      const events = [...begun, ...deltas("one ", "two")];
      const { sse, websocket } = step(transport, events);
      await gateway.script([
        transport === "sse" ? { sse: sse ?? [] } : { websocket: [...(websocket ?? []), { close: { code: 1000 } }] },
      ]);
      await using client = gateway.client();
      const stream = await client.responses.stream(request, { transport });
      const error = await rejectionOf(StreamInterruptedError, stream.final());
      assert.equal(error.sawOutput, true);
      assert.equal(error.partialContent, "one two");
      assert.equal(error.meta.attempts, 1);
      assert.equal(stream.outputText, "one two");
      assert.equal(stream.meta, error.meta);
    }));

  test(`${transport}: a failed response is an error with the server's code, after its output with the text`, () =>
    withGateway(async (gateway) => {
      const failure = { code: "server_error", message: "the model broke" };
      const failed = { type: "response.failed", response: { ...body({ status: "failed", error: failure }), usage } };
      await gateway.script([step(transport, [...begun, ...deltas("one"), failed])]);
      await using client = gateway.client();
      const stream = await client.responses.stream(request, { transport });
      const error = await rejectionOf(StreamInterruptedError, stream.final());
      assert.equal(error.code, "server_error");
      assert.match(error.message, /the model broke/);
      assert.equal(error.partialContent, "one");
      assert.equal(error.partialUsage?.outputTokens, 7);
      assert.equal(error.sawOutput, true);
    }));

  test(`${transport}: a stream refused before it begins is repeated`, () =>
    withGateway(async (gateway) => {
      await gateway.script([refused, step(transport, saidInPieces("one"))]);
      await using client = gateway.client();
      const stream = await client.responses.stream(request, { transport });
      assert.equal(stream.meta.waitedMs, 9000);
      assert.equal((await stream.final()).outputText, "one");
      assert.equal(stream.meta.attempts, 2);
    }));

  test(`${transport}: leaving the loop ends the request`, () =>
    withGateway(
      async (gateway) => {
        await using client = gateway.client();
        const stream = await client.responses.stream({ model, input: "count to 100" }, { transport });
        for await (const event of stream) if (event.type === "response.output_text.delta") break;
        await until(async () => (await gateway.ledger()).entries[0]?.terminationReason === "client_disconnected");
        assert.ok(stream.outputText?.startsWith("1"));
        assert.equal((await rejectionOf(CancelledError, stream.final())).name, "AbortError");
      },
      { clock: "real", models: [{ id: model, wordsPerSecond: 20 }] },
    ));

  test(`${transport}: the ReadableStream has one JSON event a line`, () =>
    withGateway(async (gateway) => {
      const sent = saidInPieces("one ", "two");
      await gateway.script([step(transport, sent)]);
      await using client = gateway.client();
      const stream = await client.responses.stream(request, { transport });
      const text = await new Response(stream.toReadableStream()).text();
      const lines = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ sequence_number, ...event }) => event),
        JSON.parse(JSON.stringify(sent)),
      );
      assert.equal(stream.outputText, "one two");
    }));
}

test("a response that came whole and failed is an error with what it had said", () =>
  withGateway(async (gateway) => {
    const error = { code: "server_error", message: "the model broke" };
    await gateway.script([{ body: { ...body({ status: "failed", error, output: [message("one")] }), usage } }]);
    await using client = gateway.client();
    const raised = await rejectionOf(APIError, client.responses.create(request));
    assert.equal(raised.code, "server_error");
    assert.equal(raised.partialContent, "one");
    assert.equal(raised.partialUsage?.outputTokens, 7);
    assert.equal(raised.meta.attempts, 1);
  }));

test("an error of a gateway shows its code", () =>
  withGateway(async (gateway) => {
    const error = { type: "quota_exceeded", code: "insufficient_balance", message: "top up", retryable: false };
    await gateway.script([{ status: 402, body: { error } }]);
    await using client = gateway.client();
    const raised = await rejectionOf(APIError, client.responses.create(request));
    assert.equal(raised.status, 402);
    assert.equal(raised.code, "insufficient_balance");
    assert.equal(JSON.parse(JSON.stringify(raised)).code, "insufficient_balance");
  }));
