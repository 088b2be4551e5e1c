"""Plays jobs with the asynchronous client, each on an event loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from errors import cancelled, described
from settings import (
    call_options,
    chat_parameters,
    client_options,
    derived_key,
    parse_options,
    response_parameters,
    run_key,
)
from streams import STREAMS, Items, stream_value
from values import (
    circuits_value,
    completion_value,
    meta_value,
    models_value,
    response_value,
    token_value,
    usage_value,
)

from axonium import (
    AsyncAxonium,
    AsyncChatStream,
    AsyncResponseConnection,
    AsyncResponseStream,
    AxoniumError,
    ChatCompletion,
    Response,
)
from axonium.resources import AsyncResponses
from axonium.testing import virtual_async_client

Answer = TypeVar("Answer")
Result = dict[str, Any]


def play(job: dict[str, Any]) -> list[Result]:
    """The results of one job."""
    return asyncio.run(_play_all(job))


async def _play_all(job: dict[str, Any]) -> list[Result]:
    options = client_options(job)
    client = virtual_async_client(**options) if job["clock"] == "virtual" else AsyncAxonium(**options)
    async with client:
        calls = _Calls(client)
        if job["parallel"]:
            return list(await asyncio.gather(*(calls.play(call) for call in job["calls"])))
        return [await calls.play(call) for call in job["calls"]]


class _Calls:
    """The calls of one client, and the connection that they keep."""

    def __init__(self, client: AsyncAxonium) -> None:
        self.client = client
        self.connection: AsyncResponseConnection | None = None

    async def play(self, call: dict[str, Any]) -> Result:
        """The result of one call."""
        if call["op"] in STREAMS:
            return await self._stream(call)
        after = call.get("options", {}).get("cancel_after_ms")
        try:
            value = await _cancelled_after(after, asyncio.create_task(self._unary(call)))
        except asyncio.CancelledError:
            return {"outcome": "error", "error": cancelled()}
        except AxoniumError as error:
            return {"outcome": "error", "error": described(error)}
        return {"outcome": "ok", "value": value}

    async def _unary(self, call: dict[str, Any]) -> dict[str, Any]:
        client, options = self.client, call_options(call.get("options", {}))

        async def create() -> dict[str, Any]:
            return completion_value(await client.chat.completions.create(**chat_parameters(call)))

        async def respond() -> dict[str, Any]:
            return response_value(await self._carrier(call).create(**response_parameters(call)))

        async def parse() -> dict[str, Any]:
            options = parse_options(call, "response_format")
            return completion_value(await client.chat.completions.parse(**chat_parameters(call), **options))

        async def parse_response() -> dict[str, Any]:
            options = parse_options(call, "text_format")
            return response_value(await client.responses.parse(**response_parameters(call), **options))

        async def circuits() -> dict[str, Any]:
            return circuits_value(client.circuits())

        async def derive() -> dict[str, Any]:
            return derived_key(call)

        async def run() -> dict[str, Any]:
            return run_key(call)

        async def connect() -> dict[str, Any]:
            self.connection = await client.responses.connect(**options)
            return {"meta": meta_value(self.connection.meta)}

        async def disconnect() -> dict[str, Any]:
            await self._kept().aclose()
            return {}

        async def models() -> dict[str, Any]:
            return models_value(await client.models.list(**options))

        async def mine() -> dict[str, Any]:
            return models_value(await client.models.mine(**options))

        async def usage() -> dict[str, Any]:
            return usage_value(await client.usage.retrieve(call["request"]["request_id"], **options))

        async def token() -> dict[str, Any]:
            return token_value(await client.token.fetch(**options))

        calls: dict[str, Callable[[], Coroutine[Any, Any, dict[str, Any]]]] = {
            "chat.completions.create": create,
            "responses.create": respond,
            "chat.completions.parse": parse,
            "responses.parse": parse_response,
            "circuits": circuits,
            "keys.derive": derive,
            "keys.run": run,
            "responses.connect": connect,
            "responses.disconnect": disconnect,
            "models.list": models,
            "models.mine": mine,
            "usage.retrieve": usage,
            "token.fetch": token,
        }
        return await calls[call["op"]]()

    async def _stream(self, call: dict[str, Any]) -> Result:
        options = call.get("options", {})
        opened: list[AsyncChatStream | AsyncResponseStream] = []
        items = Items()

        async def read() -> ChatCompletion | Response:
            async with await self._open(call) as stream:
                opened.append(stream)
                async for item in stream:
                    items.add(item)
                    if items.count == options.get("cancel_after_chunks"):
                        reading.cancel()
                        await asyncio.sleep(0)  # Where the task learns of it.
                return await stream.final()

        reading = asyncio.create_task(read())

        try:
            final = await _cancelled_after(options.get("cancel_after_ms"), reading)
        except asyncio.CancelledError:
            error = cancelled()
        except AxoniumError as failure:
            error = described(failure)
        else:
            value = stream_value(opened[0], final, items)
            return {"outcome": "stream", "value": value, "chunks": items.count}
        if not opened:
            return {"outcome": "error", "error": error}
        value = stream_value(opened[0], None, items)
        return {"outcome": "stream_error", "error": error, "value": value, "chunks": items.count}

    async def _open(self, call: dict[str, Any]) -> AsyncChatStream | AsyncResponseStream:
        stream: AsyncChatStream | AsyncResponseStream
        chat = self.client.chat.completions
        if "parse" in call.get("options", {}):
            if call["op"] == "responses.stream":
                options = parse_options(call, "text_format")
                stream = self._carrier(call).stream(**response_parameters(call), **options)
            else:
                options = parse_options(call, "response_format")
                stream = await chat.parse(stream=True, **chat_parameters(call), **options)
        elif call["op"] == "responses.stream":
            stream = self._carrier(call).stream(**response_parameters(call))
        else:
            stream = chat.stream(**chat_parameters(call))
        return stream

    def _carrier(self, call: dict[str, Any]) -> AsyncResponses | AsyncResponseConnection:
        """What a call of the Responses API goes over."""
        return self._kept() if call.get("options", {}).get("connection") else self.client.responses

    def _kept(self) -> AsyncResponseConnection:
        assert self.connection is not None, "the scenario has opened no connection"
        return self.connection


async def _cancelled_after(milliseconds: float | None, task: asyncio.Task[Answer]) -> Answer:
    if milliseconds is not None:
        asyncio.get_running_loop().call_later(milliseconds / 1000, task.cancel)
    return await task
