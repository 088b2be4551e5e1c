/** A streamed response. */

import { AnswerStream, type Snapshot } from "./answer-stream.js";
import type { Meta, Usage } from "./meta.js";
import { type AnswerJson, Response } from "./response.js";
import { decodeResponseEvent, type ResponseEvent } from "./response-event.js";
import type { ResponseBody } from "./response-types.js";
import type { ToolCall } from "./tool-call.js";

interface ResponseSnapshot extends Snapshot {
  readonly response: ResponseBody;
  readonly answer: AnswerJson;
}

/**
 * A streamed response, read once: by `for await`, by `toReadableStream()` or by `final()`. Leaving the loop early, by
 * `break` or an exception, ends the request.
 *
 * @example
 * const stream = await client.responses.stream({ model, input: "hi" }, { transport: "websocket" });
 * for await (const event of stream) if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
 * console.log(stream.usage?.totalTokens);
 */
export class ResponseStream extends AnswerStream<ResponseEvent, Response> {
  /** All text that has arrived. */
  get outputText(): string | undefined {
    return this.answer.outputText;
  }

  /** All reasoning that has arrived, or its summaries. */
  get reasoning(): string | undefined {
    return this.answer.reasoning;
  }

  /** What the model said when it declined, as far as it has arrived. */
  get refusal(): string | undefined {
    return this.answer.refusal;
  }

  /** The tool calls as far as they have arrived; complete once the stream has ended. */
  get toolCalls(): readonly ToolCall[] {
    return this.answer.toolCalls;
  }

  /** @internal */
  protected override toEvent(text: string): ResponseEvent {
    return decodeResponseEvent(text);
  }

  /** @internal */
  protected override toAnswer(snapshot: ResponseSnapshot, usage: Usage | undefined, meta: Meta): Response {
    return new Response(snapshot.response, snapshot.answer, usage, meta);
  }
}
