/** The Responses API on the wire: what is sent, and what comes back. Names are the wire's own, as in OpenAI's API. */

import type { Open } from "./open.js";
import type { Schema } from "./schema.js";

/** A piece of an item's content. Images must be `data:` URIs. */
export interface ResponseContentPart {
  type: Open<
    "input_text" | "input_image" | "input_file" | "output_text" | "refusal" | "reasoning_text" | "summary_text"
  >;
  text?: string | undefined;
  refusal?: string | undefined;
  image_url?: string | undefined;
  detail?: Open<"auto" | "low" | "high"> | undefined;
  file_id?: string | undefined;
  filename?: string | undefined;
  file_data?: string | undefined;
  [field: string]: unknown;
}

/** An item of the input: a message, or what a tool gave. An item of an answer's `output` can be sent back as it is. */
export interface ResponseInputItem {
  /** `message` where it is left out. */
  type?: Open<"message" | "function_call_output" | "custom_tool_call_output" | "item_reference"> | undefined;
  role?: Open<"system" | "developer" | "user" | "assistant"> | undefined;
  content?: string | readonly ResponseContentPart[] | null | undefined;
  id?: string | undefined;
  /** The call that a tool's output answers: `id` of a ToolCall. */
  call_id?: string | undefined;
  output?: unknown;
  [field: string]: unknown;
}

/** A function that the model may call. */
export interface ResponseFunctionTool {
  type: "function";
  name: string;
  description?: string | undefined;
  parameters?: Readonly<Record<string, unknown>> | null | undefined;
  strict?: boolean | null | undefined;
}

/** A tool whose input is the model's free text. */
export interface ResponseCustomTool {
  type: "custom";
  name: string;
  description?: string | undefined;
  format?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool that the server runs, with its own settings. */
export interface ResponseHostedTool {
  type:
    | "web_search"
    | "web_search_preview"
    | "file_search"
    | "code_interpreter"
    | "image_generation"
    | "mcp"
    | "shell"
    | "local_shell"
    | "apply_patch";
  [setting: string]: unknown;
}

export type ResponseTool = ResponseFunctionTool | ResponseCustomTool | ResponseHostedTool;

export type ResponseToolChoice =
  | Open<"none" | "auto" | "required">
  | { type: "function" | "custom"; name: string }
  | { type: "allowed_tools"; mode: Open<"auto" | "required">; tools: readonly Readonly<Record<string, unknown>>[] }
  | { type: ResponseHostedTool["type"]; [setting: string]: unknown };

/** The form that the text is to have. */
export type ResponseTextFormat =
  | { type: "text" }
  | { type: "json_object" }
  | {
      type: "json_schema";
      name: string;
      schema: Readonly<Record<string, unknown>>;
      strict?: boolean;
      description?: string;
    };

/** A request of the Responses API. Fields that it does not have go through the option `extraBody`. */
export interface ResponseRequest {
  model: string;
  input?: string | readonly ResponseInputItem[] | undefined;
  /** A system message in front of the input. */
  instructions?: string | null | undefined;
  /** Continues a stored response. Binds the request to the gateway that stored it, as do the next three. */
  previous_response_id?: string | null | undefined;
  conversation?: string | { id: string } | null | undefined;
  /** Whether the server keeps the response. */
  store?: boolean | null | undefined;
  /** Runs detached from the request; not over a WebSocket. */
  background?: boolean | null | undefined;
  tools?: readonly ResponseTool[] | undefined;
  tool_choice?: ResponseToolChoice | undefined;
  parallel_tool_calls?: boolean | null | undefined;
  text?: { format?: ResponseTextFormat; verbosity?: Open<"low" | "medium" | "high"> } | undefined;
  reasoning?:
    | { effort?: Open<"minimal" | "low" | "medium" | "high">; summary?: Open<"auto" | "concise" | "detailed"> }
    | null
    | undefined;
  /** Reasoning included. Above 0. */
  max_output_tokens?: number | null | undefined;
  /** 0 to 2. */
  temperature?: number | null | undefined;
  /** Above 0, up to 1. */
  top_p?: number | null | undefined;
  truncation?: Open<"auto" | "disabled"> | null | undefined;
  /** What to send besides: `reasoning.encrypted_content`, … */
  include?: readonly string[] | null | undefined;
  metadata?: Readonly<Record<string, string>> | null | undefined;
  /** Whom the request is made for. */
  user?: string | undefined;
}

/** A request of the Responses API whose text is to fit a schema. If it offers tools, the model may ask for these first. */
export interface ResponseParseRequest<S extends Schema> extends Omit<ResponseRequest, "text"> {
  text: { format: S; verbosity?: Open<"low" | "medium" | "high"> };
}

/** An item of an answer. It can be sent back as it is, as an item of the input. */
export interface ResponseOutputItem {
  type: Open<"message" | "reasoning" | "function_call" | "custom_tool_call">;
  id?: string;
  status?: string;
  role?: "assistant";
  /** Of a message or of reasoning. */
  content?: ResponseContentPart[] | null;
  /** Of reasoning. */
  summary?: ResponseContentPart[];
  /** Of a tool call: what its output names. */
  call_id?: string;
  name?: string;
  /** Of a function call: the model's own text, whether or not it is JSON. */
  arguments?: string;
  /** Of a custom tool call. */
  input?: string;
  [field: string]: unknown;
}

/** The body of a response as it was received; integers beyond a double's reach are bigints. */
export interface ResponseBody {
  id?: string;
  object?: string;
  created_at?: number;
  model?: string;
  status?: ResponseStatus;
  output?: ResponseOutputItem[];
  error?: ResponseFailure | null;
  incomplete_details?: ResponseIncompleteDetails | null;
  previous_response_id?: string | null;
  [field: string]: unknown;
}

export type ResponseStatus = Open<"completed" | "incomplete" | "failed" | "cancelled" | "queued" | "in_progress">;

/** Why a response failed, in the server's words. */
export interface ResponseFailure {
  code?: string | null;
  message?: string | null;
  [field: string]: unknown;
}

/** Why a response is incomplete. */
export interface ResponseIncompleteDetails {
  reason?: Open<"max_output_tokens" | "content_filter">;
  [field: string]: unknown;
}
