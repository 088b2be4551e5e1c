/** A finished chat answer, and one piece of a streamed one. */

import type {
  AnswerMessage,
  ChatCompletionBody,
  ChatCompletionChunkBody,
  Choice,
  ChunkChoice,
  Delta,
} from "./chat-types.js";
import { decode } from "./json.js";
import type { AnswerFacts, Meta, Usage } from "./meta.js";
import { ToolCall } from "./tool-call.js";

/** A chat answer. The accessors read the first choice; `choices` and `raw` are the wire's own. */
export class ChatCompletion {
  /** The body as received, unknown fields included. */
  readonly raw: ChatCompletionBody;
  readonly usage: Usage | undefined;
  readonly meta: Meta;
  readonly toolCalls: readonly ToolCall[];
  /** How the model declined: `refusal`, `content_filter` or a code of the server's own; undefined if it did not. */
  readonly refusalCode: string | undefined;

  /** @internal */
  constructor(raw: ChatCompletionBody, { usage, meta, refusalCode }: AnswerFacts) {
    this.raw = raw;
    this.usage = usage;
    this.meta = meta;
    this.refusalCode = refusalCode;
    this.toolCalls = (this.#message?.tool_calls ?? []).map((call) => new ToolCall(call));
  }

  get id(): string | undefined {
    return this.raw.id;
  }

  get model(): string | undefined {
    return this.raw.model;
  }

  get choices(): readonly Choice[] {
    return this.raw.choices ?? [];
  }

  /** The text; undefined where there is none, as with tool calls. */
  get content(): string | undefined {
    return this.#message?.content ?? undefined;
  }

  /** What the model thought, from servers that show it apart from the text. */
  get reasoning(): string | undefined {
    return reasoningOf(this.#message);
  }

  /** What the model said when it declined. */
  get refusal(): string | undefined {
    return this.#message?.refusal ?? undefined;
  }

  /** `stop`, `length`, `tool_calls`, `content_filter`, … */
  get finishReason(): string | undefined {
    return this.choices[0]?.finish_reason ?? undefined;
  }

  get #message(): AnswerMessage | undefined {
    return this.choices[0]?.message;
  }
}

/** A chat answer by a schema. */
export class ParsedChatCompletion<T> extends ChatCompletion {
  /** What the model wrote, as the schema has it; undefined if the model calls a tool instead. */
  readonly parsed: T;

  /** @internal */
  constructor(completion: ChatCompletion, parsed: T) {
    super(completion.raw, completion);
    this.parsed = parsed;
  }
}

/** One piece of a streamed answer. The accessors read the first choice's delta. */
export class ChatCompletionChunk {
  /** The event's data as received. */
  readonly raw: ChatCompletionChunkBody;

  /** @internal */
  constructor(text: string) {
    this.raw = decode(text) as ChatCompletionChunkBody;
  }

  get choices(): readonly ChunkChoice[] {
    return this.raw.choices ?? [];
  }

  /** The text that this piece adds. */
  get content(): string | undefined {
    return this.#delta?.content ?? undefined;
  }

  get reasoning(): string | undefined {
    return reasoningOf(this.#delta);
  }

  get refusal(): string | undefined {
    return this.#delta?.refusal ?? undefined;
  }

  get finishReason(): string | undefined {
    return this.choices[0]?.finish_reason ?? undefined;
  }

  get #delta(): Delta | undefined {
    return this.choices[0]?.delta;
  }
}

function reasoningOf(part: AnswerMessage | Delta | undefined): string | undefined {
  return part?.reasoning_content ?? part?.reasoning ?? undefined;
}
