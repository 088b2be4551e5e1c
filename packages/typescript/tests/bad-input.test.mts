import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Axonium,
  type AxoniumOptions,
  type ChatRequest,
  ConfigurationError,
  InvalidRequestError,
  type RequestOptions,
  type ResponseRequest,
  type ResponseStreamOptions,
} from "axonium";
import { model, rejectionOf, saying, withGateway } from "./support.mjs";

/** A value that the types forbid, as a caller without types would pass it. */
const untyped = (value: unknown) => value as never;
const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const content = (value: unknown): ChatRequest => ({ model, messages: [{ role: "user", content: untyped(value) }] });

const requests: [name: string, request: ChatRequest, field: RegExp, options?: RequestOptions][] = [
  ["empty model", { ...saying("hi"), model: "" }, /^model/],
  ["no messages", { model, messages: [] }, /^messages/],
  ["key of 256 bytes", saying("hi"), /idempotency/i, { idempotencyKey: "k".repeat(256) }],
  ["key with a line feed", saying("hi"), /idempotency/i, { idempotencyKey: "a\nb" }],
  ["temperature out of range", { ...saying("hi"), temperature: 3 }, /^temperature/],
  [
    "image by http",
    content([{ type: "image_url", image_url: { url: "http://example.com/a.png" } }]),
    /^messages.*image_url/,
  ],
  ["top_logprobs without logprobs", { ...saying("hi"), top_logprobs: 2 }, /^top_logprobs/],
  ["negative timeout", saying("hi"), /timeout/, { timeout: -1 }],
  ["timeout that is no number", saying("hi"), /timeout/, { timeout: Number.NaN }],
  ["unknown option", saying("hi"), /^retries$/, untyped({ retries: 2 })],
  ["extra body that collides", saying("hi"), /model/, { extraBody: { model: "other" } }],
  ["function", content(() => 1), /^messages\[0\]\.content$/],
  ["symbol", content([Symbol("x")]), /^messages\[0\]\.content\[0\]$/],
  ["bigint", { ...saying("hi"), max_tokens: untyped(5n) }, /^max_tokens$/],
  ["NaN", { ...saying("hi"), temperature: Number.NaN }, /^temperature$/],
  ["cycle", { ...saying("hi"), chat_template_kwargs: cycle }, /^chat_template_kwargs\.self$/],
  ["lone surrogate", content("\ud83d"), /^messages\[0\]\.content$/],
  ["lone surrogate in a name", { ...saying("hi"), chat_template_kwargs: { "\ud83d": 1 } }, /^chat_template_kwargs\./],
  ["function in extra body", saying("hi"), /^extra_body\.f$/, { extraBody: { f: () => 1 } }],
];

for (const [name, request, field, options] of requests) {
  test(`${name}: an InvalidRequestError before anything is sent`, () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      for (const call of [
        client.chat.completions.create(request, options),
        client.chat.completions.stream(request, options),
      ]) {
        const error = await rejectionOf(InvalidRequestError, call);
        assert.match(error.field ?? "", field);
        assert.equal(error.local, true);
        assert.equal(error.meta.attempts, 0);
        assert.ok(error.message.includes(error.field ?? "?"));
      }
      assert.deepEqual(await gateway.requests(), []);
    }));
}

