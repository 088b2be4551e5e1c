"""Chat: `client.chat.completions`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from .._arguments import CHAT, request_json
from .._calls import Session
from .._chat_streams import AsyncChatStream, ChatStream
from .._settings import AsyncTokenProvider, TokenProvider
from ..types._chat import ChatCompletion
from ._base import AsyncResource, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types._params import ChatParameters

_CREATE = "chat.completions.create"
_STREAM = "chat.completions.stream"


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
        return ChatCompletion.from_json(answer, meta=done.meta, usage=done.usage, refusal=done.refusal)

    def stream(self, **parameters: Unpack[ChatParameters]) -> ChatStream:
        """Ask for an answer as it is generated. It returns once the server has accepted the request."""
        return ChatStream(self._start(_STREAM, *request_json(CHAT, "stream", parameters)))


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
        return ChatCompletion.from_json(answer, meta=done.meta, usage=done.usage, refusal=done.refusal)

    def stream(self, **parameters: Unpack[ChatParameters]) -> AsyncChatStream:
        """Ask for an answer as it is generated: `async with` it, or await it, to send the request."""
        body, options = request_json(CHAT, "stream", parameters)
        return AsyncChatStream(lambda: self._start(_STREAM, body, options))


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
