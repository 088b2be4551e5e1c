"""Streams of chat chunks."""

from __future__ import annotations

from ._streams import AsyncStream, Snapshot, Stream, StreamBase
from .types._chat import ChatCompletion, ChatCompletionChunk, ToolCall


class _ChatView(StreamBase[ChatCompletionChunk, ChatCompletion]):
    """What a chat stream shows of the answer so far."""

    @property
    def content(self) -> str | None:
        """The text so far; None until any has arrived."""
        return self._whole(self._view()).content

    @property
    def reasoning(self) -> str | None:
        """The reasoning so far, where the server sends it."""
        return self._whole(self._view()).reasoning

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tool calls so far, put together from their fragments; complete only once the stream is."""
        return self._whole(self._view()).tool_calls

    @property
    def refusal(self) -> str | None:
        """Why the model declines, so far, where it says so."""
        return self._whole(self._view()).refusal

    def _read(self, data: bytes) -> ChatCompletionChunk:
        return ChatCompletionChunk.from_json(data)

    def _whole(self, view: Snapshot) -> ChatCompletion:
        return ChatCompletion.from_json(
            bytes(view.completion), meta=view.meta, usage=view.usage, refusal=view.refusal
        )


class ChatStream(_ChatView, Stream[ChatCompletionChunk, ChatCompletion]):
    """A chat answer as it is generated.

    Iterate over it; leaving the loop early, leaving its `with` block or dropping it ends the request.

    >>> with client.chat.completions.stream(model=..., messages=...) as stream:      # doctest: +SKIP
    ...     for chunk in stream:
    ...         print(chunk.content, end="")
    """


class AsyncChatStream(_ChatView, AsyncStream[ChatCompletionChunk, ChatCompletion]):
    """A chat answer as it is generated, for asyncio.

    Await it or enter it to open it. Leaving the loop early, leaving its `async with` block, cancelling or
    dropping it ends the request.

    >>> async with client.chat.completions.stream(model=..., messages=...) as stream:      # doctest: +SKIP
    ...     async for chunk in stream:
    ...         print(chunk.content, end="")
    """
