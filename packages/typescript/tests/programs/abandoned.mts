/** Opens streams and forgets them: their requests must end, and their signal must keep none of them. Run with --expose-gc. */
import { getEventListeners } from "node:events";
import { Gateway } from "axonium/testing";

const gateway = await Gateway.start({ clock: "real", models: [{ id: "qwen3-0.6b", wordsPerSecond: 20 }] });
const client = gateway.client();
const { signal } = new AbortController();

async function openAndForget(): Promise<void> {
  await client.chat.completions.stream(
    { model: "qwen3-0.6b", messages: [{ role: "user", content: "count to 100" }] },
    { signal },
  );
}

for (let index = 0; index < 8; index += 1) await openAndForget();
const end = Date.now() + 40_000;
let left = 0;
while (left < 8 && Date.now() < end) {
  globalThis.gc?.();
  await new Promise((resolve) => setImmediate(resolve));
  left = (await gateway.ledger()).entries.filter((entry) => entry.terminationReason === "client_disconnected").length;
}
process.stdout.write(`${left} ended, ${getEventListeners(signal, "abort").length} listeners\n`);
await client.close();
await gateway.close();
