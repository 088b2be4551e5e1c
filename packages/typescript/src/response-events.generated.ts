// @generated from core/contract/response_events.json by `./dev generate`. Do not edit.

/** The events of a Responses stream. A field that the server left out is empty, or absent where it may be unset. */

import type { JsonObject, ResponseEventBase } from "./response-event.js";
import type { ResponseBody, ResponseContentPart, ResponseOutputItem } from "./response-types.js";

/** `response.created`: the server has accepted the request. */
export interface ResponseCreated extends ResponseEventBase {
  readonly type: "response.created";
  /** The response as far as it has come. */
  readonly response: ResponseBody;
}

/** `response.queued`: the request waits for its turn. */
export interface ResponseQueued extends ResponseEventBase {
  readonly type: "response.queued";
  /** The response as far as it has come. */
  readonly response: ResponseBody;
}

/** `response.in_progress`: the model has begun. */
export interface ResponseInProgress extends ResponseEventBase {
  readonly type: "response.in_progress";
  /** The response as far as it has come. */
  readonly response: ResponseBody;
}

/** `response.completed`: the answer is complete, and its usage is known. */
export interface ResponseCompleted extends ResponseEventBase {
  readonly type: "response.completed";
  /** The response as far as it has come. */
  readonly response: ResponseBody;
}

/** `response.incomplete`: the answer ended early: `incomplete_details` of the response says why. */
export interface ResponseIncomplete extends ResponseEventBase {
  readonly type: "response.incomplete";
  /** The response as far as it has come. */
  readonly response: ResponseBody;
}

/** `response.failed`: the response failed: its `error` says why. */
export interface ResponseFailed extends ResponseEventBase {
  readonly type: "response.failed";
  /** The response as far as it has come. */
  readonly response: ResponseBody;
}

/** `error`: the stream failed. */
export interface ErrorEvent extends ResponseEventBase {
  readonly type: "error";
  /** The server's own code of the error. */
  readonly code?: string | undefined;
  /** What went wrong, in the server's words. */
  readonly message: string;
  /** The parameter of the request that was at fault. */
  readonly param?: string | undefined;
  /** The HTTP status that the error stands for. */
  readonly status?: number | undefined;
  /** The error as an object, as servers send it over a WebSocket. */
  readonly error?: JsonObject | undefined;
}

/** `response.output_item.added`: a new item of the output begins. */
export interface OutputItemAdded extends ResponseEventBase {
  readonly type: "response.output_item.added";
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** The output item: a message, a reasoning, or a call of a tool. */
  readonly item: ResponseOutputItem;
}

/** `response.output_item.done`: an item of the output is complete. */
export interface OutputItemDone extends ResponseEventBase {
  readonly type: "response.output_item.done";
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** The output item: a message, a reasoning, or a call of a tool. */
  readonly item: ResponseOutputItem;
}

/** `response.content_part.added`: a content part begins; usually it is still empty. */
export interface ContentPartAdded extends ResponseEventBase {
  readonly type: "response.content_part.added";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** The content part. */
  readonly part: ResponseContentPart;
}

/** `response.content_part.done`: a content part is complete. */
export interface ContentPartDone extends ResponseEventBase {
  readonly type: "response.content_part.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** The content part. */
  readonly part: ResponseContentPart;
}

/** `response.output_text.delta`: more of the text. */
export interface OutputTextDelta extends ResponseEventBase {
  readonly type: "response.output_text.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** What is new. */
  readonly delta: string;
  /** Log probabilities, if they were asked for. */
  readonly logprobs?: readonly unknown[] | undefined;
}

/** `response.output_text.done`: the text of a content part is complete. */
export interface OutputTextDone extends ResponseEventBase {
  readonly type: "response.output_text.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** The text, whole. */
  readonly text: string;
  /** Log probabilities, if they were asked for. */
  readonly logprobs?: readonly unknown[] | undefined;
}

/** `response.output_text.annotation.added`: an annotation was added to the text. */
export interface OutputTextAnnotationAdded extends ResponseEventBase {
  readonly type: "response.output_text.annotation.added";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** Which annotation of the content part it is, from 0. */
  readonly annotation_index: number;
  /** The annotation: a citation of a page or a file, or the path of a file that was made. */
  readonly annotation: JsonObject;
}

