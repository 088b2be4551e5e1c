/** Chat on the wire: what is sent, and what comes back. Names are the wire's own, as in OpenAI's API. */

import type { Open } from "./open.js";
import type { Schema } from "./schema.js";

/** A piece of a message. Images must be `data:` URIs. */
export type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string; detail?: Open<"auto" | "low" | "high"> } };

/** A message of the conversation. An answer's `choices[0].message` can be sent back as it is. */
export interface ChatMessage {
  role: Open<"system" | "developer" | "user" | "assistant" | "tool">;
  content?: string | ContentPart[] | null | undefined;
  name?: string | undefined;
  tool_calls?: readonly ToolCallParam[] | undefined;
  /** The call that a `tool` message answers. */
  tool_call_id?: string | undefined;
  [field: string]: unknown;
}

/** A tool call as it is sent back. */
export interface ToolCallParam {
  id?: string | undefined;
  type?: string | undefined;
  function: { name?: string | undefined; arguments: string };
}

/** A function that the model may call. */
export interface Tool {
  type: "function";
  function: { name: string; description?: string; parameters?: Readonly<Record<string, unknown>>; strict?: boolean };
}

export type ToolChoice = Open<"none" | "auto" | "required"> | { type: "function"; function: { name: string } };

export type ResponseFormat =
  | { type: "text" }
  | { type: "json_object" }
  | {
      type: "json_schema";
      json_schema: { name: string; schema: Readonly<Record<string, unknown>>; strict?: boolean; description?: string };
    };

/** A chat request. Fields that it does not have go through the option `extraBody`. */
export interface ChatRequest {
  model: string;
  messages: readonly ChatMessage[];
  /** Above 0. */
  max_tokens?: number | undefined;
  /** 0 to 2. */
  temperature?: number | undefined;
  /** Above 0, up to 1. */
  top_p?: number | undefined;
  stop?: string | readonly string[] | undefined;
  tools?: readonly Tool[] | undefined;
  tool_choice?: ToolChoice | undefined;
  response_format?: ResponseFormat | undefined;
  logprobs?: boolean | undefined;
  /** 0 to 20; needs `logprobs`. */
  top_logprobs?: number | undefined;
  /** Fail instead of ignoring a parameter that the backend does not know. */
  require_parameters?: boolean | undefined;
  chat_template_kwargs?: Readonly<Record<string, unknown>> | undefined;
}

/** A chat request whose answer is to fit a schema. If it offers tools, the model may ask for these first. */
export interface ChatParseRequest<S extends Schema> extends Omit<ChatRequest, "response_format"> {
  response_format: S;
}

/** A message of an answer. */
export interface AnswerMessage {
  role: "assistant";
  content?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: ToolCallParam[];
  [field: string]: unknown;
}

export interface Choice {
  index: number;
  message: AnswerMessage;
  finish_reason: string | null;
  logprobs?: unknown;
  [field: string]: unknown;
}

/** The body of an answer as it was received; integers beyond a double's reach are bigints. */
export interface ChatCompletionBody {
  id?: string;
  object?: string;
  created?: number;
  model?: string;
  choices?: Choice[];
  [field: string]: unknown;
}

export interface Delta {
  role?: string;
  content?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: {
    index?: number | null;
    id?: string;
    type?: string;
    function?: { name?: string; arguments?: string };
  }[];
  [field: string]: unknown;
}

export interface ChunkChoice {
  index: number;
  delta?: Delta;
  finish_reason?: string | null;
  [field: string]: unknown;
}

/** The data of one stream event as it was received. */
export interface ChatCompletionChunkBody {
  id?: string;
  object?: string;
  created?: number;
  model?: string;
  choices?: ChunkChoice[];
  [field: string]: unknown;
}
