// Generated from core/contract/response_events.json by `./dev generate`. Do not edit.

import Foundation

/// An event of a streamed response.
///
/// ```swift
/// if case .outputTextDelta(let event) = event { print(event.delta, terminator: "") }
/// ```
/// A field that the server left out is empty, or nil where it may be unset.
public enum ResponseEvent: Sendable {
    /// `response.created`
    case responseCreated(ResponseCreated)
    /// `response.queued`
    case responseQueued(ResponseQueued)
    /// `response.in_progress`
    case responseInProgress(ResponseInProgress)
    /// `response.completed`
    case responseCompleted(ResponseCompleted)
    /// `response.incomplete`
    case responseIncomplete(ResponseIncomplete)
    /// `response.failed`
    case responseFailed(ResponseFailed)
    /// `error`
    case errorEvent(ErrorEvent)
    /// `response.output_item.added`
    case outputItemAdded(OutputItemAdded)
    /// `response.output_item.done`
    case outputItemDone(OutputItemDone)
    /// `response.content_part.added`
    case contentPartAdded(ContentPartAdded)
    /// `response.content_part.done`
    case contentPartDone(ContentPartDone)
    /// `response.output_text.delta`
    case outputTextDelta(OutputTextDelta)
    /// `response.output_text.done`
    case outputTextDone(OutputTextDone)
    /// `response.output_text.annotation.added`
    case outputTextAnnotationAdded(OutputTextAnnotationAdded)
    /// `response.refusal.delta`
    case refusalDelta(RefusalDelta)
    /// `response.refusal.done`
    case refusalDone(RefusalDone)
    /// `response.function_call_arguments.delta`
    case functionCallArgumentsDelta(FunctionCallArgumentsDelta)
    /// `response.function_call_arguments.done`
    case functionCallArgumentsDone(FunctionCallArgumentsDone)
    /// `response.custom_tool_call_input.delta`
    case customToolCallInputDelta(CustomToolCallInputDelta)
    /// `response.custom_tool_call_input.done`
    case customToolCallInputDone(CustomToolCallInputDone)
    /// `response.reasoning_text.delta`
    case reasoningTextDelta(ReasoningTextDelta)
    /// `response.reasoning_text.done`
    case reasoningTextDone(ReasoningTextDone)
    /// `response.reasoning_summary_part.added`
    case reasoningSummaryPartAdded(ReasoningSummaryPartAdded)
    /// `response.reasoning_summary_part.done`
    case reasoningSummaryPartDone(ReasoningSummaryPartDone)
    /// `response.reasoning_summary_text.delta`
    case reasoningSummaryTextDelta(ReasoningSummaryTextDelta)
    /// `response.reasoning_summary_text.done`
    case reasoningSummaryTextDone(ReasoningSummaryTextDone)
    /// `response.audio.delta`
    case audioDelta(AudioDelta)
    /// `response.audio.done`
    case audioDone(AudioDone)
    /// `response.audio.transcript.delta`
    case audioTranscriptDelta(AudioTranscriptDelta)
    /// `response.audio.transcript.done`
    case audioTranscriptDone(AudioTranscriptDone)
    /// `response.code_interpreter_call.in_progress`
    case codeInterpreterCallInProgress(CodeInterpreterCallInProgress)
    /// `response.code_interpreter_call.interpreting`
    case codeInterpreterCallInterpreting(CodeInterpreterCallInterpreting)
    /// `response.code_interpreter_call.completed`
    case codeInterpreterCallCompleted(CodeInterpreterCallCompleted)
    /// `response.code_interpreter_call_code.delta`
    case codeInterpreterCallCodeDelta(CodeInterpreterCallCodeDelta)
    /// `response.code_interpreter_call_code.done`
    case codeInterpreterCallCodeDone(CodeInterpreterCallCodeDone)
    /// `response.file_search_call.in_progress`
    case fileSearchCallInProgress(FileSearchCallInProgress)
    /// `response.file_search_call.searching`
    case fileSearchCallSearching(FileSearchCallSearching)
    /// `response.file_search_call.completed`
    case fileSearchCallCompleted(FileSearchCallCompleted)
    /// `response.web_search_call.in_progress`
    case webSearchCallInProgress(WebSearchCallInProgress)
    /// `response.web_search_call.searching`
    case webSearchCallSearching(WebSearchCallSearching)
    /// `response.web_search_call.completed`
    case webSearchCallCompleted(WebSearchCallCompleted)
    /// `response.image_generation_call.in_progress`
    case imageGenerationCallInProgress(ImageGenerationCallInProgress)
    /// `response.image_generation_call.generating`
    case imageGenerationCallGenerating(ImageGenerationCallGenerating)
    /// `response.image_generation_call.partial_image`
    case imageGenerationCallPartialImage(ImageGenerationCallPartialImage)
    /// `response.image_generation_call.completed`
    case imageGenerationCallCompleted(ImageGenerationCallCompleted)
    /// `response.mcp_call.in_progress`
    case mcpCallInProgress(MCPCallInProgress)
    /// `response.mcp_call.completed`
    case mcpCallCompleted(MCPCallCompleted)
    /// `response.mcp_call.failed`
    case mcpCallFailed(MCPCallFailed)
    /// `response.mcp_call_arguments.delta`
    case mcpCallArgumentsDelta(MCPCallArgumentsDelta)
    /// `response.mcp_call_arguments.done`
    case mcpCallArgumentsDone(MCPCallArgumentsDone)
    /// `response.mcp_list_tools.in_progress`
    case mcpListToolsInProgress(MCPListToolsInProgress)
    /// `response.mcp_list_tools.completed`
    case mcpListToolsCompleted(MCPListToolsCompleted)
    /// `response.mcp_list_tools.failed`
    case mcpListToolsFailed(MCPListToolsFailed)
    /// `response.shell_call_command.added`
    case shellCallCommandAdded(ShellCallCommandAdded)
    /// `response.shell_call_command.delta`
    case shellCallCommandDelta(ShellCallCommandDelta)
    /// `response.shell_call_command.done`
    case shellCallCommandDone(ShellCallCommandDone)
    /// `response.shell_call_output_content.delta`
    case shellCallOutputContentDelta(ShellCallOutputContentDelta)
    /// `response.shell_call_output_content.done`
    case shellCallOutputContentDone(ShellCallOutputContentDone)
    /// Any other type, or one whose fields are not what they should be.
    case unknown(UnknownResponseEvent)
}

