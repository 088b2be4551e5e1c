"""The base of every error, and how an error is made from what the engine reports."""

from __future__ import annotations

from typing import Any

import msgspec

from ._json import Fitting, parse
from .types._chat import ToolCall
from .types._meta import Meta, Refusal, Usage


class Reason(msgspec.Struct, frozen=True):
    """Why a call was not repeated."""

    code: str
    """Stable, for programs: `timeout-without-key`."""
    text: str
    """One sentence, for people."""


class Cause(msgspec.Struct, frozen=True):
    """What lay under an error."""

    kind: str | None = None
    message: str = ""
    code: str | None = None
    """The server's own code of it."""


class MalformedOutput(msgspec.Struct, frozen=True):
    """An output of the model that was no answer to `parse`."""

    text: str
    """The model's text, as it came."""
    error: str
    """What is wrong with it, in a line."""


class Partial(msgspec.Struct, frozen=True, kw_only=True):
    """What had arrived of an answer that broke or failed."""

    content: str | None = None
    reasoning: str | None = None
    tool_calls: tuple[ToolCall, ...] | None = None
    finish_reason: str | None = None
    usage: Usage | None = None


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """All that the engine reports of a failed call, under the engine's own names."""

    kind: str = "Internal"
    message: str = ""
    explain: str | None = None
    code: str | None = None
    status: int | None = None
    type: str | None = None
    title: str | None = None
    detail: str | None = None
    hint: str | None = None
    retry_after_s: float | None = None
    request_id: str | None = None
    trace_id: str | None = None
    scope: str | None = None
    body: str | None = None
    errors: Any = None
    retryable: bool = False
    reason: Reason | None = None
    local: bool = False
    sent: bool | None = None
    phase: str | None = None
    field: str | None = None
    oauth_error: str | None = None
    saw_output: bool | None = None
    partial: Partial | None = None
    cause: Cause | None = None
    outputs: tuple[MalformedOutput, ...] | None = None
    refusal: Refusal | None = None
    meta: Meta = Meta()


failures = Fitting(Failure)


class AxoniumError(Exception):
    """Anything that this package raises about a call or its configuration.

    `str(error)` says in two lines what happened, what was tried, why it was not repeated, and what to do.
    Every error survives pickling and copying. What is unknown is None.
    """

    kind: str = "Axonium"
    """The error's name in the catalogue, the same in every language: `RateLimit`."""

    message: str
    """What happened, in one line."""
    code: str | None
    """The server's own code of the error, such as `rate_limit_exceeded`."""
    status: int | None
    type: str | None
    """The problem document's `type`, where the answer was one."""
    title: str | None
    detail: str | None
    hint: str | None
    retryable: bool
    """Advice: whether the same call may succeed later."""
    retry_after: float | None
    """Seconds to wait before trying again."""
    reason: Reason | None
    """Why the call was not repeated."""
    local: bool
    """True when it was refused without a request."""
    request_id: str | None
    trace_id: str | None
    scope: str | None
    body: str | None
    """The answer's own text, bounded."""
    errors: Any
    """The fields that a validation refused, as the server listed them."""
    sent: bool | None
    """Of a lost connection: whether the request may have been read."""
    phase: str | None
    """Which limit passed: `connect`, `response`, `idle`, `first_output` or `call`.

    Of a timeout, and of a stream that a limit broke."""
    field: str | None
    """The option or request field that was refused: `messages[0].content`."""
    oauth_error: str | None
    saw_output: bool | None
    """Of a broken stream: whether any output had arrived."""
    partial_content: str | None
    """Of a broken stream, and of a response that failed: the text that had arrived."""
    partial_reasoning: str | None
    partial_tool_calls: tuple[ToolCall, ...]
    partial_usage: Usage | None
    cause: Cause | None
    outputs: tuple[MalformedOutput, ...]
    """Of a malformed output: each output that was no answer, in order, and why."""
    refusal: Refusal | None
    """How the model declined, if it did."""
    meta: Meta
    """Attempts, waits and history, as on an answer."""

    def __init__(
        self, message: str = "", failure: Failure | None = None, envelope: bytes | None = None
    ) -> None:
        super().__init__(message)
        failure = failure or Failure(kind=self.kind, message=message)
        partial = failure.partial or Partial()
        self._failure = failure
        self._envelope = envelope
        self.message = message
        self.code = failure.code
        self.status = failure.status
        self.type = failure.type
        self.title = failure.title
        self.detail = failure.detail
        self.hint = failure.hint
        self.retryable = failure.retryable
        self.retry_after = failure.retry_after_s
        self.reason = failure.reason
        self.local = failure.local
        self.request_id = failure.request_id
        self.trace_id = failure.trace_id
        self.scope = failure.scope
        self.body = failure.body
        self.errors = failure.errors
        self.sent = failure.sent
        self.phase = failure.phase
        self.field = failure.field
        self.oauth_error = failure.oauth_error
        self.saw_output = failure.saw_output
        self.partial_content = partial.content
        self.partial_reasoning = partial.reasoning
        self.partial_tool_calls = partial.tool_calls or ()
        self.partial_usage = partial.usage
        self.cause = failure.cause
        self.outputs = failure.outputs or ()
        self.refusal = failure.refusal
        self.meta = failure.meta

    def __str__(self) -> str:
        return self._failure.explain or self.message

    def to_dict(self) -> dict[str, Any]:
        """The error as plain JSON values, under the same keys in every language.

        Log it with `json.dumps`; `axonium-gateway explain` reads it again. It may hold text of an answer.

        >>> RateLimitError("slow down").to_dict()["kind"]      # doctest: +SKIP
        'RateLimit'
        """
        # The engine's own words, where it has spoken: they may hold what this package has no name for.
        document: dict[str, Any] = parse(self._envelope or msgspec.json.encode(self._failure))
        return document

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self._failure, self._envelope), self.__dict__


class APIError(AxoniumError):
    """The gateway, or what stands in for it, answered with an error."""

    kind = "API"
