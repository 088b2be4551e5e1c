"""The events of a Responses stream, told apart by `type`.

A field that the server left out is empty, or None where it may be unset.

Generated from core/contract/response_events.json by `./dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from ._events import Event, EventDecoder, UnknownResponseEvent
from ._json_object import JsonObject

__all__ = [
    "AudioDelta",
    "AudioDone",
    "AudioTranscriptDelta",
    "AudioTranscriptDone",
    "CodeInterpreterCallCodeDelta",
    "CodeInterpreterCallCodeDone",
    "CodeInterpreterCallCompleted",
    "CodeInterpreterCallInProgress",
    "CodeInterpreterCallInterpreting",
    "ContentPartAdded",
    "ContentPartDone",
    "CustomToolCallInputDelta",
    "CustomToolCallInputDone",
    "ErrorEvent",
    "FileSearchCallCompleted",
    "FileSearchCallInProgress",
    "FileSearchCallSearching",
    "FunctionCallArgumentsDelta",
    "FunctionCallArgumentsDone",
    "ImageGenerationCallCompleted",
    "ImageGenerationCallGenerating",
    "ImageGenerationCallInProgress",
    "ImageGenerationCallPartialImage",
    "KnownResponseEvent",
    "McpCallArgumentsDelta",
    "McpCallArgumentsDone",
    "McpCallCompleted",
    "McpCallFailed",
    "McpCallInProgress",
    "McpListToolsCompleted",
    "McpListToolsFailed",
    "McpListToolsInProgress",
    "OutputItemAdded",
    "OutputItemDone",
    "OutputTextAnnotationAdded",
    "OutputTextDelta",
    "OutputTextDone",
    "ReasoningSummaryPartAdded",
    "ReasoningSummaryPartDone",
    "ReasoningSummaryTextDelta",
    "ReasoningSummaryTextDone",
    "ReasoningTextDelta",
    "ReasoningTextDone",
    "RefusalDelta",
    "RefusalDone",
    "ResponseCompleted",
    "ResponseCreated",
    "ResponseEvent",
    "ResponseFailed",
    "ResponseInProgress",
    "ResponseIncomplete",
    "ResponseQueued",
    "ShellCallCommandAdded",
    "ShellCallCommandDelta",
    "ShellCallCommandDone",
    "ShellCallOutputContentDelta",
    "ShellCallOutputContentDone",
    "UnknownResponseEvent",
    "WebSearchCallCompleted",
    "WebSearchCallInProgress",
    "WebSearchCallSearching",
    "decode_response_event",
]


class ResponseCreated(Event, frozen=True, kw_only=True, tag="response.created"):
    """The server has accepted the request."""

    type: ClassVar[Literal["response.created"]] = "response.created"
    response: JsonObject = msgspec.field(default_factory=JsonObject)
    """The response as far as it has come."""


class ResponseQueued(Event, frozen=True, kw_only=True, tag="response.queued"):
    """The request waits for its turn."""

    type: ClassVar[Literal["response.queued"]] = "response.queued"
    response: JsonObject = msgspec.field(default_factory=JsonObject)
    """The response as far as it has come."""


class ResponseInProgress(Event, frozen=True, kw_only=True, tag="response.in_progress"):
    """The model has begun."""

    type: ClassVar[Literal["response.in_progress"]] = "response.in_progress"
    response: JsonObject = msgspec.field(default_factory=JsonObject)
    """The response as far as it has come."""


class ResponseCompleted(Event, frozen=True, kw_only=True, tag="response.completed"):
    """The answer is complete, and its usage is known."""

    type: ClassVar[Literal["response.completed"]] = "response.completed"
    response: JsonObject = msgspec.field(default_factory=JsonObject)
    """The response as far as it has come."""


class ResponseIncomplete(Event, frozen=True, kw_only=True, tag="response.incomplete"):
    """The answer ended early: `incomplete_details` of the response says why."""

    type: ClassVar[Literal["response.incomplete"]] = "response.incomplete"
    response: JsonObject = msgspec.field(default_factory=JsonObject)
    """The response as far as it has come."""


class ResponseFailed(Event, frozen=True, kw_only=True, tag="response.failed"):
    """The response failed: its `error` says why."""

    type: ClassVar[Literal["response.failed"]] = "response.failed"
    response: JsonObject = msgspec.field(default_factory=JsonObject)
    """The response as far as it has come."""


class ErrorEvent(Event, frozen=True, kw_only=True, tag="error"):
    """The stream failed."""

    type: ClassVar[Literal["error"]] = "error"
    code: str | None = None
    """The server's own code of the error."""
    message: str = ""
    """What went wrong, in the server's words."""
    param: str | None = None
    """The parameter of the request that was at fault."""
    status: int | None = None
    """The HTTP status that the error stands for."""
    error: JsonObject | None = None
    """The error as an object, as servers send it over a WebSocket."""


