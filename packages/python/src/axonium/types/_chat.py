"""Chat answers: typed views over the server's bytes."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from .._json import Fitting, parse
from ._meta import Meta, Refusal, Usage


class FunctionCall(msgspec.Struct, frozen=True):
    """The function that the model wants called."""

    name: str | None = None
    arguments: str = ""
    """The model's own text: usually JSON, never checked or changed here."""


class ToolCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool call of the model. It may be put into the next request as it is."""

    id: str | None = None
    type: str | None = None
    function: FunctionCall = FunctionCall()


class ToolCallDelta(msgspec.Struct, frozen=True):
    """A fragment of a tool call; fragments of one call share an index."""

    index: int | None = None
    id: str | None = None
    type: str | None = None
    function: FunctionCall = FunctionCall()


class _Text(msgspec.Struct, frozen=True):
    """What a message and its delta have in common."""

    role: str | None = None
    content: str | None = None
    reasoning: str | None = None
    """The model's reasoning, whether the server calls it `reasoning` or `reasoning_content`."""
    reasoning_content: str | None = None
    refusal: str | None = None

    def __post_init__(self) -> None:
        if self.reasoning is None and self.reasoning_content is not None:
            msgspec.structs.force_setattr(self, "reasoning", self.reasoning_content)


class ChatMessage(_Text, frozen=True):
    """A message of the model. It may be put into the next request's `messages` as it is."""

    tool_calls: tuple[ToolCall, ...] | None = None

    def to_param(self) -> dict[str, Any]:
        """The message as a request takes it: without reasoning, and without what is unset."""
        fields = {
            "role": self.role,
            "content": self.content,
            "refusal": self.refusal,
            "tool_calls": self.tool_calls,
        }
        return {name: value for name, value in fields.items() if value is not None}


class ChatDelta(_Text, frozen=True):
    """What one chunk adds to a message."""

    tool_calls: tuple[ToolCallDelta, ...] | None = None


class Choice(msgspec.Struct, frozen=True):
    """One answer of a completion."""

    index: int | None = None
    message: ChatMessage = ChatMessage()
    finish_reason: str | None = None
    logprobs: Any = None


class ChunkChoice(msgspec.Struct, frozen=True):
    """What one chunk adds to one answer."""

    index: int | None = None
    delta: ChatDelta = ChatDelta()
    finish_reason: str | None = None
    logprobs: Any = None


class _CompletionBody(msgspec.Struct, frozen=True):
    id: str | None = None
    model: str | None = None
    created: int | None = None
    choices: tuple[Choice, ...] = ()


class _ChunkBody(msgspec.Struct, frozen=True):
    id: str | None = None
    model: str | None = None
    created: int | None = None
    choices: tuple[ChunkChoice, ...] = ()


_completions = Fitting(_CompletionBody)
_chunks = Fitting(_ChunkBody)


class ChatCompletion(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A complete answer to a chat request."""

    id: str | None = None
    model: str | None = None
    created: int | None = None
    """When the server made it, in Unix seconds."""
    choices: tuple[Choice, ...] = ()
    usage: Usage | None = None
    """Tokens as the engine normalised them; `raw["usage"]` is the server's own."""
    refusal_code: str | None = None
    """How the model declined: `refusal`, `content_filter` or the server's own code; None if it did not."""
    meta: Meta
    raw_json: bytes = b"{}"
    """The body as the server sent it, every number in its own text."""

    @property
    def content(self) -> str | None:
        """The text of the first choice; None when there is none, as beside tool calls."""
        return self.choices[0].message.content if self.choices else None

    @property
    def reasoning(self) -> str | None:
        """The reasoning of the first choice, where the server sent it."""
        return self.choices[0].message.reasoning if self.choices else None

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tool calls of the first choice; empty when there are none."""
        return (self.choices[0].message.tool_calls or ()) if self.choices else ()

    @property
    def refusal(self) -> str | None:
        """Why the model declined, in its words; `refusal_code` says whether it did."""
        return self.choices[0].message.refusal if self.choices else None

    @property
    def finish_reason(self) -> str | None:
        """Why the first choice ended: `stop`, `length`, `tool_calls`, …."""
        return self.choices[0].finish_reason if self.choices else None

    @cached_property
    def raw(self) -> Any:  # noqa: ANN401 - the server decides
        """The whole body, parsed; fields that have no attribute here are found in it."""
        return parse(self.raw_json)

    def __repr__(self) -> str:
        return (
            f"ChatCompletion(id={self.id!r}, model={self.model!r}, choices={self.choices!r}, "
            f"usage={self.usage!r}, meta={self.meta!r})"
        )

    @classmethod
    def from_json(
        cls, body: bytes, *, meta: Meta, usage: Usage | None = None, refusal: Refusal | None = None
    ) -> ChatCompletion:
        """Read an answer out of a response body, and how the engine found it to decline."""
        read = _completions.decode(body)
        return ChatCompletion(
            id=read.id,
            model=read.model,
            created=read.created,
            choices=read.choices,
            usage=usage,
            refusal_code=refusal.code if refusal else None,
            meta=meta,
            raw_json=body,
        )


class ChatCompletionChunk(msgspec.Struct, frozen=True):
    """One event of a chat stream."""

    _body: _ChunkBody
    raw_json: bytes
    """The event's data as the server sent it."""

    @property
    def id(self) -> str | None:
        """The completion's id."""
        return self._body.id

    @property
    def model(self) -> str | None:
        """The model that answers."""
        return self._body.model

    @property
    def created(self) -> int | None:
        """When the server made it, in Unix seconds."""
        return self._body.created

    @property
    def choices(self) -> tuple[ChunkChoice, ...]:
        """What this chunk adds, by choice; empty on a usage chunk."""
        return self._body.choices

    @property
    def content(self) -> str:
        """The text that this chunk adds to the first choice; empty when it adds none."""
        choices = self._body.choices
        return (choices[0].delta.content or "") if choices else ""

    @property
    def reasoning(self) -> str:
        """The reasoning that this chunk adds to the first choice; empty when it adds none."""
        choices = self._body.choices
        return (choices[0].delta.reasoning or "") if choices else ""

    @property
    def tool_calls(self) -> tuple[ToolCallDelta, ...]:
        """The fragments of tool calls in this chunk's first choice."""
        choices = self._body.choices
        return (choices[0].delta.tool_calls or ()) if choices else ()

    @property
    def finish_reason(self) -> str | None:
        """Why the first choice ended; None while it goes on."""
        choices = self._body.choices
        return choices[0].finish_reason if choices else None

    @property
    def raw(self) -> Any:  # noqa: ANN401 - the server decides
        """The whole event, parsed anew each time."""
        return parse(self.raw_json)

    def __repr__(self) -> str:
        return f"ChatCompletionChunk(id={self.id!r}, choices={self.choices!r})"

    @classmethod
    def from_json(cls, data: bytes) -> ChatCompletionChunk:
        """Read a chunk out of an event's data."""
        return cls(_chunks.decode(data), data)
