"""What a request of the Responses API may hold, as typed dictionaries. None means unset: it is not sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from ._params import GenerationOptions, ParseOptions


class InputMessageParam(TypedDict):
    """A message of the conversation: `{"role": "user", "content": "hi"}`."""

    role: Literal["system", "developer", "user", "assistant"]
    content: str | Sequence[Mapping[str, Any]]


class FunctionCallOutputParam(TypedDict):
    """The result of a tool call; `call_id` is the id of the call in `tool_calls`."""

    type: Literal["function_call_output"]
    call_id: str
    output: str


InputItemParam = InputMessageParam | FunctionCallOutputParam | Mapping[str, Any]
"""What `input` takes a list of: dictionaries, or items of an earlier response's `output` as they came."""


class _FunctionToolFields(TypedDict):
    type: Literal["function"]
    name: str


class FunctionToolParam(_FunctionToolFields, total=False):
    """A function that the model may call; `parameters` is a JSON Schema."""

    description: str
    parameters: Mapping[str, Any]
    strict: bool


ResponseTools = Iterable[FunctionToolParam | Mapping[str, Any]]
"""What `tools` takes."""


class ResponseOptions(GenerationOptions, total=False):
    """Options of one call of the Responses API."""

    transport: Literal["sse", "websocket"] | None
    """How a streamed response comes. The engine's default is sse."""


class _ResponseRequest(ResponseOptions, total=False):
    """All but what decides of which type an answer is."""

    model: str | None
    """Needed, unless each route names its own."""
    input: str | Iterable[InputItemParam] | None
    """A text, or the items of the conversation."""
    background: bool | None
    conversation: str | Mapping[str, Any] | None
    include: Iterable[str] | None
    instructions: str | None
    max_output_tokens: int | None
    max_tool_calls: int | None
    metadata: Mapping[str, str] | None
    parallel_tool_calls: bool | None
    previous_response_id: str | None
    prompt: Mapping[str, Any] | None
    prompt_cache_key: str | None
    reasoning: Mapping[str, Any] | None
    """Such as `{"effort": "low", "summary": "auto"}`."""
    safety_identifier: str | None
    service_tier: str | None
    store: bool | None
    """Whether the server keeps the response. One that is kept is bound to the first route."""
    temperature: float | None
    text: Mapping[str, Any] | None
    """The form of the output, such as `{"format": {"type": "json_schema", …}}`."""
    tool_choice: str | Mapping[str, Any] | None
    top_logprobs: int | None
    top_p: float | None
    truncation: Literal["auto", "disabled"] | None
    user: str | None


class ResponseParameters(_ResponseRequest, total=False):
    """Parameters of `responses.create` and `.stream`, beside `stream` itself."""

    tools: ResponseTools | None


class ResponseParseParameters(_ResponseRequest, ParseOptions, total=False):
    """Parameters of `responses.parse`, and of `.stream` with a type, beside the type and `tools`."""
