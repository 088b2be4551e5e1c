/** The lines of the page on failure, retries and idempotency. */
import type { Axonium, ChatRequest } from "axonium";
import { log, messages, scheduleIn } from "./context.mjs";

import { RateLimitError, SpendCapExceededError, APIError } from "axonium";

export async function waited(client: Axonium, request: ChatRequest) {
  const completion = await client.chat.completions.create(request);

  completion.meta.waitedMs; // 36000
  completion.meta.attempts; // 2

  return completion;
}

export async function gaveUp(client: Axonium, request: ChatRequest) {
  try {
    await client.chat.completions.create(request);
  }
  catch (error) {
    if (error instanceof APIError) {
      log.warn("gave up", { attempts: error.meta.attempts, waitedMs: error.meta.waitedMs });
    }
  }
}

export async function keyed(client: Axonium) {
  const completion = await client.chat.completions.create(
    { model: "qwen3-0.6b", messages: [{ role: "user", content: "..." }] },
    { idempotencyKey: "order-4417-summary" },
  );

  if (completion.meta.idempotentReplay) {
    const billed = completion.meta.idempotentReplayOf;

    return billed;
  }
  return undefined;
}

export async function caught(client: Axonium) {
  try {
    const completion = await client.chat.completions.create({ model: "qwen3-0.6b", messages });

    return completion;
  } catch (error) {
    if (error instanceof SpendCapExceededError) throw error; // not retryable, ever
    if (error instanceof RateLimitError) scheduleIn(error.retryAfter);
    else if (error instanceof APIError) log.warn("gateway said no", { requestId: error.requestId });
    else throw error;
  }
  return undefined;
}
