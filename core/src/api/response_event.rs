// @generated from core/contract/response_events.json by `./dev generate`. Do not edit.

//! The events of a Responses stream: one struct each, and [`ResponseEvent`], the enum of all.
//!
//! A field that the server left out is empty, or `None` where it may be unset.

use bytes::Bytes;
use serde_json::{Map, Value};

use super::event_fields::Fields;
pub use super::event_fields::UnknownEvent;

/// An event of a Responses stream.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResponseEvent {
    /// `response.created`
    ResponseCreated(ResponseCreated),
    /// `response.queued`
    ResponseQueued(ResponseQueued),
    /// `response.in_progress`
    ResponseInProgress(ResponseInProgress),
    /// `response.completed`
    ResponseCompleted(ResponseCompleted),
    /// `response.incomplete`
    ResponseIncomplete(ResponseIncomplete),
    /// `response.failed`
    ResponseFailed(ResponseFailed),
    /// `error`
    ErrorEvent(ErrorEvent),
    /// `response.output_item.added`
    OutputItemAdded(OutputItemAdded),
    /// `response.output_item.done`
    OutputItemDone(OutputItemDone),
    /// `response.content_part.added`
    ContentPartAdded(ContentPartAdded),
    /// `response.content_part.done`
    ContentPartDone(ContentPartDone),
    /// `response.output_text.delta`
    OutputTextDelta(OutputTextDelta),
    /// `response.output_text.done`
    OutputTextDone(OutputTextDone),
    /// `response.output_text.annotation.added`
    OutputTextAnnotationAdded(OutputTextAnnotationAdded),
    /// `response.refusal.delta`
    RefusalDelta(RefusalDelta),
    /// `response.refusal.done`
    RefusalDone(RefusalDone),
    /// `response.function_call_arguments.delta`
    FunctionCallArgumentsDelta(FunctionCallArgumentsDelta),
    /// `response.function_call_arguments.done`
    FunctionCallArgumentsDone(FunctionCallArgumentsDone),
    /// `response.custom_tool_call_input.delta`
    CustomToolCallInputDelta(CustomToolCallInputDelta),
    /// `response.custom_tool_call_input.done`
    CustomToolCallInputDone(CustomToolCallInputDone),
    /// `response.reasoning_text.delta`
    ReasoningTextDelta(ReasoningTextDelta),
    /// `response.reasoning_text.done`
    ReasoningTextDone(ReasoningTextDone),
    /// `response.reasoning_summary_part.added`
    ReasoningSummaryPartAdded(ReasoningSummaryPartAdded),
    /// `response.reasoning_summary_part.done`
    ReasoningSummaryPartDone(ReasoningSummaryPartDone),
    /// `response.reasoning_summary_text.delta`
    ReasoningSummaryTextDelta(ReasoningSummaryTextDelta),
    /// `response.reasoning_summary_text.done`
    ReasoningSummaryTextDone(ReasoningSummaryTextDone),
    /// `response.audio.delta`
    AudioDelta(AudioDelta),
    /// `response.audio.done`
    AudioDone(AudioDone),
    /// `response.audio.transcript.delta`
    AudioTranscriptDelta(AudioTranscriptDelta),
    /// `response.audio.transcript.done`
    AudioTranscriptDone(AudioTranscriptDone),
    /// `response.code_interpreter_call.in_progress`
    CodeInterpreterCallInProgress(CodeInterpreterCallInProgress),
    /// `response.code_interpreter_call.interpreting`
    CodeInterpreterCallInterpreting(CodeInterpreterCallInterpreting),
    /// `response.code_interpreter_call.completed`
    CodeInterpreterCallCompleted(CodeInterpreterCallCompleted),
    /// `response.code_interpreter_call_code.delta`
    CodeInterpreterCallCodeDelta(CodeInterpreterCallCodeDelta),
    /// `response.code_interpreter_call_code.done`
    CodeInterpreterCallCodeDone(CodeInterpreterCallCodeDone),
    /// `response.file_search_call.in_progress`
    FileSearchCallInProgress(FileSearchCallInProgress),
    /// `response.file_search_call.searching`
    FileSearchCallSearching(FileSearchCallSearching),
    /// `response.file_search_call.completed`
    FileSearchCallCompleted(FileSearchCallCompleted),
    /// `response.web_search_call.in_progress`
    WebSearchCallInProgress(WebSearchCallInProgress),
    /// `response.web_search_call.searching`
    WebSearchCallSearching(WebSearchCallSearching),
    /// `response.web_search_call.completed`
    WebSearchCallCompleted(WebSearchCallCompleted),
    /// `response.image_generation_call.in_progress`
    ImageGenerationCallInProgress(ImageGenerationCallInProgress),
    /// `response.image_generation_call.generating`
    ImageGenerationCallGenerating(ImageGenerationCallGenerating),
    /// `response.image_generation_call.partial_image`
    ImageGenerationCallPartialImage(ImageGenerationCallPartialImage),
    /// `response.image_generation_call.completed`
    ImageGenerationCallCompleted(ImageGenerationCallCompleted),
    /// `response.mcp_call.in_progress`
    McpCallInProgress(McpCallInProgress),
    /// `response.mcp_call.completed`
    McpCallCompleted(McpCallCompleted),
    /// `response.mcp_call.failed`
    McpCallFailed(McpCallFailed),
    /// `response.mcp_call_arguments.delta`
    McpCallArgumentsDelta(McpCallArgumentsDelta),
    /// `response.mcp_call_arguments.done`
    McpCallArgumentsDone(McpCallArgumentsDone),
    /// `response.mcp_list_tools.in_progress`
    McpListToolsInProgress(McpListToolsInProgress),
    /// `response.mcp_list_tools.completed`
    McpListToolsCompleted(McpListToolsCompleted),
    /// `response.mcp_list_tools.failed`
    McpListToolsFailed(McpListToolsFailed),
    /// `response.shell_call_command.added`
    ShellCallCommandAdded(ShellCallCommandAdded),
    /// `response.shell_call_command.delta`
    ShellCallCommandDelta(ShellCallCommandDelta),
    /// `response.shell_call_command.done`
    ShellCallCommandDone(ShellCallCommandDone),
    /// `response.shell_call_output_content.delta`
    ShellCallOutputContentDelta(ShellCallOutputContentDelta),
    /// `response.shell_call_output_content.done`
    ShellCallOutputContentDone(ShellCallOutputContentDone),
    /// Any other type, or one whose fields are not what they should be.
    Unknown(UnknownEvent),
}

