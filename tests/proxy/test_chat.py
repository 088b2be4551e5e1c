"""Chat with the real client through the proxy."""

# ruff: noqa: D103 - a test is named by what holds.

from __future__ import annotations

from typing import TYPE_CHECKING

import openai
import pytest
from support import LIMITED, MODEL, Proxy, Upstream

from axonium.testing import Gateway

if TYPE_CHECKING:
    from support import Pair


def test_an_answer_with_what_it_took(pair: Pair) -> None:
    raw = pair.client.chat.completions.with_raw_response.create(
        model=MODEL, messages=[{"role": "user", "content": "one two three"}]
    )
    completion = raw.parse()
    assert completion.choices[0].message.content == "one two three"
    assert completion.usage is not None
    assert completion.usage.completion_tokens == 3
    assert raw.headers["x-axonium-attempts"] == "1"
    assert raw.headers["x-axonium-waited-ms"] == "0"
    assert raw.headers["x-axonium-route"] == "first"
    assert raw.headers["x-request-id"] == pair.first.ledger.entries[0].request_id


def test_a_stream(pair: Pair) -> None:
    stream = pair.client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": "one two three"}], stream=True
    )
    assert stream.response.headers["x-axonium-route"] == "first"
    chunks = list(stream)
    contents = [choice.delta.content for chunk in chunks for choice in chunk.choices if choice.delta.content]
    assert "".join(contents) == "one two three"
    assert len(contents) == 3
    assert chunks[-1].usage is not None


def test_the_clients_own_accumulator(pair: Pair) -> None:
    with pair.client.chat.completions.stream(
        model=MODEL, messages=[{"role": "user", "content": "one two"}]
    ) as stream:
        deltas = [event.delta for event in stream if event.type == "content.delta"]
        final = stream.get_final_completion()
    assert "".join(deltas) == "one two"
    assert final.choices[0].message.content == "one two"
    assert final.choices[0].finish_reason == "stop"


def test_a_429_moves_to_the_second_route(pair: Pair) -> None:
    pair.first.script([LIMITED])
    raw = pair.client.chat.completions.with_raw_response.create(
        model=MODEL, messages=[{"role": "user", "content": "hi"}]
    )
    assert raw.parse().choices[0].message.content == "hi"
    assert raw.headers["x-axonium-route"] == "second"
    assert raw.headers["x-axonium-attempts"] == "2"
    assert pair.requests == (1, 1)


def test_a_429_of_the_only_route_is_waited_out() -> None:
    now = {**LIMITED, "headers": {"Retry-After": "0"}}
    with Gateway() as gateway, Proxy({"only": gateway.url}) as proxy, proxy.client() as client:
        gateway.script([now])
        raw = client.chat.completions.with_raw_response.create(
            model=MODEL, messages=[{"role": "user", "content": "hi"}]
        )
        assert raw.headers["x-axonium-attempts"] == "2"
        assert gateway.ledger.generations == 1


def test_an_error_is_the_upstreams_own_and_asked_for_once(pair: Pair) -> None:
    error = {"message": "it broke", "type": "server_error", "code": "broken", "param": None}
    pair.first.script([{"status": 500, "body": {"error": error}, "headers": {"x-request-id": "req_9"}}])
    with pytest.raises(openai.InternalServerError) as raised:
        pair.client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "hi"}])
    assert raised.value.status_code == 500
    assert raised.value.body == error
    assert raised.value.request_id == "req_9"
    # The client repeats a 500 by itself, unless it is told that this has been decided.
    assert pair.requests == (1, 0)


def test_a_lost_answer_is_not_paid_for_twice(pair: Pair) -> None:
    pair.first.script([{"gateway": True, "close": "before_headers"}])
    with pytest.raises(openai.InternalServerError) as raised:
        pair.client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "hi"}])
    assert raised.value.status_code == 502
    assert raised.value.code == "Connection"
    assert pair.first.ledger.generations == 1
    assert pair.requests == (1, 0)


def test_an_error_in_a_stream_is_raised(pair: Pair) -> None:
    chunk = {"choices": [{"index": 0, "delta": {"content": "hi"}}]}
    error = {"message": "it broke", "code": "broken"}
    pair.first.script([{"sse": [{"data": chunk}, {"data": {"error": error}}]}])
    stream = pair.client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": "hi"}], stream=True
    )
    assert next(stream).choices[0].delta.content == "hi"
    with pytest.raises(openai.APIError, match="it broke") as raised:
        next(stream)
    assert raised.value.body == error


def test_a_client_that_leaves_ends_the_upstream_request() -> None:
    chunk = '{"choices":[{"index":0,"delta":{"content":"hi"}}]}'
    with Upstream(f"data: {chunk}\n\n") as upstream, Proxy({"raw": upstream.url}) as proxy:
        with proxy.client() as client:
            stream = client.chat.completions.create(
                model=MODEL, messages=[{"role": "user", "content": "hi"}], stream=True
            )
            assert next(stream).choices[0].delta.content == "hi"
            stream.close()
        assert upstream.was_left()


def test_the_ledger_says_that_the_client_left(pair: Pair) -> None:
    stream = pair.client.chat.completions.create(
        model="slow", messages=[{"role": "user", "content": "count to 40"}], stream=True
    )
    next(stream)
    stream.close()
    entry = pair.ended(pair.first)
    assert entry.termination_reason == "client_disconnected"


def test_the_models(pair: Pair) -> None:
    assert [model.id for model in pair.client.models.list()] == ["qwen3-0.6b", "slow"]
