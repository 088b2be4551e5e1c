//! Written from the table of events in the Responses contract, not from the generator's source.

use super::{EventClass, Terminal, class_of, is_output};

const OUTPUT: &[&str] = &[
    "output_item.added",
    "output_item.done",
    "output_text.delta",
    "output_text.done",
    "output_text.annotation.added",
    "refusal.delta",
    "refusal.done",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "custom_tool_call_input.delta",
    "custom_tool_call_input.done",
    "reasoning_text.delta",
    "reasoning_text.done",
    "reasoning_summary_text.delta",
    "reasoning_summary_text.done",
    "audio.delta",
    "audio.transcript.delta",
    "code_interpreter_call_code.delta",
    "code_interpreter_call_code.done",
    "image_generation_call.partial_image",
    "mcp_call_arguments.delta",
    "mcp_call_arguments.done",
    "shell_call_command.added",
    "shell_call_command.delta",
    "shell_call_command.done",
    "shell_call_output_content.delta",
    "shell_call_output_content.done",
];

/// Of the output row, but with nothing in them by their type.
const EMPTY: &[&str] = &[
    "content_part.added",
    "content_part.done",
    "reasoning_summary_part.added",
    "reasoning_summary_part.done",
    "audio.done",
    "audio.transcript.done",
];

const TOOL_PROGRESS: &[&str] = &[
    "code_interpreter_call.in_progress",
    "code_interpreter_call.interpreting",
    "code_interpreter_call.completed",
    "file_search_call.in_progress",
    "file_search_call.searching",
    "file_search_call.completed",
    "web_search_call.in_progress",
    "web_search_call.searching",
    "web_search_call.completed",
    "image_generation_call.in_progress",
    "image_generation_call.generating",
    "image_generation_call.completed",
    "mcp_call.in_progress",
    "mcp_call.completed",
    "mcp_call.failed",
    "mcp_list_tools.in_progress",
    "mcp_list_tools.completed",
    "mcp_list_tools.failed",
];

fn each(names: &[&str], check: impl Fn(&str)) {
    for name in names {
        check(&format!("response.{name}"));
    }
}

#[test]
fn what_the_model_says_is_output() {
    each(OUTPUT, |kind| assert!(class_of(kind) == EventClass::Output && is_output(kind), "{kind}"));
}

#[test]
fn an_empty_part_is_of_the_output_row_and_no_output() {
    each(EMPTY, |kind| assert!(class_of(kind) == EventClass::Output && !is_output(kind), "{kind}"));
}

#[test]
fn a_tool_that_goes_on_is_no_output() {
    each(TOOL_PROGRESS, |kind| assert!(class_of(kind) == EventClass::ToolProgress && !is_output(kind), "{kind}"));
}

#[test]
fn an_accepted_request_is_no_output() {
    each(&["created", "queued", "in_progress"], |kind| {
        assert!(class_of(kind) == EventClass::Lifecycle && !is_output(kind), "{kind}");
    });
}

#[test]
fn a_stream_ends_in_four_ways() {
    let ways = [
        ("response.completed", Terminal::Completed),
        ("response.incomplete", Terminal::Incomplete),
        ("response.failed", Terminal::Failed),
        ("error", Terminal::Error),
    ];
    for (kind, way) in ways {
        assert!(class_of(kind) == EventClass::Terminal(way) && !is_output(kind), "{kind}");
    }
}

#[test]
fn another_type_is_neither_output_nor_lifecycle() {
    let others =
        ["", "response", "response.", "created", "response.error", "response.steer.accepted", "Response.created"];
    for kind in others {
        assert!(class_of(kind) == EventClass::Unknown && !is_output(kind), "{kind}");
    }
}
