/** The public API's own lines: chat, stream, meta. */
import { messages, model, signal } from "./context.mjs";

import { Axonium, RateLimitError, SpendCapExceededError, APIError } from "axonium";
const client = new Axonium();
const completion = await client.chat.completions.create({ model: "qwen3-0.6b", messages }, { idempotencyKey: "order-4417-summary", signal, timeout: 30_000 });
completion.content; completion.meta.waitedMs; completion.meta.attempts; completion.meta.idempotentReplay; completion.meta.idempotentReplayOf;
const stream = await client.chat.completions.stream({ model, messages });   // create({stream: true}) returns the same object
for await (const chunk of stream) process.stdout.write(chunk.content ?? "");
stream.usage; await stream.final();                                          // break, return() and AbortSignal end the request

export { client, completion, stream };
