"""Chat: `client.chat.completions`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from .._arguments import CHAT, request_json
from .._calls import Done, Session
from .._chat_streams import AsyncChatStream, ChatStream
from .._output_types import OutputType, Parsed, output_type
from .._parsed_streams import AsyncParsedChatStream, ParsedChatStream
from .._settings import AsyncTokenProvider, TokenProvider
from ..types._chat import ChatCompletion
from ..types._parsed import ParsedChatCompletion, parsed_completion
from ._base import AsyncResource, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types._params import ChatParameters, ChatParseParameters, Tools

_CREATE = "chat.completions.create"
_STREAM = "chat.completions.stream"
_FORMAT = "response_format"


def _completion(answer: bytes, done: Done) -> ChatCompletion:
    return ChatCompletion.from_json(answer, meta=done.meta, usage=done.usage, refusal=done.refusal)


def _is_type(parameters: Mapping[str, Any]) -> bool:
    """Whether a stream's response_format is a type to parse into, and not the server's own field."""
    form = parameters.get(_FORMAT)
    return form is not None and not isinstance(form, Mapping)


class ChatCompletions(Resource):
    """`client.chat.completions`: ask a model, whole or streamed.

    Parameters are those of `axonium.types.ChatParameters`; None means unset and is not sent.
    """

    @overload
    def create(
        self, *, stream: Literal[False] | None = None, **parameters: Unpack[ChatParameters]
    ) -> ChatCompletion: ...
    @overload
    def create(self, *, stream: Literal[True], **parameters: Unpack[ChatParameters]) -> ChatStream: ...
    @overload
    def create(
        self, *, stream: bool, **parameters: Unpack[ChatParameters]
    ) -> ChatCompletion | ChatStream: ...
    def create(
        self, *, stream: bool | None = None, **parameters: Unpack[ChatParameters]
    ) -> ChatCompletion | ChatStream:
        """Ask for an answer; with `stream=True` the same as `stream()`.

        A repeat happens only where no generation can have happened, or where `idempotency_key` makes it a
        replay.

        >>> client.chat.completions.create(      # doctest: +SKIP
        ...     model="qwen3-0.6b", messages=[{"role": "user", "content": "hi"}]
        ... ).content
        'Hello!'
        """
        if stream:
            return self.stream(**parameters)
        answer, done = self._start(_CREATE, *request_json(CHAT, "create", parameters)).finish()
        return _completion(answer, done)

    @overload
    def parse(
        self,
        *,
        response_format: type[Parsed],
        stream: Literal[False] | None = None,
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatCompletion[Parsed]: ...
    @overload
    def parse(
        self,
        *,
        response_format: type[Parsed],
        stream: Literal[True],
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatStream[Parsed]: ...
    @overload
    def parse(
        self,
        *,
        response_format: type[Parsed],
        tools: Tools,
        stream: Literal[False] | None = None,
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatCompletion[Parsed | None]: ...
    @overload
    def parse(
        self,
        *,
        response_format: type[Parsed],
        tools: Tools,
        stream: Literal[True],
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatStream[Parsed | None]: ...
    @overload
    def parse(
        self,
        *,
        response_format: Mapping[str, Any],
        tools: Tools | None = None,
        stream: Literal[False] | None = None,
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatCompletion[Any]: ...
    @overload
    def parse(
        self,
        *,
        response_format: Mapping[str, Any],
        tools: Tools | None = None,
        stream: Literal[True],
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatStream[Any]: ...
    def parse(
        self,
        *,
        response_format: type[Any] | Mapping[str, Any],
        stream: bool | None = None,
        **parameters: Any,
    ) -> ParsedChatCompletion[Any] | ParsedChatStream[Any]:
        """Ask for an answer that is a value of a type, and read it as one.

        `response_format` is a pydantic v2 model, a msgspec Struct, a dataclass, a TypedDict, or a JSON Schema
        as a mapping. An output that does not match is repaired once, by a request of its own; what does not
        match then raises MalformedOutputError. A refusal raises RefusalError, and an output that was cut off
        MalformedOutputError, both without a second request.
        With `stream=True` it is `stream()` with a type; there, a mapping is the server's own field.

        >>> client.chat.completions.parse(      # doctest: +SKIP
        ...     model="qwen3-0.6b", messages=[{"role": "user", "content": "..."}], response_format=Order
        ... ).parsed
        Order(id=4417)
        """
        output = output_type(response_format, _FORMAT)
        if stream:
            return self._stream(output, parameters)
        request = request_json(CHAT, "parse", parameters, output)
        answer, done = self._start(_CREATE, *request).finish()
        return parsed_completion(_completion(answer, done), output.parsed(done))

    @overload
    def stream(
        self,
        *,
        response_format: type[Parsed],
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatStream[Parsed]: ...
    @overload
    def stream(
        self,
        *,
        response_format: type[Parsed],
        tools: Tools,
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatStream[Parsed | None]: ...
    @overload
    def stream(self, **parameters: Unpack[ChatParameters]) -> ChatStream: ...
    def stream(self, **parameters: Any) -> ChatStream:
        """Ask for an answer as it is generated. It returns once the server has accepted the request.

        With a type as `response_format` the answer is read as one: `stream.parsed_partial` while it grows,
        and `stream.final().parsed`.
        """
        if _is_type(parameters):
            return self._stream(output_type(parameters.pop(_FORMAT), _FORMAT), parameters)
        return ChatStream(self._start(_STREAM, *request_json(CHAT, "stream", parameters)))

    def _stream(self, output: OutputType[Any], parameters: Mapping[str, Any]) -> ParsedChatStream[Any]:
        request = request_json(CHAT, "stream", parameters, output)
        return ParsedChatStream(self._start(_STREAM, *request), output)


class AsyncChatCompletions(AsyncResource):
    """`client.chat.completions`: ask a model, whole or streamed.

    Parameters are those of `axonium.types.ChatParameters`; None means unset and is not sent.
    """

    @overload
    async def create(
        self, *, stream: Literal[False] | None = None, **parameters: Unpack[ChatParameters]
    ) -> ChatCompletion: ...
    @overload
    async def create(
        self, *, stream: Literal[True], **parameters: Unpack[ChatParameters]
    ) -> AsyncChatStream: ...
    @overload
    async def create(
        self, *, stream: bool, **parameters: Unpack[ChatParameters]
    ) -> ChatCompletion | AsyncChatStream: ...
    async def create(
        self, *, stream: bool | None = None, **parameters: Unpack[ChatParameters]
    ) -> ChatCompletion | AsyncChatStream:
        """Ask for an answer; with `stream=True` the same as `await stream()`.

        A repeat happens only where no generation can have happened, or where `idempotency_key` makes it a
        replay.
        Cancelling the task ends the request.
        """
        if stream:
            return await self.stream(**parameters)
        answer, done = await self._start(_CREATE, *request_json(CHAT, "create", parameters)).finish()
        return _completion(answer, done)

    @overload
    async def parse(
        self,
        *,
        response_format: type[Parsed],
        stream: Literal[False] | None = None,
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatCompletion[Parsed]: ...
    @overload
    async def parse(
        self,
        *,
        response_format: type[Parsed],
        stream: Literal[True],
        **parameters: Unpack[ChatParseParameters],
    ) -> AsyncParsedChatStream[Parsed]: ...
    @overload
    async def parse(
        self,
        *,
        response_format: type[Parsed],
        tools: Tools,
        stream: Literal[False] | None = None,
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatCompletion[Parsed | None]: ...
    @overload
    async def parse(
        self,
        *,
        response_format: type[Parsed],
        tools: Tools,
        stream: Literal[True],
        **parameters: Unpack[ChatParseParameters],
    ) -> AsyncParsedChatStream[Parsed | None]: ...
    @overload
    async def parse(
        self,
        *,
        response_format: Mapping[str, Any],
        tools: Tools | None = None,
        stream: Literal[False] | None = None,
        **parameters: Unpack[ChatParseParameters],
    ) -> ParsedChatCompletion[Any]: ...
    @overload
    async def parse(
        self,
        *,
        response_format: Mapping[str, Any],
        tools: Tools | None = None,
        stream: Literal[True],
        **parameters: Unpack[ChatParseParameters],
    ) -> AsyncParsedChatStream[Any]: ...
    async def parse(
        self,
        *,
        response_format: type[Any] | Mapping[str, Any],
        stream: bool | None = None,
        **parameters: Any,
    ) -> ParsedChatCompletion[Any] | AsyncParsedChatStream[Any]:
        """Ask for an answer that is a value of a type, and read it as one.

        `response_format` is a pydantic v2 model, a msgspec Struct, a dataclass, a TypedDict, or a JSON Schema
        as a mapping. An output that does not match is repaired once, by a request of its own; what does not
        match then raises MalformedOutputError. A refusal raises RefusalError, and an output that was cut off
        MalformedOutputError, both without a second request.
        With `stream=True` it is `await stream()` with a type; there, a mapping is the server's own field.
        Cancelling the task ends the request.
        """
        output = output_type(response_format, _FORMAT)
        if stream:
            return await self._stream(output, parameters)
        request = request_json(CHAT, "parse", parameters, output)
        answer, done = await self._start(_CREATE, *request).finish()
        return parsed_completion(_completion(answer, done), output.parsed(done))

    @overload
    def stream(
        self,
        *,
        response_format: type[Parsed],
        **parameters: Unpack[ChatParseParameters],
    ) -> AsyncParsedChatStream[Parsed]: ...
    @overload
    def stream(
        self,
        *,
        response_format: type[Parsed],
        tools: Tools,
        **parameters: Unpack[ChatParseParameters],
    ) -> AsyncParsedChatStream[Parsed | None]: ...
    @overload
    def stream(self, **parameters: Unpack[ChatParameters]) -> AsyncChatStream: ...
    def stream(self, **parameters: Any) -> AsyncChatStream:
        """Ask for an answer as it is generated: `async with` it, or await it, to send the request.

        With a type as `response_format` the answer is read as one: `stream.parsed_partial` while it grows,
        and `(await stream.final()).parsed`.
        """
        if _is_type(parameters):
            return self._stream(output_type(parameters.pop(_FORMAT), _FORMAT), parameters)
        body, options = request_json(CHAT, "stream", parameters)
        return AsyncChatStream(lambda: self._start(_STREAM, body, options))

    def _stream(self, output: OutputType[Any], parameters: Mapping[str, Any]) -> AsyncParsedChatStream[Any]:
        body, options = request_json(CHAT, "stream", parameters, output)
        return AsyncParsedChatStream(lambda: self._start(_STREAM, body, options), output)


class Chat:
    """`client.chat`."""

    completions: ChatCompletions

    def __init__(self, session: Session[TokenProvider]) -> None:
        self.completions = ChatCompletions(session)


class AsyncChat:
    """`client.chat`."""

    completions: AsyncChatCompletions

    def __init__(self, session: Session[AsyncTokenProvider]) -> None:
        self.completions = AsyncChatCompletions(session)
