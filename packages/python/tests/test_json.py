"""JSON: strict towards the caller, lenient towards the server."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from support import MODEL, Connect, Face, user

from axonium import InvalidRequestError
from axonium.testing import Gateway
from axonium.types import ChatCompletion, ChatCompletionChunk, JsonObject, Meta, ModelList


@pytest.mark.parametrize(
    ("parameters", "path"),
    [
        ({"messages": [{"role": "user", "content": object()}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": "a\ud800b"}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": b"bytes"}]}, "messages[0].content"),
        (
            {"messages": [*user("fine"), {"role": "user", "content": [{"type": {1, 2}}]}]},
            "messages[1].content[0].type",
        ),
        ({"messages": user("hi"), "temperature": float("nan")}, "temperature"),
        ({"messages": user("hi"), "stop": ["a", lambda: "b"]}, "stop[1]"),
        ({"messages": user("hi"), "metadata": {1: "x"}}, "metadata"),
        ({"messages": user("hi"), "extra_body": {"deep": {"value": object()}}}, "extra_body.deep.value"),
        ({"messages": user("hi"), "extra_headers": {"x-a": float("inf")}}, "extra_headers.x-a"),
    ],
)
def test_a_value_that_json_cannot_hold_is_refused_by_its_path(
    face: Face, gateway: Gateway, parameters: dict[str, Any], path: str
) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        face.create(model=MODEL, **parameters)
    assert caught.value.field == path
    assert caught.value.local
    assert caught.value.message.startswith(f"{path}: ")
    assert str(caught.value) == f"InvalidRequest: {caught.value.message} (nothing was sent)"
    assert gateway.requests == []


def test_a_value_inside_itself_is_refused(face: Face, gateway: Gateway) -> None:
    knot: list[Any] = []
    knot.append(knot)
    with pytest.raises(InvalidRequestError, match="inside itself"):
        face.create(model=MODEL, messages=user("hi"), metadata={"knot": knot})
    assert gateway.requests == []


def test_none_is_unset_and_is_not_sent(face: Face, gateway: Gateway) -> None:
    face.create(model=MODEL, messages=user("hi"), temperature=None, max_tokens=None, timeout=None, stop=None)
    (request,) = gateway.requests
    assert request.json.keys() - {"stream"} == {"model", "messages"}


def test_fields_without_a_parameter_go_through_extra_body(face: Face, gateway: Gateway) -> None:
    face.create(model=MODEL, messages=user("hi"), extra_body={"my_null": None, "my_field": [1, 2]})
    (request,) = gateway.requests
    assert request.json["my_null"] is None
    assert request.json["my_field"] == [1, 2]


def test_messages_may_be_any_iterable(face: Face, gateway: Gateway) -> None:
    face.create(model=MODEL, messages=(message for message in user("hi")))
    assert gateway.requests[0].json["messages"] == user("hi")


def test_an_unknown_keyword_is_a_type_error(connect: Connect) -> None:
    with pytest.raises(TypeError, match="'temprature'"):
        connect().create(model=MODEL, messages=user("hi"), temprature=1)
    with pytest.raises(TypeError, match="'api_kee'"):
        connect(api_kee="x")
    with pytest.raises(TypeError, match="'messages'"):
        connect().create(model=MODEL)


def test_a_field_of_another_type_does_not_lose_the_answer() -> None:
    body = (
        b'{"id": 7, "created": "then", "model": "m", "choices": [{"index": "0", "message": {"content": "hi",'
    )
    body += (
        b' "reasoning": {"odd": true}, "tool_calls": [{"id": 1, "function": {"name": "f"}}, 5]}, "more": 1}]}'
    )
    completion = ChatCompletion.from_json(body, meta=Meta())
    assert completion.content == "hi"
    assert completion.model == "m"
    assert completion.id is None
    assert completion.reasoning is None
    assert completion.tool_calls[0].function.name == "f"
    assert completion.raw["choices"][0]["more"] == 1


def test_a_body_of_another_shape_reads_as_empty() -> None:
    assert ChatCompletion.from_json(b'{"choices": "none"}', meta=Meta()).choices == ()
    assert ChatCompletionChunk.from_json(b"[1]").content == ""
    assert len(ModelList.from_json(b'{"data": null}', meta=Meta())) == 0


def test_raw_keeps_every_number() -> None:
    body = b'{"id": "x", "big": 123456789012345678901234567890, "huge": 1e400, "odd": "\\ud800"}'
    completion = ChatCompletion.from_json(body, meta=Meta())
    assert completion.raw["big"] == 123456789012345678901234567890
    assert completion.raw["odd"] == "\ud800"
    assert completion.raw_json == body
    assert completion.id == "x"


def test_reasoning_has_one_name() -> None:
    for name in ("reasoning", "reasoning_content"):
        body = f'{{"choices": [{{"message": {{"{name}": "because"}}}}]}}'.encode()
        assert ChatCompletion.from_json(body, meta=Meta()).reasoning == "because"


def test_an_object_of_the_server_is_a_dictionary_with_attributes() -> None:
    item = JsonObject({"type": "call", "items": [1], "action": {"queries": [{"q": "rain"}]}})
    assert item.action.queries[0].q == "rain"
    assert item["items"] == [1]
    assert json.loads(json.dumps(item)) == item
    for same in (copy.deepcopy(item), pickle.loads(pickle.dumps(item))):
        assert type(same) is JsonObject
        assert same == item
    with pytest.raises(AttributeError, match="no 'status' in it, only type, items, action"):
        _ = item.status
    assert getattr(item, "status", None) is None
