/** A streamed chat answer. */

import { AnswerStream, type Opened, type Snapshot } from "./answer-stream.js";
import { ChatCompletion, ChatCompletionChunk, ParsedChatCompletion } from "./chat-completion.js";
import type { ChatCompletionBody } from "./chat-types.js";
import type { AnswerFacts } from "./meta.js";
import { typedValue } from "./parse.js";
import type { DeepPartial, Parsed, Schema, Written } from "./schema.js";
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

  /** What the model said when it declined, as far as it has arrived. */
  get refusal(): string | undefined {
    return this.answer.refusal;
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
  protected override toAnswer({ completion }: ChatSnapshot, facts: AnswerFacts): ChatCompletion {
    return new ChatCompletion(completion, facts);
  }
}

/**
 * A streamed chat answer by a schema: `parsedPartial` grows with it, and `final()` gives the whole, validated once.
 *
 * @example
 * const stream = await client.chat.completions.stream({ model, messages, response_format: Order });
 * for await (const _ of stream) show(stream.parsedPartial?.items ?? []);
 * const { parsed } = await stream.final();
 */
export class ParsedChatCompletionStream<S extends Schema, Value = Parsed<S>> extends ChatCompletionStream {
  readonly #schema: S;
  #final: Promise<ParsedChatCompletion<Value>> | undefined;

  /** @internal */
  constructor(opened: Opened, schema: S) {
    super(opened);
    this.#schema = schema;
  }

  /** What the output so far amounts to; not validated, so any part may be missing, cut short or wrong. */
  get parsedPartial(): DeepPartial<Written<S>> | undefined {
    return this.draft as DeepPartial<Written<S>> | undefined;
  }

  /** Reads what is left and gives the whole; throws a MalformedOutputError or a RefusalError if it is not what was asked for. */
  override final(): Promise<ParsedChatCompletion<Value>> {
    this.#final ??= this.#whole();
    return this.#final;
  }

  async #whole(): Promise<ParsedChatCompletion<Value>> {
    const completion = await super.final();
    const value = await typedValue(this.#schema, this.done?.parsed, completion.meta);
    return new ParsedChatCompletion(completion, value as Value);
  }
}