extension ResponseEvent {
    /// What the server calls it, such as `response.output_text.delta`; empty if it gave no type.
    public var type: String {
        switch self {
        case .responseCreated: "response.created"
        case .responseQueued: "response.queued"
        case .responseInProgress: "response.in_progress"
        case .responseCompleted: "response.completed"
        case .responseIncomplete: "response.incomplete"
        case .responseFailed: "response.failed"
        case .errorEvent: "error"
        case .outputItemAdded: "response.output_item.added"
        case .outputItemDone: "response.output_item.done"
        case .contentPartAdded: "response.content_part.added"
        case .contentPartDone: "response.content_part.done"
        case .outputTextDelta: "response.output_text.delta"
        case .outputTextDone: "response.output_text.done"
        case .outputTextAnnotationAdded: "response.output_text.annotation.added"
        case .refusalDelta: "response.refusal.delta"
        case .refusalDone: "response.refusal.done"
        case .functionCallArgumentsDelta: "response.function_call_arguments.delta"
        case .functionCallArgumentsDone: "response.function_call_arguments.done"
        case .customToolCallInputDelta: "response.custom_tool_call_input.delta"
        case .customToolCallInputDone: "response.custom_tool_call_input.done"
        case .reasoningTextDelta: "response.reasoning_text.delta"
        case .reasoningTextDone: "response.reasoning_text.done"
        case .reasoningSummaryPartAdded: "response.reasoning_summary_part.added"
        case .reasoningSummaryPartDone: "response.reasoning_summary_part.done"
        case .reasoningSummaryTextDelta: "response.reasoning_summary_text.delta"
        case .reasoningSummaryTextDone: "response.reasoning_summary_text.done"
        case .audioDelta: "response.audio.delta"
        case .audioDone: "response.audio.done"
        case .audioTranscriptDelta: "response.audio.transcript.delta"
        case .audioTranscriptDone: "response.audio.transcript.done"
        case .codeInterpreterCallInProgress: "response.code_interpreter_call.in_progress"
        case .codeInterpreterCallInterpreting: "response.code_interpreter_call.interpreting"
        case .codeInterpreterCallCompleted: "response.code_interpreter_call.completed"
        case .codeInterpreterCallCodeDelta: "response.code_interpreter_call_code.delta"
        case .codeInterpreterCallCodeDone: "response.code_interpreter_call_code.done"
        case .fileSearchCallInProgress: "response.file_search_call.in_progress"
        case .fileSearchCallSearching: "response.file_search_call.searching"
        case .fileSearchCallCompleted: "response.file_search_call.completed"
        case .webSearchCallInProgress: "response.web_search_call.in_progress"
        case .webSearchCallSearching: "response.web_search_call.searching"
        case .webSearchCallCompleted: "response.web_search_call.completed"
        case .imageGenerationCallInProgress: "response.image_generation_call.in_progress"
        case .imageGenerationCallGenerating: "response.image_generation_call.generating"
        case .imageGenerationCallPartialImage: "response.image_generation_call.partial_image"
        case .imageGenerationCallCompleted: "response.image_generation_call.completed"
        case .mcpCallInProgress: "response.mcp_call.in_progress"
        case .mcpCallCompleted: "response.mcp_call.completed"
        case .mcpCallFailed: "response.mcp_call.failed"
        case .mcpCallArgumentsDelta: "response.mcp_call_arguments.delta"
        case .mcpCallArgumentsDone: "response.mcp_call_arguments.done"
        case .mcpListToolsInProgress: "response.mcp_list_tools.in_progress"
        case .mcpListToolsCompleted: "response.mcp_list_tools.completed"
        case .mcpListToolsFailed: "response.mcp_list_tools.failed"
        case .shellCallCommandAdded: "response.shell_call_command.added"
        case .shellCallCommandDelta: "response.shell_call_command.delta"
        case .shellCallCommandDone: "response.shell_call_command.done"
        case .shellCallOutputContentDelta: "response.shell_call_output_content.delta"
        case .shellCallOutputContentDone: "response.shell_call_output_content.done"
        case .unknown(let event): event.type
        }
    }

