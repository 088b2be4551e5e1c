import { Axonium } from "axonium";

const client = new Axonium();

const question = { model: "qwen3-0.6b", input: "Summarise order 4417." };
const stream = await client.responses.stream(question, { transport: "websocket" }); // or "sse", the default
for await (const event of stream) {
  if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
}
console.log(stream.usage?.outputTokens, (await stream.final()).status);

await using connection = await client.responses.connect(); // one socket, one response after the other
const first = await connection.create({ ...question, store: true });
const second = await connection.create({ ...question, input: "Shorter.", previous_response_id: first.id });
console.log(second.outputText, second.toolCalls.length);

await client.close();
