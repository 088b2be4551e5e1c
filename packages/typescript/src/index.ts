/** Axonium for TypeScript: see the README. */

export { ChatCompletion, ChatCompletionChunk, ParsedChatCompletion } from "./chat-completion.js";
export { ChatCompletionStream, ParsedChatCompletionStream } from "./chat-stream.js";
export type * from "./chat-types.js";
export type { Circuit } from "./circuits.js";
export { Axonium } from "./client.js";
export * from "./errors.generated.js";
export {
  AxoniumError,
  type AxoniumErrorOptions,
  type ErrorDetails,
  type MalformedOutput,
  type Reason,
  type TimeoutPhase,
} from "./errors.js";
export type { FailureJson } from "./failure-json.js";
export { deriveKey, RunKeys } from "./keys.js";
export type { Attempt, Meta, RateLimit, Refusal, Usage } from "./meta.js";
export type { DecisionNotice, Hooks, Logger, RequestNotice, ResponseNotice, WaitNotice } from "./notices.js";
export type * from "./options.js";
export { Chat, ChatCompletions } from "./resources/chat.js";
export { type Model, ModelList, Models } from "./resources/models.js";
export { Responses } from "./resources/responses.js";
export { Token, type TokenInfo } from "./resources/token.js";
export { type UsageRecord, UsageRecords } from "./resources/usage.js";
export { ParsedResponse, Response } from "./response.js";
export { ResponseConnection } from "./response-connection.js";
export {
  decodeResponseEvent,
  type JsonObject,
  type ResponseEvent,
  type ResponseEventBase,
  type UnknownResponseEvent,
} from "./response-event.js";
export type * from "./response-events.generated.js";
export { ParsedResponseStream, ResponseStream } from "./response-stream.js";
export type * from "./response-types.js";
export type * from "./schema.js";
export { ToolCall } from "./tool-call.js";
export { version } from "./version.js";
