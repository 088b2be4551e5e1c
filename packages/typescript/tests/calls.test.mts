import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ConfigurationError,
  type DecisionNotice,
  NotFoundError,
  type RequestNotice,
  type ResponseNotice,
  ToolCallArgumentsError,
  type WaitNotice,
} from "axonium";
import { model, rejectionOf, saying, withGateway } from "./support.mjs";

const refused = { status: 429, headers: { "Retry-After": "36" }, problem: "rate-limit-exceeded-requests" };

test("an answer has content, usage, finish reason and meta", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const completion = await client.chat.completions.create(saying("one two three"));
    assert.equal(completion.content, "one two three");
    assert.equal(completion.finishReason, "stop");
    assert.equal(completion.model, model);
    assert.deepEqual(completion.usage, {
      promptTokens: 3,
      completionTokens: 3,
      inputTokens: 3,
      outputTokens: 3,
      totalTokens: 6,
      cacheReadTokens: undefined,
      reasoningTokens: undefined,
      estimated: false,
    });
    assert.equal(completion.choices[0]?.message.content, "one two three");
    assert.equal(completion.meta.attempts, 1);
    assert.equal(completion.meta.waitedMs, 0);
    assert.equal(completion.meta.idempotentReplay, false);
    assert.equal(completion.meta.idempotentReplayOf, undefined);
    assert.ok(completion.meta.requestId);
    assert.deepEqual(completion.toolCalls, []);
  }));

test("what is unset is undefined, never null, zero or empty", () =>
  withGateway(async (gateway) => {
    const body = {
      choices: [{ index: 0, message: { role: "assistant", content: null, refusal: null }, finish_reason: null }],
    };
    await gateway.script([{ body }]);
    await using client = gateway.client();
    const completion = await client.chat.completions.create(saying("hi"));
    const { id, content, reasoning, refusal, finishReason, usage } = completion;
    assert.deepEqual([id, content, reasoning, refusal, finishReason, usage], Array(6).fill(undefined));
    assert.equal(completion.meta.rateLimit, undefined);
    assert.equal(completion.meta.requestId, undefined);
  }));

test("what a hook or the logger throws becomes a warning, and the answer arrives", () =>
  withGateway(async (gateway) => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on("warning", warn);
    await gateway.script([{ status: 429, headers: { "Retry-After": "3" }, problem: "rate-limit-exceeded-requests" }]);
    const fault = () => {
      throw new Error("the pager is off");
    };
    const hooks = { onRequest: fault, onResponse: fault, onDecision: fault, onWait: fault };
    await using client = gateway.client({ hooks, logger: { info: fault, debug: fault } });
    const completion = await client.chat.completions.create(saying("hi"));
    assert.deepEqual([completion.content, completion.meta.attempts], ["hi", 2]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", warn);
    const told = warnings.filter(({ name }) => name === "AxoniumWarning").map(({ message }) => message);
    for (const kind of ["request", "response", "decision", "wait"])
      assert.ok(
        told.some((text) => text.includes(`threw at a ${kind}: Error: the pager is off`)),
        kind,
      );
  }));

test("a logger or a hook that cannot be called is refused when the client is made", () =>
  withGateway(async (gateway) => {
    const refused: [options: unknown, field: string][] = [
      [{ logger: {} }, "logger.info"],
      [{ hooks: { onWait: "tell me" } }, "hooks.onWait"],
    ];
    for (const [options, field] of refused)
      assert.throws(
        () => gateway.client(options as never),
        (error) => error instanceof ConfigurationError && error.field === field,
      );
  }));

test("a refused request is waited out, and the wait is reported as data, to the logger and to hooks", () =>
  withGateway(async (gateway) => {
    await gateway.script([refused]);
    const lines: [string, string, WaitNotice][] = [];
    const logger = {
      debug: (message: string, wait: unknown) => void lines.push(["debug", message, wait as WaitNotice]),
      info: (message: string, wait: unknown) => void lines.push(["info", message, wait as WaitNotice]),
    };
    const seen: [string, RequestNotice | ResponseNotice | DecisionNotice | WaitNotice][] = [];
    const hooks = {
      onRequest: (notice: RequestNotice) => void seen.push(["request", notice]),
      onResponse: (notice: ResponseNotice) => void seen.push(["response", notice]),
      onDecision: (notice: DecisionNotice) => void seen.push(["decision", notice]),
      onWait: (notice: WaitNotice) => void seen.push(["wait", notice]),
    };
    await using client = gateway.client({ logger, hooks });
    const completion = await client.chat.completions.create(saying("hi"));

    assert.equal(completion.meta.waitedMs, 36_000);
    assert.equal(completion.meta.attempts, 2);
    assert.deepEqual(
      completion.meta.history.map(({ status, kind, waitedBeforeMs }) => ({ status, kind, waitedBeforeMs })),
      [
        { status: 429, kind: "RateLimit", waitedBeforeMs: 0 },
        { status: 200, kind: undefined, waitedBeforeMs: 36_000 },
      ],
    );
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.[0], "info");
    assert.equal(lines[0]?.[2].waitMs, 36_000);
    assert.equal(lines[0]?.[2].model, model);
    assert.deepEqual(
      seen.map(([kind]) => kind).filter((kind) => kind !== "decision"),
      ["request", "response", "wait", "request", "response"],
    );
    const decision = seen.find(([kind]) => kind === "decision")?.[1] as DecisionNotice;
    assert.equal(decision.action, "repeat");
    assert.equal(decision.waitMs, 36_000);
  }));

