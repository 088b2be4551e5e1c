"""What a chat request may hold: typed dictionaries, so that editors and type checkers know the fields.

None means unset, everywhere: it is not sent. `extra_body` sends fields that have no parameter here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._chat import ChatMessage, ToolCall

if TYPE_CHECKING:
    from datetime import datetime

    from .._settings import OnTimeout, Resume, RetryPolicy, Route


class TextPart(TypedDict):
    """Text within a message."""

    type: Literal["text"]
    text: str


class ImageUrl(TypedDict, total=False):
    """An image as a `data:` URI; an http(s) URL is refused before sending."""

    url: str
    detail: Literal["auto", "low", "high"]


class ImagePart(TypedDict):
    """An image within a message."""

    type: Literal["image_url"]
    image_url: ImageUrl


class FunctionCallParam(TypedDict):
    """A function call that is being handed back."""

    name: str
    arguments: str


class ToolCallParam(TypedDict):
    """A tool call that is being handed back."""

    id: str
    type: Literal["function"]
    function: FunctionCallParam


class _MessageFields(TypedDict, total=False):
    content: str | Sequence[TextPart | ImagePart | Mapping[str, Any]] | None
    name: str
    tool_calls: Iterable[ToolCallParam | ToolCall | Mapping[str, Any]]
    tool_call_id: str
    refusal: str | None


class ChatMessageParam(_MessageFields):
    """A message of the conversation: `{"role": "user", "content": "hi"}`."""

    role: Literal["system", "developer", "user", "assistant", "tool"]


MessageParam = ChatMessageParam | ChatMessage | Mapping[str, Any]
"""What `messages` takes: dictionaries, or a message of an earlier completion as it came."""


class FunctionDefinition(TypedDict, total=False):
    """A function that the model may call; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    strict: bool


class ToolParam(TypedDict):
    """A tool that the model may call."""

    type: Literal["function"]
    function: FunctionDefinition


Tools = Iterable[ToolParam | Mapping[str, Any]]
"""What `tools` takes."""


class CallOptions(TypedDict, total=False):
    """Options of one call; each wins over the client's own."""

    timeout: float | None
    """Seconds for the whole call, attempts and waits together. Unset: no such limit."""
    deadline: datetime | None
    """The moment when the call must be over, with its time zone; beside `timeout` the sooner holds."""
    instance: str | None
    """Pins the call to a replica, such as `"#2"`; a pin never falls back."""
    extra_headers: Mapping[str, str] | None
    retry: RetryPolicy | None


class RoutedOptions(CallOptions, total=False):
    """Options of one call that may take several routes."""

    routes: Sequence[Route] | None
    """Instead of the client's own; an empty list uses none."""


class GenerationOptions(RoutedOptions, total=False):
    """Options of one call that has a model generate."""

    idempotency_key: str | None
    """Makes a repeat a replay: 1 to 255 visible ASCII characters, one per logical call.

    `"auto"` makes one for this call; `axonium.derive_key` and `axonium.RunKeys` make one that comes out the
    same when the program is started again."""
    partial: Literal["attach", "discard"] | None
    """Whether a broken stream's error carries the text so far. The engine's default is attach."""
    on_timeout: OnTimeout | None
    """`retry_once_then_fallback` repeats what timed out once, then asks each `fallback` in turn.

    It needs an idempotency key or `may_bill_twice`. The engine's default is raise."""
    fallback: Sequence[str | Route] | None
    """Models, or routes to one, for `on_timeout`; `meta.fallback_from` then says who was asked first."""
    may_bill_twice: bool | None
    """Accepts that one call may pay for two generations. The engine's default is False."""
    resume: Resume | None
    """`replay` has a stream that broke go on where it broke, out of the stored answer.

    It needs a key and SSE. The engine's default is off."""
    retry_clean: bool | None
    """Holds a stream back whole, and starts it anew when it breaks.

    It needs `may_bill_twice` and `partial="discard"`. The engine's default is False."""
    extra_body: Mapping[str, Any] | None
    """Further request fields, passed through; one that is declared here is refused."""


class ParseOptions(TypedDict, total=False):
    """Options of one call whose output is read as a type."""

    schema_name: str | None
    """What the model is told that the schema is called. The engine's default is its title, else `output`."""
    lenient: bool | None
    """Accepts JSON within a fence or other text too; `meta.stripped` says what was taken away.

    The engine's default is False."""
    max_repairs: int | None
    """How often the model may mend what does not match, by a request of its own: 0 or 1.

    The engine's default is 1. A stream is never repaired."""
    send_schema: bool | None
    """Whether the server is sent the schema; False for one that does not take it. Default: True."""


class _ChatFields(TypedDict):
    model: str
    messages: Iterable[MessageParam]


class _ChatRequest(_ChatFields, GenerationOptions, total=False):
    """All but what decides of which type an answer is."""

    frequency_penalty: float | None
    logit_bias: Mapping[str, int] | None
    logprobs: bool | None
    max_completion_tokens: int | None
    max_tokens: int | None
    metadata: Mapping[str, str] | None
    n: int | None
    parallel_tool_calls: bool | None
    presence_penalty: float | None
    reasoning_effort: str | None
    seed: int | None
    stop: str | Sequence[str] | None
    stream_options: Mapping[str, Any] | None
    temperature: float | None
    """0 to 2."""
    tool_choice: str | Mapping[str, Any] | None
    top_logprobs: int | None
    """0 to 20; needs `logprobs`."""
    top_p: float | None
    user: str | None
    chat_template_kwargs: Mapping[str, Any] | None
    require_parameters: bool | None
    """Have the gateway refuse fields that the backend would ignore."""


class ChatParameters(_ChatRequest, total=False):
    """Parameters of `chat.completions.create` and `.stream`, beside `stream` itself."""

    response_format: Mapping[str, Any] | None
    """The form of the output, such as `{"type": "json_object"}`."""
    tools: Tools | None


class ChatParseParameters(_ChatRequest, ParseOptions, total=False):
    """Parameters of `chat.completions.parse`, and of `.stream` with a type, beside the type and `tools`."""
