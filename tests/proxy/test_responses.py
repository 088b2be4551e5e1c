"""Responses with the real client through the proxy, over HTTP."""

# ruff: noqa: D103 - a test is named by what holds.

from __future__ import annotations

from typing import TYPE_CHECKING

import openai
import pytest
from support import LIMITED, MODEL, Proxy, Upstream

if TYPE_CHECKING:
    from support import Pair

CREATED = {"type": "response.created", "sequence_number": 0, "response": {"id": "r1", "output": []}}
FAILED = {
    "type": "response.failed",
    "sequence_number": 1,
    "response": {
        "id": "r1",
        "status": "failed",
        "output": [],
        "error": {"code": "server_error", "message": "no"},
    },
}


def test_a_response_with_what_it_took(pair: Pair) -> None:
    raw = pair.client.responses.with_raw_response.create(model=MODEL, input="one two")
    response = raw.parse()
    assert response.output_text == "one two"
    assert response.status == "completed"
    assert response.usage is not None
    assert response.usage.output_tokens == 2
    assert raw.headers["x-axonium-attempts"] == "1"
    assert raw.headers["x-axonium-route"] == "first"


def test_a_stream_of_events(pair: Pair) -> None:
    stream = pair.client.responses.create(model=MODEL, input="one two three", stream=True)
    assert stream.response.headers["x-axonium-route"] == "first"
    events = list(stream)
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert [events[0].type, events[1].type] == ["response.created", "response.in_progress"]
    deltas = [event.delta for event in events if event.type == "response.output_text.delta"]
    done = [event.text for event in events if event.type == "response.output_text.done"]
    assert len(deltas) == 3
    assert "".join(deltas) == "one two three"
    assert done == ["one two three"]
    last = events[-1]
    assert last.type == "response.completed"
    assert last.response.output_text == "one two three"


def test_the_clients_own_accumulator(pair: Pair) -> None:
    with pair.client.responses.stream(model=MODEL, input="one two three") as stream:
        snapshots = [event.snapshot for event in stream if event.type == "response.output_text.delta"]
        final = stream.get_final_response()
    assert snapshots == ["one", "one two", "one two three"]
    assert final.output_text == "one two three"
    assert final.status == "completed"
    assert final.usage is not None


def test_a_tool_call_is_accumulated(pair: Pair) -> None:
    tool = {
        "type": "function",
        "name": "look_up",
        "parameters": {"type": "object", "properties": {"id": {"type": "integer"}}},
        "strict": False,
    }
    with pair.client.responses.stream(model=MODEL, input='call look_up {"id": 7}', tools=[tool]) as stream:
        arguments = [e.arguments for e in stream if e.type == "response.function_call_arguments.done"]
        final = stream.get_final_response()
    assert arguments == ['{"id": 7}']
    assert [(item.type, item.name) for item in final.output] == [("function_call", "look_up")]


def test_a_refusal_moves_to_the_second_route(pair: Pair) -> None:
    pair.first.script([LIMITED])
    raw = pair.client.responses.with_raw_response.create(model=MODEL, input="hi")
    assert raw.parse().output_text == "hi"
    assert raw.headers["x-axonium-route"] == "second"
    assert pair.requests == (1, 1)


def test_a_failure_before_output_is_replayed_and_only_the_second_is_seen(pair: Pair) -> None:
    pair.first.script([{"sse": [{"data": CREATED}, {"data": FAILED}]}])
    stream = pair.client.responses.create(model=MODEL, input="one two", stream=True)
    events = list(stream)
    assert stream.response.headers["x-axonium-route"] == "second"
    assert stream.response.headers["x-axonium-attempts"] == "2"
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert [event.type for event in events].count("response.created") == 1
    assert events[-1].type == "response.completed"
    assert events[-1].response.output_text == "one two"
    assert pair.requests == (1, 1)


def test_a_failure_after_output_is_passed_on_unchanged(pair: Pair) -> None:
    delta = {
        "type": "response.output_text.delta",
        "sequence_number": 1,
        "item_id": "m1",
        "output_index": 0,
        "content_index": 0,
        "delta": "hi",
        "logprobs": [],
    }
    failed = {**FAILED, "sequence_number": 2}
    pair.first.script([{"sse": [{"data": CREATED}, {"data": delta}, {"data": failed}]}])
    events = list(pair.client.responses.create(model=MODEL, input="hi", stream=True))
    assert [event.type for event in events] == [CREATED["type"], delta["type"], FAILED["type"]]
    assert events[-1].to_dict() == failed
    assert pair.requests == (1, 0)


def test_a_stored_response_is_continued(pair: Pair) -> None:
    first = pair.client.responses.create(model=MODEL, input="one", store=True)
    second = pair.client.responses.create(model=MODEL, input="two", previous_response_id=first.id)
    assert second.previous_response_id == first.id
    assert second.output_text == "two"


def test_an_error_is_the_upstreams_own(pair: Pair) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        pair.client.responses.create(model=MODEL, input="hi", previous_response_id="resp_nowhere")
    assert raised.value.code == "previous_response_not_found"
    assert raised.value.request_id is not None
    assert pair.requests == (1, 0)


def test_a_client_that_leaves_ends_the_upstream_request() -> None:
    event = '{"type":"response.output_text.delta","sequence_number":0,"delta":"hi"}'
    with Upstream(f"data: {event}\n\n") as upstream, Proxy({"raw": upstream.url}) as proxy:
        with proxy.client() as client:
            stream = client.responses.create(model=MODEL, input="hi", stream=True)
            assert next(stream).type == "response.output_text.delta"
            stream.close()
        assert upstream.was_left()
