"""The events of a Responses stream, out of their bytes."""

from __future__ import annotations

import copy
import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest

from axonium.types import ResponseEvent, UnknownResponseEvent
from axonium.types.response_events import (
    ErrorEvent,
    FunctionCallArgumentsDelta,
    OutputTextDelta,
    ResponseCreated,
    WebSearchCallSearching,
    decode_response_event,
)

if TYPE_CHECKING:
    from typing_extensions import assert_type


def read(event: object) -> ResponseEvent:
    return decode_response_event(json.dumps(event).encode())


def test_a_lifecycle_event_holds_the_response() -> None:
    event = read({"type": "response.created", "sequence_number": 0, "response": {"id": "r-1", "output": []}})
    assert isinstance(event, ResponseCreated)
    assert event.response["id"] == event.response.id == "r-1"
    assert event.sequence_number == 0


def test_a_terminal_event_may_leave_unset_what_it_does_not_know() -> None:
    event = read({"type": "error", "code": None, "message": "overloaded", "sequence_number": 4})
    assert isinstance(event, ErrorEvent)
    assert (event.type, event.message, event.code, event.status) == ("error", "overloaded", None, None)


def test_an_output_event_says_where_its_delta_belongs() -> None:
    data = (
        b'{ "type":"response.output_text.delta", "item_id":"m-1","output_index":2,"content_index":1,'
        b'"delta":"Hel", "obfuscation":"x"}'
    )
    event = decode_response_event(data)
    assert event.type == "response.output_text.delta"
    assert (event.item_id, event.output_index, event.content_index) == ("m-1", 2, 1)
    assert (event.delta, event.logprobs, event.sequence_number) == ("Hel", None, None)
    assert event.raw_json == data
    assert event.raw["obfuscation"] == "x"


def test_an_event_of_a_tool_names_its_item() -> None:
    event = read({"type": "response.web_search_call.searching", "item_id": "ws-1", "output_index": 0})
    assert isinstance(event, WebSearchCallSearching)
    assert event.item_id == "ws-1"


@pytest.mark.parametrize(
    "fields", [{}, dict.fromkeys(["item_id", "output_index", "delta", "sequence_number"])]
)
def test_missing_and_null_fields_are_empty(fields: dict[str, Any]) -> None:
    event = read({"type": "response.function_call_arguments.delta", **fields})
    assert isinstance(event, FunctionCallArgumentsDelta)
    assert (event.item_id, event.output_index, event.delta, event.sequence_number) == ("", 0, "", None)


def test_another_type_passes_through() -> None:
    event = read({"type": "response.hologram.delta", "sequence_number": 9, "delta": {"x": 1}})
    assert isinstance(event, UnknownResponseEvent)
    assert (event.type, event.event_type, event.sequence_number) == ("unknown", "response.hologram.delta", 9)
    assert event.raw["delta"] == {"x": 1}


@pytest.mark.parametrize(
    ("field", "value"),
    [("delta", 7), ("delta", ["Hel"]), ("output_index", "0"), ("output_index", True), ("logprobs", {})],
)
def test_a_field_of_another_type_makes_an_unknown_event(field: str, value: object) -> None:
    event = read({"type": "response.output_text.delta", "delta": "Hel", "sequence_number": 7, field: value})
    assert isinstance(event, UnknownResponseEvent)
    assert (event.event_type, event.sequence_number) == ("response.output_text.delta", 7)
    assert event.raw[field] == value


@pytest.mark.parametrize("item", [[1], "message", 7])
def test_an_item_that_is_no_object_makes_an_unknown_event(item: object) -> None:
    event = read({"type": "response.output_item.added", "item": item})
    assert isinstance(event, UnknownResponseEvent)
    assert event.raw["item"] == item


def test_a_number_that_is_none_is_not_taken_for_one() -> None:
    event = read({"type": "response.output_text.delta", "sequence_number": True})
    assert isinstance(event, UnknownResponseEvent)
    assert event.sequence_number is None


@pytest.mark.parametrize(
    "data", [b"", b"7", b"[]", b"null", b'{"type": 7}', b'{"type": "response.cre', b"\xff"]
)
def test_what_is_no_event_is_unknown_without_a_type(data: bytes) -> None:
    event = decode_response_event(data)
    assert isinstance(event, UnknownResponseEvent)
    assert (event.event_type, event.sequence_number, event.raw_json) == ("", None, data)


def test_a_server_cannot_set_the_raw_bytes() -> None:
    for value in ("aGk=", 7):
        event = read({"type": "response.output_text.delta", "delta": "Hel", "raw_json": value})
        assert isinstance(event, OutputTextDelta)
        assert json.loads(event.raw_json)["raw_json"] == value


def test_an_event_is_copied_whole_and_shown_short() -> None:
    event = read({"type": "response.refusal.delta", "delta": "No", "obfuscation": "xxxx"})
    for other in (copy.copy(event), pickle.loads(pickle.dumps(event))):
        assert other == event
        assert other.raw_json == event.raw_json
    assert repr(event).startswith("RefusalDelta(")
    assert "xxxx" not in repr(event)


def narrowed(event: ResponseEvent) -> None:
    """Checked by mypy and pyright alone."""
    if event.type == "response.output_text.delta":
        assert_type(event, OutputTextDelta)
        assert_type(event.delta, str)
    elif event.type == "unknown":
        assert_type(event, UnknownResponseEvent)


def test_an_event_nested_deeper_than_the_interpreter_goes_is_the_unknown_event() -> None:
    data = b'{"type": "response.created", "response": {"more": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    event = decode_response_event(data)
    assert isinstance(event, UnknownResponseEvent)
    assert event.raw_json == data