/** `response.refusal.delta`: more of a refusal. */
export interface RefusalDelta extends ResponseEventBase {
  readonly type: "response.refusal.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.refusal.done`: a refusal is complete. */
export interface RefusalDone extends ResponseEventBase {
  readonly type: "response.refusal.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** Why the model declines, whole. */
  readonly refusal: string;
}

/** `response.function_call_arguments.delta`: more of a function call's arguments. */
export interface FunctionCallArgumentsDelta extends ResponseEventBase {
  readonly type: "response.function_call_arguments.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.function_call_arguments.done`: a function call's arguments are complete. */
export interface FunctionCallArgumentsDone extends ResponseEventBase {
  readonly type: "response.function_call_arguments.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** The function that is called. */
  readonly name?: string | undefined;
  /** The arguments as the model wrote them: usually JSON, never checked here. */
  readonly arguments: string;
}

/** `response.custom_tool_call_input.delta`: more of a custom tool call's input. */
export interface CustomToolCallInputDelta extends ResponseEventBase {
  readonly type: "response.custom_tool_call_input.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.custom_tool_call_input.done`: a custom tool call's input is complete. */
export interface CustomToolCallInputDone extends ResponseEventBase {
  readonly type: "response.custom_tool_call_input.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** The input as the model wrote it. */
  readonly input: string;
}

/** `response.reasoning_text.delta`: more of the reasoning. */
export interface ReasoningTextDelta extends ResponseEventBase {
  readonly type: "response.reasoning_text.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.reasoning_text.done`: the reasoning of a content part is complete. */
export interface ReasoningTextDone extends ResponseEventBase {
  readonly type: "response.reasoning_text.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which content part of the item it is, from 0. */
  readonly content_index: number;
  /** The text, whole. */
  readonly text: string;
}

/** `response.reasoning_summary_part.added`: a part of the reasoning's summary begins; usually it is still empty. */
export interface ReasoningSummaryPartAdded extends ResponseEventBase {
  readonly type: "response.reasoning_summary_part.added";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which part of the summary it is, from 0. */
  readonly summary_index: number;
  /** The content part. */
  readonly part: ResponseContentPart;
}

/** `response.reasoning_summary_part.done`: a part of the reasoning's summary is complete. */
export interface ReasoningSummaryPartDone extends ResponseEventBase {
  readonly type: "response.reasoning_summary_part.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which part of the summary it is, from 0. */
  readonly summary_index: number;
  /** The content part. */
  readonly part: ResponseContentPart;
  /** `incomplete` where the part was cut short. */
  readonly status?: string | undefined;
}

/** `response.reasoning_summary_text.delta`: more of the reasoning's summary. */
export interface ReasoningSummaryTextDelta extends ResponseEventBase {
  readonly type: "response.reasoning_summary_text.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which part of the summary it is, from 0. */
  readonly summary_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.reasoning_summary_text.done`: the text of a part of the reasoning's summary is complete. */
export interface ReasoningSummaryTextDone extends ResponseEventBase {
  readonly type: "response.reasoning_summary_text.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which part of the summary it is, from 0. */
  readonly summary_index: number;
  /** The text, whole. */
  readonly text: string;
}

/** `response.audio.delta`: more of the audio, in Base64. */
export interface AudioDelta extends ResponseEventBase {
  readonly type: "response.audio.delta";
  /** What is new. */
  readonly delta: string;
}

/** `response.audio.done`: the audio is complete. */
export interface AudioDone extends ResponseEventBase {
  readonly type: "response.audio.done";
}

/** `response.audio.transcript.delta`: more of what is said in the audio. */
export interface AudioTranscriptDelta extends ResponseEventBase {
  readonly type: "response.audio.transcript.delta";
  /** What is new. */
  readonly delta: string;
}

/** `response.audio.transcript.done`: the transcript of the audio is complete. */
export interface AudioTranscriptDone extends ResponseEventBase {
  readonly type: "response.audio.transcript.done";
}

/** `response.code_interpreter_call.in_progress`: a code interpreter call has begun. */
export interface CodeInterpreterCallInProgress extends ResponseEventBase {
  readonly type: "response.code_interpreter_call.in_progress";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.code_interpreter_call.interpreting`: the code interpreter runs the code. */
export interface CodeInterpreterCallInterpreting extends ResponseEventBase {
  readonly type: "response.code_interpreter_call.interpreting";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.code_interpreter_call.completed`: a code interpreter call is over. */
export interface CodeInterpreterCallCompleted extends ResponseEventBase {
  readonly type: "response.code_interpreter_call.completed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.code_interpreter_call_code.delta`: more of the code that the code interpreter is to run. */
export interface CodeInterpreterCallCodeDelta extends ResponseEventBase {
  readonly type: "response.code_interpreter_call_code.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.code_interpreter_call_code.done`: the code that the code interpreter is to run is complete. */
export interface CodeInterpreterCallCodeDone extends ResponseEventBase {
  readonly type: "response.code_interpreter_call_code.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** The program, whole. */
  readonly code: string;
}

/** `response.file_search_call.in_progress`: a file search has begun. */
export interface FileSearchCallInProgress extends ResponseEventBase {
  readonly type: "response.file_search_call.in_progress";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.file_search_call.searching`: a file search is searching. */
export interface FileSearchCallSearching extends ResponseEventBase {
  readonly type: "response.file_search_call.searching";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.file_search_call.completed`: a file search is over. */
export interface FileSearchCallCompleted extends ResponseEventBase {
  readonly type: "response.file_search_call.completed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.web_search_call.in_progress`: a web search has begun. */
export interface WebSearchCallInProgress extends ResponseEventBase {
  readonly type: "response.web_search_call.in_progress";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.web_search_call.searching`: a web search is searching. */
export interface WebSearchCallSearching extends ResponseEventBase {
  readonly type: "response.web_search_call.searching";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.web_search_call.completed`: a web search is over. */
export interface WebSearchCallCompleted extends ResponseEventBase {
  readonly type: "response.web_search_call.completed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.image_generation_call.in_progress`: an image generation has begun. */
export interface ImageGenerationCallInProgress extends ResponseEventBase {
  readonly type: "response.image_generation_call.in_progress";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.image_generation_call.generating`: an image is being generated. */
export interface ImageGenerationCallGenerating extends ResponseEventBase {
  readonly type: "response.image_generation_call.generating";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.image_generation_call.partial_image`: a preview of the image that is being generated. */
export interface ImageGenerationCallPartialImage extends ResponseEventBase {
  readonly type: "response.image_generation_call.partial_image";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which preview it is, from 0. */
  readonly partial_image_index: number;
  /** The image so far, in Base64. */
  readonly partial_image_b64: string;
  /** The background of the image: `transparent` or `opaque`. */
  readonly background?: string | undefined;
  /** The format of the image: `png`, `webp` or `jpeg`. */
  readonly output_format?: string | undefined;
  /** The quality of the image: `low`, `medium` or `high`. */
  readonly quality?: string | undefined;
  /** The size of the image, such as `1024x1024`. */
  readonly size?: string | undefined;
}

/** `response.image_generation_call.completed`: an image generation is over; its item carries the image. */
export interface ImageGenerationCallCompleted extends ResponseEventBase {
  readonly type: "response.image_generation_call.completed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.mcp_call.in_progress`: a call of an MCP tool has begun. */
export interface McpCallInProgress extends ResponseEventBase {
  readonly type: "response.mcp_call.in_progress";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.mcp_call.completed`: a call of an MCP tool is over. */
export interface McpCallCompleted extends ResponseEventBase {
  readonly type: "response.mcp_call.completed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.mcp_call.failed`: a call of an MCP tool failed. */
export interface McpCallFailed extends ResponseEventBase {
  readonly type: "response.mcp_call.failed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.mcp_call_arguments.delta`: more of an MCP tool call's arguments. */
export interface McpCallArgumentsDelta extends ResponseEventBase {
  readonly type: "response.mcp_call_arguments.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.mcp_call_arguments.done`: an MCP tool call's arguments are complete. */
export interface McpCallArgumentsDone extends ResponseEventBase {
  readonly type: "response.mcp_call_arguments.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** The arguments as the model wrote them: usually JSON, never checked here. */
  readonly arguments: string;
}

/** `response.mcp_list_tools.in_progress`: the tools of an MCP server are being listed. */
export interface McpListToolsInProgress extends ResponseEventBase {
  readonly type: "response.mcp_list_tools.in_progress";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.mcp_list_tools.completed`: the tools of an MCP server were listed. */
export interface McpListToolsCompleted extends ResponseEventBase {
  readonly type: "response.mcp_list_tools.completed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.mcp_list_tools.failed`: the tools of an MCP server could not be listed. */
export interface McpListToolsFailed extends ResponseEventBase {
  readonly type: "response.mcp_list_tools.failed";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
}

/** `response.shell_call_command.added`: a command of a shell call begins. */
export interface ShellCallCommandAdded extends ResponseEventBase {
  readonly type: "response.shell_call_command.added";
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which command of the call it is, from 0. */
  readonly command_index: number;
  /** The command line. */
  readonly command: string;
}

/** `response.shell_call_command.delta`: more of a shell call's command. */
export interface ShellCallCommandDelta extends ResponseEventBase {
  readonly type: "response.shell_call_command.delta";
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which command of the call it is, from 0. */
  readonly command_index: number;
  /** What is new. */
  readonly delta: string;
}

/** `response.shell_call_command.done`: a shell call's command is complete. */
export interface ShellCallCommandDone extends ResponseEventBase {
  readonly type: "response.shell_call_command.done";
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which command of the call it is, from 0. */
  readonly command_index: number;
  /** The command line. */
  readonly command: string;
}

/** `response.shell_call_output_content.delta`: more of what a shell call's command wrote, by `stdout` and `stderr`. */
export interface ShellCallOutputContentDelta extends ResponseEventBase {
  readonly type: "response.shell_call_output_content.delta";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which command of the call it is, from 0. */
  readonly command_index: number;
  /** What is new. */
  readonly delta: JsonObject;
}

/** `response.shell_call_output_content.done`: what a shell call's command wrote is complete. */
export interface ShellCallOutputContentDone extends ResponseEventBase {
  readonly type: "response.shell_call_output_content.done";
  /** The output item it belongs to. */
  readonly item_id: string;
  /** Which item of the output it is, from 0. */
  readonly output_index: number;
  /** Which command of the call it is, from 0. */
  readonly command_index: number;
  /** What each command wrote and how it ended. */
  readonly output: readonly unknown[];
}

/** An event of a type that the contract has. */
export type KnownResponseEvent =
  | ResponseCreated
  | ResponseQueued
  | ResponseInProgress
  | ResponseCompleted
  | ResponseIncomplete
  | ResponseFailed
  | ErrorEvent
  | OutputItemAdded
  | OutputItemDone
  | ContentPartAdded
  | ContentPartDone
  | OutputTextDelta
  | OutputTextDone
  | OutputTextAnnotationAdded
  | RefusalDelta
  | RefusalDone
  | FunctionCallArgumentsDelta
  | FunctionCallArgumentsDone
  | CustomToolCallInputDelta
  | CustomToolCallInputDone
  | ReasoningTextDelta
  | ReasoningTextDone
  | ReasoningSummaryPartAdded
  | ReasoningSummaryPartDone
  | ReasoningSummaryTextDelta
  | ReasoningSummaryTextDone
  | AudioDelta
  | AudioDone
  | AudioTranscriptDelta
  | AudioTranscriptDone
  | CodeInterpreterCallInProgress
  | CodeInterpreterCallInterpreting
  | CodeInterpreterCallCompleted
  | CodeInterpreterCallCodeDelta
  | CodeInterpreterCallCodeDone
  | FileSearchCallInProgress
  | FileSearchCallSearching
  | FileSearchCallCompleted
  | WebSearchCallInProgress
  | WebSearchCallSearching
  | WebSearchCallCompleted
  | ImageGenerationCallInProgress
  | ImageGenerationCallGenerating
  | ImageGenerationCallPartialImage
  | ImageGenerationCallCompleted
  | McpCallInProgress
  | McpCallCompleted
  | McpCallFailed
  | McpCallArgumentsDelta
  | McpCallArgumentsDone
  | McpListToolsInProgress
  | McpListToolsCompleted
  | McpListToolsFailed
  | ShellCallCommandAdded
  | ShellCallCommandDelta
  | ShellCallCommandDone
  | ShellCallOutputContentDelta
  | ShellCallOutputContentDone;