    /// Its number in the stream; nil if the server does not number its events.
    public var sequenceNumber: Int? {
        switch self {
        case .responseCreated(let event): event.sequenceNumber
        case .responseQueued(let event): event.sequenceNumber
        case .responseInProgress(let event): event.sequenceNumber
        case .responseCompleted(let event): event.sequenceNumber
        case .responseIncomplete(let event): event.sequenceNumber
        case .responseFailed(let event): event.sequenceNumber
        case .errorEvent(let event): event.sequenceNumber
        case .outputItemAdded(let event): event.sequenceNumber
        case .outputItemDone(let event): event.sequenceNumber
        case .contentPartAdded(let event): event.sequenceNumber
        case .contentPartDone(let event): event.sequenceNumber
        case .outputTextDelta(let event): event.sequenceNumber
        case .outputTextDone(let event): event.sequenceNumber
        case .outputTextAnnotationAdded(let event): event.sequenceNumber
        case .refusalDelta(let event): event.sequenceNumber
        case .refusalDone(let event): event.sequenceNumber
        case .functionCallArgumentsDelta(let event): event.sequenceNumber
        case .functionCallArgumentsDone(let event): event.sequenceNumber
        case .customToolCallInputDelta(let event): event.sequenceNumber
        case .customToolCallInputDone(let event): event.sequenceNumber
        case .reasoningTextDelta(let event): event.sequenceNumber
        case .reasoningTextDone(let event): event.sequenceNumber
        case .reasoningSummaryPartAdded(let event): event.sequenceNumber
        case .reasoningSummaryPartDone(let event): event.sequenceNumber
        case .reasoningSummaryTextDelta(let event): event.sequenceNumber
        case .reasoningSummaryTextDone(let event): event.sequenceNumber
        case .audioDelta(let event): event.sequenceNumber
        case .audioDone(let event): event.sequenceNumber
        case .audioTranscriptDelta(let event): event.sequenceNumber
        case .audioTranscriptDone(let event): event.sequenceNumber
        case .codeInterpreterCallInProgress(let event): event.sequenceNumber
        case .codeInterpreterCallInterpreting(let event): event.sequenceNumber
        case .codeInterpreterCallCompleted(let event): event.sequenceNumber
        case .codeInterpreterCallCodeDelta(let event): event.sequenceNumber
        case .codeInterpreterCallCodeDone(let event): event.sequenceNumber
        case .fileSearchCallInProgress(let event): event.sequenceNumber
        case .fileSearchCallSearching(let event): event.sequenceNumber
        case .fileSearchCallCompleted(let event): event.sequenceNumber
        case .webSearchCallInProgress(let event): event.sequenceNumber
        case .webSearchCallSearching(let event): event.sequenceNumber
        case .webSearchCallCompleted(let event): event.sequenceNumber
        case .imageGenerationCallInProgress(let event): event.sequenceNumber
        case .imageGenerationCallGenerating(let event): event.sequenceNumber
        case .imageGenerationCallPartialImage(let event): event.sequenceNumber
        case .imageGenerationCallCompleted(let event): event.sequenceNumber
        case .mcpCallInProgress(let event): event.sequenceNumber
        case .mcpCallCompleted(let event): event.sequenceNumber
        case .mcpCallFailed(let event): event.sequenceNumber
        case .mcpCallArgumentsDelta(let event): event.sequenceNumber
        case .mcpCallArgumentsDone(let event): event.sequenceNumber
        case .mcpListToolsInProgress(let event): event.sequenceNumber
        case .mcpListToolsCompleted(let event): event.sequenceNumber
        case .mcpListToolsFailed(let event): event.sequenceNumber
        case .shellCallCommandAdded(let event): event.sequenceNumber
        case .shellCallCommandDelta(let event): event.sequenceNumber
        case .shellCallCommandDone(let event): event.sequenceNumber
        case .shellCallOutputContentDelta(let event): event.sequenceNumber
        case .shellCallOutputContentDone(let event): event.sequenceNumber
        case .unknown(let event): event.sequenceNumber
        }
    }