impl ResponseEvent {
    /// Its `type`, such as `response.output_text.delta`. Empty if the event has none.
    #[must_use]
    pub fn event_type(&self) -> &str {
        match self {
            Self::ResponseCreated(_) => "response.created",
            Self::ResponseQueued(_) => "response.queued",
            Self::ResponseInProgress(_) => "response.in_progress",
            Self::ResponseCompleted(_) => "response.completed",
            Self::ResponseIncomplete(_) => "response.incomplete",
            Self::ResponseFailed(_) => "response.failed",
            Self::ErrorEvent(_) => "error",
            Self::OutputItemAdded(_) => "response.output_item.added",
            Self::OutputItemDone(_) => "response.output_item.done",
            Self::ContentPartAdded(_) => "response.content_part.added",
            Self::ContentPartDone(_) => "response.content_part.done",
            Self::OutputTextDelta(_) => "response.output_text.delta",
            Self::OutputTextDone(_) => "response.output_text.done",
            Self::OutputTextAnnotationAdded(_) => "response.output_text.annotation.added",
            Self::RefusalDelta(_) => "response.refusal.delta",
            Self::RefusalDone(_) => "response.refusal.done",
            Self::FunctionCallArgumentsDelta(_) => "response.function_call_arguments.delta",
            Self::FunctionCallArgumentsDone(_) => "response.function_call_arguments.done",
            Self::CustomToolCallInputDelta(_) => "response.custom_tool_call_input.delta",
            Self::CustomToolCallInputDone(_) => "response.custom_tool_call_input.done",
            Self::ReasoningTextDelta(_) => "response.reasoning_text.delta",
            Self::ReasoningTextDone(_) => "response.reasoning_text.done",
            Self::ReasoningSummaryPartAdded(_) => "response.reasoning_summary_part.added",
            Self::ReasoningSummaryPartDone(_) => "response.reasoning_summary_part.done",
            Self::ReasoningSummaryTextDelta(_) => "response.reasoning_summary_text.delta",
            Self::ReasoningSummaryTextDone(_) => "response.reasoning_summary_text.done",
            Self::AudioDelta(_) => "response.audio.delta",
            Self::AudioDone(_) => "response.audio.done",
            Self::AudioTranscriptDelta(_) => "response.audio.transcript.delta",
            Self::AudioTranscriptDone(_) => "response.audio.transcript.done",
            Self::CodeInterpreterCallInProgress(_) => "response.code_interpreter_call.in_progress",
            Self::CodeInterpreterCallInterpreting(_) => "response.code_interpreter_call.interpreting",
            Self::CodeInterpreterCallCompleted(_) => "response.code_interpreter_call.completed",
            Self::CodeInterpreterCallCodeDelta(_) => "response.code_interpreter_call_code.delta",
            Self::CodeInterpreterCallCodeDone(_) => "response.code_interpreter_call_code.done",
            Self::FileSearchCallInProgress(_) => "response.file_search_call.in_progress",
            Self::FileSearchCallSearching(_) => "response.file_search_call.searching",
            Self::FileSearchCallCompleted(_) => "response.file_search_call.completed",
            Self::WebSearchCallInProgress(_) => "response.web_search_call.in_progress",
            Self::WebSearchCallSearching(_) => "response.web_search_call.searching",
            Self::WebSearchCallCompleted(_) => "response.web_search_call.completed",
            Self::ImageGenerationCallInProgress(_) => "response.image_generation_call.in_progress",
            Self::ImageGenerationCallGenerating(_) => "response.image_generation_call.generating",
            Self::ImageGenerationCallPartialImage(_) => "response.image_generation_call.partial_image",
            Self::ImageGenerationCallCompleted(_) => "response.image_generation_call.completed",
            Self::McpCallInProgress(_) => "response.mcp_call.in_progress",
            Self::McpCallCompleted(_) => "response.mcp_call.completed",
            Self::McpCallFailed(_) => "response.mcp_call.failed",
            Self::McpCallArgumentsDelta(_) => "response.mcp_call_arguments.delta",
            Self::McpCallArgumentsDone(_) => "response.mcp_call_arguments.done",
            Self::McpListToolsInProgress(_) => "response.mcp_list_tools.in_progress",
            Self::McpListToolsCompleted(_) => "response.mcp_list_tools.completed",
            Self::McpListToolsFailed(_) => "response.mcp_list_tools.failed",
            Self::ShellCallCommandAdded(_) => "response.shell_call_command.added",
            Self::ShellCallCommandDelta(_) => "response.shell_call_command.delta",
            Self::ShellCallCommandDone(_) => "response.shell_call_command.done",
            Self::ShellCallOutputContentDelta(_) => "response.shell_call_output_content.delta",
            Self::ShellCallOutputContentDone(_) => "response.shell_call_output_content.done",
            Self::Unknown(event) => &event.event_type,
        }
    }

