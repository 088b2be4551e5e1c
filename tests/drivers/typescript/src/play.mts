/** Plays one call, and ends it when the job says so. */
import type { Axonium, ChatCompletionStream } from "axonium";
import { described } from "./errors.mjs";
import { callOptions, chatRequest, type JobCall } from "./settings.mjs";
import { completionValue, modelsValue, streamValue, tokenValue, usageRecordValue } from "./values.mjs";

/** What became of a call. */
export interface Result {
  readonly outcome: "ok" | "stream" | "error" | "stream_error";
  readonly value?: object;
  readonly error?: object;
  readonly chunks?: number;
}

/** Plays `call` to its end. */
export async function play(client: Axonium, call: JobCall): Promise<Result> {
  const controller = new AbortController();
  const after = call.options?.cancel_after_ms;
  const timer = typeof after === "number" ? setTimeout(() => controller.abort(), after) : undefined;
  try {
    if (call.op === "chat.completions.stream") return await stream(client, call, controller);
    return { outcome: "ok", value: await unary(client, call, controller.signal) };
  } catch (error) {
    return { outcome: "error", error: described(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function unary(client: Axonium, call: JobCall, signal: AbortSignal): Promise<object> {
  const options = callOptions(call, signal);
  switch (call.op) {
    case "chat.completions.create":
      return completionValue(await client.chat.completions.create(chatRequest(call), options));
    case "models.list":
      return modelsValue(await client.models.list(options));
    case "models.mine":
      return modelsValue(await client.models.mine(options));
    case "usage.retrieve":
      return usageRecordValue(await client.usage.retrieve(String(call.request?.request_id), options));
    case "token.fetch":
      return tokenValue(await client.token.fetch(options));
    default:
      throw new Error(`no such operation: ${call.op}`);
  }
}

async function stream(client: Axonium, call: JobCall, controller: AbortController): Promise<Result> {
  const last = call.options?.cancel_after_chunks;
  const opened = await client.chat.completions.stream(chatRequest(call), callOptions(call, controller.signal));
  let chunks = 0;
  let text = "";
  const read = async (stream: ChatCompletionStream) => {
    for await (const chunk of stream) {
      chunks += 1;
      text += chunk.content ?? "";
      if (chunks === last) controller.abort();
    }
    return stream.final();
  };
  try {
    const final = await read(opened);
    const { raw, ...value } = completionValue(final);
    return { outcome: "stream", value: { ...value, text }, chunks };
  } catch (error) {
    return { outcome: "stream_error", error: described(error), value: streamValue(opened, text), chunks };
  }
}