    /// The event's data as it came, for fields that are not declared here.
    public var raw: Data {
        switch self {
        case .responseCreated(let event): event.raw
        case .responseQueued(let event): event.raw
        case .responseInProgress(let event): event.raw
        case .responseCompleted(let event): event.raw
        case .responseIncomplete(let event): event.raw
        case .responseFailed(let event): event.raw
        case .errorEvent(let event): event.raw
        case .outputItemAdded(let event): event.raw
        case .outputItemDone(let event): event.raw
        case .contentPartAdded(let event): event.raw
        case .contentPartDone(let event): event.raw
        case .outputTextDelta(let event): event.raw
        case .outputTextDone(let event): event.raw
        case .outputTextAnnotationAdded(let event): event.raw
        case .refusalDelta(let event): event.raw
        case .refusalDone(let event): event.raw
        case .functionCallArgumentsDelta(let event): event.raw
        case .functionCallArgumentsDone(let event): event.raw
        case .customToolCallInputDelta(let event): event.raw
        case .customToolCallInputDone(let event): event.raw
        case .reasoningTextDelta(let event): event.raw
        case .reasoningTextDone(let event): event.raw
        case .reasoningSummaryPartAdded(let event): event.raw
        case .reasoningSummaryPartDone(let event): event.raw
        case .reasoningSummaryTextDelta(let event): event.raw
        case .reasoningSummaryTextDone(let event): event.raw
        case .audioDelta(let event): event.raw
        case .audioDone(let event): event.raw
        case .audioTranscriptDelta(let event): event.raw
        case .audioTranscriptDone(let event): event.raw
        case .codeInterpreterCallInProgress(let event): event.raw
        case .codeInterpreterCallInterpreting(let event): event.raw
        case .codeInterpreterCallCompleted(let event): event.raw
        case .codeInterpreterCallCodeDelta(let event): event.raw
        case .codeInterpreterCallCodeDone(let event): event.raw
        case .fileSearchCallInProgress(let event): event.raw
        case .fileSearchCallSearching(let event): event.raw
        case .fileSearchCallCompleted(let event): event.raw
        case .webSearchCallInProgress(let event): event.raw
        case .webSearchCallSearching(let event): event.raw
        case .webSearchCallCompleted(let event): event.raw
        case .imageGenerationCallInProgress(let event): event.raw
        case .imageGenerationCallGenerating(let event): event.raw
        case .imageGenerationCallPartialImage(let event): event.raw
        case .imageGenerationCallCompleted(let event): event.raw
        case .mcpCallInProgress(let event): event.raw
        case .mcpCallCompleted(let event): event.raw
        case .mcpCallFailed(let event): event.raw
        case .mcpCallArgumentsDelta(let event): event.raw
        case .mcpCallArgumentsDone(let event): event.raw
        case .mcpListToolsInProgress(let event): event.raw
        case .mcpListToolsCompleted(let event): event.raw
        case .mcpListToolsFailed(let event): event.raw
        case .shellCallCommandAdded(let event): event.raw
        case .shellCallCommandDelta(let event): event.raw
        case .shellCallCommandDone(let event): event.raw
        case .shellCallOutputContentDelta(let event): event.raw
        case .shellCallOutputContentDone(let event): event.raw
        case .unknown(let event): event.raw
        }
    }

