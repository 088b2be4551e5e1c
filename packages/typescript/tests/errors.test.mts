import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import * as axonium from "axonium";
import {
  APIError,
  Axonium,
  AxoniumError,
  BadRequestError,
  CancelledError,
  ClientError,
  ConnectionError,
  DecodeError,
  OAuthError,
  RateLimitError,
  ServerError,
  StreamInterruptedError,
  TimeoutError,
  UnknownModelError,
  UpstreamError,
} from "axonium";
import { Gateway } from "axonium/testing";
import { rejectionOf, saying, withGateway } from "./support.mjs";

test("a refusal is of its own class and of its parents'", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const error = await rejectionOf(
      UnknownModelError,
      client.chat.completions.create({ model: "nope", messages: [{ role: "user", content: "hi" }] }),
    );
    for (const parent of [BadRequestError, ClientError, APIError, AxoniumError, Error])
      assert.ok(error instanceof parent);
    assert.ok(!(error instanceof ServerError));
    assert.equal(error.kind, "UnknownModel");
    assert.equal(error.name, "UnknownModelError");
    assert.equal(error.status, 400);
    assert.equal(error.retryable, false);
    assert.equal(error.local, false);
    assert.equal(error.retryAfter, undefined);
    assert.ok(error.requestId);
    assert.equal(error.requestId, error.meta.requestId);
    assert.equal(error.meta.attempts, 1);
  }));

test("an error says how long the call waited and why it gave up", () =>
  withGateway(async (gateway) => {
    const refused = { status: 429, headers: { "Retry-After": "7" }, problem: "rate-limit-exceeded-requests" };
    await gateway.script([refused, refused]);
    await using client = gateway.client({ retry: { maxAttempts: 2 } });
    const error = await rejectionOf(RateLimitError, client.chat.completions.create(saying("hi")));
    assert.equal(error.retryAfter, 7);
    assert.equal(error.retryable, true);
    assert.equal(error.meta.waitedMs, 7000);
    assert.equal(error.meta.attempts, 2);
    assert.equal(error.meta.history.length, 2);
    assert.ok(error.reason?.code);
    const [happened, advice] = client.explain(error).split("\n");
    assert.ok(happened && advice);
  }));

test("explain takes any value", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    assert.equal(client.explain(new RangeError("too far")), "RangeError: too far");
    assert.equal(client.explain("boom"), "boom");
  }));

test("a connection that was never established says so", async () => {
  const gateway = await Gateway.start({ refuseConnections: true });
  await using client = gateway.client({ retry: { maxAttempts: 1 } });
  const error = await rejectionOf(ConnectionError, client.chat.completions.create(saying("hi")));
  assert.equal(error.sent, false);
  assert.equal(error.status, undefined);
  await gateway.close();
});

test("a timeout is not repeated without a key, and says that the backend may still be generating", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ hang: true }]);
    await using client = gateway.client({ timeouts: { request: 500 } });
    const error = await rejectionOf(TimeoutError, client.chat.completions.create(saying("hi")));
    assert.equal(error.phase, "response");
    assert.equal(error.meta.attempts, 1);
    assert.equal(error.reason?.code, "timeout-without-key");
    assert.match(error.message, /generating/);
  }));

test("a page of HTML under 200 is a DecodeError with its beginning", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ headers: { "Content-Type": "text/html" }, text: "<html>hello</html>" }]);
    await using client = gateway.client();
    const error = await rejectionOf(DecodeError, client.chat.completions.create(saying("hi")));
    assert.equal(error.rawBody, "<html>hello</html>");
    assert.equal(error.meta.attempts, 1);
  }));

test("a refusal of the token endpoint is an OAuthError", () =>
  withGateway(
    async (gateway) => {
      await using client = gateway.client({ clientId: "app", clientSecret: "wrong" });
      const error = await rejectionOf(OAuthError, client.chat.completions.create(saying("hi")));
      assert.equal(error.kind, "InvalidClient");
      assert.equal(error.oauthError, "invalid_client");
      assert.ok(!(error instanceof APIError));
    },
    { clientId: "app", clientSecret: "right" },
  ));

test("what a token provider throws is the error's cause", () =>
  withGateway(async (gateway) => {
    const broken = new Error("vault is sealed");
    await using client = gateway.client({
      tokenProvider: () => {
        throw broken;
      },
    });
    const error = await rejectionOf(AxoniumError, client.chat.completions.create(saying("hi")));
    assert.equal(error.cause, broken);
    assert.match(error.message, /token provider threw Error/);
    assert.doesNotMatch(error.message, /vault/, "its text may hold a secret");
  }));

test("the stack begins where the user called", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    async function placeOrder(): Promise<unknown> {
      return client.chat.completions.create({ model: "nope", messages: [{ role: "user", content: "hi" }] });
    }
    const pending = placeOrder();
    const error = await rejectionOf(UnknownModelError, pending);
    const [heading, first] = (error.stack ?? "").split("\n");
    assert.equal(heading, `UnknownModelError: ${error.message}`);
    assert.match(first ?? "", /placeOrder/);
  }));

test("neither a client nor an error shows a credential, and a printed error shows no text", () =>
  withGateway(
    async (gateway) => {
      const output = { data: { choices: [{ index: 0, delta: { content: "a secret thought" } }] } };
      await gateway.script([{ sse: [output, { data: { error: { message: "the model broke" } } }] }]);
      await using client = gateway.client({ defaultHeaders: { "X-Key": "hush-2" } });
      const stream = await client.chat.completions.stream(saying("hi"));
      const error = await rejectionOf(StreamInterruptedError, stream.final());
      assert.doesNotMatch(JSON.stringify(error), /hush-1|hush-2/);
      for (const text of [inspect(error, { depth: 9 }), inspect(client, { depth: 9, showHidden: true })])
        assert.doesNotMatch(text, /hush-1|hush-2|secret thought/);
      assert.equal(error.partialContent, "a secret thought");
      assert.equal(error.toJSON().partial?.content, "a secret thought");
    },
    { apiKey: "hush-1" },
  ));

test("errors can be made by hand, for the tests of those who handle them", () => {
  const error = new RateLimitError("slow down", { retryAfter: 7, cause: "x" });
  assert.equal(error.retryAfter, 7);
  assert.equal(error.kind, "RateLimit");
  assert.equal(error.cause, "x");
  assert.equal(error.meta.attempts, 0);
  assert.equal(String(error), "RateLimitError: slow down");
});

test("every exported error class has the name and the kind of its catalogue row", () => {
  const classes = Object.entries(axonium).filter(
    ([, value]) => typeof value === "function" && value.prototype instanceof AxoniumError,
  );
  assert.ok(classes.length > 50);
  for (const [name, type] of classes) {
    const error = new (type as typeof AxoniumError)("x");
    assert.equal(error.name, type === CancelledError ? "AbortError" : name);
    assert.equal(name, error.kind.endsWith("Error") ? error.kind : `${error.kind}Error`);
  }
  assert.ok(new UpstreamError("x") instanceof ServerError);
});

test("a client that cannot be made says which option is wrong", () => {
  assert.throws(() => new Axonium({ apiKey: "k", gatewayBaseUrl: "gateway.example" }), axonium.ConfigurationError);
});
