"""Streams: chunks, the view of what has arrived, breaking off, breaking down."""

from __future__ import annotations

import asyncio
import gc

import pytest
from support import LONG, MODEL, TOOL, Connect, Face, kinds, left_early, slow, spent, user

from axonium import APIError, Axonium, ChatStream, RateLimitError, StreamInterruptedError, Timeouts
from axonium.testing import Gateway

WORDS = "one two three four five"


def test_a_stream(face: Face) -> None:
    read = face.read(model=MODEL, messages=user(WORDS))
    assert read.error is None
    assert read.text == read.stream.content == WORDS
    assert len(read.chunks) > 5
    assert read.stream.reasoning is None
    assert read.stream.tool_calls == ()
    assert spent(read.stream.usage).completion_tokens == 5
    assert read.stream.meta.attempts == 1
    assert read.stream.saw_output
    assert read.final is not None
    assert read.final.content == WORDS
    assert read.final.finish_reason == "stop"
    assert read.final.meta == read.stream.meta
    assert read.final.usage == read.stream.usage
    assert [chunk.finish_reason for chunk in read.chunks if chunk.finish_reason] == ["stop"]


def test_tool_calls_are_put_together(face: Face) -> None:
    read = face.read(model=MODEL, messages=user('call weather {"city": "Oslo"}'), tools=[TOOL])
    (call,) = read.stream.tool_calls
    assert (call.function.name, call.function.arguments) == ("weather", '{"city": "Oslo"}')
    fragments = [fragment.function.arguments for chunk in read.chunks for fragment in chunk.tool_calls]
    assert "".join(fragments) == '{"city": "Oslo"}'


def test_a_refusal_before_the_stream_begins_is_waited_out(face: Face, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"}]
    )
    read = face.read(model=MODEL, messages=user("hi"))
    assert read.text == "hi"
    assert read.stream.meta.waited_s == 7.0
    assert kinds(read.stream.meta) == ["RateLimit", None]


def test_a_refusal_is_raised_when_the_stream_is_opened(face: Face, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "99"}, "problem": "rate-limit-exceeded-requests"}]
    )
    with pytest.raises(RateLimitError):
        face.read(model=MODEL, messages=user("hi"))


def test_a_stream_that_was_left_is_not_read_on_as_if_it_were_whole(client: Axonium) -> None:
    stream = client.chat.completions.create(model=MODEL, messages=user(WORDS), stream=True)
    for _ in stream:
        break
    with pytest.raises(RuntimeError, match="closed before its end"):
        list(stream)
    whole = client.chat.completions.create(model=MODEL, messages=user(WORDS), stream=True)
    assert next(whole).content + "".join(chunk.content for chunk in whole) == WORDS
    assert list(whole) == []
    assert whole.final().content == WORDS


def test_an_asynchronous_stream_that_was_left_is_not_read_on(gateway: Gateway) -> None:
    async def leave() -> None:
        async with gateway.async_client() as client:
            stream = await client.chat.completions.create(model=MODEL, messages=user(WORDS), stream=True)
            async for _ in stream:
                break
            with pytest.raises(RuntimeError, match="closed before its end"):
                [chunk async for chunk in stream]

    asyncio.run(leave())


def test_a_broken_stream_keeps_what_had_arrived(face: Face, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "model_breaks_after": 2}])
    read = face.read(model=MODEL, messages=user(WORDS), idempotency_key="k")
    assert isinstance(read.error, StreamInterruptedError)
    assert not isinstance(read.error, APIError)
    assert read.error.saw_output is True
    assert read.error.partial_content == read.text == read.stream.content == "one two"
    assert read.error.partial_tool_calls == ()
    assert read.error.meta.attempts == 1
    assert len(gateway.requests) == 1
    assert gateway.ledger.generations == 1


def test_a_stream_that_a_limit_broke_names_the_limit(connect: Connect, gateway: Gateway) -> None:
    words = [{"data": {"choices": [{"index": 0, "delta": {"content": word}}]}} for word in ("one", "two")]
    gateway.script([{"sse": words, "pause_after_events": {1: 600_000}}])
    read = connect(timeouts=Timeouts(stream_idle=0.3)).read(model=MODEL, messages=user("hi"))
    assert isinstance(read.error, StreamInterruptedError)
    assert read.error.phase == "idle"
    gateway.script([{"gateway": True, "model_breaks_after": 2}])
    broken = connect().read(model=MODEL, messages=user(WORDS))
    assert isinstance(broken.error, StreamInterruptedError)
    assert broken.error.phase is None


def test_a_stream_without_text_has_none(face: Face, gateway: Gateway) -> None:
    gateway.script([{"sse": [{"data": {"choices": [{"index": 0, "delta": {"role": "assistant"}}]}}]}])
    read = face.read(model=MODEL, messages=user("hi"))
    assert isinstance(read.error, StreamInterruptedError)
    assert read.text == ""
    assert read.stream.content is None
    assert read.stream.reasoning is None
    assert read.error.partial_content is None


def test_a_discarded_partial_answer_is_nowhere(face: Face, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "model_breaks_after": 2}])
    read = face.read(model=MODEL, messages=user(WORDS), partial="discard")
    assert isinstance(read.error, StreamInterruptedError)
    assert read.error.partial_content is None
    assert read.error.saw_output is True


def test_the_error_of_a_stream_is_raised_once_then_it_is_over(client: Axonium, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "model_breaks_after": 1}])
    stream = client.chat.completions.stream(model=MODEL, messages=user(WORDS))
    with pytest.raises(StreamInterruptedError):
        list(stream)
    assert list(stream) == []
    with pytest.raises(StreamInterruptedError):
        stream.final()


def test_leaving_the_loop_ends_the_request() -> None:
    with slow() as gateway, gateway.client(api_key="test") as real:
        stream = real.chat.completions.create(model=MODEL, messages=user(LONG), stream=True)
        for chunk in stream:
            if chunk.content:
                break
        assert (stream.content or "").startswith("0")
        with pytest.raises(RuntimeError, match="closed before its end"):
            stream.final()
        assert left_early(gateway)


def test_an_exception_in_the_block_ends_the_request() -> None:
    with slow() as gateway, gateway.client(api_key="test") as real:
        with pytest.raises(ZeroDivisionError), real.chat.completions.stream(model=MODEL, messages=user(LONG)):
            _ = 1 / 0
        assert left_early(gateway)


def test_a_dropped_stream_ends_its_request() -> None:
    with slow() as gateway, gateway.client(api_key="test") as real:
        real.chat.completions.stream(model=MODEL, messages=user(LONG))
        gc.collect()
        assert left_early(gateway)


def test_create_and_stream_give_the_same_object(client: Axonium) -> None:
    with client.chat.completions.create(model=MODEL, messages=user("hi"), stream=True) as stream:
        assert type(stream) is ChatStream
        assert next(stream).id
        assert stream.final().content == "hi"
    assert isinstance(
        client.chat.completions.create(model=MODEL, messages=user("a"), stream=False).content, str
    )


def test_a_view_does_not_depend_on_the_reader(client: Axonium) -> None:
    with client.chat.completions.stream(model=MODEL, messages=user(WORDS)) as stream:
        next(stream)
        assert WORDS.startswith(stream.content or "")
        assert stream.meta.attempts == 1
    stream.close()
    assert WORDS.startswith(stream.content or "")