    /// The event of that type; nil for a type that is not known.
    init?(known type: String, _ fields: EventFields) throws {
        switch type {
        case "response.created":
            self = try .responseCreated(.init(fields))
        case "response.queued":
            self = try .responseQueued(.init(fields))
        case "response.in_progress":
            self = try .responseInProgress(.init(fields))
        case "response.completed":
            self = try .responseCompleted(.init(fields))
        case "response.incomplete":
            self = try .responseIncomplete(.init(fields))
        case "response.failed":
            self = try .responseFailed(.init(fields))
        case "error":
            self = try .errorEvent(.init(fields))
        case "response.output_item.added":
            self = try .outputItemAdded(.init(fields))
        case "response.output_item.done":
            self = try .outputItemDone(.init(fields))
        case "response.content_part.added":
            self = try .contentPartAdded(.init(fields))
        case "response.content_part.done":
            self = try .contentPartDone(.init(fields))
        case "response.output_text.delta":
            self = try .outputTextDelta(.init(fields))
        case "response.output_text.done":
            self = try .outputTextDone(.init(fields))
        case "response.output_text.annotation.added":
            self = try .outputTextAnnotationAdded(.init(fields))
        case "response.refusal.delta":
            self = try .refusalDelta(.init(fields))
        case "response.refusal.done":
            self = try .refusalDone(.init(fields))
        case "response.function_call_arguments.delta":
            self = try .functionCallArgumentsDelta(.init(fields))
        case "response.function_call_arguments.done":
            self = try .functionCallArgumentsDone(.init(fields))
        case "response.custom_tool_call_input.delta":
            self = try .customToolCallInputDelta(.init(fields))
        case "response.custom_tool_call_input.done":
            self = try .customToolCallInputDone(.init(fields))
        case "response.reasoning_text.delta":
            self = try .reasoningTextDelta(.init(fields))
        case "response.reasoning_text.done":
            self = try .reasoningTextDone(.init(fields))
        case "response.reasoning_summary_part.added":
            self = try .reasoningSummaryPartAdded(.init(fields))
        case "response.reasoning_summary_part.done":
            self = try .reasoningSummaryPartDone(.init(fields))
        case "response.reasoning_summary_text.delta":
            self = try .reasoningSummaryTextDelta(.init(fields))
        case "response.reasoning_summary_text.done":
            self = try .reasoningSummaryTextDone(.init(fields))
        case "response.audio.delta":
            self = try .audioDelta(.init(fields))
        case "response.audio.done":
            self = try .audioDone(.init(fields))
        case "response.audio.transcript.delta":
            self = try .audioTranscriptDelta(.init(fields))
        case "response.audio.transcript.done":
            self = try .audioTranscriptDone(.init(fields))
        case "response.code_interpreter_call.in_progress":
            self = try .codeInterpreterCallInProgress(.init(fields))
        case "response.code_interpreter_call.interpreting":
            self = try .codeInterpreterCallInterpreting(.init(fields))
        case "response.code_interpreter_call.completed":
            self = try .codeInterpreterCallCompleted(.init(fields))
        case "response.code_interpreter_call_code.delta":
            self = try .codeInterpreterCallCodeDelta(.init(fields))
        case "response.code_interpreter_call_code.done":
            self = try .codeInterpreterCallCodeDone(.init(fields))
        case "response.file_search_call.in_progress":
            self = try .fileSearchCallInProgress(.init(fields))
        case "response.file_search_call.searching":
            self = try .fileSearchCallSearching(.init(fields))
        case "response.file_search_call.completed":
            self = try .fileSearchCallCompleted(.init(fields))
        case "response.web_search_call.in_progress":
            self = try .webSearchCallInProgress(.init(fields))
        case "response.web_search_call.searching":
            self = try .webSearchCallSearching(.init(fields))
        case "response.web_search_call.completed":
            self = try .webSearchCallCompleted(.init(fields))
        case "response.image_generation_call.in_progress":
            self = try .imageGenerationCallInProgress(.init(fields))
        case "response.image_generation_call.generating":
            self = try .imageGenerationCallGenerating(.init(fields))
        case "response.image_generation_call.partial_image":
            self = try .imageGenerationCallPartialImage(.init(fields))
        case "response.image_generation_call.completed":
            self = try .imageGenerationCallCompleted(.init(fields))
        case "response.mcp_call.in_progress":
            self = try .mcpCallInProgress(.init(fields))
        case "response.mcp_call.completed":
            self = try .mcpCallCompleted(.init(fields))
        case "response.mcp_call.failed":
            self = try .mcpCallFailed(.init(fields))
        case "response.mcp_call_arguments.delta":
            self = try .mcpCallArgumentsDelta(.init(fields))
        case "response.mcp_call_arguments.done":
            self = try .mcpCallArgumentsDone(.init(fields))
        case "response.mcp_list_tools.in_progress":
            self = try .mcpListToolsInProgress(.init(fields))
        case "response.mcp_list_tools.completed":
            self = try .mcpListToolsCompleted(.init(fields))
        case "response.mcp_list_tools.failed":
            self = try .mcpListToolsFailed(.init(fields))
        case "response.shell_call_command.added":
            self = try .shellCallCommandAdded(.init(fields))
        case "response.shell_call_command.delta":
            self = try .shellCallCommandDelta(.init(fields))
        case "response.shell_call_command.done":
            self = try .shellCallCommandDone(.init(fields))
        case "response.shell_call_output_content.delta":
            self = try .shellCallOutputContentDelta(.init(fields))
        case "response.shell_call_output_content.done":
            self = try .shellCallOutputContentDone(.init(fields))
        default:
            return nil
        }
    }
}