    /// Its number in the stream; `None` if the server does not number its events.
    #[must_use]
    pub fn sequence_number(&self) -> Option<i64> {
        match self {
            Self::ResponseCreated(event) => event.sequence_number,
            Self::ResponseQueued(event) => event.sequence_number,
            Self::ResponseInProgress(event) => event.sequence_number,
            Self::ResponseCompleted(event) => event.sequence_number,
            Self::ResponseIncomplete(event) => event.sequence_number,
            Self::ResponseFailed(event) => event.sequence_number,
            Self::ErrorEvent(event) => event.sequence_number,
            Self::OutputItemAdded(event) => event.sequence_number,
            Self::OutputItemDone(event) => event.sequence_number,
            Self::ContentPartAdded(event) => event.sequence_number,
            Self::ContentPartDone(event) => event.sequence_number,
            Self::OutputTextDelta(event) => event.sequence_number,
            Self::OutputTextDone(event) => event.sequence_number,
            Self::OutputTextAnnotationAdded(event) => event.sequence_number,
            Self::RefusalDelta(event) => event.sequence_number,
            Self::RefusalDone(event) => event.sequence_number,
            Self::FunctionCallArgumentsDelta(event) => event.sequence_number,
            Self::FunctionCallArgumentsDone(event) => event.sequence_number,
            Self::CustomToolCallInputDelta(event) => event.sequence_number,
            Self::CustomToolCallInputDone(event) => event.sequence_number,
            Self::ReasoningTextDelta(event) => event.sequence_number,
            Self::ReasoningTextDone(event) => event.sequence_number,
            Self::ReasoningSummaryPartAdded(event) => event.sequence_number,
            Self::ReasoningSummaryPartDone(event) => event.sequence_number,
            Self::ReasoningSummaryTextDelta(event) => event.sequence_number,
            Self::ReasoningSummaryTextDone(event) => event.sequence_number,
            Self::AudioDelta(event) => event.sequence_number,
            Self::AudioDone(event) => event.sequence_number,
            Self::AudioTranscriptDelta(event) => event.sequence_number,
            Self::AudioTranscriptDone(event) => event.sequence_number,
            Self::CodeInterpreterCallInProgress(event) => event.sequence_number,
            Self::CodeInterpreterCallInterpreting(event) => event.sequence_number,
            Self::CodeInterpreterCallCompleted(event) => event.sequence_number,
            Self::CodeInterpreterCallCodeDelta(event) => event.sequence_number,
            Self::CodeInterpreterCallCodeDone(event) => event.sequence_number,
            Self::FileSearchCallInProgress(event) => event.sequence_number,
            Self::FileSearchCallSearching(event) => event.sequence_number,
            Self::FileSearchCallCompleted(event) => event.sequence_number,
            Self::WebSearchCallInProgress(event) => event.sequence_number,
            Self::WebSearchCallSearching(event) => event.sequence_number,
            Self::WebSearchCallCompleted(event) => event.sequence_number,
            Self::ImageGenerationCallInProgress(event) => event.sequence_number,
            Self::ImageGenerationCallGenerating(event) => event.sequence_number,
            Self::ImageGenerationCallPartialImage(event) => event.sequence_number,
            Self::ImageGenerationCallCompleted(event) => event.sequence_number,
            Self::McpCallInProgress(event) => event.sequence_number,
            Self::McpCallCompleted(event) => event.sequence_number,
            Self::McpCallFailed(event) => event.sequence_number,
            Self::McpCallArgumentsDelta(event) => event.sequence_number,
            Self::McpCallArgumentsDone(event) => event.sequence_number,
            Self::McpListToolsInProgress(event) => event.sequence_number,
            Self::McpListToolsCompleted(event) => event.sequence_number,
            Self::McpListToolsFailed(event) => event.sequence_number,
            Self::ShellCallCommandAdded(event) => event.sequence_number,
            Self::ShellCallCommandDelta(event) => event.sequence_number,
            Self::ShellCallCommandDone(event) => event.sequence_number,
            Self::ShellCallOutputContentDelta(event) => event.sequence_number,
            Self::ShellCallOutputContentDone(event) => event.sequence_number,
            Self::Unknown(event) => event.sequence_number,
        }
    }

