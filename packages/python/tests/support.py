"""Both clients behind one face, so that a test is written once and holds for both; and what tests share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, Protocol, TypeVar

from axonium import (
    AsyncAxonium,
    AsyncChatStream,
    AsyncResponseConnection,
    AsyncResponseStream,
    Axonium,
    ChatCompletion,
    ChatCompletionChunk,
    ChatStream,
    CircuitStatus,
    ParsedChatCompletion,
    ParsedResponse,
    Response,
    ResponseConnection,
    ResponseEvent,
    ResponseStream,
)
from axonium.testing import Gateway
from axonium.types import Meta, ModelList, TokenInfo, ToolParam, Usage, UsageRecord

Answer = TypeVar("Answer")
Stream = TypeVar("Stream")
Item = TypeVar("Item")
Whole = TypeVar("Whole")

MODEL = "qwen3-0.6b"


def user(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text}]


class Reading(Generic[Stream, Item, Whole]):
    """What reading a stream came to."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.items: list[Item] = []
        self.error: BaseException | None = None
        self.final: Whole | None = None


class Read(Reading[ChatStream | AsyncChatStream, ChatCompletionChunk, ChatCompletion]):
    @property
    def chunks(self) -> list[ChatCompletionChunk]:
        return self.items

    @property
    def text(self) -> str:
        return "".join(chunk.content for chunk in self.items)


class ReadResponse(Reading[ResponseStream | AsyncResponseStream, ResponseEvent, Response]):
    @property
    def types(self) -> list[str]:
        return [event.event_type if event.type == "unknown" else event.type for event in self.items]

    @property
    def text(self) -> str:
        return "".join(event.delta for event in self.items if event.type == "response.output_text.delta")

    @property
    def response(self) -> Response:
        """What it came to, where it was to come to its end."""
        assert self.error is None, self.error
        assert self.final is not None
        return self.final


class Connection(Protocol):
    """A kept WebSocket, blocking or not."""

    def create(self, **parameters: Any) -> Response: ...
    def read(self, *, stop_after: int | None = None, **parameters: Any) -> ReadResponse: ...
    def close(self) -> None: ...


class Face(Protocol):
    """The calls of a client, blocking or not."""

    def create(self, **parameters: Any) -> ChatCompletion: ...
    def read(self, *, stop_after: int | None = None, **parameters: Any) -> Read: ...
    def parse(self, **parameters: Any) -> ParsedChatCompletion[Any]: ...
    def respond(self, **parameters: Any) -> Response: ...
    def parse_response(self, **parameters: Any) -> ParsedResponse[Any]: ...
    def read_response(self, *, stop_after: int | None = None, **parameters: Any) -> ReadResponse: ...
    def connect(self, **options: Any) -> Connection: ...
    def models(self, **options: Any) -> ModelList: ...
    def mine(self, **options: Any) -> ModelList: ...
    def usage(self, request_id: str, **options: Any) -> UsageRecord: ...
    def token(self, **options: Any) -> TokenInfo: ...
    def circuits(self) -> list[CircuitStatus]: ...


class BlockingConnection:
    def __init__(self, connection: ResponseConnection) -> None:
        self.connection = connection

    def create(self, **parameters: Any) -> Response:
        return self.connection.create(**parameters)

    def read(self, *, stop_after: int | None = None, **parameters: Any) -> ReadResponse:
        with self.connection.stream(**parameters) as stream:
            return _read(stream, ReadResponse(stream), stop_after)

    def close(self) -> None:
        self.connection.close()


class BlockingFace:
    def __init__(self, client: Axonium) -> None:
        self.client = client

    def create(self, **parameters: Any) -> ChatCompletion:
        answer = self.client.chat.completions.create(**parameters)
        assert isinstance(answer, ChatCompletion)
        return answer

    def read(self, *, stop_after: int | None = None, **parameters: Any) -> Read:
        with self.client.chat.completions.stream(**parameters) as stream:
            return _read(stream, Read(stream), stop_after)

    def parse(self, **parameters: Any) -> ParsedChatCompletion[Any]:
        answer = self.client.chat.completions.parse(**parameters)
        assert isinstance(answer, ParsedChatCompletion)
        return answer

    def respond(self, **parameters: Any) -> Response:
        answer = self.client.responses.create(**parameters)
        assert isinstance(answer, Response)
        return answer

    def parse_response(self, **parameters: Any) -> ParsedResponse[Any]:
        answer = self.client.responses.parse(**parameters)
        assert isinstance(answer, ParsedResponse)
        return answer

    def read_response(self, *, stop_after: int | None = None, **parameters: Any) -> ReadResponse:
        with self.client.responses.stream(**parameters) as stream:
            return _read(stream, ReadResponse(stream), stop_after)

    def connect(self, **options: Any) -> Connection:
        return BlockingConnection(self.client.responses.connect(**options))

    def models(self, **options: Any) -> ModelList:
        return self.client.models.list(**options)

    def mine(self, **options: Any) -> ModelList:
        return self.client.models.mine(**options)

    def usage(self, request_id: str, **options: Any) -> UsageRecord:
        return self.client.usage.retrieve(request_id, **options)

    def token(self, **options: Any) -> TokenInfo:
        return self.client.token.fetch(**options)

    def circuits(self) -> list[CircuitStatus]:
        return self.client.circuits()


