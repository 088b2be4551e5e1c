// @generated from core/contract/response_events.json by `./dev generate`. Do not edit.

//! What an event of a Responses stream is to the engine, by its type alone.

/// What an event is in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventClass {
    /// The request was accepted, or is being worked on. No output.
    Lifecycle,
    /// The stream ends here.
    Terminal(Terminal),
    /// Something of the model's; whether it counts as output, [`is_output`] tells.
    Output,
    /// A tool of the server's goes on. Nothing of it reaches the caller yet.
    ToolProgress,
    /// A type that the contract does not have: neither output nor lifecycle.
    Unknown,
}

/// How a stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// The answer is complete.
    Completed,
    /// The answer ended early; its `incomplete_details` say why.
    Incomplete,
    /// The response failed; its `error` says why.
    Failed,
    /// The stream failed, beside any response.
    Error,
}

/// The class of an event, by its `type`.
#[must_use]
pub fn class_of(event_type: &str) -> EventClass {
    match event_type {
        "response.created" | "response.queued" | "response.in_progress" => EventClass::Lifecycle,
        "response.output_item.added"
        | "response.output_item.done"
        | "response.content_part.added"
        | "response.content_part.done"
        | "response.output_text.delta"
        | "response.output_text.done"
        | "response.output_text.annotation.added"
        | "response.refusal.delta"
        | "response.refusal.done"
        | "response.function_call_arguments.delta"
        | "response.function_call_arguments.done"
        | "response.custom_tool_call_input.delta"
        | "response.custom_tool_call_input.done"
        | "response.reasoning_text.delta"
        | "response.reasoning_text.done"
        | "response.reasoning_summary_part.added"
        | "response.reasoning_summary_part.done"
        | "response.reasoning_summary_text.delta"
        | "response.reasoning_summary_text.done"
        | "response.audio.delta"
        | "response.audio.done"
        | "response.audio.transcript.delta"
        | "response.audio.transcript.done"
        | "response.code_interpreter_call_code.delta"
        | "response.code_interpreter_call_code.done"
        | "response.image_generation_call.partial_image"
        | "response.mcp_call_arguments.delta"
        | "response.mcp_call_arguments.done"
        | "response.shell_call_command.added"
        | "response.shell_call_command.delta"
        | "response.shell_call_command.done"
        | "response.shell_call_output_content.delta"
        | "response.shell_call_output_content.done" => EventClass::Output,
        "response.code_interpreter_call.in_progress"
        | "response.code_interpreter_call.interpreting"
        | "response.code_interpreter_call.completed"
        | "response.file_search_call.in_progress"
        | "response.file_search_call.searching"
        | "response.file_search_call.completed"
        | "response.web_search_call.in_progress"
        | "response.web_search_call.searching"
        | "response.web_search_call.completed"
        | "response.image_generation_call.in_progress"
        | "response.image_generation_call.generating"
        | "response.image_generation_call.completed"
        | "response.mcp_call.in_progress"
        | "response.mcp_call.completed"
        | "response.mcp_call.failed"
        | "response.mcp_list_tools.in_progress"
        | "response.mcp_list_tools.completed"
        | "response.mcp_list_tools.failed" => EventClass::ToolProgress,
        "response.completed" => EventClass::Terminal(Terminal::Completed),
        "response.incomplete" => EventClass::Terminal(Terminal::Incomplete),
        "response.failed" => EventClass::Terminal(Terminal::Failed),
        "error" => EventClass::Terminal(Terminal::Error),
        _ => EventClass::Unknown,
    }
}

/// Whether an event counts as output by its `type`: it carries a delta, an item, or something of theirs that is whole.
///
/// A content part and a part of a summary do not: they count only where something is in them.
#[must_use]
pub fn is_output(event_type: &str) -> bool {
    matches!(
        event_type,
        "response.output_item.added"
            | "response.output_item.done"
            | "response.output_text.delta"
            | "response.output_text.done"
            | "response.output_text.annotation.added"
            | "response.refusal.delta"
            | "response.refusal.done"
            | "response.function_call_arguments.delta"
            | "response.function_call_arguments.done"
            | "response.custom_tool_call_input.delta"
            | "response.custom_tool_call_input.done"
            | "response.reasoning_text.delta"
            | "response.reasoning_text.done"
            | "response.reasoning_summary_text.delta"
            | "response.reasoning_summary_text.done"
            | "response.audio.delta"
            | "response.audio.transcript.delta"
            | "response.code_interpreter_call_code.delta"
            | "response.code_interpreter_call_code.done"
            | "response.image_generation_call.partial_image"
            | "response.mcp_call_arguments.delta"
            | "response.mcp_call_arguments.done"
            | "response.shell_call_command.added"
            | "response.shell_call_command.delta"
            | "response.shell_call_command.done"
            | "response.shell_call_output_content.delta"
            | "response.shell_call_output_content.done"
    )
}

#[cfg(test)]
mod tests;
