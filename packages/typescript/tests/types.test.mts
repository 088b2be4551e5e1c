import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  type Axonium,
  type ChatCompletion,
  type ChatCompletionChunk,
  type ChatCompletionStream,
  type ChatRequest,
  type Circuit,
  type OutputTextDelta,
  type Response,
  type ResponseEvent,
  type ResponseRequest,
  type ResponseStream,
  type Route,
  type StandardSchema,
  type UnknownResponseEvent,
  version,
} from "axonium";
import * as z from "zod";
import { saying } from "./support.mjs";

const package_ = new URL("../", import.meta.url);

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>() => {};
const untyped = () => undefined as never;

/** Never run: that it compiles is the test. */
export async function compiled(client: Axonium, stream: boolean): Promise<void> {
  const create = client.chat.completions.create.bind(client.chat.completions);
  const completion = await client.chat.completions.create(saying("x"));
  holds<Same<typeof completion, ChatCompletion>>();
  holds<Same<typeof completion.content, string | undefined>>();
  holds<Same<typeof completion.meta.waitedMs, number>>();
  const streamed = await client.chat.completions.create({ ...saying("x"), stream: true });
  holds<Same<typeof streamed, ChatCompletionStream>>();
  const either = await client.chat.completions.create({ ...saying("x"), stream });
  holds<Same<typeof either, ChatCompletion | ChatCompletionStream>>();
  for await (const chunk of streamed) holds<Same<typeof chunk, ChatCompletionChunk>>();
  const messages = [{ role: "user", content: "a message whose role was widened to string" }];
  const request: ChatRequest = { model: "m", messages };
  await create(request);
  // @ts-expect-error a misspelt field
  await client.chat.completions.create({ model: "m", messages, max_token: 5 });
  // @ts-expect-error a misspelt option
  await client.chat.completions.create(saying("x"), { idempotency_key: "k" });
  // @ts-expect-error a chat has no transport
  await client.chat.completions.stream(saying("x"), { transport: "sse" });
}

/** Never run: that it compiles is the test. */
export async function compiledResponses(client: Axonium, stream: boolean): Promise<void> {
  const request: ResponseRequest = { model: "m", input: "hi" };
  const response = await client.responses.create(request);
  holds<Same<typeof response, Response>>();
  holds<Same<typeof response.outputText, string | undefined>>();
  const streamed = await client.responses.create({ ...request, stream: true }, { transport: "websocket" });
  holds<Same<typeof streamed, ResponseStream>>();
  const either = await client.responses.create({ ...request, stream });
  holds<Same<typeof either, Response | ResponseStream>>();
  await using connection = await client.responses.connect({ timeout: 1000 });
  const turn = await connection.stream({ model: "m", input: [...response.output, { role: "user", content: "more" }] });
  for await (const event of turn) narrowed(event);
  const tool = { type: "function", name: "weather", parameters: { type: "object" } } as const;
  await client.responses.create({ ...request, tools: [tool, { type: "web_search" }], tool_choice: tool });
  const routes: Route[] = [{ name: "near" }, { name: "far", gatewayBaseUrl: "https://far.example", apiKey: "k" }];
  await client.responses.create(request, { routes });
  // @ts-expect-error a misspelt field
  await client.responses.create({ model: "m", inputs: "hi" });
  // @ts-expect-error an ordinary call has no transport
  await client.responses.create({ model: "m", input: "hi" }, { transport: "websocket" });
  // @ts-expect-error no such transport
  await client.responses.stream({ model: "m", input: "hi" }, { transport: "http" });
  // @ts-expect-error a route has a name
  await client.responses.create(request, { routes: [{ model: "m" }] });
}

