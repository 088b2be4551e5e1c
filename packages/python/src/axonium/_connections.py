"""WebSockets that are kept for many turns of the Responses API."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, overload

import msgspec

from ._arguments import RESPONSE, body_json, request_json
from ._calls import AsyncCall, Call, CallBase, Done, Provider, Session
from ._errors import AxoniumError
from ._output_types import OutputType, Parsed, output_type
from ._parsed_streams import AsyncParsedResponseStream, ParsedResponseStream
from ._response_streams import AsyncResponseStream, ResponseStream
from ._settings import AsyncTokenProvider, TokenProvider
from .types._meta import Meta
from .types._responses import Response

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .types._response_params import ResponseParameters, ResponseParseParameters, ResponseTools

_CONNECT = "responses.connect"
_DISCONNECT = "responses.disconnect"
_STREAM = "responses.stream"

FORMAT = "text_format"
"""What a response is parsed into."""

_NOT_OPEN = "the connection is not open yet: await it, or enter it with `async with`"


class _Opened(msgspec.Struct, frozen=True):
    """What the engine says of a connection that it has opened."""

    connection: int


_opened = msgspec.json.Decoder(_Opened)


class _ConnectionBase(Generic[Provider]):
    """What blocking and asynchronous connections have in common."""

    _number: int | None = None

    def __init__(self, session: Session[Provider]) -> None:
        self._session = session
        self._meta: Meta | None = None

    @property
    def meta(self) -> Meta:
        """How the opening went; each turn has its own."""
        if self._meta is None:
            raise RuntimeError(_NOT_OPEN)
        return self._meta

    def close(self) -> None:
        """Close the connection; a turn that is active on it is cut off. Never blocks, and may be repeated."""
        if self._number is not None:
            body = body_json({"connection": self._number})
            try:
                CallBase(self._session, _DISCONNECT, body, b"{}").close()
            except AxoniumError:
                # The client is closed and its connections with it, or they are those of a fork's parent.
                return

    def __del__(self) -> None:
        self.close()

    def _turn(
        self, function: str, parameters: Mapping[str, Any], output: OutputType[Any] | None = None
    ) -> tuple[bytes, bytes]:
        if self._number is None:
            raise RuntimeError(_NOT_OPEN)
        return request_json(RESPONSE, function, parameters, output, connection=self._number)

    def _take(self, answer: bytes, done: Done) -> None:
        self._number, self._meta = _opened.decode(answer).connection, done.meta


class ResponseConnection(_ConnectionBase[TokenProvider]):
    """A WebSocket that is kept for many turns, one after the other: each is a request and its response.

    A turn is read to its end, or closed, before the next begins; one that is started meanwhile is refused.
    What the server closes between turns is opened anew. Leaving the `with` block closes it.

    >>> with client.responses.connect() as connection:      # doctest: +SKIP
    ...     first = connection.create(model="qwen3-0.6b", input="hi")
    ...     second = connection.create(model="qwen3-0.6b", input="why?", previous_response_id=first.id)
    """

    def __init__(self, session: Session[TokenProvider], options: bytes) -> None:
        super().__init__(session)
        self._take(*Call(session, _CONNECT, b"", options).finish())

    def create(self, **parameters: Unpack[ResponseParameters]) -> Response:
        """Ask for a response, and read it to its end."""
        with self._stream("create", parameters) as stream:
            return stream.final()

    @overload
    def stream(
        self,
        *,
        text_format: type[Parsed],
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponseStream[Parsed]: ...
    @overload
    def stream(
        self,
        *,
        text_format: type[Parsed],
        tools: ResponseTools,
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponseStream[Parsed | None]: ...
    @overload
    def stream(
        self,
        *,
        text_format: Mapping[str, Any],
        tools: ResponseTools | None = None,
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponseStream[Any]: ...
    @overload
    def stream(self, **parameters: Unpack[ResponseParameters]) -> ResponseStream: ...
    def stream(self, **parameters: Any) -> ResponseStream:
        """Ask for a response as it is generated. It returns once the request is sent.

        With a `text_format` it is read as a type, as by `responses.stream`.
        """
        if FORMAT not in parameters:
            return self._stream("stream", parameters)
        output = output_type(parameters.pop(FORMAT), FORMAT)
        turn = self._turn("stream", parameters, output)
        return ParsedResponseStream(Call(self._session, _STREAM, *turn), output, holds=self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _stream(self, function: str, parameters: Mapping[str, Any]) -> ResponseStream:
        return ResponseStream(Call(self._session, _STREAM, *self._turn(function, parameters)), holds=self)


class AsyncResponseConnection(_ConnectionBase[AsyncTokenProvider]):
    """A WebSocket that is kept for many turns, for asyncio: await it or enter it to open it.

    A turn is read to its end, or closed, before the next begins; one that is started meanwhile is refused.
    What the server closes between turns is opened anew. Leaving the `async with` block closes it.

    >>> async with client.responses.connect() as connection:      # doctest: +SKIP
    ...     first = await connection.create(model="qwen3-0.6b", input="hi")
    ...     second = await connection.create(model="qwen3-0.6b", input="why?", previous_response_id=first.id)
    """

    def __init__(self, session: Session[AsyncTokenProvider], options: bytes) -> None:
        super().__init__(session)
        self._options = options

    def __await__(self) -> Generator[Any, None, Self]:
        return self._open().__await__()

    async def create(self, **parameters: Unpack[ResponseParameters]) -> Response:
        """Ask for a response, and read it to its end."""
        async with self._stream("create", parameters) as stream:
            return await stream.final()

    @overload
    def stream(
        self,
        *,
        text_format: type[Parsed],
        **parameters: Unpack[ResponseParseParameters],
    ) -> AsyncParsedResponseStream[Parsed]: ...
    @overload
    def stream(
        self,
        *,
        text_format: type[Parsed],
        tools: ResponseTools,
        **parameters: Unpack[ResponseParseParameters],
    ) -> AsyncParsedResponseStream[Parsed | None]: ...
    @overload
    def stream(
        self,
        *,
        text_format: Mapping[str, Any],
        tools: ResponseTools | None = None,
        **parameters: Unpack[ResponseParseParameters],
    ) -> AsyncParsedResponseStream[Any]: ...
    @overload
    def stream(self, **parameters: Unpack[ResponseParameters]) -> AsyncResponseStream: ...
    def stream(self, **parameters: Any) -> AsyncResponseStream:
        """Ask for a response as it is generated: `async with` it, or await it, to send the request.

        With a `text_format` it is read as a type, as by `responses.stream`.
        """
        if FORMAT not in parameters:
            return self._stream("stream", parameters)
        output = output_type(parameters.pop(FORMAT), FORMAT)
        turn = self._turn("stream", parameters, output)
        return AsyncParsedResponseStream(lambda: AsyncCall(self._session, _STREAM, *turn), output, holds=self)

    async def aclose(self) -> None:
        """Close the connection; a turn that is active on it is cut off."""
        self.close()

    async def __aenter__(self) -> Self:
        return await self._open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def _open(self) -> Self:
        if self._number is None:
            self._take(*await AsyncCall(self._session, _CONNECT, b"", self._options).finish())
        return self

    def _stream(self, function: str, parameters: Mapping[str, Any]) -> AsyncResponseStream:
        turn = self._turn(function, parameters)
        return AsyncResponseStream(lambda: AsyncCall(self._session, _STREAM, *turn), holds=self)
