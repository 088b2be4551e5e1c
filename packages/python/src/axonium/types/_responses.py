"""Answers of the Responses API."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from .._json import Fitting, parse
from ._chat import ToolCall
from ._json_object import JsonObject
from ._meta import Meta, Refusal, Usage


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a response says, put together by the engine."""

    content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()


class IncompleteDetails(msgspec.Struct, frozen=True):
    """Why a response ended early."""

    reason: str | None = None
    """`max_output_tokens` or `content_filter`."""


class ResponseErrorDetails(msgspec.Struct, frozen=True):
    """What the server says of a response that failed."""

    code: str | None = None
    message: str | None = None


class _ResponseBody(msgspec.Struct, frozen=True):
    id: str | None = None
    status: str | None = None
    model: str | None = None
    created_at: int | float | None = None
    incomplete_details: IncompleteDetails | None = None
    error: ResponseErrorDetails | None = None
    output: tuple[dict[str, Any], ...] = ()


_responses = Fitting(_ResponseBody)


class Response(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An answer of the Responses API."""

    id: str | None = None
    """Names it as the `previous_response_id` of the next request."""
    status: str | None = None
    """`completed`, `incomplete`, or, of one that runs in the background, `queued` or `in_progress`."""
    model: str | None = None
    created_at: int | float | None = None
    """When the server made it, in Unix seconds."""
    output: tuple[JsonObject, ...] = ()
    """Messages, reasonings and calls of tools, in order. They may go into the next request's `input`."""
    output_text: str | None = None
    """All its text; None when there is none, as beside tool calls."""
    reasoning: str | None = None
    """The reasoning, or the summaries of it, where the server sent any."""
    refusal: str | None = None
    """Why the model declined, in its words."""
    refusal_code: str | None = None
    """How the model declined: `refusal`, `content_filter` or the server's own code; None if it did not."""
    tool_calls: tuple[ToolCall, ...] = ()
    """Calls of functions and of custom tools; the `id` of each is the `call_id` that its result names."""
    incomplete_details: IncompleteDetails | None = None
    error: ResponseErrorDetails | None = None
    usage: Usage | None = None
    """Tokens as the engine normalised them; `raw["usage"]` is the server's own."""
    meta: Meta
    raw_json: bytes = b"{}"
    """The body as the server sent it, every number in its own text; of a stream, as its events add up."""

    @cached_property
    def raw(self) -> Any:  # noqa: ANN401 - the server decides
        """The whole body, parsed; fields that have no attribute here are found in it."""
        return parse(self.raw_json)

    def __repr__(self) -> str:
        return (
            f"Response(id={self.id!r}, status={self.status!r}, model={self.model!r}, "
            f"output={self.output!r}, usage={self.usage!r}, meta={self.meta!r})"
        )

    @classmethod
    def from_json(
        cls,
        body: bytes,
        *,
        meta: Meta,
        usage: Usage | None = None,
        answer: Answer | None = None,
        refusal: Refusal | None = None,
    ) -> Response:
        """Read an answer out of a response body, and what the engine found it to say."""
        read = _responses.decode(body)
        answer = answer or Answer()
        return Response(
            id=read.id,
            status=read.status,
            model=read.model,
            created_at=read.created_at,
            output=tuple(JsonObject(item) for item in read.output),
            output_text=answer.content,
            reasoning=answer.reasoning,
            refusal=answer.refusal,
            refusal_code=refusal.code if refusal else None,
            tool_calls=answer.tool_calls,
            incomplete_details=read.incomplete_details,
            error=read.error,
            usage=usage,
            meta=meta,
            raw_json=body,
        )
