import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { type Axonium, CancelledError } from "axonium";
import { rejection, rejectionOf, saying, until, whileTimePasses, withGateway } from "./support.mjs";

const busy = { status: 429, headers: { "Retry-After": "30" }, problem: "rate-limit-exceeded-requests" };

test("a signal that has aborted sends nothing", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const reason = new Error("changed my mind");
    const signal = AbortSignal.abort(reason);
    assert.equal(await rejection(client.chat.completions.create(saying("hi"), { signal })), reason);
    assert.equal(await rejection(client.chat.completions.stream(saying("hi"), { signal })), reason);
    assert.equal(await rejection(client.models.list({ signal })), reason);
    assert.deepEqual(await gateway.requests(), []);
  }));

test("an abort ends a wait at once, with an AbortError as fetch gives", () =>
  withGateway(
    async (gateway) => {
      await gateway.script([busy]);
      const controller = new AbortController();
      const started = performance.now();
      await using client = gateway.client({ hooks: { onWait: () => controller.abort() } });
      const error = await rejection(client.chat.completions.create(saying("hi"), { signal: controller.signal }));
      assert.equal((error as Error).name, "AbortError");
      assert.equal(error, controller.signal.reason);
      assert.ok(performance.now() - started < 10_000);
      assert.equal((await gateway.requests()).length, 1);
    },
    { clock: "real" },
  ));

test("an abort ends a request that is being answered", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ hang: true }]);
    await using client = gateway.client();
    const controller = new AbortController();
    const pending = rejection(client.chat.completions.create(saying("hi"), { signal: controller.signal }));
    await until(async () => (await gateway.requests()).length === 1);
    controller.abort(new Error("too slow"));
    assert.equal(((await pending) as Error).message, "too slow");
  }));

test("an abort in mid-stream rejects the read, and the gateway loses its client", () =>
  withGateway(
    async (gateway) => {
      await using client = gateway.client();
      const controller = new AbortController();
      const stream = await client.chat.completions.stream(saying("count to 100"), { signal: controller.signal });
      const error = await rejection(
        (async () => {
          for await (const chunk of stream) if (chunk.content) controller.abort();
        })(),
      );
      assert.equal(error, controller.signal.reason);
      assert.ok(stream.content?.startsWith("1"));
      await until(async () => (await gateway.ledger()).entries[0]?.terminationReason === "client_disconnected");
    },
    { clock: "real", models: [{ id: "qwen3-0.6b", wordsPerSecond: 20 }] },
  ));

test("AbortSignal.timeout rejects with its TimeoutError", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ hang: true }]);
    await using client = gateway.client();
    const error = await rejection(client.chat.completions.create(saying("hi"), { signal: AbortSignal.timeout(20) }));
    assert.equal((error as Error).name, "TimeoutError");
    assert.ok(error instanceof DOMException);
  }));

test("a call leaves no listener behind, and many calls share one", () =>
  withGateway(async (gateway) => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on("warning", warn);
    await using client = gateway.client({ timeouts: { streamIdle: 172_800_000 } });
    const { signal } = new AbortController();
    const calls = Array.from({ length: 30 }, () => client.chat.completions.create(saying("hi"), { signal }));
    assert.equal(getEventListeners(signal, "abort").length, 1);
    await Promise.all(calls);
    await gateway.script([{ gateway: true, pause_after_events: { 1: 1_000 } }]);
    const stream = await client.chat.completions.stream(saying("hi"), { signal });
    assert.equal(getEventListeners(signal, "abort").length, 1);
    await whileTimePasses(gateway, stream.final());
    assert.equal(getEventListeners(signal, "abort").length, 0);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", warn);
    assert.deepEqual(warnings, []);
  }));

test("close() ends what still runs, and what comes after says that the client is closed", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ hang: true }]);
    const client = gateway.client();
    const pending = rejectionOf(CancelledError, client.chat.completions.create(saying("hi")));
    await until(async () => (await gateway.requests()).length === 1);
    await client.close();
    const error = await pending;
    assert.equal(error.name, "AbortError");
    assert.equal(error.meta.attempts, 1);
    assert.match(((await rejection(client.models.list())) as Error).message, /closed/);
    await client.close();
  }));

test("a client can be disposed of", () =>
  withGateway(async (gateway) => {
    let client: Axonium;
    {
      await using scoped = gateway.client();
      client = scoped;
      await scoped.models.list();
    }
    assert.match(((await rejection(client.models.list())) as Error).message, /closed/);
  }));
