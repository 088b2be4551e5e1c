"""Plays jobs with the asynchronous client, each on an event loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from errors import cancelled, described
from settings import call_options, chat_parameters, client_options
from values import completion_value, models_value, stream_value, token_value, usage_value

from axonium import AsyncAxonium, AsyncChatStream, AxoniumError, ChatCompletion
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
        if job["parallel"]:
            return list(await asyncio.gather(*(_play(client, call) for call in job["calls"])))
        return [await _play(client, call) for call in job["calls"]]


async def _play(client: AsyncAxonium, call: dict[str, Any]) -> Result:
    after = call.get("options", {}).get("cancel_after_ms")
    if call["op"] == "chat.completions.stream":
        return await _stream(client, call)
    try:
        return {
            "outcome": "ok",
            "value": await _cancelled_after(after, asyncio.create_task(_unary(client, call))),
        }
    except asyncio.CancelledError:
        return {"outcome": "error", "error": cancelled()}
    except AxoniumError as error:
        return {"outcome": "error", "error": described(error)}


async def _unary(client: AsyncAxonium, call: dict[str, Any]) -> dict[str, Any]:
    options = call_options(call.get("options", {}))

    async def create() -> dict[str, Any]:
        return completion_value(await client.chat.completions.create(**chat_parameters(call)))

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
        "models.list": models,
        "models.mine": mine,
        "usage.retrieve": usage,
        "token.fetch": token,
    }
    return await calls[call["op"]]()


async def _stream(client: AsyncAxonium, call: dict[str, Any]) -> Result:
    options = call.get("options", {})
    opened: list[AsyncChatStream] = []
    chunks: list[str] = []

    async def read() -> ChatCompletion:
        async with client.chat.completions.stream(**chat_parameters(call)) as stream:
            opened.append(stream)
            async for chunk in stream:
                chunks.append(chunk.content)
                if len(chunks) == options.get("cancel_after_chunks"):
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
        value = stream_value(opened[0], final, "".join(chunks))
        return {"outcome": "stream", "value": value, "chunks": len(chunks)}
    if not opened:
        return {"outcome": "error", "error": error}
    value = stream_value(opened[0], None, "".join(chunks))
    return {"outcome": "stream_error", "error": error, "value": value, "chunks": len(chunks)}


async def _cancelled_after(milliseconds: float | None, task: asyncio.Task[Answer]) -> Answer:
    if milliseconds is not None:
        asyncio.get_running_loop().call_later(milliseconds / 1000, task.cancel)
    return await task