class OutputItemAdded(Event, frozen=True, kw_only=True, tag="response.output_item.added"):
    """A new item of the output begins."""

    type: ClassVar[Literal["response.output_item.added"]] = "response.output_item.added"
    output_index: int = 0
    """Which item of the output it is, from 0."""
    item: JsonObject = msgspec.field(default_factory=JsonObject)
    """The output item: a message, a reasoning, or a call of a tool."""


class OutputItemDone(Event, frozen=True, kw_only=True, tag="response.output_item.done"):
    """An item of the output is complete."""

    type: ClassVar[Literal["response.output_item.done"]] = "response.output_item.done"
    output_index: int = 0
    """Which item of the output it is, from 0."""
    item: JsonObject = msgspec.field(default_factory=JsonObject)
    """The output item: a message, a reasoning, or a call of a tool."""


class ContentPartAdded(Event, frozen=True, kw_only=True, tag="response.content_part.added"):
    """A content part begins; usually it is still empty."""

    type: ClassVar[Literal["response.content_part.added"]] = "response.content_part.added"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    part: JsonObject = msgspec.field(default_factory=JsonObject)
    """The content part."""


class ContentPartDone(Event, frozen=True, kw_only=True, tag="response.content_part.done"):
    """A content part is complete."""

    type: ClassVar[Literal["response.content_part.done"]] = "response.content_part.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    part: JsonObject = msgspec.field(default_factory=JsonObject)
    """The content part."""


class OutputTextDelta(Event, frozen=True, kw_only=True, tag="response.output_text.delta"):
    """More of the text."""

    type: ClassVar[Literal["response.output_text.delta"]] = "response.output_text.delta"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    delta: str = ""
    """What is new."""
    logprobs: tuple[Any, ...] | None = None
    """Log probabilities, if they were asked for."""


class OutputTextDone(Event, frozen=True, kw_only=True, tag="response.output_text.done"):
    """The text of a content part is complete."""

    type: ClassVar[Literal["response.output_text.done"]] = "response.output_text.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    text: str = ""
    """The text, whole."""
    logprobs: tuple[Any, ...] | None = None
    """Log probabilities, if they were asked for."""


class OutputTextAnnotationAdded(
    Event, frozen=True, kw_only=True, tag="response.output_text.annotation.added"
):
    """An annotation was added to the text."""

    type: ClassVar[Literal["response.output_text.annotation.added"]] = "response.output_text.annotation.added"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    annotation_index: int = 0
    """Which annotation of the content part it is, from 0."""
    annotation: JsonObject = msgspec.field(default_factory=JsonObject)
    """The annotation: a citation of a page or a file, or the path of a file that was made."""


class RefusalDelta(Event, frozen=True, kw_only=True, tag="response.refusal.delta"):
    """More of a refusal."""

    type: ClassVar[Literal["response.refusal.delta"]] = "response.refusal.delta"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    delta: str = ""
    """What is new."""


class RefusalDone(Event, frozen=True, kw_only=True, tag="response.refusal.done"):
    """A refusal is complete."""

    type: ClassVar[Literal["response.refusal.done"]] = "response.refusal.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    refusal: str = ""
    """Why the model declines, whole."""


