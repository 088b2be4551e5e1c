import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeResponseEvent,
  type FunctionCallArgumentsDelta,
  type OutputTextDelta,
  type ResponseEvent,
  type UnknownResponseEvent,
} from "axonium";

const read = (event: unknown) => decodeResponseEvent(JSON.stringify(event));

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>() => {};

/** Never run: that it compiles is the test. */
export function compiled(event: ResponseEvent): string {
  if (event.type === "response.output_text.delta") {
    holds<Same<typeof event, OutputTextDelta>>();
    holds<Same<typeof event.delta, string>>();
    return event.delta;
  }
  switch (event.type) {
    case "response.function_call_arguments.delta":
      holds<Same<typeof event, FunctionCallArgumentsDelta>>();
      return event.delta;
    case "unknown":
      holds<Same<typeof event, UnknownResponseEvent>>();
      return event.event_type;
    // @ts-expect-error no event has this type
    case "response.output_text.detla":
      return "";
    default:
      // @ts-expect-error not every event has a delta
      return event.delta;
  }
}

test("a lifecycle event holds the response", () => {
  const event = read({ type: "response.created", sequence_number: 0, response: { id: "r-1", output: [] } });
  assert.ok(event.type === "response.created");
  assert.equal(event.response.id, "r-1");
  assert.equal(event.sequence_number, 0);
});

test("a terminal event leaves unset what it does not know", () => {
  const event = read({ type: "error", code: null, message: "overloaded", sequence_number: 4 });
  assert.deepEqual({ ...event }, { type: "error", message: "overloaded", sequence_number: 4 });
});

test("an output event says where its delta belongs, and its data stays whole", () => {
  const event = read({
    type: "response.output_text.delta",
    item_id: "m-1",
    output_index: 2,
    content_index: 1,
    delta: "Hel",
    obfuscation: "x",
  });
  assert.ok(event.type === "response.output_text.delta");
  assert.deepEqual({ ...event }, { type: event.type, item_id: "m-1", output_index: 2, content_index: 1, delta: "Hel" });
  assert.equal(event.raw.obfuscation, "x");
});

test("an event of a tool names its item", () => {
  const event = read({ type: "response.web_search_call.searching", item_id: "ws-1", output_index: 0 });
  assert.ok(event.type === "response.web_search_call.searching");
  assert.equal(event.item_id, "ws-1");
});

test("missing and null fields are empty", () => {
  for (const fields of [{}, { item_id: null, output_index: null, delta: null, sequence_number: null }]) {
    const event = read({ type: "response.function_call_arguments.delta", ...fields });
    assert.deepEqual(
      { ...event },
      { type: "response.function_call_arguments.delta", item_id: "", output_index: 0, delta: "" },
    );
  }
  const created = read({ type: "response.created" });
  assert.deepEqual({ ...created }, { type: "response.created", response: {} });
});

test("another type passes through", () => {
  const event = read({ type: "response.hologram.delta", sequence_number: 9, delta: { x: 1 } });
  assert.deepEqual({ ...event }, { type: "unknown", event_type: "response.hologram.delta", sequence_number: 9 });
  assert.deepEqual(event.raw, { type: "response.hologram.delta", sequence_number: 9, delta: { x: 1 } });
});

test("a name that every object has is no known type", () => {
  for (const type of ["constructor", "toString", "__proto__", "unknown"]) {
    const event = read({ type });
    assert.ok(event.type === "unknown");
    assert.equal(event.event_type, type);
  }
});

test("a field of another type makes an unknown event", () => {
  const fields = [{ delta: 7 }, { delta: ["Hel"] }, { output_index: "0" }, { output_index: 0.5 }, { logprobs: {} }];
  for (const field of fields) {
    const event = read({ type: "response.output_text.delta", delta: "Hel", sequence_number: 7, ...field });
    assert.deepEqual({ ...event }, { type: "unknown", event_type: "response.output_text.delta", sequence_number: 7 });
  }
  for (const response of [["id"], "r-1", 7, true])
    assert.equal(read({ type: "response.created", response }).type, "unknown");
  const event = read({ type: "response.created", sequence_number: "7" });
  assert.deepEqual({ ...event }, { type: "unknown", event_type: "response.created" });
});

test("what is no event is unknown without a type", () => {
  for (const text of ["", "7", "[]", "null", '{"type": 7}', '{"type": "response.cre']) {
    assert.deepEqual({ ...decodeResponseEvent(text) }, { type: "unknown", event_type: "" });
  }
  assert.equal(decodeResponseEvent("7").raw, 7);
  assert.equal(decodeResponseEvent('{"type": "resp').raw, '{"type": "resp');
});

test("no integer is rounded on its way", () => {
  const event = decodeResponseEvent('{"type": "response.created", "response": {"n": 12345678901234567890}}');
  assert.ok(event.type === "response.created");
  assert.equal(event.response.n, 12345678901234567890n);
});
