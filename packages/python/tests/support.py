"""Both clients behind one face, so that a test is written once and holds for both; and what tests share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from axonium import AsyncAxonium, AsyncChatStream, Axonium, ChatCompletion, ChatCompletionChunk, ChatStream
from axonium.testing import Gateway
from axonium.types import Meta, ModelList, TokenInfo, ToolParam, Usage, UsageRecord

Answer = TypeVar("Answer")

MODEL = "qwen3-0.6b"


def user(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text}]


class Read:
    """What reading a stream came to."""

    def __init__(self, stream: ChatStream | AsyncChatStream) -> None:
        self.stream = stream
        self.chunks: list[ChatCompletionChunk] = []
        self.error: BaseException | None = None
        self.final: ChatCompletion | None = None

    @property
    def text(self) -> str:
        return "".join(chunk.content for chunk in self.chunks)


class Face(Protocol):
    """The calls of a client, blocking or not."""

    def create(self, **parameters: Any) -> ChatCompletion: ...
    def read(self, *, stop_after: int | None = None, **parameters: Any) -> Read: ...
    def models(self, **options: Any) -> ModelList: ...
    def mine(self, **options: Any) -> ModelList: ...
    def usage(self, request_id: str, **options: Any) -> UsageRecord: ...
    def token(self, **options: Any) -> TokenInfo: ...


class BlockingFace:
    def __init__(self, client: Axonium) -> None:
        self.client = client

    def create(self, **parameters: Any) -> ChatCompletion:
        answer = self.client.chat.completions.create(**parameters)
        assert isinstance(answer, ChatCompletion)
        return answer

    def read(self, *, stop_after: int | None = None, **parameters: Any) -> Read:
        with self.client.chat.completions.stream(**parameters) as stream:
            read = Read(stream)
            try:
                for chunk in stream:
                    read.chunks.append(chunk)
                    if len(read.chunks) == stop_after:
                        return read
                read.final = stream.final()
            except Exception as error:
                read.error = error
            return read

    def models(self, **options: Any) -> ModelList:
        return self.client.models.list(**options)

    def mine(self, **options: Any) -> ModelList:
        return self.client.models.mine(**options)

    def usage(self, request_id: str, **options: Any) -> UsageRecord:
        return self.client.usage.retrieve(request_id, **options)

    def token(self, **options: Any) -> TokenInfo:
        return self.client.token.fetch(**options)


class AsyncFace:
    """Each call on an event loop of its own: a client belongs to none."""

    def __init__(self, client: AsyncAxonium) -> None:
        self.client = client

    def create(self, **parameters: Any) -> ChatCompletion:
        answer = self._run(lambda: self.client.chat.completions.create(**parameters))
        assert isinstance(answer, ChatCompletion)
        return answer

    def read(self, *, stop_after: int | None = None, **parameters: Any) -> Read:
        async def read_all() -> Read:
            async with self.client.chat.completions.stream(**parameters) as stream:
                read = Read(stream)
                try:
                    async for chunk in stream:
                        read.chunks.append(chunk)
                        if len(read.chunks) == stop_after:
                            return read
                    read.final = await stream.final()
                except Exception as error:
                    read.error = error
                return read

        return self._run(read_all)

    def models(self, **options: Any) -> ModelList:
        return self._run(lambda: self.client.models.list(**options))

    def mine(self, **options: Any) -> ModelList:
        return self._run(lambda: self.client.models.mine(**options))

    def usage(self, request_id: str, **options: Any) -> UsageRecord:
        return self._run(lambda: self.client.usage.retrieve(request_id, **options))

    def token(self, **options: Any) -> TokenInfo:
        return self._run(lambda: self.client.token.fetch(**options))

    def _run(self, call: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        async def main() -> Answer:
            return await call()

        return asyncio.run(main())


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
