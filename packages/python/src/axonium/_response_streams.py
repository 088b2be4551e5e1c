"""Streams of the Responses API's events."""

from __future__ import annotations

from ._streams import AsyncStream, Snapshot, Stream, StreamBase
from .types._chat import ToolCall
from .types._responses import Response
from .types.response_events import ResponseEvent, decode_response_event


class _ResponseView(StreamBase[ResponseEvent, Response]):
    """What a Responses stream shows of the answer so far."""

    @property
    def output_text(self) -> str | None:
        """The text so far; None until any has arrived."""
        return self._view().answer.content

    @property
    def reasoning(self) -> str | None:
        """The reasoning so far, or the summaries of it, where the server sends any."""
        return self._view().answer.reasoning

    @property
    def refusal(self) -> str | None:
        """Why the model declines, so far, where it says so."""
        return self._view().answer.refusal

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tool calls so far; complete only once the stream is."""
        return self._view().answer.tool_calls

    def _read(self, data: bytes) -> ResponseEvent:
        return decode_response_event(data)

    def _whole(self, view: Snapshot) -> Response:
        return Response.from_json(
            bytes(view.response), meta=view.meta, usage=view.usage, answer=view.answer, refusal=view.refusal
        )


class ResponseStream(_ResponseView, Stream[ResponseEvent, Response]):
    """A response as it is generated: its events, told apart by `event.type`.

    Iterate over it; leaving the loop early, leaving its `with` block or dropping it ends the request.

    >>> with client.responses.stream(model=..., input=...) as stream:      # doctest: +SKIP
    ...     for event in stream:
    ...         if event.type == "response.output_text.delta":
    ...             print(event.delta, end="")
    """


class AsyncResponseStream(_ResponseView, AsyncStream[ResponseEvent, Response]):
    """A response as it is generated, for asyncio: its events, told apart by `event.type`.

    Await it or enter it to open it. Leaving the loop early, leaving its `async with` block, cancelling or
    dropping it ends the request.

    >>> async with client.responses.stream(model=..., input=...) as stream:      # doctest: +SKIP
    ...     async for event in stream:
    ...         if event.type == "response.output_text.delta":
    ...             print(event.delta, end="")
    """