const configurations: [name: string, options: AxoniumOptions, field: RegExp][] = [
  ["address without scheme", { apiKey: "k", gatewayBaseUrl: "gateway.example:8020" }, /gateway_base_url/],
  ["two credentials", { apiKey: "k", clientId: "c", clientSecret: "s" }, /^credentials$/],
  ["unreadable ca bundle", { apiKey: "k", caBundle: "/nowhere/ca.pem" }, /ca_bundle/],
  ["negative timeout", { apiKey: "k", timeouts: { request: -1 } }, /timeouts/],
  ["timeout that is no number", { apiKey: "k", timeouts: { request: untyped("30s") } }, /^timeouts\.request$/],
  ["unknown option", untyped({ gatewayBaseURL: "http://x" }), /^gatewayBaseURL$/],
  ["unknown nested option", { retry: untyped({ retries: 3 }) }, /^retry\.retries$/],
  ["routes that are no list", { apiKey: "k", routes: untyped({ name: "a" }) }, /^routes$/],
  ["route that is no object", { apiKey: "k", routes: [untyped("http://a.example")] }, /^routes\[0\]$/],
  [
    "unknown option of a route",
    { apiKey: "k", routes: [untyped({ name: "a", baseUrl: "x" })] },
    /^routes\[0\]\.baseUrl$/,
  ],
  ["two routes of one name", { apiKey: "k", routes: [{ name: "a" }, { name: "a" }] }, /^routes/],
  ["route without scheme", { apiKey: "k", routes: [{ name: "a", gatewayBaseUrl: "far.example" }] }, /^routes/],
  ["function as header", { defaultHeaders: { x: untyped(() => 1) } }, /default_headers\.x$/],
];

for (const [name, options, field] of configurations) {
  test(`${name}: a ConfigurationError`, () => {
    assert.throws(
      () => new Axonium(options),
      (error) => {
        assert.ok(error instanceof ConfigurationError, String(error));
        assert.match(error.field ?? "", field);
        assert.match(error.stack ?? "", /bad-input/);
        return true;
      },
    );
  });
}

const background: ResponseRequest = { model, input: "hi", background: true };
const responses: [name: string, request: ResponseRequest, field: RegExp, options?: ResponseStreamOptions][] = [
  ["empty model", { model: "", input: "hi" }, /^model$/],
  ["no input", { model }, /^input$/],
  ["unknown transport", { model, input: "hi" }, /^transport/, { transport: untyped("http") }],
  ["background over a WebSocket", background, /^background$/, { transport: "websocket" }],
  ["frame over 16 MiB", { model, input: "x".repeat(16 << 20) }, /^input$/, { transport: "websocket" }],
  [
    "idempotency key over a WebSocket",
    { model, input: "hi" },
    /^idempotency_key$/,
    { transport: "websocket", idempotencyKey: "k" },
  ],
  ["two routes of one name", { model, input: "hi" }, /^routes/, { routes: [{ name: "a" }, { name: "a" }] }],
  [
    "no model, and a route without one",
    untyped({ input: "hi" }),
    /^model$/,
    { routes: [{ name: "a", model }, { name: "b" }] },
  ],
  ["bigint", { model, input: "hi", max_output_tokens: untyped(5n) }, /^max_output_tokens$/],
  ["kept connection by its number", { model, input: "hi" }, /^connection$/, untyped({ connection: 1 })],
];

for (const [name, request, field, options] of responses) {
  test(`responses, ${name}: an InvalidRequestError before anything is sent`, () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const error = await rejectionOf(InvalidRequestError, client.responses.stream(request, options));
      assert.match(error.field ?? "", field);
      assert.equal(error.local, true);
      assert.equal(error.meta.attempts, 0);
      assert.deepEqual(await gateway.requests(), []);
    }));
}

test("undefined members are left out, as JSON does", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client({ apiKey: undefined, timeouts: { connect: undefined }, scope: undefined });
    await client.chat.completions.create(
      { ...saying("hi"), stop: undefined },
      { idempotencyKey: undefined, signal: undefined },
    );
    const [request] = await gateway.requests();
    assert.deepEqual(JSON.parse(request?.body ?? ""), saying("hi"));
    assert.equal(request?.headers["idempotency-key"], undefined);
  }));

test("text beyond the basic plane arrives as it was", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const text = "naïve 😀 \u2028 \u0000 ok";
    assert.equal((await client.chat.completions.create(saying(text))).content, text);
    assert.equal((await (await client.chat.completions.stream(saying(text))).final()).content, text);
  }));
