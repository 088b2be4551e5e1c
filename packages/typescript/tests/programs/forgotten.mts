/** Opens a connection and forgets it while a response runs on it, then forgets that as well. Run with --expose-gc. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { Axonium, type ResponseStream } from "axonium";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** A text frame with this JSON. */
function frame(data: object): Buffer {
  const text = Buffer.from(JSON.stringify(data));
  return Buffer.concat([Buffer.from(text.length < 126 ? [0x81, text.length] : [0x81, 126, 0, text.length]), text]);
}

const delta = (text: string) => frame({ type: "response.output_text.delta", output_index: 0, delta: text });
const completed = frame({ type: "response.completed", response: { id: "resp_1", status: "completed" } });

/** The server's ends of the connections that were opened, and how many are gone. */
const sockets: Duplex[] = [];
let closed = 0;
const server = createServer();
server.on("upgrade", (request, socket) => {
  const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash("sha1").update(key).digest("base64");
  const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  socket.write(`${head.join("\r\n")}\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  socket.on("error", () => {});
  socket.on("end", () => {
    closed += 1;
  });
  sockets.push(socket);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const client = new Axonium({ gatewayBaseUrl: `http://127.0.0.1:${port}`, apiKey: "k" });

/** Collects what cannot be reached, and lets finalizers run. */
async function collect(): Promise<void> {
  globalThis.gc?.();
  await new Promise((resolve) => setImmediate(resolve));
}

async function connectAndForget(): Promise<ResponseStream> {
  const connection = await client.responses.connect();
  const opening = connection.stream({ model: "m", input: "hi" });
  for (const socket of sockets) await once(socket, "data");
  sockets[0]?.write(delta("one "));
  return opening;
}

async function readAndForget(): Promise<void> {
  const stream = await connectAndForget();
  for (let turn = 0; turn < 20; turn += 1) await collect();
  sockets[0]?.write(Buffer.concat([delta("two"), completed]));
  let text = "";
  for await (const event of stream) if (event.type === "response.output_text.delta") text += event.delta;
  say(text);
}

await readAndForget();
const end = Date.now() + 40_000;
while (closed === 0 && Date.now() < end) await collect();
say(`${closed} of ${sockets.length} closed`);
sockets[0]?.destroy();
await client.close();
server.close();
