/** A response of the Responses API, once it is whole. */

import type { AnswerFacts, Meta, Usage } from "./meta.js";
import type {
  ResponseBody,
  ResponseFailure,
  ResponseIncompleteDetails,
  ResponseOutputItem,
  ResponseStatus,
} from "./response-types.js";
import { ToolCall, type ToolCallJson } from "./tool-call.js";

/** What a response says, put together by the core. @internal */
export interface AnswerJson {
  readonly content: string | null | undefined;
  readonly reasoning: string | null | undefined;
  readonly refusal: string | null | undefined;
  readonly tool_calls: readonly ToolCallJson[];
}

/** A response. Its text, reasoning, refusal and tool calls are those of all its items; `output` and `raw` are the wire's own. */
export class Response {
  /** The body as received, unknown fields included. */
  readonly raw: ResponseBody;
  readonly usage: Usage | undefined;
  readonly meta: Meta;
  /** All text; undefined where there is none, as with tool calls. */
  readonly outputText: string | undefined;
  /** What the model thought, or its summaries, from servers that show it. */
  readonly reasoning: string | undefined;
  /** What the model said when it declined. */
  readonly refusal: string | undefined;
  /** How the model declined: `refusal`, `content_filter` or a code of the server's own; undefined if it did not. */
  readonly refusalCode: string | undefined;
  /** Calls of functions and custom tools. The `id` of each is its `call_id`, which its output must name. */
  readonly toolCalls: readonly ToolCall[];

  /** @internal */
  constructor(raw: ResponseBody, answer: AnswerJson | undefined, { usage, meta, refusalCode }: AnswerFacts) {
    this.raw = raw;
    this.usage = usage;
    this.meta = meta;
    this.outputText = answer?.content ?? undefined;
    this.reasoning = answer?.reasoning ?? undefined;
    this.refusal = answer?.refusal ?? undefined;
    this.refusalCode = refusalCode;
    this.toolCalls = (answer?.tool_calls ?? []).map((call) => new ToolCall(call));
  }

  get id(): string | undefined {
    return this.raw.id;
  }

  /** `completed`, `incomplete`, `failed`, … */
  get status(): ResponseStatus | undefined {
    return this.raw.status;
  }

  get model(): string | undefined {
    return this.raw.model;
  }

  /** The items, which can be sent back as input. */
  get output(): readonly ResponseOutputItem[] {
    return this.raw.output ?? [];
  }

  /** Why an incomplete response ends where it does. */
  get incompleteDetails(): ResponseIncompleteDetails | undefined {
    return this.raw.incomplete_details ?? undefined;
  }

  /** Why a failed response failed. */
  get error(): ResponseFailure | undefined {
    return this.raw.error ?? undefined;
  }
}

/** A response by a schema. */
export class ParsedResponse<T> extends Response {
  /** What the model wrote, as the schema has it; undefined if the model calls a tool instead. */
  readonly parsed: T;

  /** @internal */
  constructor(response: Response, parsed: T) {
    const { raw, outputText: content, reasoning, refusal, toolCalls: tool_calls } = response;
    super(raw, { content, reasoning, refusal, tool_calls }, response);
    this.parsed = parsed;
  }
}