/** Never run: that it compiles is the test. */
export async function compiledParsing(client: Axonium): Promise<void> {
  const Order = z.object({ id: z.string().transform((id) => id.length), items: z.array(z.object({ n: z.number() })) });
  const request = { ...saying("x"), response_format: Order };
  const { parsed } = await client.chat.completions.parse(request, { lenient: true, idempotencyKey: "k" });
  type Value = { id: number; items: { n: number }[] };
  holds<Same<typeof parsed, Value>>();
  const stream = await client.chat.completions.stream(request, { name: "order" });
  holds<Same<NonNullable<typeof stream.parsedPartial>["id"], string | undefined>>();
  holds<Same<NonNullable<NonNullable<typeof stream.parsedPartial>["items"]>[number]["n"], number | undefined>>();
  const final = await stream.final();
  holds<Same<typeof final.parsed, Value>>();
  const response = await client.responses.parse({ model: "m", input: "x", text: { format: Order } });
  holds<Same<typeof response.parsed.id, number>>();
  const streamed = await client.responses.stream(
    { model: "m", input: "x", text: { format: Order } },
    { transport: "websocket", lenient: true },
  );
  holds<Same<Awaited<ReturnType<typeof streamed.final>>["parsed"]["id"], number>>();
  const plain = await client.chat.completions.parse({ ...saying("x"), response_format: { type: "object" } });
  holds<Same<typeof plain.parsed, unknown>>();
  const tools = [{ type: "function", function: { name: "f" } }] as const;
  const tooled = await client.chat.completions.parse({ ...request, tools });
  holds<Same<typeof tooled.parsed, Value | undefined>>();
  const responded = await client.responses.parse({ model: "m", text: { format: Order }, tools: [{ type: "mcp" }] });
  holds<Same<typeof responded.parsed, Value | undefined>>();
  const offering: StandardSchema<{ a: string }, { a: number }> & { "~standard": { validate: object } } = untyped();
  const beside = await client.chat.completions.parse({ ...saying("x"), response_format: offering }, { jsonSchema: {} });
  holds<Same<typeof beside.parsed, { a: number }>>();
  const text = await client.chat.completions.stream({ ...saying("x"), response_format: { type: "text" } });
  holds<Same<typeof text, ChatCompletionStream>>();
  // @ts-expect-error a parse call says what it is to be parsed to
  await client.chat.completions.parse(saying("x"));
  // @ts-expect-error an ordinary call takes no schema
  await client.chat.completions.create(request);
  // @ts-expect-error nor what is said of one
  await client.chat.completions.create(saying("x"), { lenient: true });
  // @ts-expect-error one repair at most
  await client.chat.completions.parse(request, { maxRepairs: 2 });
}

/** Never run: that it compiles is the test. */
export async function compiledFailing(client: Axonium): Promise<void> {
  const options = {
    onTimeout: "retry_once_then_fallback",
    fallback: ["b", { model: "c" }],
    deadline: new Date(),
  } as const;
  await client.chat.completions.create(saying("x"), { ...options, mayBillTwice: true, resume: "off" });
  const [circuit] = client.circuits();
  holds<Same<typeof circuit, Circuit | undefined>>();
  // @ts-expect-error a moment, not a number
  await client.chat.completions.create(saying("x"), { deadline: 1_800_000_000 });
  // @ts-expect-error no such way to resume
  await client.chat.completions.stream(saying("x"), { resume: "always" });
}

function narrowed(event: ResponseEvent): void {
  switch (event.type) {
    case "response.output_text.delta":
      holds<Same<typeof event, OutputTextDelta>>();
      holds<Same<typeof event.delta, string>>();
      return;
    case "response.completed":
      holds<Same<typeof event.response.status, Response["status"]>>();
      return;
    case "error":
      holds<Same<typeof event.message, string>>();
      return;
    case "unknown":
      holds<Same<typeof event, UnknownResponseEvent>>();
      return;
    default:
      holds<Same<typeof event.sequence_number, number | undefined>>();
  }
}

test("no public type is any", () => {
  const folder = new URL("dist/", package_);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.d\.m?ts$/.test(file));
  assert.ok(files.length > 20);
  for (const file of files) {
    const code = readFileSync(new URL(file, folder), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(code, /\bany\b/, file);
  }
});

test("the package, its addon and the workspace have one version", () => {
  const read = (file: string) => readFileSync(fileURLToPath(new URL(file, package_)), "utf8");
  assert.equal(JSON.parse(read("package.json")).version, version);
  assert.match(read("../../Cargo.toml"), new RegExp(`\\[workspace.package\\]\nversion = "${version}"`));
});
