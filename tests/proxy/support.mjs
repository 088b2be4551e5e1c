/** `axonium-gateway proxy` in front of embedded gateways, and an upstream that notices when it is left. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";
import { Gateway } from "../../packages/typescript/dist/testing/index.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug", "axonium-gateway");

export const model = "qwen3-0.6b";
export const limited = { status: 429, headers: { "Retry-After": "30" }, problem: "rate-limit-exceeded-requests" };

/** Runs `test` with a client of a proxy that has a route to each of the `upstreams`, in order. */
export async function withProxy(upstreams, test) {
  const routes = Object.entries(upstreams).flatMap(([name, url]) => ["--route", `${name}=${url}`]);
  const options = ["--listen", "127.0.0.1:0", "--drain-seconds", "5"];
  const proxy = spawn(program, ["proxy", ...options, ...routes], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(proxy, "exit");
  try {
    const [line] = await once(createInterface({ input: proxy.stdout }), "line");
    const [, url] = /^listening on (http:\/\/\S+)$/.exec(line);
    // As its users make it: it would repeat by itself what it thinks may be repeated.
    await test(new OpenAI({ baseURL: `${url}/v1`, apiKey: "a-client's-key" }));
  } finally {
    proxy.kill("SIGTERM");
    await ended;
  }
}

/** Runs `test` with two gateways and a client of the proxy in front of them. */
export async function withPair(test) {
  const models = [{ id: model }, { id: "slow", wordsPerSecond: 20 }];
  const [first, second] = [await Gateway.start({ models }), await Gateway.start()];
  try {
    await withProxy({ first: first.url, second: second.url }, (client) => test({ client, first, second }));
  } finally {
    await first.close();
    await second.close();
  }
}

/** How many requests each of two gateways got. */
export async function requests({ first, second }) {
  return [(await first.requests()).length, (await second.requests()).length];
}

/** Runs `test` with a server that answers one request with the events in `body`, and with the moment its client leaves. */
export async function withUpstream(body, test) {
  let noticed;
  const left = new Promise((resolve) => {
    noticed = resolve;
  });
  const server = createServer((socket) => {
    socket.on("close", noticed).on("error", noticed);
    socket.once("data", () => socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${body}`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await test(`http://127.0.0.1:${server.address().port}`, left);
  } finally {
    server.close();
  }
}