    /// The event's data as it came, for fields that are not declared here.
    #[must_use]
    pub fn raw(&self) -> &Bytes {
        match self {
            Self::ResponseCreated(event) => &event.raw,
            Self::ResponseQueued(event) => &event.raw,
            Self::ResponseInProgress(event) => &event.raw,
            Self::ResponseCompleted(event) => &event.raw,
            Self::ResponseIncomplete(event) => &event.raw,
            Self::ResponseFailed(event) => &event.raw,
            Self::ErrorEvent(event) => &event.raw,
            Self::OutputItemAdded(event) => &event.raw,
            Self::OutputItemDone(event) => &event.raw,
            Self::ContentPartAdded(event) => &event.raw,
            Self::ContentPartDone(event) => &event.raw,
            Self::OutputTextDelta(event) => &event.raw,
            Self::OutputTextDone(event) => &event.raw,
            Self::OutputTextAnnotationAdded(event) => &event.raw,
            Self::RefusalDelta(event) => &event.raw,
            Self::RefusalDone(event) => &event.raw,
            Self::FunctionCallArgumentsDelta(event) => &event.raw,
            Self::FunctionCallArgumentsDone(event) => &event.raw,
            Self::CustomToolCallInputDelta(event) => &event.raw,
            Self::CustomToolCallInputDone(event) => &event.raw,
            Self::ReasoningTextDelta(event) => &event.raw,
            Self::ReasoningTextDone(event) => &event.raw,
            Self::ReasoningSummaryPartAdded(event) => &event.raw,
            Self::ReasoningSummaryPartDone(event) => &event.raw,
            Self::ReasoningSummaryTextDelta(event) => &event.raw,
            Self::ReasoningSummaryTextDone(event) => &event.raw,
            Self::AudioDelta(event) => &event.raw,
            Self::AudioDone(event) => &event.raw,
            Self::AudioTranscriptDelta(event) => &event.raw,
            Self::AudioTranscriptDone(event) => &event.raw,
            Self::CodeInterpreterCallInProgress(event) => &event.raw,
            Self::CodeInterpreterCallInterpreting(event) => &event.raw,
            Self::CodeInterpreterCallCompleted(event) => &event.raw,
            Self::CodeInterpreterCallCodeDelta(event) => &event.raw,
            Self::CodeInterpreterCallCodeDone(event) => &event.raw,
            Self::FileSearchCallInProgress(event) => &event.raw,
            Self::FileSearchCallSearching(event) => &event.raw,
            Self::FileSearchCallCompleted(event) => &event.raw,
            Self::WebSearchCallInProgress(event) => &event.raw,
            Self::WebSearchCallSearching(event) => &event.raw,
            Self::WebSearchCallCompleted(event) => &event.raw,
            Self::ImageGenerationCallInProgress(event) => &event.raw,
            Self::ImageGenerationCallGenerating(event) => &event.raw,
            Self::ImageGenerationCallPartialImage(event) => &event.raw,
            Self::ImageGenerationCallCompleted(event) => &event.raw,
            Self::McpCallInProgress(event) => &event.raw,
            Self::McpCallCompleted(event) => &event.raw,
            Self::McpCallFailed(event) => &event.raw,
            Self::McpCallArgumentsDelta(event) => &event.raw,
            Self::McpCallArgumentsDone(event) => &event.raw,
            Self::McpListToolsInProgress(event) => &event.raw,
            Self::McpListToolsCompleted(event) => &event.raw,
            Self::McpListToolsFailed(event) => &event.raw,
            Self::ShellCallCommandAdded(event) => &event.raw,
            Self::ShellCallCommandDelta(event) => &event.raw,
            Self::ShellCallCommandDone(event) => &event.raw,
            Self::ShellCallOutputContentDelta(event) => &event.raw,
            Self::ShellCallOutputContentDone(event) => &event.raw,
            Self::Unknown(event) => &event.raw,
        }
    }

