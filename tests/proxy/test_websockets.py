"""Responses with the real client through the proxy, over a WebSocket."""

# ruff: noqa: D103 - a test is named by what holds.

from __future__ import annotations

from typing import TYPE_CHECKING

from support import MODEL

if TYPE_CHECKING:
    from openai.resources.responses.responses import ResponsesConnection
    from openai.types.responses import ResponsesServerEvent
    from support import Pair

LAST = {"response.completed", "response.failed", "response.incomplete", "error"}


def turn(connection: ResponsesConnection, **request: object) -> list[ResponsesServerEvent]:
    """The events of one response, its last one included."""
    connection.response.create(model=MODEL, **request)
    events = []
    for event in connection:
        events.append(event)
        if event.type in LAST:
            break
    return events


def test_many_turns_on_one_connection(pair: Pair) -> None:
    with pair.client.responses.connect() as connection:
        for said in ("one two", "three"):
            events = turn(connection, input=said)
            assert [event.sequence_number for event in events] == list(range(len(events)))
            assert events[0].type == "response.created"
            deltas = [event.delta for event in events if event.type == "response.output_text.delta"]
            assert "".join(deltas) == said
            assert events[-1].type == "response.completed"
            assert events[-1].response.usage.output_tokens == len(said.split())
    assert [request.method for request in pair.first.requests] == ["WEBSOCKET", "WEBSOCKET"]
    assert pair.second.requests == []


def test_a_turn_continues_the_one_before(pair: Pair) -> None:
    with pair.client.responses.connect() as connection:
        first = turn(connection, input="one", store=True)[-1].response.id
        second = turn(connection, input="two", previous_response_id=first)[-1]
        assert second.response.previous_response_id == first


def test_a_failure_before_output_is_replayed_on_the_second_route(pair: Pair) -> None:
    failed = {
        "type": "response.failed",
        "sequence_number": 0,
        "response": {"id": "r1", "status": "failed", "error": {"code": "server_error", "message": "no"}},
    }
    pair.first.script([{"websocket": [{"json": failed}]}])
    with pair.client.responses.connect() as connection:
        assert turn(connection, input="one two")[-1].type == "response.completed"
    assert pair.requests == (1, 1)


def test_an_error_is_an_event_and_the_connection_goes_on(pair: Pair) -> None:
    with pair.client.responses.connect() as connection:
        error = turn(connection, input="hi", previous_response_id="resp_nowhere")[-1]
        assert error.type == "error"
        assert error.status == 400
        assert error.error.code == "previous_response_not_found"
        assert turn(connection, input="fine")[-1].type == "response.completed"


def test_a_connection_lost_upstream_ends_its_turn_alone(pair: Pair) -> None:
    delta = {
        "type": "response.output_text.delta",
        "sequence_number": 0,
        "item_id": "m1",
        "output_index": 0,
        "content_index": 0,
        "delta": "hi",
        "logprobs": [],
    }
    pair.first.script([{"websocket": [{"json": delta}, {"drop": True}]}])
    with pair.client.responses.connect() as connection:
        error = turn(connection, input="hi")[-1]
        assert error.type == "error"
        assert error.error.code == "StreamInterrupted"
        assert turn(connection, input="fine")[-1].type == "response.completed"
    assert pair.requests == (2, 0)


def test_a_client_that_leaves_ends_the_turn_upstream(pair: Pair) -> None:
    with pair.client.responses.connect() as connection:
        connection.response.create(model="slow", input="count to 40")
        assert connection.recv().type == "response.created"
    assert pair.ended(pair.first).termination_reason == "client_disconnected"
