import { Axonium } from "axonium";
import { messages } from "./context.mjs";

import { RunKeys } from "axonium";

const keys = new RunKeys("import-2026-11-30"); // the same run and step have the same key, also after a restart
const client = new Axonium({
  onTimeout: "retry_once_then_fallback",
  fallback: ["count-to-20"],
  circuitBreaker: { failures: 5, window: 10_000, open: 30_000 },
});
const completion = await client.chat.completions.create(
  { model: "qwen3-0.6b", messages },
  { idempotencyKey: keys.step("summary"), deadline: new Date(Date.now() + 60_000) },
);
console.log(completion.meta.fallbackFrom, client.circuits());

await client.close();
