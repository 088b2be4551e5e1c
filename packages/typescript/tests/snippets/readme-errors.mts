import { Axonium } from "axonium";
import { log, messages, scheduleIn } from "./context.mjs";

const client = new Axonium();

import { APIError, RateLimitError, SpendCapExceededError } from "axonium";

try {
  await client.chat.completions.create({ model: "qwen3-0.6b", messages });
} catch (error) {
  if (error instanceof SpendCapExceededError) throw error; // a person must act
  if (error instanceof RateLimitError)
    scheduleIn(error.retryAfter); // seconds
  else if (error instanceof APIError) log.warn(client.explain(error), { requestId: error.requestId });
  else throw error;
}

await client.close();
