import { Axonium } from "axonium";

const client = new Axonium();
const messages = [{ role: "user", content: '{"id":"4417","total":12.5}' }];

import * as z from "zod";

const Order = z.object({ id: z.string(), total: z.number(), note: z.string().default("none") });
const { parsed } = await client.chat.completions.parse(
  { model: "qwen3-0.6b", messages, response_format: Order },
  { idempotencyKey: "order-4417-extract" },
);
console.log(parsed.total, parsed.note);

const stream = await client.chat.completions.stream({ model: "qwen3-0.6b", messages, response_format: Order });
for await (const _ of stream) console.log(stream.parsedPartial?.id);
console.log((await stream.final()).parsed.total);

await client.close();