class AsyncConnection:
    def __init__(self, connection: AsyncResponseConnection) -> None:
        self.connection = connection

    def create(self, **parameters: Any) -> Response:
        return _run(lambda: self.connection.create(**parameters))

    def read(self, *, stop_after: int | None = None, **parameters: Any) -> ReadResponse:
        async def read_all() -> ReadResponse:
            async with self.connection.stream(**parameters) as stream:
                return await _read_async(stream, ReadResponse(stream), stop_after)

        return _run(read_all)

    def close(self) -> None:
        _run(self.connection.aclose)


class AsyncFace:
    """Each call on an event loop of its own: a client belongs to none."""

    def __init__(self, client: AsyncAxonium) -> None:
        self.client = client

    def create(self, **parameters: Any) -> ChatCompletion:
        answer = _run(lambda: self.client.chat.completions.create(**parameters))
        assert isinstance(answer, ChatCompletion)
        return answer

    def read(self, *, stop_after: int | None = None, **parameters: Any) -> Read:
        async def read_all() -> Read:
            async with self.client.chat.completions.stream(**parameters) as stream:
                return await _read_async(stream, Read(stream), stop_after)

        return _run(read_all)

    def parse(self, **parameters: Any) -> ParsedChatCompletion[Any]:
        answer = _run(lambda: self.client.chat.completions.parse(**parameters))
        assert isinstance(answer, ParsedChatCompletion)
        return answer

    def respond(self, **parameters: Any) -> Response:
        answer = _run(lambda: self.client.responses.create(**parameters))
        assert isinstance(answer, Response)
        return answer

    def parse_response(self, **parameters: Any) -> ParsedResponse[Any]:
        answer = _run(lambda: self.client.responses.parse(**parameters))
        assert isinstance(answer, ParsedResponse)
        return answer

    def read_response(self, *, stop_after: int | None = None, **parameters: Any) -> ReadResponse:
        async def read_all() -> ReadResponse:
            async with self.client.responses.stream(**parameters) as stream:
                return await _read_async(stream, ReadResponse(stream), stop_after)

        return _run(read_all)

    def connect(self, **options: Any) -> Connection:
        async def connect() -> AsyncResponseConnection:
            return await self.client.responses.connect(**options)

        return AsyncConnection(_run(connect))

    def models(self, **options: Any) -> ModelList:
        return _run(lambda: self.client.models.list(**options))

    def mine(self, **options: Any) -> ModelList:
        return _run(lambda: self.client.models.mine(**options))

    def usage(self, request_id: str, **options: Any) -> UsageRecord:
        return _run(lambda: self.client.usage.retrieve(request_id, **options))

    def token(self, **options: Any) -> TokenInfo:
        return _run(lambda: self.client.token.fetch(**options))

    def circuits(self) -> list[CircuitStatus]:
        return self.client.circuits()


def _run(call: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
    async def main() -> Answer:
        return await call()

    return asyncio.run(main())


AnyRead = TypeVar("AnyRead", Read, ReadResponse)


def _read(stream: Any, read: AnyRead, stop_after: int | None) -> AnyRead:
    try:
        for item in stream:
            read.items.append(item)
            if len(read.items) == stop_after:
                return read
        read.final = stream.final()
    except Exception as error:
        read.error = error
    return read


async def _read_async(stream: Any, read: AnyRead, stop_after: int | None) -> AnyRead:
    try:
        async for item in stream:
            read.items.append(item)
            if len(read.items) == stop_after:
                return read
        read.final = await stream.final()
    except Exception as error:
        read.error = error
    return read


Connect = Callable[..., Face]


def spent(usage: Usage | None) -> Usage:
    assert usage is not None
    return usage


def kinds(meta: Meta) -> list[str | None]:
    return [attempt.kind for attempt in meta.history]


TOOL: ToolParam = {
    "type": "function",
    "function": {
        "name": "weather",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
}


LONG = " ".join(str(number) for number in range(300))


def slow() -> Gateway:
    """A gateway whose model takes two seconds for LONG, long after a client that leaves early has left."""
    return Gateway(clock="real", models=[{"id": MODEL, "words_per_second": 150}])


def left_early(gateway: Gateway) -> bool:
    """Asks until the model is done, and says whether its client was gone by then."""
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        reasons = [entry.termination_reason for entry in gateway.ledger.entries]
        if reasons and None not in reasons:
            return reasons == ["client_disconnected"]
    return False
