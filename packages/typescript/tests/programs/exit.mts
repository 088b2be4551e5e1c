/** Ends, or must not end, by itself. The first argument says what is going on when the program has nothing else to do. */
import { Axonium } from "axonium";
import { Gateway } from "axonium/testing";

const gateway = await Gateway.start({ clock: "real" });
const client = gateway.client();
const request = { model: "qwen3-0.6b", messages: [{ role: "user", content: "one two" }] };
const say = (text: string) => process.stdout.write(`${text}\n`);

const plots: Record<string, () => Promise<void>> = {
  /** A call that nobody answers is pending when the client is closed. */
  "pending-call-then-close": async () => {
    await gateway.script([{ hang: true }]);
    client.chat.completions.create(request).catch((error) => say(error.name));
    while ((await gateway.requests()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await client.close();
  },
  /** A read of a stalled stream is pending when the client is closed. */
  "pending-read-then-close": async () => {
    await gateway.script([
      {
        sse: [{ data: { choices: [{ delta: { content: "x" } }] } }, { data: "[DONE]" }],
        pause_after_events: { 1: 3_600_000 },
      },
    ]);
    const stream = await client.chat.completions.stream(request);
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    reader.next().catch((error) => say(error.name));
    await client.close();
  },
  /** A connection is kept and idle; neither it nor the client is closed. */
  "kept-connection": async () => {
    await client.responses.connect();
    say("connected");
  },
  /** A response is pending on a kept connection when the client is closed. */
  "kept-connection-then-close": async () => {
    await gateway.script([{ websocket: [{ hang: true }] }]);
    const connection = await client.responses.connect();
    connection.create({ model: "qwen3-0.6b", input: "hi" }).catch((error) => say(error.name));
    while ((await gateway.requests()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await client.close();
  },
  /** Nothing but a call holds the program, which must live to see its answer. */
  "awaited-call": async () => {
    await gateway.script([{ gateway: true, delay_ms: 300 }]);
    client.chat.completions.create(request).then((completion) => say(completion.content ?? ""));
  },
  /** A stream was opened and never read; neither it nor the client is closed. */
  "unread-stream": async () => {
    await client.chat.completions.stream(request);
    say("opened");
  },
  /** Nothing is closed at all. */
  "nothing-closed": async () => {
    say((await client.chat.completions.create(request)).content ?? "");
    new Axonium({ apiKey: "k" });
  },
  "exit-during-call": async () => {
    await gateway.script([{ hang: true }]);
    client.chat.completions.create(request).catch(() => {});
    while ((await gateway.requests()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    process.exit(7);
  },
};

await plots[process.argv[2] ?? ""]?.();
