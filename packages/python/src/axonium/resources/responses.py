"""The Responses API: `client.responses`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from .._arguments import RESPONSE, call_json, request_json
from .._calls import Done
from .._connections import FORMAT, AsyncResponseConnection, ResponseConnection
from .._output_types import OutputType, Parsed, output_type
from .._parsed_streams import AsyncParsedResponseStream, ParsedResponseStream
from .._response_streams import AsyncResponseStream, ResponseStream
from ..types._params import RoutedOptions
from ..types._parsed import ParsedResponse, parsed_response
from ..types._responses import Response
from ._base import AsyncResource, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types._response_params import ResponseParameters, ResponseParseParameters, ResponseTools

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

    @overload
    def parse(
        self,
        *,
        text_format: type[Parsed],
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponse[Parsed]: ...
    @overload
    def parse(
        self,
        *,
        text_format: type[Parsed],
        tools: ResponseTools,
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponse[Parsed | None]: ...
    @overload
    def parse(
        self,
        *,
        text_format: Mapping[str, Any],
        tools: ResponseTools | None = None,
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponse[Any]: ...
    def parse(
        self,
        *,
        text_format: type[Any] | Mapping[str, Any],
        **parameters: Any,
    ) -> ParsedResponse[Any]:
        """Ask for a response that is a value of a type, and read it as one.

        `text_format` is a pydantic v2 model, a msgspec Struct, a dataclass, a TypedDict, or a JSON Schema as
        a mapping. An output that does not match is repaired once, by a request of its own; what does not
        match then raises MalformedOutputError. A refusal raises RefusalError, and an output that was cut off
        MalformedOutputError, both without a second request.

        >>> client.responses.parse(input="...", text_format=Order, ...).parsed      # doctest: +SKIP
        Order(id=4417)
        """
        output = output_type(text_format, FORMAT)
        request = request_json(RESPONSE, "parse", parameters, output)
        answer, done = self._start(_CREATE, *request).finish()
        return parsed_response(_response(answer, done), output.parsed(done))

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
        """Ask for a response as it is generated, over SSE or, with `transport="websocket"`, a WebSocket.

        It returns once the server has accepted the request. With a `text_format` it is read as a type:
        `stream.parsed_partial` while it grows, and `stream.final().parsed`.
        """
        if FORMAT in parameters:
            return self._stream(output_type(parameters.pop(FORMAT), FORMAT), parameters)
        return ResponseStream(self._start(_STREAM, *request_json(RESPONSE, "stream", parameters)))

    def _stream(self, output: OutputType[Any], parameters: Mapping[str, Any]) -> ParsedResponseStream[Any]:
        request = request_json(RESPONSE, "stream", parameters, output)
        return ParsedResponseStream(self._start(_STREAM, *request), output)

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

    @overload
    async def parse(
        self,
        *,
        text_format: type[Parsed],
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponse[Parsed]: ...
    @overload
    async def parse(
        self,
        *,
        text_format: type[Parsed],
        tools: ResponseTools,
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponse[Parsed | None]: ...
    @overload
    async def parse(
        self,
        *,
        text_format: Mapping[str, Any],
        tools: ResponseTools | None = None,
        **parameters: Unpack[ResponseParseParameters],
    ) -> ParsedResponse[Any]: ...
    async def parse(
        self,
        *,
        text_format: type[Any] | Mapping[str, Any],
        **parameters: Any,
    ) -> ParsedResponse[Any]:
        """Ask for a response that is a value of a type, and read it as one.

        `text_format` is a pydantic v2 model, a msgspec Struct, a dataclass, a TypedDict, or a JSON Schema as
        a mapping. An output that does not match is repaired once, by a request of its own; what does not
        match then raises MalformedOutputError. A refusal raises RefusalError, and an output that was cut off
        MalformedOutputError, both without a second request.
        Cancelling the task ends the request.
        """
        output = output_type(text_format, FORMAT)
        request = request_json(RESPONSE, "parse", parameters, output)
        answer, done = await self._start(_CREATE, *request).finish()
        return parsed_response(_response(answer, done), output.parsed(done))

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
        """Ask for a response as it is generated, over SSE or, with `transport="websocket"`, a WebSocket.

        `async with` it, or await it, to send the request. With a `text_format` it is read as a type:
        `stream.parsed_partial` while it grows, and `(await stream.final()).parsed`.
        """
        if FORMAT in parameters:
            return self._stream(output_type(parameters.pop(FORMAT), FORMAT), parameters)
        body, options = request_json(RESPONSE, "stream", parameters)
        return AsyncResponseStream(lambda: self._start(_STREAM, body, options))

    def _stream(
        self, output: OutputType[Any], parameters: Mapping[str, Any]
    ) -> AsyncParsedResponseStream[Any]:
        body, options = request_json(RESPONSE, "stream", parameters, output)
        return AsyncParsedResponseStream(lambda: self._start(_STREAM, body, options), output)

    def connect(self, **options: Unpack[RoutedOptions]) -> AsyncResponseConnection:
        """A WebSocket that is kept for many turns: `async with` it, or await it, to open it.

        >>> async with client.responses.connect() as connection:      # doctest: +SKIP
        ...     first = await connection.create(model="qwen3-0.6b", input="hi")
        """
        return AsyncResponseConnection(self._session, call_json("connect", options, RoutedOptions))
