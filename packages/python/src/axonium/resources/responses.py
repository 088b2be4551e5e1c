"""The Responses API: `client.responses`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from .._arguments import RESPONSE, call_json, request_json
from .._calls import Done
from .._connections import AsyncResponseConnection, ResponseConnection
from .._response_streams import AsyncResponseStream, ResponseStream
from ..types._params import RoutedOptions
from ..types._responses import Response
from ._base import AsyncResource, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types._response_params import ResponseParameters

_CREATE = "responses.create"
_STREAM = "responses.stream"


def _response(answer: bytes, done: Done) -> Response:
    return Response.from_json(
        answer, meta=done.meta, usage=done.usage, answer=done.answer, refusal=done.refusal
    )


class Responses(Resource):
    """`client.responses`: ask a model, whole, streamed, or over a WebSocket.

    Parameters are those of `axonium.types.ResponseParameters`; None means unset and is not sent.
    """

    @overload
    def create(
        self, *, stream: Literal[False] | None = None, **parameters: Unpack[ResponseParameters]
    ) -> Response: ...
    @overload
    def create(
        self, *, stream: Literal[True], **parameters: Unpack[ResponseParameters]
    ) -> ResponseStream: ...
    @overload
    def create(
        self, *, stream: bool, **parameters: Unpack[ResponseParameters]
    ) -> Response | ResponseStream: ...
    def create(
        self, *, stream: bool | None = None, **parameters: Unpack[ResponseParameters]
    ) -> Response | ResponseStream:
        """Ask for a response; with `stream=True` the same as `stream()`.

        A repeat happens only where no generation can have happened, or where `idempotency_key` makes it a
        replay.

        >>> client.responses.create(model="qwen3-0.6b", input="hi").output_text      # doctest: +SKIP
        'Hello!'
        """
        if stream:
            return self.stream(**parameters)
        answer, done = self._start(_CREATE, *request_json(RESPONSE, "create", parameters)).finish()
        return _response(answer, done)

    def stream(self, **parameters: Unpack[ResponseParameters]) -> ResponseStream:
        """Ask for a response as it is generated, over SSE or, with `transport="websocket"`, a WebSocket.

        It returns once the server has accepted the request.
        """
        return ResponseStream(self._start(_STREAM, *request_json(RESPONSE, "stream", parameters)))

    def connect(self, **options: Unpack[RoutedOptions]) -> ResponseConnection:
        """Open a WebSocket that is kept for many turns, one after the other.

        >>> with client.responses.connect() as connection:      # doctest: +SKIP
        ...     first = connection.create(model="qwen3-0.6b", input="hi")
        """
        return ResponseConnection(self._session, call_json("connect", options, RoutedOptions))


class AsyncResponses(AsyncResource):
    """`client.responses`: ask a model, whole, streamed, or over a WebSocket.

    Parameters are those of `axonium.types.ResponseParameters`; None means unset and is not sent.
    """

    @overload
    async def create(
        self, *, stream: Literal[False] | None = None, **parameters: Unpack[ResponseParameters]
    ) -> Response: ...
    @overload
    async def create(
        self, *, stream: Literal[True], **parameters: Unpack[ResponseParameters]
    ) -> AsyncResponseStream: ...
    @overload
    async def create(
        self, *, stream: bool, **parameters: Unpack[ResponseParameters]
    ) -> Response | AsyncResponseStream: ...
    async def create(
        self, *, stream: bool | None = None, **parameters: Unpack[ResponseParameters]
    ) -> Response | AsyncResponseStream:
        """Ask for a response; with `stream=True` the same as `await stream()`.

        A repeat happens only where no generation can have happened, or where `idempotency_key` makes it a
        replay.
        Cancelling the task ends the request.
        """
        if stream:
            return await self.stream(**parameters)
        answer, done = await self._start(_CREATE, *request_json(RESPONSE, "create", parameters)).finish()
        return _response(answer, done)

    def stream(self, **parameters: Unpack[ResponseParameters]) -> AsyncResponseStream:
        """Ask for a response as it is generated, over SSE or, with `transport="websocket"`, a WebSocket.

        `async with` it, or await it, to send the request.
        """
        body, options = request_json(RESPONSE, "stream", parameters)
        return AsyncResponseStream(lambda: self._start(_STREAM, body, options))

    def connect(self, **options: Unpack[RoutedOptions]) -> AsyncResponseConnection:
        """A WebSocket that is kept for many turns: `async with` it, or await it, to open it.

        >>> async with client.responses.connect() as connection:      # doctest: +SKIP
        ...     first = await connection.create(model="qwen3-0.6b", input="hi")
        """
        return AsyncResponseConnection(self._session, call_json("connect", options, RoutedOptions))
