import { Axonium } from "axonium";

const client = new Axonium();
const messages = [{ role: "user", content: "Summarise order 4417." }];

const completion = await client.chat.completions.create(
  { model: "qwen3-0.6b", messages },
  { idempotencyKey: "order-4417-summary", timeout: 30_000 },
);
console.log(completion.content, completion.usage?.totalTokens);
console.log(completion.meta.attempts, completion.meta.waitedMs, completion.meta.idempotentReplayOf);

const stream = await client.chat.completions.stream({ model: "qwen3-0.6b", messages });
for await (const chunk of stream) process.stdout.write(chunk.content ?? "");
console.log(stream.usage?.totalTokens);
await client.close();
