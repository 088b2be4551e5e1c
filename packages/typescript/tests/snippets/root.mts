import { Axonium, RateLimitError } from "axonium";

const client = new Axonium();
try {
  const completion = await client.chat.completions.create(
    { model: "qwen3-0.6b", messages: [{ role: "user", content: "Summarise order 4417." }] },
    { idempotencyKey: "order-4417-summary" },
  );
  console.log(completion.content, completion.meta.attempts, completion.meta.waitedMs);
} catch (error) {
  if (!(error instanceof RateLimitError)) throw error;
  console.log("try again in", error.retryAfter, "seconds");
}