test("a repeated key is a replay that names the billed request", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const first = await client.chat.completions.create(saying("hi"), { idempotencyKey: "order-4417" });
    const second = await client.chat.completions.create(saying("hi"), { idempotencyKey: "order-4417" });
    assert.equal(second.meta.idempotentReplay, true);
    assert.equal(second.meta.idempotentReplayOf, first.meta.requestId);
    assert.equal((await gateway.ledger()).billed, 1);

    const record = await client.usage.retrieve(second.meta.idempotentReplayOf ?? "");
    assert.equal(record.usage?.totalTokens, first.usage?.totalTokens);
    assert.equal(record.costUsd, undefined);
    assert.equal(record.terminationReason, "complete");
    const error = await rejectionOf(NotFoundError, client.usage.retrieve(second.meta.requestId ?? ""));
    assert.equal(error.status, 404);
  }));

test("integers that a double cannot hold arrive exactly", () =>
  withGateway(async (gateway) => {
    const text = '{"id":"x","seed":12345678901234567890,"small":7,"share":0.1234567890123456789,"choices":[]}';
    await gateway.script([
      { headers: { "Content-Type": "application/json" }, body_base64: Buffer.from(text).toString("base64") },
    ]);
    await using client = gateway.client();
    const { raw } = await client.chat.completions.create(saying("hi"));
    assert.deepEqual([raw.seed, raw.small, raw.share], [12345678901234567890n, 7, 0.12345678901234568]);
  }));

test("tool calls keep the model's arguments, and parse them when asked", () =>
  withGateway(async (gateway) => {
    const tool_calls = [
      { id: "a", type: "function", function: { name: "weather", arguments: '{"city": "Rome"}' } },
      { id: "b", type: "function", function: { name: "weather", arguments: '{"city": ' } },
    ];
    const message = { role: "assistant", content: null, tool_calls };
    await gateway.script([{ body: { choices: [{ index: 0, message, finish_reason: "tool_calls" }] } }]);
    await using client = gateway.client();
    const completion = await client.chat.completions.create(saying("hi"));
    const [whole, cut] = completion.toolCalls;
    assert.deepEqual(whole?.parseArguments(), { city: "Rome" });
    assert.throws(
      () => cut?.parseArguments(),
      (error) => error instanceof ToolCallArgumentsError && error.detail === '{"city": ',
    );
    const answer = completion.choices[0]?.message;
    assert.ok(answer);
    await client.chat.completions.create({
      model,
      messages: [answer, { role: "tool", tool_call_id: "a", content: "sunny" }],
    });
    const sent = JSON.parse((await gateway.requests()).at(-1)?.body ?? "");
    assert.deepEqual(sent.messages[0].tool_calls, tool_calls);
  }));

test("options reach the wire: headers, instance, extra body, per-call retry", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client({ defaultHeaders: { "X-Team": "blue" }, userAgentSuffix: "shop/2" });
    const completion = await client.chat.completions.create(
      { ...saying("hi"), max_tokens: 5, temperature: undefined },
      { instance: "replica-2", extraHeaders: { "X-Order": "4417" }, extraBody: { seed: 7 }, retry: { maxAttempts: 1 } },
    );
    const [request] = await gateway.requests();
    assert.equal(request?.headers["x-team"], "blue");
    assert.equal(request?.headers["x-order"], "4417");
    assert.match(request?.headers["user-agent"] ?? "", /^axonium-typescript\/\d+\.\d+\.\d+ .*shop\/2/);
    assert.deepEqual(JSON.parse(request?.body ?? ""), { ...saying("hi"), max_tokens: 5, seed: 7 });
    assert.ok(completion.meta.instance);
  }));

test("models are listed, with what is unknown undefined", () =>
  withGateway(
    async (gateway) => {
      await using client = gateway.client();
      const models = await client.models.list();
      assert.deepEqual(models.ids, ["a", "b"]);
      assert.deepEqual(
        [...models].map(({ ownedBy, contextLength, family, modality }) => [ownedBy, contextLength, family, modality]),
        [
          ["axonium", 4096, undefined, "text"],
          ["axonium", 32_768, "llama", "text"],
        ],
      );
      assert.deepEqual((await client.models.mine()).ids, ["a", "b"]);
      assert.equal(models.meta.attempts, 1);
    },
    {
      models: [
        { id: "a", contextLength: 4096 },
        { id: "b", family: "llama" },
      ],
    },
  ));

test("client credentials fetch a token once", () =>
  withGateway(
    async (gateway) => {
      await using client = gateway.client();
      const { scope, expiresIn, meta } = await client.token.fetch();
      assert.equal(meta.attempts, 0);
      assert.equal(scope, "inference:read inference:stream");
      assert.ok(expiresIn && expiresIn > 3500);
      await client.chat.completions.create(saying("hi"));
    },
    { clientId: "app", clientSecret: "s3cret" },
  ));

test("a token provider is asked for a token, and told of the one that was rejected", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ problem: "token-expired" }]);
    const asked: (string | undefined)[] = [];
    await using client = gateway.client({
      tokenProvider: async (rejected) => {
        asked.push(rejected);
        return `token-${asked.length}`;
      },
    });
    const completion = await client.chat.completions.create(saying("hi"));
    assert.deepEqual(asked, [undefined, "token-1"]);
    assert.equal(completion.meta.attempts, 2);
    assert.deepEqual(
      (await gateway.requests()).map((request) => request.headers.authorization),
      ["Bearer token-1", "Bearer token-2"],
    );
  }));
