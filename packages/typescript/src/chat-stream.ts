/** A streamed chat answer. */

import { AnswerStream, type Snapshot } from "./answer-stream.js";
import { ChatCompletion, ChatCompletionChunk } from "./chat-completion.js";
import type { ChatCompletionBody } from "./chat-types.js";
import type { Meta, Usage } from "./meta.js";
import type { ToolCall } from "./tool-call.js";

interface ChatSnapshot extends Snapshot {
  readonly completion: ChatCompletionBody;
}

/**
 * A streamed chat answer, read once: by `for await`, by `toReadableStream()` or by `final()`. Leaving the loop early, by
 * `break` or an exception, ends the request.
 *
 * @example
 * const stream = await client.chat.completions.stream({ model, messages });
 * for await (const chunk of stream) process.stdout.write(chunk.content ?? "");
 * console.log(stream.usage?.totalTokens);
 */
export class ChatCompletionStream extends AnswerStream<ChatCompletionChunk, ChatCompletion> {
  /** All text that has arrived. */
  get content(): string | undefined {
    return this.answer.content;
  }

  /** All reasoning that has arrived. */
  get reasoning(): string | undefined {
    return this.answer.reasoning;
  }

  /** The tool calls as far as they have arrived; complete once the stream has ended. */
  get toolCalls(): readonly ToolCall[] {
    return this.answer.toolCalls;
  }

  /** @internal */
  protected override toEvent(text: string): ChatCompletionChunk {
    return new ChatCompletionChunk(text);
  }

  /** @internal */
  protected override toAnswer({ completion }: ChatSnapshot, usage: Usage | undefined, meta: Meta): ChatCompletion {
    return new ChatCompletion(completion, usage, meta);
  }
}
