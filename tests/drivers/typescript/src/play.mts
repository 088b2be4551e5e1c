/** Plays one call, and ends it when the job says so. */
import {
  type Axonium,
  type ChatCompletionStream,
  deriveKey,
  ParsedChatCompletionStream,
  ParsedResponseStream,
  type ResponseConnection,
  type ResponseStream,
  RunKeys,
} from "axonium";
import { described } from "./errors.mjs";
import {
  callOptions,
  chatParseRequest,
  chatRequest,
  type JobCall,
  keyedRequest,
  parseOptions,
  responseParseRequest,
  responseRequest,
} from "./settings.mjs";
import {
  brokenResponseValue,
  brokenStreamValue,
  circuitsValue,
  completionValue,
  connectionValue,
  modelsValue,
  responseValue,
  tokenValue,
  usageRecordValue,
} from "./values.mjs";

/** What became of a call. */
export interface Result {
  readonly outcome: "ok" | "stream" | "error" | "stream_error";
  readonly value?: object;
  readonly error?: object;
  readonly chunks?: number;
}

/** The client of a job, and the connection that it keeps between calls. */
export interface Player {
  readonly client: Axonium;
  connection?: ResponseConnection;
}

/** Plays `call` to its end. */
export async function play(player: Player, call: JobCall): Promise<Result> {
  const controller = new AbortController();
  const after = call.options?.cancel_after_ms;
  const timer = typeof after === "number" ? setTimeout(() => controller.abort(), after) : undefined;
  try {
    if (call.op === "chat.completions.stream") return await chatStream(player, call, controller);
    if (call.op === "responses.stream") return await responseStream(player, call, controller);
    return { outcome: "ok", value: await unary(player, call, controller.signal) };
  } catch (error) {
    return { outcome: "error", error: described(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function unary(player: Player, call: JobCall, signal: AbortSignal): Promise<object> {
  const { client } = player;
  const options = callOptions(call, signal);
  switch (call.op) {
    case "chat.completions.create":
      return completionValue(await client.chat.completions.create(chatRequest(call), options));
    case "responses.create":
      return responseValue(await responses(player, call).create(responseRequest(call), options));
    case "chat.completions.parse": {
      const completion = await client.chat.completions.parse(chatParseRequest(call), parseOptions(call, signal));
      return { ...completionValue(completion), parsed: completion.parsed };
    }
    case "responses.parse": {
      const response = await client.responses.parse(responseParseRequest(call), parseOptions(call, signal));
      return { ...responseValue(response), parsed: response.parsed };
    }
    case "responses.connect":
      player.connection = await client.responses.connect(options);
      return connectionValue(player.connection);
    case "responses.disconnect":
      await player.connection?.close();
      return {};
    case "models.list":
      return modelsValue(await client.models.list(options));
    case "models.mine":
      return modelsValue(await client.models.mine(options));
    case "usage.retrieve":
      return usageRecordValue(await client.usage.retrieve(String(call.request?.request_id), options));
    case "token.fetch":
      return tokenValue(await client.token.fetch(options));
    case "circuits":
      return circuitsValue(client.circuits());
    case "keys.derive":
      return { key: deriveKey(call.request?.namespace as string, keyedRequest(call)) };
    case "keys.run":
      return { key: new RunKeys(call.request?.run_id as string).step(call.request?.step as string) };
    default:
      throw new Error(`no such operation: ${call.op}`);
  }
}

/** What the call's responses are asked of: the client, or the connection that it keeps. */
function responses({ client, connection }: Player, call: JobCall): Pick<ResponseConnection, "create" | "stream"> {
  if (!call.options?.connection) return client.responses;
  if (!connection) throw new Error(`${call.op} names the connection, and no responses.connect came before`);
  return connection;
}

async function chatStream({ client }: Player, call: JobCall, controller: AbortController): Promise<Result> {
  const stream = await openChat(client, call, controller.signal);
  let chunks = 0;
  let text = "";
  try {
    for await (const chunk of cancelled(stream, call, controller)) {
      chunks += 1;
      text += chunk.content ?? "";
    }
    const { raw, ...value } = completionValue(await stream.final());
    return { outcome: "stream", value: { ...value, ...(await parsedValue(stream)), text }, chunks };
  } catch (error) {
    const value = { ...brokenStreamValue(stream), parsed_partial: partialValue(stream), text };
    return { outcome: "stream_error", error: described(error), value, chunks };
  }
}

function openChat(client: Axonium, call: JobCall, signal: AbortSignal): Promise<ChatCompletionStream> {
  const { completions } = client.chat;
  if (!call.options?.parse) return completions.stream(chatRequest(call), callOptions(call, signal));
  return completions.stream(chatParseRequest(call), parseOptions(call, signal));
}

async function responseStream(player: Player, call: JobCall, controller: AbortController): Promise<Result> {
  const stream = await openResponse(player, call, controller.signal);
  const events: string[] = [];
  let text = "";
  const seen = () => ({ text, events, saw_output: stream.sawOutput });
  try {
    for await (const event of cancelled(stream, call, controller)) {
      events.push(event.type === "unknown" ? event.event_type : event.type);
      if (event.type === "response.output_text.delta") text += event.delta;
    }
    const { raw, ...value } = responseValue(await stream.final());
    return { outcome: "stream", value: { ...value, ...(await parsedValue(stream)), ...seen() }, chunks: events.length };
  } catch (error) {
    const value = { ...brokenResponseValue(stream), parsed_partial: partialValue(stream), ...seen() };
    return { outcome: "stream_error", error: described(error), value, chunks: events.length };
  }
}

function openResponse(player: Player, call: JobCall, signal: AbortSignal): Promise<ResponseStream> {
  const to = responses(player, call);
  if (!call.options?.parse) return to.stream(responseRequest(call), callOptions(call, signal));
  return to.stream(responseParseRequest(call), parseOptions(call, signal));
}

/** What a stream that has ended was parsed to. */
async function parsedValue(stream: ChatCompletionStream | ResponseStream): Promise<object> {
  if (!isParsed(stream)) return {};
  return { parsed: (await stream.final()).parsed, parsed_partial: stream.parsedPartial };
}

/** What a stream that broke was parsed to so far. */
function partialValue(stream: ChatCompletionStream | ResponseStream): unknown {
  return isParsed(stream) ? stream.parsedPartial : undefined;
}

function isParsed(stream: ChatCompletionStream | ResponseStream) {
  return stream instanceof ParsedChatCompletionStream || stream instanceof ParsedResponseStream;
}

/** The events of `stream`; once as many were read as the job says, the call is cancelled. */
async function* cancelled<Event>(
  stream: AsyncIterable<Event>,
  call: JobCall,
  controller: AbortController,
): AsyncGenerator<Event, void> {
  const last = call.options?.cancel_after_chunks;
  let count = 0;
  for await (const event of stream) {
    yield event;
    count += 1;
    if (count === last) controller.abort();
  }
}