extension ResponseEvent {
    /// `response.created`: the server has accepted the request.
    public struct ResponseCreated: Sendable {
        /// The response as far as it has come.
        public let response: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            response = try fields.object("response") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.queued`: the request waits for its turn.
    public struct ResponseQueued: Sendable {
        /// The response as far as it has come.
        public let response: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            response = try fields.object("response") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.in_progress`: the model has begun.
    public struct ResponseInProgress: Sendable {
        /// The response as far as it has come.
        public let response: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            response = try fields.object("response") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.completed`: the answer is complete, and its usage is known.
    public struct ResponseCompleted: Sendable {
        /// The response as far as it has come.
        public let response: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            response = try fields.object("response") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.incomplete`: the answer ended early: `incomplete_details` of the response says why.
    public struct ResponseIncomplete: Sendable {
        /// The response as far as it has come.
        public let response: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            response = try fields.object("response") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.failed`: the response failed: its `error` says why.
    public struct ResponseFailed: Sendable {
        /// The response as far as it has come.
        public let response: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            response = try fields.object("response") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `error`: the stream failed.
    public struct ErrorEvent: Sendable {
        /// The server's own code of the error.
        public let code: String?
        /// What went wrong, in the server's words.
        public let message: String
        /// The parameter of the request that was at fault.
        public let param: String?
        /// The HTTP status that the error stands for.
        public let status: Int?
        /// The error as an object, as servers send it over a WebSocket.
        public let error: JSONObject?
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            code = try fields.text("code")
            message = try fields.text("message") ?? ""
            param = try fields.text("param")
            status = try fields.integer("status")
            error = try fields.object("error")
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.output_item.added`: a new item of the output begins.
    public struct OutputItemAdded: Sendable {
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// The output item: a message, a reasoning, or a call of a tool.
        public let item: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            outputIndex = try fields.integer("output_index") ?? 0
            item = try fields.object("item") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.output_item.done`: an item of the output is complete.
    public struct OutputItemDone: Sendable {
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// The output item: a message, a reasoning, or a call of a tool.
        public let item: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            outputIndex = try fields.integer("output_index") ?? 0
            item = try fields.object("item") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.content_part.added`: a content part begins; usually it is still empty.
    public struct ContentPartAdded: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// The content part.
        public let part: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            part = try fields.object("part") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.content_part.done`: a content part is complete.
    public struct ContentPartDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// The content part.
        public let part: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            part = try fields.object("part") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.output_text.delta`: more of the text.
    public struct OutputTextDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// What is new.
        public let delta: String
        /// Log probabilities, if they were asked for.
        public let logprobs: [JSONValue]?
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            delta = try fields.text("delta") ?? ""
            logprobs = try fields.array("logprobs")
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.output_text.done`: the text of a content part is complete.
    public struct OutputTextDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// The text, whole.
        public let text: String
        /// Log probabilities, if they were asked for.
        public let logprobs: [JSONValue]?
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            text = try fields.text("text") ?? ""
            logprobs = try fields.array("logprobs")
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.output_text.annotation.added`: an annotation was added to the text.
    public struct OutputTextAnnotationAdded: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// Which annotation of the content part it is, from 0.
        public let annotationIndex: Int
        /// The annotation: a citation of a page or a file, or the path of a file that was made.
        public let annotation: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            annotationIndex = try fields.integer("annotation_index") ?? 0
            annotation = try fields.object("annotation") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.refusal.delta`: more of a refusal.
    public struct RefusalDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.refusal.done`: a refusal is complete.
    public struct RefusalDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// Why the model declines, whole.
        public let refusal: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            refusal = try fields.text("refusal") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.function_call_arguments.delta`: more of a function call's arguments.
    public struct FunctionCallArgumentsDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.function_call_arguments.done`: a function call's arguments are complete.
    public struct FunctionCallArgumentsDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// The function that is called.
        public let name: String?
        /// The arguments as the model wrote them: usually JSON, never checked here.
        public let arguments: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            name = try fields.text("name")
            arguments = try fields.text("arguments") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.custom_tool_call_input.delta`: more of a custom tool call's input.
    public struct CustomToolCallInputDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.custom_tool_call_input.done`: a custom tool call's input is complete.
    public struct CustomToolCallInputDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// The input as the model wrote it.
        public let input: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            input = try fields.text("input") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.reasoning_text.delta`: more of the reasoning.
    public struct ReasoningTextDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.reasoning_text.done`: the reasoning of a content part is complete.
    public struct ReasoningTextDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which content part of the item it is, from 0.
        public let contentIndex: Int
        /// The text, whole.
        public let text: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            contentIndex = try fields.integer("content_index") ?? 0
            text = try fields.text("text") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.reasoning_summary_part.added`: a part of the reasoning's summary begins; usually it is still empty.
    public struct ReasoningSummaryPartAdded: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which part of the summary it is, from 0.
        public let summaryIndex: Int
        /// The content part.
        public let part: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            summaryIndex = try fields.integer("summary_index") ?? 0
            part = try fields.object("part") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.reasoning_summary_part.done`: a part of the reasoning's summary is complete.
    public struct ReasoningSummaryPartDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which part of the summary it is, from 0.
        public let summaryIndex: Int
        /// The content part.
        public let part: JSONObject
        /// `incomplete` where the part was cut short.
        public let status: String?
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            summaryIndex = try fields.integer("summary_index") ?? 0
            part = try fields.object("part") ?? [:]
            status = try fields.text("status")
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.reasoning_summary_text.delta`: more of the reasoning's summary.
    public struct ReasoningSummaryTextDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which part of the summary it is, from 0.
        public let summaryIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            summaryIndex = try fields.integer("summary_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.reasoning_summary_text.done`: the text of a part of the reasoning's summary is complete.
    public struct ReasoningSummaryTextDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which part of the summary it is, from 0.
        public let summaryIndex: Int
        /// The text, whole.
        public let text: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            summaryIndex = try fields.integer("summary_index") ?? 0
            text = try fields.text("text") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.audio.delta`: more of the audio, in Base64.
    public struct AudioDelta: Sendable {
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.audio.done`: the audio is complete.
    public struct AudioDone: Sendable {
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.audio.transcript.delta`: more of what is said in the audio.
    public struct AudioTranscriptDelta: Sendable {
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.audio.transcript.done`: the transcript of the audio is complete.
    public struct AudioTranscriptDone: Sendable {
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.code_interpreter_call.in_progress`: a code interpreter call has begun.
    public struct CodeInterpreterCallInProgress: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.code_interpreter_call.interpreting`: the code interpreter runs the code.
    public struct CodeInterpreterCallInterpreting: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.code_interpreter_call.completed`: a code interpreter call is over.
    public struct CodeInterpreterCallCompleted: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.code_interpreter_call_code.delta`: more of the code that the code interpreter is to run.
    public struct CodeInterpreterCallCodeDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.code_interpreter_call_code.done`: the code that the code interpreter is to run is complete.
    public struct CodeInterpreterCallCodeDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// The program, whole.
        public let code: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            code = try fields.text("code") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.file_search_call.in_progress`: a file search has begun.
    public struct FileSearchCallInProgress: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.file_search_call.searching`: a file search is searching.
    public struct FileSearchCallSearching: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.file_search_call.completed`: a file search is over.
    public struct FileSearchCallCompleted: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.web_search_call.in_progress`: a web search has begun.
    public struct WebSearchCallInProgress: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.web_search_call.searching`: a web search is searching.
    public struct WebSearchCallSearching: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.web_search_call.completed`: a web search is over.
    public struct WebSearchCallCompleted: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.image_generation_call.in_progress`: an image generation has begun.
    public struct ImageGenerationCallInProgress: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.image_generation_call.generating`: an image is being generated.
    public struct ImageGenerationCallGenerating: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.image_generation_call.partial_image`: a preview of the image that is being generated.
    public struct ImageGenerationCallPartialImage: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which preview it is, from 0.
        public let partialImageIndex: Int
        /// The image so far, in Base64.
        public let partialImageB64: String
        /// The background of the image: `transparent` or `opaque`.
        public let background: String?
        /// The format of the image: `png`, `webp` or `jpeg`.
        public let outputFormat: String?
        /// The quality of the image: `low`, `medium` or `high`.
        public let quality: String?
        /// The size of the image, such as `1024x1024`.
        public let size: String?
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            partialImageIndex = try fields.integer("partial_image_index") ?? 0
            partialImageB64 = try fields.text("partial_image_b64") ?? ""
            background = try fields.text("background")
            outputFormat = try fields.text("output_format")
            quality = try fields.text("quality")
            size = try fields.text("size")
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.image_generation_call.completed`: an image generation is over; its item carries the image.
    public struct ImageGenerationCallCompleted: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_call.in_progress`: a call of an MCP tool has begun.
    public struct MCPCallInProgress: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_call.completed`: a call of an MCP tool is over.
    public struct MCPCallCompleted: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_call.failed`: a call of an MCP tool failed.
    public struct MCPCallFailed: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_call_arguments.delta`: more of an MCP tool call's arguments.
    public struct MCPCallArgumentsDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_call_arguments.done`: an MCP tool call's arguments are complete.
    public struct MCPCallArgumentsDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// The arguments as the model wrote them: usually JSON, never checked here.
        public let arguments: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            arguments = try fields.text("arguments") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_list_tools.in_progress`: the tools of an MCP server are being listed.
    public struct MCPListToolsInProgress: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_list_tools.completed`: the tools of an MCP server were listed.
    public struct MCPListToolsCompleted: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.mcp_list_tools.failed`: the tools of an MCP server could not be listed.
    public struct MCPListToolsFailed: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.shell_call_command.added`: a command of a shell call begins.
    public struct ShellCallCommandAdded: Sendable {
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which command of the call it is, from 0.
        public let commandIndex: Int
        /// The command line.
        public let command: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            outputIndex = try fields.integer("output_index") ?? 0
            commandIndex = try fields.integer("command_index") ?? 0
            command = try fields.text("command") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.shell_call_command.delta`: more of a shell call's command.
    public struct ShellCallCommandDelta: Sendable {
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which command of the call it is, from 0.
        public let commandIndex: Int
        /// What is new.
        public let delta: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            outputIndex = try fields.integer("output_index") ?? 0
            commandIndex = try fields.integer("command_index") ?? 0
            delta = try fields.text("delta") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.shell_call_command.done`: a shell call's command is complete.
    public struct ShellCallCommandDone: Sendable {
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which command of the call it is, from 0.
        public let commandIndex: Int
        /// The command line.
        public let command: String
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            outputIndex = try fields.integer("output_index") ?? 0
            commandIndex = try fields.integer("command_index") ?? 0
            command = try fields.text("command") ?? ""
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.shell_call_output_content.delta`: more of what a shell call's command wrote, by `stdout` and `stderr`.
    public struct ShellCallOutputContentDelta: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which command of the call it is, from 0.
        public let commandIndex: Int
        /// What is new.
        public let delta: JSONObject
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            commandIndex = try fields.integer("command_index") ?? 0
            delta = try fields.object("delta") ?? [:]
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }

    /// `response.shell_call_output_content.done`: what a shell call's command wrote is complete.
    public struct ShellCallOutputContentDone: Sendable {
        /// The output item it belongs to.
        public let itemID: String
        /// Which item of the output it is, from 0.
        public let outputIndex: Int
        /// Which command of the call it is, from 0.
        public let commandIndex: Int
        /// What each command wrote and how it ended.
        public let output: [JSONValue]
        /// Its number in the stream; nil if the server does not number its events.
        public let sequenceNumber: Int?
        /// The event's data as it came, for fields that are not declared here.
        public let raw: Data

        init(_ fields: EventFields) throws {
            itemID = try fields.text("item_id") ?? ""
            outputIndex = try fields.integer("output_index") ?? 0
            commandIndex = try fields.integer("command_index") ?? 0
            output = try fields.array("output") ?? []
            sequenceNumber = try fields.integer("sequence_number")
            raw = fields.raw
        }
    }
}