class FunctionCallArgumentsDelta(
    Event, frozen=True, kw_only=True, tag="response.function_call_arguments.delta"
):
    """More of a function call's arguments."""

    type: ClassVar[Literal["response.function_call_arguments.delta"]] = (
        "response.function_call_arguments.delta"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    delta: str = ""
    """What is new."""


class FunctionCallArgumentsDone(
    Event, frozen=True, kw_only=True, tag="response.function_call_arguments.done"
):
    """A function call's arguments are complete."""

    type: ClassVar[Literal["response.function_call_arguments.done"]] = "response.function_call_arguments.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    name: str | None = None
    """The function that is called."""
    arguments: str = ""
    """The arguments as the model wrote them: usually JSON, never checked here."""


class CustomToolCallInputDelta(Event, frozen=True, kw_only=True, tag="response.custom_tool_call_input.delta"):
    """More of a custom tool call's input."""

    type: ClassVar[Literal["response.custom_tool_call_input.delta"]] = "response.custom_tool_call_input.delta"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    delta: str = ""
    """What is new."""


class CustomToolCallInputDone(Event, frozen=True, kw_only=True, tag="response.custom_tool_call_input.done"):
    """A custom tool call's input is complete."""

    type: ClassVar[Literal["response.custom_tool_call_input.done"]] = "response.custom_tool_call_input.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    input: str = ""
    """The input as the model wrote it."""


class ReasoningTextDelta(Event, frozen=True, kw_only=True, tag="response.reasoning_text.delta"):
    """More of the reasoning."""

    type: ClassVar[Literal["response.reasoning_text.delta"]] = "response.reasoning_text.delta"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    delta: str = ""
    """What is new."""


class ReasoningTextDone(Event, frozen=True, kw_only=True, tag="response.reasoning_text.done"):
    """The reasoning of a content part is complete."""

    type: ClassVar[Literal["response.reasoning_text.done"]] = "response.reasoning_text.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    content_index: int = 0
    """Which content part of the item it is, from 0."""
    text: str = ""
    """The text, whole."""


class ReasoningSummaryPartAdded(
    Event, frozen=True, kw_only=True, tag="response.reasoning_summary_part.added"
):
    """A part of the reasoning's summary begins; usually it is still empty."""

    type: ClassVar[Literal["response.reasoning_summary_part.added"]] = "response.reasoning_summary_part.added"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    summary_index: int = 0
    """Which part of the summary it is, from 0."""
    part: JsonObject = msgspec.field(default_factory=JsonObject)
    """The content part."""


class ReasoningSummaryPartDone(Event, frozen=True, kw_only=True, tag="response.reasoning_summary_part.done"):
    """A part of the reasoning's summary is complete."""

    type: ClassVar[Literal["response.reasoning_summary_part.done"]] = "response.reasoning_summary_part.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    summary_index: int = 0
    """Which part of the summary it is, from 0."""
    part: JsonObject = msgspec.field(default_factory=JsonObject)
    """The content part."""
    status: str | None = None
    """`incomplete` where the part was cut short."""


class ReasoningSummaryTextDelta(
    Event, frozen=True, kw_only=True, tag="response.reasoning_summary_text.delta"
):
    """More of the reasoning's summary."""

    type: ClassVar[Literal["response.reasoning_summary_text.delta"]] = "response.reasoning_summary_text.delta"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    summary_index: int = 0
    """Which part of the summary it is, from 0."""
    delta: str = ""
    """What is new."""


class ReasoningSummaryTextDone(Event, frozen=True, kw_only=True, tag="response.reasoning_summary_text.done"):
    """The text of a part of the reasoning's summary is complete."""

    type: ClassVar[Literal["response.reasoning_summary_text.done"]] = "response.reasoning_summary_text.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    summary_index: int = 0
    """Which part of the summary it is, from 0."""
    text: str = ""
    """The text, whole."""


class AudioDelta(Event, frozen=True, kw_only=True, tag="response.audio.delta"):
    """More of the audio, in Base64."""

    type: ClassVar[Literal["response.audio.delta"]] = "response.audio.delta"
    delta: str = ""
    """What is new."""


class AudioDone(Event, frozen=True, kw_only=True, tag="response.audio.done"):
    """The audio is complete."""

    type: ClassVar[Literal["response.audio.done"]] = "response.audio.done"


class AudioTranscriptDelta(Event, frozen=True, kw_only=True, tag="response.audio.transcript.delta"):
    """More of what is said in the audio."""

    type: ClassVar[Literal["response.audio.transcript.delta"]] = "response.audio.transcript.delta"
    delta: str = ""
    """What is new."""


class AudioTranscriptDone(Event, frozen=True, kw_only=True, tag="response.audio.transcript.done"):
    """The transcript of the audio is complete."""

    type: ClassVar[Literal["response.audio.transcript.done"]] = "response.audio.transcript.done"


class CodeInterpreterCallInProgress(
    Event, frozen=True, kw_only=True, tag="response.code_interpreter_call.in_progress"
):
    """A code interpreter call has begun."""

    type: ClassVar[Literal["response.code_interpreter_call.in_progress"]] = (
        "response.code_interpreter_call.in_progress"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class CodeInterpreterCallInterpreting(
    Event, frozen=True, kw_only=True, tag="response.code_interpreter_call.interpreting"
):
    """The code interpreter runs the code."""

    type: ClassVar[Literal["response.code_interpreter_call.interpreting"]] = (
        "response.code_interpreter_call.interpreting"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class CodeInterpreterCallCompleted(
    Event, frozen=True, kw_only=True, tag="response.code_interpreter_call.completed"
):
    """A code interpreter call is over."""

    type: ClassVar[Literal["response.code_interpreter_call.completed"]] = (
        "response.code_interpreter_call.completed"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class CodeInterpreterCallCodeDelta(
    Event, frozen=True, kw_only=True, tag="response.code_interpreter_call_code.delta"
):
    """More of the code that the code interpreter is to run."""

    type: ClassVar[Literal["response.code_interpreter_call_code.delta"]] = (
        "response.code_interpreter_call_code.delta"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    delta: str = ""
    """What is new."""


class CodeInterpreterCallCodeDone(
    Event, frozen=True, kw_only=True, tag="response.code_interpreter_call_code.done"
):
    """The code that the code interpreter is to run is complete."""

    type: ClassVar[Literal["response.code_interpreter_call_code.done"]] = (
        "response.code_interpreter_call_code.done"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    code: str = ""
    """The program, whole."""


class FileSearchCallInProgress(Event, frozen=True, kw_only=True, tag="response.file_search_call.in_progress"):
    """A file search has begun."""

    type: ClassVar[Literal["response.file_search_call.in_progress"]] = "response.file_search_call.in_progress"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class FileSearchCallSearching(Event, frozen=True, kw_only=True, tag="response.file_search_call.searching"):
    """A file search is searching."""

    type: ClassVar[Literal["response.file_search_call.searching"]] = "response.file_search_call.searching"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class FileSearchCallCompleted(Event, frozen=True, kw_only=True, tag="response.file_search_call.completed"):
    """A file search is over."""

    type: ClassVar[Literal["response.file_search_call.completed"]] = "response.file_search_call.completed"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class WebSearchCallInProgress(Event, frozen=True, kw_only=True, tag="response.web_search_call.in_progress"):
    """A web search has begun."""

    type: ClassVar[Literal["response.web_search_call.in_progress"]] = "response.web_search_call.in_progress"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class WebSearchCallSearching(Event, frozen=True, kw_only=True, tag="response.web_search_call.searching"):
    """A web search is searching."""

    type: ClassVar[Literal["response.web_search_call.searching"]] = "response.web_search_call.searching"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class WebSearchCallCompleted(Event, frozen=True, kw_only=True, tag="response.web_search_call.completed"):
    """A web search is over."""

    type: ClassVar[Literal["response.web_search_call.completed"]] = "response.web_search_call.completed"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class ImageGenerationCallInProgress(
    Event, frozen=True, kw_only=True, tag="response.image_generation_call.in_progress"
):
    """An image generation has begun."""

    type: ClassVar[Literal["response.image_generation_call.in_progress"]] = (
        "response.image_generation_call.in_progress"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class ImageGenerationCallGenerating(
    Event, frozen=True, kw_only=True, tag="response.image_generation_call.generating"
):
    """An image is being generated."""

    type: ClassVar[Literal["response.image_generation_call.generating"]] = (
        "response.image_generation_call.generating"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class ImageGenerationCallPartialImage(
    Event, frozen=True, kw_only=True, tag="response.image_generation_call.partial_image"
):
    """A preview of the image that is being generated."""

    type: ClassVar[Literal["response.image_generation_call.partial_image"]] = (
        "response.image_generation_call.partial_image"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    partial_image_index: int = 0
    """Which preview it is, from 0."""
    partial_image_b64: str = ""
    """The image so far, in Base64."""
    background: str | None = None
    """The background of the image: `transparent` or `opaque`."""
    output_format: str | None = None
    """The format of the image: `png`, `webp` or `jpeg`."""
    quality: str | None = None
    """The quality of the image: `low`, `medium` or `high`."""
    size: str | None = None
    """The size of the image, such as `1024x1024`."""


class ImageGenerationCallCompleted(
    Event, frozen=True, kw_only=True, tag="response.image_generation_call.completed"
):
    """An image generation is over; its item carries the image."""

    type: ClassVar[Literal["response.image_generation_call.completed"]] = (
        "response.image_generation_call.completed"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class McpCallInProgress(Event, frozen=True, kw_only=True, tag="response.mcp_call.in_progress"):
    """A call of an MCP tool has begun."""

    type: ClassVar[Literal["response.mcp_call.in_progress"]] = "response.mcp_call.in_progress"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class McpCallCompleted(Event, frozen=True, kw_only=True, tag="response.mcp_call.completed"):
    """A call of an MCP tool is over."""

    type: ClassVar[Literal["response.mcp_call.completed"]] = "response.mcp_call.completed"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class McpCallFailed(Event, frozen=True, kw_only=True, tag="response.mcp_call.failed"):
    """A call of an MCP tool failed."""

    type: ClassVar[Literal["response.mcp_call.failed"]] = "response.mcp_call.failed"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class McpCallArgumentsDelta(Event, frozen=True, kw_only=True, tag="response.mcp_call_arguments.delta"):
    """More of an MCP tool call's arguments."""

    type: ClassVar[Literal["response.mcp_call_arguments.delta"]] = "response.mcp_call_arguments.delta"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    delta: str = ""
    """What is new."""


class McpCallArgumentsDone(Event, frozen=True, kw_only=True, tag="response.mcp_call_arguments.done"):
    """An MCP tool call's arguments are complete."""

    type: ClassVar[Literal["response.mcp_call_arguments.done"]] = "response.mcp_call_arguments.done"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    arguments: str = ""
    """The arguments as the model wrote them: usually JSON, never checked here."""


class McpListToolsInProgress(Event, frozen=True, kw_only=True, tag="response.mcp_list_tools.in_progress"):
    """The tools of an MCP server are being listed."""

    type: ClassVar[Literal["response.mcp_list_tools.in_progress"]] = "response.mcp_list_tools.in_progress"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class McpListToolsCompleted(Event, frozen=True, kw_only=True, tag="response.mcp_list_tools.completed"):
    """The tools of an MCP server were listed."""

    type: ClassVar[Literal["response.mcp_list_tools.completed"]] = "response.mcp_list_tools.completed"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class McpListToolsFailed(Event, frozen=True, kw_only=True, tag="response.mcp_list_tools.failed"):
    """The tools of an MCP server could not be listed."""

    type: ClassVar[Literal["response.mcp_list_tools.failed"]] = "response.mcp_list_tools.failed"
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""


class ShellCallCommandAdded(Event, frozen=True, kw_only=True, tag="response.shell_call_command.added"):
    """A command of a shell call begins."""

    type: ClassVar[Literal["response.shell_call_command.added"]] = "response.shell_call_command.added"
    output_index: int = 0
    """Which item of the output it is, from 0."""
    command_index: int = 0
    """Which command of the call it is, from 0."""
    command: str = ""
    """The command line."""


class ShellCallCommandDelta(Event, frozen=True, kw_only=True, tag="response.shell_call_command.delta"):
    """More of a shell call's command."""

    type: ClassVar[Literal["response.shell_call_command.delta"]] = "response.shell_call_command.delta"
    output_index: int = 0
    """Which item of the output it is, from 0."""
    command_index: int = 0
    """Which command of the call it is, from 0."""
    delta: str = ""
    """What is new."""


class ShellCallCommandDone(Event, frozen=True, kw_only=True, tag="response.shell_call_command.done"):
    """A shell call's command is complete."""

    type: ClassVar[Literal["response.shell_call_command.done"]] = "response.shell_call_command.done"
    output_index: int = 0
    """Which item of the output it is, from 0."""
    command_index: int = 0
    """Which command of the call it is, from 0."""
    command: str = ""
    """The command line."""


class ShellCallOutputContentDelta(
    Event, frozen=True, kw_only=True, tag="response.shell_call_output_content.delta"
):
    """More of what a shell call's command wrote, by `stdout` and `stderr`."""

    type: ClassVar[Literal["response.shell_call_output_content.delta"]] = (
        "response.shell_call_output_content.delta"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    command_index: int = 0
    """Which command of the call it is, from 0."""
    delta: JsonObject = msgspec.field(default_factory=JsonObject)
    """What is new."""


class ShellCallOutputContentDone(
    Event, frozen=True, kw_only=True, tag="response.shell_call_output_content.done"
):
    """What a shell call's command wrote is complete."""

    type: ClassVar[Literal["response.shell_call_output_content.done"]] = (
        "response.shell_call_output_content.done"
    )
    item_id: str = ""
    """The output item it belongs to."""
    output_index: int = 0
    """Which item of the output it is, from 0."""
    command_index: int = 0
    """Which command of the call it is, from 0."""
    output: tuple[Any, ...] = ()
    """What each command wrote and how it ended."""


KnownResponseEvent: TypeAlias = (
    ResponseCreated
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
    | ShellCallOutputContentDone
)
"""An event of a type that the contract has."""

ResponseEvent: TypeAlias = KnownResponseEvent | UnknownResponseEvent
"""An event of a Responses stream. A comparison of `event.type` narrows it."""

_events: EventDecoder[KnownResponseEvent] = EventDecoder(KnownResponseEvent)


def decode_response_event(data: bytes) -> ResponseEvent:
    """Read an event out of its data.

    Never fails: what is none of the known events is an UnknownResponseEvent.
    """
    return _events.decode(data)