    /// The event of that type; `None` for a type that is not known.
    #[expect(clippy::too_many_lines, reason = "a table: one arm an event")]
    pub(super) fn known(event_type: &str, fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Option<Self>> {
        Ok(Some(match event_type {
            "response.created" => Self::ResponseCreated(ResponseCreated::read(fields, raw)?),
            "response.queued" => Self::ResponseQueued(ResponseQueued::read(fields, raw)?),
            "response.in_progress" => Self::ResponseInProgress(ResponseInProgress::read(fields, raw)?),
            "response.completed" => Self::ResponseCompleted(ResponseCompleted::read(fields, raw)?),
            "response.incomplete" => Self::ResponseIncomplete(ResponseIncomplete::read(fields, raw)?),
            "response.failed" => Self::ResponseFailed(ResponseFailed::read(fields, raw)?),
            "error" => Self::ErrorEvent(ErrorEvent::read(fields, raw)?),
            "response.output_item.added" => Self::OutputItemAdded(OutputItemAdded::read(fields, raw)?),
            "response.output_item.done" => Self::OutputItemDone(OutputItemDone::read(fields, raw)?),
            "response.content_part.added" => Self::ContentPartAdded(ContentPartAdded::read(fields, raw)?),
            "response.content_part.done" => Self::ContentPartDone(ContentPartDone::read(fields, raw)?),
            "response.output_text.delta" => Self::OutputTextDelta(OutputTextDelta::read(fields, raw)?),
            "response.output_text.done" => Self::OutputTextDone(OutputTextDone::read(fields, raw)?),
            "response.output_text.annotation.added" => {
                Self::OutputTextAnnotationAdded(OutputTextAnnotationAdded::read(fields, raw)?)
            }
            "response.refusal.delta" => Self::RefusalDelta(RefusalDelta::read(fields, raw)?),
            "response.refusal.done" => Self::RefusalDone(RefusalDone::read(fields, raw)?),
            "response.function_call_arguments.delta" => {
                Self::FunctionCallArgumentsDelta(FunctionCallArgumentsDelta::read(fields, raw)?)
            }
            "response.function_call_arguments.done" => {
                Self::FunctionCallArgumentsDone(FunctionCallArgumentsDone::read(fields, raw)?)
            }
            "response.custom_tool_call_input.delta" => {
                Self::CustomToolCallInputDelta(CustomToolCallInputDelta::read(fields, raw)?)
            }
            "response.custom_tool_call_input.done" => {
                Self::CustomToolCallInputDone(CustomToolCallInputDone::read(fields, raw)?)
            }
            "response.reasoning_text.delta" => Self::ReasoningTextDelta(ReasoningTextDelta::read(fields, raw)?),
            "response.reasoning_text.done" => Self::ReasoningTextDone(ReasoningTextDone::read(fields, raw)?),
            "response.reasoning_summary_part.added" => {
                Self::ReasoningSummaryPartAdded(ReasoningSummaryPartAdded::read(fields, raw)?)
            }
            "response.reasoning_summary_part.done" => {
                Self::ReasoningSummaryPartDone(ReasoningSummaryPartDone::read(fields, raw)?)
            }
            "response.reasoning_summary_text.delta" => {
                Self::ReasoningSummaryTextDelta(ReasoningSummaryTextDelta::read(fields, raw)?)
            }
            "response.reasoning_summary_text.done" => {
                Self::ReasoningSummaryTextDone(ReasoningSummaryTextDone::read(fields, raw)?)
            }
            "response.audio.delta" => Self::AudioDelta(AudioDelta::read(fields, raw)?),
            "response.audio.done" => Self::AudioDone(AudioDone::read(fields, raw)?),
            "response.audio.transcript.delta" => Self::AudioTranscriptDelta(AudioTranscriptDelta::read(fields, raw)?),
            "response.audio.transcript.done" => Self::AudioTranscriptDone(AudioTranscriptDone::read(fields, raw)?),
            "response.code_interpreter_call.in_progress" => {
                Self::CodeInterpreterCallInProgress(CodeInterpreterCallInProgress::read(fields, raw)?)
            }
            "response.code_interpreter_call.interpreting" => {
                Self::CodeInterpreterCallInterpreting(CodeInterpreterCallInterpreting::read(fields, raw)?)
            }
            "response.code_interpreter_call.completed" => {
                Self::CodeInterpreterCallCompleted(CodeInterpreterCallCompleted::read(fields, raw)?)
            }
            "response.code_interpreter_call_code.delta" => {
                Self::CodeInterpreterCallCodeDelta(CodeInterpreterCallCodeDelta::read(fields, raw)?)
            }
            "response.code_interpreter_call_code.done" => {
                Self::CodeInterpreterCallCodeDone(CodeInterpreterCallCodeDone::read(fields, raw)?)
            }
            "response.file_search_call.in_progress" => {
                Self::FileSearchCallInProgress(FileSearchCallInProgress::read(fields, raw)?)
            }
            "response.file_search_call.searching" => {
                Self::FileSearchCallSearching(FileSearchCallSearching::read(fields, raw)?)
            }
            "response.file_search_call.completed" => {
                Self::FileSearchCallCompleted(FileSearchCallCompleted::read(fields, raw)?)
            }
            "response.web_search_call.in_progress" => {
                Self::WebSearchCallInProgress(WebSearchCallInProgress::read(fields, raw)?)
            }
            "response.web_search_call.searching" => {
                Self::WebSearchCallSearching(WebSearchCallSearching::read(fields, raw)?)
            }
            "response.web_search_call.completed" => {
                Self::WebSearchCallCompleted(WebSearchCallCompleted::read(fields, raw)?)
            }
            "response.image_generation_call.in_progress" => {
                Self::ImageGenerationCallInProgress(ImageGenerationCallInProgress::read(fields, raw)?)
            }
            "response.image_generation_call.generating" => {
                Self::ImageGenerationCallGenerating(ImageGenerationCallGenerating::read(fields, raw)?)
            }
            "response.image_generation_call.partial_image" => {
                Self::ImageGenerationCallPartialImage(ImageGenerationCallPartialImage::read(fields, raw)?)
            }
            "response.image_generation_call.completed" => {
                Self::ImageGenerationCallCompleted(ImageGenerationCallCompleted::read(fields, raw)?)
            }
            "response.mcp_call.in_progress" => Self::McpCallInProgress(McpCallInProgress::read(fields, raw)?),
            "response.mcp_call.completed" => Self::McpCallCompleted(McpCallCompleted::read(fields, raw)?),
            "response.mcp_call.failed" => Self::McpCallFailed(McpCallFailed::read(fields, raw)?),
            "response.mcp_call_arguments.delta" => {
                Self::McpCallArgumentsDelta(McpCallArgumentsDelta::read(fields, raw)?)
            }
            "response.mcp_call_arguments.done" => Self::McpCallArgumentsDone(McpCallArgumentsDone::read(fields, raw)?),
            "response.mcp_list_tools.in_progress" => {
                Self::McpListToolsInProgress(McpListToolsInProgress::read(fields, raw)?)
            }
            "response.mcp_list_tools.completed" => {
                Self::McpListToolsCompleted(McpListToolsCompleted::read(fields, raw)?)
            }
            "response.mcp_list_tools.failed" => Self::McpListToolsFailed(McpListToolsFailed::read(fields, raw)?),
            "response.shell_call_command.added" => {
                Self::ShellCallCommandAdded(ShellCallCommandAdded::read(fields, raw)?)
            }
            "response.shell_call_command.delta" => {
                Self::ShellCallCommandDelta(ShellCallCommandDelta::read(fields, raw)?)
            }
            "response.shell_call_command.done" => Self::ShellCallCommandDone(ShellCallCommandDone::read(fields, raw)?),
            "response.shell_call_output_content.delta" => {
                Self::ShellCallOutputContentDelta(ShellCallOutputContentDelta::read(fields, raw)?)
            }
            "response.shell_call_output_content.done" => {
                Self::ShellCallOutputContentDone(ShellCallOutputContentDone::read(fields, raw)?)
            }
            _ => return Ok(None),
        }))
    }
}

/// `response.created`: the server has accepted the request.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseCreated {
    /// The response as far as it has come.
    pub response: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ResponseCreated {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            response: fields.or_empty("response")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.queued`: the request waits for its turn.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseQueued {
    /// The response as far as it has come.
    pub response: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ResponseQueued {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            response: fields.or_empty("response")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.in_progress`: the model has begun.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseInProgress {
    /// The response as far as it has come.
    pub response: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ResponseInProgress {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            response: fields.or_empty("response")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.completed`: the answer is complete, and its usage is known.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseCompleted {
    /// The response as far as it has come.
    pub response: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ResponseCompleted {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            response: fields.or_empty("response")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.incomplete`: the answer ended early: `incomplete_details` of the response says why.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseIncomplete {
    /// The response as far as it has come.
    pub response: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ResponseIncomplete {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            response: fields.or_empty("response")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.failed`: the response failed: its `error` says why.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseFailed {
    /// The response as far as it has come.
    pub response: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ResponseFailed {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            response: fields.or_empty("response")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `error`: the stream failed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ErrorEvent {
    /// The server's own code of the error.
    pub code: Option<String>,
    /// What went wrong, in the server's words.
    pub message: String,
    /// The parameter of the request that was at fault.
    pub param: Option<String>,
    /// The HTTP status that the error stands for.
    pub status: Option<i64>,
    /// The error as an object, as servers send it over a WebSocket.
    pub error: Option<Map<String, Value>>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ErrorEvent {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            code: fields.optional("code")?,
            message: fields.or_empty("message")?,
            param: fields.optional("param")?,
            status: fields.optional("status")?,
            error: fields.optional("error")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.output_item.added`: a new item of the output begins.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OutputItemAdded {
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// The output item: a message, a reasoning, or a call of a tool.
    pub item: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl OutputItemAdded {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            output_index: fields.or_empty("output_index")?,
            item: fields.or_empty("item")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.output_item.done`: an item of the output is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OutputItemDone {
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// The output item: a message, a reasoning, or a call of a tool.
    pub item: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl OutputItemDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            output_index: fields.or_empty("output_index")?,
            item: fields.or_empty("item")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.content_part.added`: a content part begins; usually it is still empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ContentPartAdded {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// The content part.
    pub part: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ContentPartAdded {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            part: fields.or_empty("part")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.content_part.done`: a content part is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ContentPartDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// The content part.
    pub part: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ContentPartDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            part: fields.or_empty("part")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.output_text.delta`: more of the text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OutputTextDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// What is new.
    pub delta: String,
    /// Log probabilities, if they were asked for.
    pub logprobs: Option<Vec<Value>>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl OutputTextDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            delta: fields.or_empty("delta")?,
            logprobs: fields.optional("logprobs")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.output_text.done`: the text of a content part is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OutputTextDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// The text, whole.
    pub text: String,
    /// Log probabilities, if they were asked for.
    pub logprobs: Option<Vec<Value>>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl OutputTextDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            text: fields.or_empty("text")?,
            logprobs: fields.optional("logprobs")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.output_text.annotation.added`: an annotation was added to the text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OutputTextAnnotationAdded {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// Which annotation of the content part it is, from 0.
    pub annotation_index: i64,
    /// The annotation: a citation of a page or a file, or the path of a file that was made.
    pub annotation: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl OutputTextAnnotationAdded {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            annotation_index: fields.or_empty("annotation_index")?,
            annotation: fields.or_empty("annotation")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.refusal.delta`: more of a refusal.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RefusalDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl RefusalDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.refusal.done`: a refusal is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RefusalDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// Why the model declines, whole.
    pub refusal: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl RefusalDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            refusal: fields.or_empty("refusal")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.function_call_arguments.delta`: more of a function call's arguments.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FunctionCallArgumentsDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl FunctionCallArgumentsDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.function_call_arguments.done`: a function call's arguments are complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FunctionCallArgumentsDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// The function that is called.
    pub name: Option<String>,
    /// The arguments as the model wrote them: usually JSON, never checked here.
    pub arguments: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl FunctionCallArgumentsDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            name: fields.optional("name")?,
            arguments: fields.or_empty("arguments")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.custom_tool_call_input.delta`: more of a custom tool call's input.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CustomToolCallInputDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl CustomToolCallInputDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.custom_tool_call_input.done`: a custom tool call's input is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CustomToolCallInputDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// The input as the model wrote it.
    pub input: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl CustomToolCallInputDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            input: fields.or_empty("input")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.reasoning_text.delta`: more of the reasoning.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReasoningTextDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ReasoningTextDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.reasoning_text.done`: the reasoning of a content part is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReasoningTextDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which content part of the item it is, from 0.
    pub content_index: i64,
    /// The text, whole.
    pub text: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ReasoningTextDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            content_index: fields.or_empty("content_index")?,
            text: fields.or_empty("text")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.reasoning_summary_part.added`: a part of the reasoning's summary begins; usually it is still empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReasoningSummaryPartAdded {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which part of the summary it is, from 0.
    pub summary_index: i64,
    /// The content part.
    pub part: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ReasoningSummaryPartAdded {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            summary_index: fields.or_empty("summary_index")?,
            part: fields.or_empty("part")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.reasoning_summary_part.done`: a part of the reasoning's summary is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReasoningSummaryPartDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which part of the summary it is, from 0.
    pub summary_index: i64,
    /// The content part.
    pub part: Map<String, Value>,
    /// `incomplete` where the part was cut short.
    pub status: Option<String>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ReasoningSummaryPartDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            summary_index: fields.or_empty("summary_index")?,
            part: fields.or_empty("part")?,
            status: fields.optional("status")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.reasoning_summary_text.delta`: more of the reasoning's summary.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReasoningSummaryTextDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which part of the summary it is, from 0.
    pub summary_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ReasoningSummaryTextDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            summary_index: fields.or_empty("summary_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.reasoning_summary_text.done`: the text of a part of the reasoning's summary is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReasoningSummaryTextDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which part of the summary it is, from 0.
    pub summary_index: i64,
    /// The text, whole.
    pub text: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ReasoningSummaryTextDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            summary_index: fields.or_empty("summary_index")?,
            text: fields.or_empty("text")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.audio.delta`: more of the audio, in Base64.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AudioDelta {
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl AudioDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.audio.done`: the audio is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AudioDone {
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl AudioDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self { sequence_number: fields.optional("sequence_number")?, raw: raw.clone() })
    }
}

/// `response.audio.transcript.delta`: more of what is said in the audio.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AudioTranscriptDelta {
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl AudioTranscriptDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.audio.transcript.done`: the transcript of the audio is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AudioTranscriptDone {
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl AudioTranscriptDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self { sequence_number: fields.optional("sequence_number")?, raw: raw.clone() })
    }
}

/// `response.code_interpreter_call.in_progress`: a code interpreter call has begun.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CodeInterpreterCallInProgress {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl CodeInterpreterCallInProgress {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.code_interpreter_call.interpreting`: the code interpreter runs the code.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CodeInterpreterCallInterpreting {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl CodeInterpreterCallInterpreting {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.code_interpreter_call.completed`: a code interpreter call is over.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CodeInterpreterCallCompleted {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl CodeInterpreterCallCompleted {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.code_interpreter_call_code.delta`: more of the code that the code interpreter is to run.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CodeInterpreterCallCodeDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl CodeInterpreterCallCodeDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.code_interpreter_call_code.done`: the code that the code interpreter is to run is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CodeInterpreterCallCodeDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// The program, whole.
    pub code: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl CodeInterpreterCallCodeDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            code: fields.or_empty("code")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.file_search_call.in_progress`: a file search has begun.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FileSearchCallInProgress {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl FileSearchCallInProgress {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.file_search_call.searching`: a file search is searching.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FileSearchCallSearching {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl FileSearchCallSearching {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.file_search_call.completed`: a file search is over.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FileSearchCallCompleted {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl FileSearchCallCompleted {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.web_search_call.in_progress`: a web search has begun.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WebSearchCallInProgress {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl WebSearchCallInProgress {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.web_search_call.searching`: a web search is searching.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WebSearchCallSearching {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl WebSearchCallSearching {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.web_search_call.completed`: a web search is over.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WebSearchCallCompleted {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl WebSearchCallCompleted {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.image_generation_call.in_progress`: an image generation has begun.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ImageGenerationCallInProgress {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ImageGenerationCallInProgress {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.image_generation_call.generating`: an image is being generated.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ImageGenerationCallGenerating {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ImageGenerationCallGenerating {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.image_generation_call.partial_image`: a preview of the image that is being generated.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ImageGenerationCallPartialImage {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which preview it is, from 0.
    pub partial_image_index: i64,
    /// The image so far, in Base64.
    pub partial_image_b64: String,
    /// The background of the image: `transparent` or `opaque`.
    pub background: Option<String>,
    /// The format of the image: `png`, `webp` or `jpeg`.
    pub output_format: Option<String>,
    /// The quality of the image: `low`, `medium` or `high`.
    pub quality: Option<String>,
    /// The size of the image, such as `1024x1024`.
    pub size: Option<String>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ImageGenerationCallPartialImage {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            partial_image_index: fields.or_empty("partial_image_index")?,
            partial_image_b64: fields.or_empty("partial_image_b64")?,
            background: fields.optional("background")?,
            output_format: fields.optional("output_format")?,
            quality: fields.optional("quality")?,
            size: fields.optional("size")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.image_generation_call.completed`: an image generation is over; its item carries the image.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ImageGenerationCallCompleted {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ImageGenerationCallCompleted {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_call.in_progress`: a call of an MCP tool has begun.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpCallInProgress {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpCallInProgress {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_call.completed`: a call of an MCP tool is over.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpCallCompleted {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpCallCompleted {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_call.failed`: a call of an MCP tool failed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpCallFailed {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpCallFailed {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_call_arguments.delta`: more of an MCP tool call's arguments.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpCallArgumentsDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpCallArgumentsDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_call_arguments.done`: an MCP tool call's arguments are complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpCallArgumentsDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// The arguments as the model wrote them: usually JSON, never checked here.
    pub arguments: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpCallArgumentsDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            arguments: fields.or_empty("arguments")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_list_tools.in_progress`: the tools of an MCP server are being listed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpListToolsInProgress {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpListToolsInProgress {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_list_tools.completed`: the tools of an MCP server were listed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpListToolsCompleted {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpListToolsCompleted {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.mcp_list_tools.failed`: the tools of an MCP server could not be listed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpListToolsFailed {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl McpListToolsFailed {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.shell_call_command.added`: a command of a shell call begins.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ShellCallCommandAdded {
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which command of the call it is, from 0.
    pub command_index: i64,
    /// The command line.
    pub command: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ShellCallCommandAdded {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            output_index: fields.or_empty("output_index")?,
            command_index: fields.or_empty("command_index")?,
            command: fields.or_empty("command")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.shell_call_command.delta`: more of a shell call's command.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ShellCallCommandDelta {
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which command of the call it is, from 0.
    pub command_index: i64,
    /// What is new.
    pub delta: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ShellCallCommandDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            output_index: fields.or_empty("output_index")?,
            command_index: fields.or_empty("command_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.shell_call_command.done`: a shell call's command is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ShellCallCommandDone {
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which command of the call it is, from 0.
    pub command_index: i64,
    /// The command line.
    pub command: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ShellCallCommandDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            output_index: fields.or_empty("output_index")?,
            command_index: fields.or_empty("command_index")?,
            command: fields.or_empty("command")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.shell_call_output_content.delta`: more of what a shell call's command wrote, by `stdout` and `stderr`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ShellCallOutputContentDelta {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which command of the call it is, from 0.
    pub command_index: i64,
    /// What is new.
    pub delta: Map<String, Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ShellCallOutputContentDelta {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            command_index: fields.or_empty("command_index")?,
            delta: fields.or_empty("delta")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}

/// `response.shell_call_output_content.done`: what a shell call's command wrote is complete.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ShellCallOutputContentDone {
    /// The output item it belongs to.
    pub item_id: String,
    /// Which item of the output it is, from 0.
    pub output_index: i64,
    /// Which command of the call it is, from 0.
    pub command_index: i64,
    /// What each command wrote and how it ended.
    pub output: Vec<Value>,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came, for fields that are not declared here.
    pub raw: Bytes,
}

impl ShellCallOutputContentDone {
    fn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {
        Ok(Self {
            item_id: fields.or_empty("item_id")?,
            output_index: fields.or_empty("output_index")?,
            command_index: fields.or_empty("command_index")?,
            output: fields.or_empty("output")?,
            sequence_number: fields.optional("sequence_number")?,
            raw: raw.clone(),
        })
    }
}
