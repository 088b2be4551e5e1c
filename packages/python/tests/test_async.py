"""asyncio: many loops, cancellation, closed loops, other loop implementations."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvloop
from support import LONG, MODEL, left_early, slow, user

from axonium import AsyncAxonium, RateLimitError
from axonium.testing import Gateway

BUSY = {"status": 429, "headers": {"Retry-After": "30"}, "problem": "rate-limit-exceeded-requests"}


async def ask(client: AsyncAxonium, text: str) -> str | None:
    return (await client.chat.completions.create(model=MODEL, messages=user(text))).content


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def test_one_client_on_many_loops(gateway: Gateway, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
    client = gateway.async_client(api_key="test")
    for number in range(20):
        assert run(ask(client, f"loop {number}")) == f"loop {number}"
    run(client.aclose())


def test_sixty_four_at_once_each_get_their_own(gateway: Gateway) -> None:
    async def main() -> list[str | None]:
        async with gateway.async_client(api_key="test") as client:
            return await asyncio.gather(*(ask(client, f"call {number}") for number in range(64)))

    assert asyncio.run(main()) == [f"call {number}" for number in range(64)]


def test_sixty_four_streams_at_once(gateway: Gateway) -> None:
    async def read(client: AsyncAxonium, text: str) -> str:
        stream = await client.chat.completions.create(model=MODEL, messages=user(text), stream=True)
        return "".join([chunk.content async for chunk in stream])

    async def main() -> list[str]:
        async with gateway.async_client(api_key="test") as client:
            return await asyncio.gather(*(read(client, f"to be read by {number}") for number in range(64)))

    assert asyncio.run(main()) == [f"to be read by {number}" for number in range(64)]


def test_cancelling_ends_a_wait_at_once() -> None:
    async def main() -> None:
        with Gateway(clock="real") as gateway:
            gateway.script([BUSY])
            async with gateway.async_client(api_key="test") as client:
                task = asyncio.create_task(ask(client, "hi"))
                while not gateway.requests:
                    await asyncio.sleep(0)
                started = asyncio.get_running_loop().time()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert asyncio.get_running_loop().time() - started < 5
            assert len(gateway.requests) == 1

    asyncio.run(main())


def test_asyncio_s_own_time_limit_ends_a_call() -> None:
    async def main() -> None:
        with Gateway() as gateway:
            gateway.script([{"hang": True}])
            async with gateway.async_client(api_key="test") as client:
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(ask(client, "hi"), timeout=0.05)

    asyncio.run(main())


def test_cancelling_a_stream_ends_its_request() -> None:
    async def main() -> None:
        with slow() as gateway:
            async with gateway.async_client(api_key="test") as client:
                stream = await client.chat.completions.stream(model=MODEL, messages=user(LONG))

                words: list[str] = []

                async def read() -> None:
                    async for chunk in stream:
                        words.append(chunk.content)

                task = asyncio.create_task(read())
                while not any(words):
                    await asyncio.sleep(0)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert (stream.content or "").startswith("0")
                assert left_early(gateway)

    asyncio.run(main())


def test_leaving_the_loop_ends_the_request_at_once() -> None:
    async def main() -> None:
        with slow() as gateway:
            async with gateway.async_client(api_key="test") as client:
                stream = await client.chat.completions.stream(model=MODEL, messages=user(LONG))
                async for _ in stream:
                    break
                assert left_early(gateway)

    asyncio.run(main())


def test_a_dropped_stream_ends_its_request() -> None:
    async def main() -> None:
        with slow() as gateway:
            async with gateway.async_client(api_key="test") as client:
                await client.chat.completions.stream(model=MODEL, messages=user(LONG))
                gc.collect()
                assert left_early(gateway)

    asyncio.run(main())


def test_a_stream_must_be_opened_before_it_is_looked_at(gateway: Gateway) -> None:
    async def main() -> None:
        async with gateway.async_client(api_key="test") as client:
            stream = client.chat.completions.stream(model=MODEL, messages=user("hi"))
            with pytest.raises(RuntimeError, match="not open yet"):
                _ = stream.content
            assert gateway.requests == []
            assert (await stream.final()).content == "hi"

    asyncio.run(main())


def test_an_answer_that_comes_after_its_loop_is_dropped() -> None:
    with Gateway() as gateway:
        gateway.script([{"hang": True}])
        client = gateway.async_client(api_key="test")
        loop = asyncio.new_event_loop()
        task = loop.create_task(ask(client, "late"))
        while not gateway.requests:
            loop.run_until_complete(asyncio.sleep(0))
        loop.close()
        # Ends the call, and so delivers its end to a loop that is closed.
        asyncio.run(client.aclose())
        assert asyncio.run(ask(gateway.async_client(api_key="test"), "next")) == "next"
        # The loop is gone, so its task can never end: asyncio need not complain about it.
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        del task
        gc.collect()


def test_closing_the_client_cancels_what_runs(gateway: Gateway) -> None:
    async def main() -> None:
        gateway.script([{"hang": True}])
        client = gateway.async_client(api_key="test")
        task = asyncio.create_task(ask(client, "hi"))
        while not gateway.requests:
            await asyncio.sleep(0)
        await client.aclose()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_errors_are_the_same_ones(gateway: Gateway) -> None:
    async def main() -> None:
        gateway.script([{**BUSY, "headers": {"Retry-After": "99"}}])
        async with gateway.async_client(api_key="test") as client:
            with pytest.raises(RateLimitError) as caught:
                await ask(client, "hi")
            assert client.explain(caught.value) == str(caught.value)

    asyncio.run(main())
