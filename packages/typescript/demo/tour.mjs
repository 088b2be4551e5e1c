/**
 * What the SDK does when calls fail, in a minute: `./dev demo typescript`.
 *
 * The gateway runs in this process. Its clock is virtual, so deliberate waits take no time and are reported exactly.
 */
import { StreamInterruptedError, TimeoutError } from "axonium";
import { Gateway } from "axonium/testing";

const gateway = await Gateway.start();
const client = gateway.client({ timeouts: { request: 1000 } });
const ask = (content) => ({ model: "qwen3-0.6b", messages: [{ role: "user", content }] });

async function rateLimitWaitedOut() {
  console.log("1. A 429 is waited out: it was refused before the model ran");
  await gateway.script([{ status: 429, headers: { "Retry-After": "7" }, problem: "rate-limit-exceeded-requests" }]);
  const completion = await client.chat.completions.create(ask("Good morning"));
  show("answer", completion.content);
  account(completion.meta);
}

async function replayByKey() {
  console.log("\n2. The same key again: the stored answer, and no second bill");
  const idempotencyKey = "order-4417-summary";
  const first = await client.chat.completions.create(ask("Summarise order 4417"), { idempotencyKey });
  const second = await client.chat.completions.create(ask("Summarise order 4417"), { idempotencyKey });
  show("first", first.meta.requestId);
  show("second", second.meta.requestId);
  show("a replay", second.meta.idempotentReplay);
  show("billed as", second.meta.idempotentReplayOf);
}

async function streamBrokenMidway() {
  console.log("\n3. A stream that breaks midway is not repeated: the model has run");
  await gateway.script([{ gateway: true, model_breaks_after: 3 }]);
  const stream = await client.chat.completions.stream(ask("One two three four five six"));
  const error = await failure(StreamInterruptedError, stream.final());
  show("what arrived", error.partialContent);
  explain(error);
  account(error.meta);
}

async function timeoutWithoutAndWithAKey() {
  console.log("\n4. A timeout: not repeated without a key, collected with one");
  await gateway.script([{ gateway: true, hang: true }]);
  explain(await failure(TimeoutError, client.chat.completions.create(ask("Take your time"))));
  await gateway.script([{ gateway: true, hang: true }]);
  const completion = await client.chat.completions.create(ask("Take your time"), { idempotencyKey: "patience-1" });
  show("with a key", completion.content);
  show("a replay", completion.meta.idempotentReplay);
  account(completion.meta);
}

async function ledger() {
  const { generations, billed, replayed, entries } = await gateway.ledger();
  console.log(`\nThe gateway's ledger: ${generations} generations, ${billed} billed, ${replayed} replayed`);
  for (const { requestId, billed, replays, terminationReason } of entries) {
    console.log(`   ${requestId}  billed: ${billed}  replays: ${replays}  ${terminationReason ?? "running"}`);
  }
}

/** The error of that class that the call ends with; the tour is wrong if it ends otherwise. */
async function failure(type, call) {
  try {
    await call;
  } catch (error) {
    if (error instanceof type) return error;
    throw error;
  }
  throw new Error(`the call was to end with a ${type.name}`);
}

function account(meta) {
  show("attempts", meta.attempts);
  show("waited", `${(meta.waitedMs / 1000).toFixed(3)} s`);
}

function explain(error) {
  for (const line of client.explain(error).split("\n")) console.log(`   ${line}`);
}

function show(name, value) {
  console.log(`   ${name.padEnd(13)} ${value}`);
}

await rateLimitWaitedOut();
await replayByKey();
await streamBrokenMidway();
await timeoutWithoutAndWithAKey();
await ledger();
await client.close();
await gateway.close();
