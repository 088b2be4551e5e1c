import { Axonium } from "axonium";
import { messages } from "./context.mjs";

const { FAR_BASE_URL, FAR_KEY } = process.env;
const client = new Axonium({
  routes: [
    { name: "near" }, // what is left out is the client's own
    { name: "far", gatewayBaseUrl: FAR_BASE_URL, apiKey: FAR_KEY, model: "count-to-20" },
  ],
});
const completion = await client.chat.completions.create({ model: "qwen3-0.6b", messages });
console.log(
  completion.meta.route,
  completion.meta.history.map((attempt) => attempt.kind),
);

await client.close();
