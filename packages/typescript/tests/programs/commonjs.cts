/** A CommonJS program with types. */
import axonium = require("axonium");
import testing = require("axonium/testing");

async function main(): Promise<void> {
  const gateway = await testing.Gateway.start();
  const client: axonium.Axonium = gateway.client();
  const completion = await client.chat.completions.create({
    model: "qwen3-0.6b",
    messages: [{ role: "user", content: "from require" }],
  });
  process.stdout.write(`${completion.content}\n`);
  await client.close();
  await gateway.close();
}

void main();
