"""Answers that are read as a type of the caller's."""

from __future__ import annotations

import dataclasses
import enum
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pydantic
import pytest
from support import MODEL, TOOL, Connect, Face, spent, user
from typing_extensions import NotRequired, TypedDict, assert_type

import axonium
from axonium import (
    AsyncAxonium,
    AsyncParsedChatStream,
    Axonium,
    MalformedOutputError,
    ParsedChatCompletion,
    ParsedChatStream,
    ParsedResponse,
    ParsedResponseStream,
    RefusalError,
)
from axonium.testing import Gateway


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Model(pydantic.BaseModel):
    id: int
    colour: Colour
    note: str | None = None


@pydantic.dataclasses.dataclass
class ModelDataclass:
    id: int
    colour: Colour
    note: str | None = None


class Struct(msgspec.Struct):
    id: int
    colour: Colour
    note: str | None = None


@dataclasses.dataclass
class Dataclass:
    id: int
    colour: Colour
    note: str | None = None


class Dictionary(TypedDict):
    id: int
    colour: Colour
    note: NotRequired[str | None]


SCHEMA = {
    "type": "object",
    "title": "Order",
    "properties": {
        "id": {"type": "integer"},
        "colour": {"enum": ["red", "blue"]},
        "note": {"type": ["string", "null"]},
    },
    "required": ["id", "colour", "note"],
}

CLASSES: list[Any] = [Model, ModelDataclass, Struct, Dataclass]

OUTPUT = '{"id": 4417, "colour": "red", "note": null}'
LONG = '{"id": 4417, "colour": "blue", "note": "one two three"}'


def asked(text: str = OUTPUT) -> dict[str, Any]:
    """The gateway's model says what it is told."""
    return {"model": MODEL, "messages": user(text)}


def sent_schema(gateway: Gateway, at: int = 0) -> dict[str, Any]:
    schema: dict[str, Any] = gateway.requests[at].json["response_format"]["json_schema"]["schema"]
    return schema


# --- every way to write a type ---


@pytest.mark.parametrize("kind", CLASSES)
def test_a_class_of_any_kind(face: Face, kind: Any) -> None:
    assert face.parse(response_format=kind, **asked()).parsed == kind(id=4417, colour=Colour.RED)
    response = face.parse_response(text_format=kind, model=MODEL, input=OUTPUT)
    assert response.parsed == kind(id=4417, colour=Colour.RED)


def test_a_typed_dictionary(face: Face) -> None:
    expected = {"id": 4417, "colour": Colour.RED, "note": None}
    assert face.parse(response_format=Dictionary, **asked()).parsed == expected


def test_a_json_schema(face: Face) -> None:
    completion = face.parse(response_format=SCHEMA, **asked(LONG))
    assert completion.parsed == {"id": 4417, "colour": "blue", "note": "one two three"}
    assert completion.content == LONG
    assert face.parse_response(text_format=SCHEMA, model=MODEL, input=LONG).parsed == completion.parsed


@pytest.mark.parametrize("kind", [*CLASSES, Dictionary, SCHEMA])
def test_the_server_is_sent_a_strict_schema(face: Face, gateway: Gateway, kind: Any) -> None:
    face.parse(response_format=kind, **asked())
    form = gateway.requests[0].json["response_format"]
    assert (form["type"], form["json_schema"]["strict"]) == ("json_schema", True)
    schema = sent_schema(gateway)
    assert schema["type"] == "object"
    assert set(schema["required"]) == {"id", "colour", "note"}
    assert schema["additionalProperties"] is False
    assert form["json_schema"]["name"] == ("Order" if kind is SCHEMA else kind.__name__)


class Node(msgspec.Struct):
    value: int
    below: list[Node] = []


def test_a_type_may_hold_itself(face: Face) -> None:
    output = '{"value": 1, "below": [{"value": 2, "below": []}]}'
    assert face.parse(response_format=Node, **asked(output)).parsed == Node(1, [Node(2)])


def test_the_name_of_the_schema_can_be_given(face: Face, gateway: Gateway) -> None:
    face.parse(response_format=Struct, schema_name="an_order", **asked())
    assert gateway.requests[0].json["response_format"]["json_schema"]["name"] == "an_order"


def test_a_server_may_be_spared_the_schema(face: Face, gateway: Gateway) -> None:
    assert face.parse(response_format=Struct, send_schema=False, **asked()).parsed.id == 4417
    assert "response_format" not in gateway.requests[0].json


# --- types that cannot be used ---


class Plain:
    id: int


@dataclasses.dataclass
class OfPlain:
    inner: Plain


class OfFunction(pydantic.BaseModel):
    function: Callable[[int], int]


@pytest.mark.parametrize("kind", [Plain, OfPlain, OfFunction, complex, OfPlain(Plain()), object()])
@pytest.mark.parametrize("how", ["parse", "stream", "parse_response", "stream_response"])
def test_a_type_without_a_schema_is_refused_by_name(
    connect: Connect, gateway: Gateway, kind: Any, how: str
) -> None:
    face = connect()
    calls: dict[str, tuple[str, Callable[[], object]]] = {
        "parse": ("response_format", lambda: face.parse(response_format=kind, **asked())),
        "stream": ("response_format", lambda: face.read(response_format=kind, **asked())),
        "parse_response": ("text_format", lambda: face.parse_response(text_format=kind, input="hi")),
        "stream_response": ("text_format", lambda: face.read_response(text_format=kind, input="hi")),
    }
    argument, call = calls[how]
    with pytest.raises(axonium.InvalidRequestError) as caught:
        call()
    assert (caught.value.field, caught.value.local) == ("parse.schema", True)
    assert argument in caught.value.message
    assert "pydantic v2 model" in caught.value.message
    assert "\n" not in caught.value.message
    assert gateway.requests == []


@pytest.mark.parametrize("schema", [{"type": "objekt"}, {"$ref": "#/nowhere"}, "order", None, []])
def test_what_is_no_json_schema_is_refused(face: Face, gateway: Gateway, schema: Any) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        face.parse(response_format=schema, **asked())
    assert caught.value.field == "parse.schema"
    assert gateway.requests == []


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"max_repairs": 2}, "parse.max_repairs"),
        ({"extra_body": {"response_format": {"type": "json_object"}}}, "response_format"),
    ],
)
def test_what_does_not_go_with_a_type_is_refused(
    face: Face, gateway: Gateway, parameters: dict[str, Any], field: str
) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        face.parse(response_format=Struct, **asked(), **parameters)
    assert caught.value.field is not None
    assert field in caught.value.field
    assert gateway.requests == []


def test_options_of_parsing_need_a_type(client: Axonium) -> None:
    with pytest.raises(TypeError, match="lenient"):
        client.chat.completions.stream(**asked(), lenient=True)
    with pytest.raises(TypeError, match="response_format"):
        client.chat.completions.parse(**asked())


def test_pydantic_is_not_imported_for_those_who_do_not_use_it() -> None:
    program = "import axonium, sys; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# --- outputs that are none ---


def answer(text: str, finish_reason: str = "stop", **message: Any) -> dict[str, Any]:
    """A step that says so, and takes ten tokens for it."""
    return {
        "body": {
            "id": "c-1",
            "model": MODEL,
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text, **message},
                    "finish_reason": finish_reason,
                }
            ],
            "usage": {"prompt_tokens": 4, "completion_tokens": 6, "total_tokens": 10},
        }
    }


def test_a_repair_is_told_what_was_wrong_and_paid_for(face: Face, gateway: Gateway) -> None:
    gateway.script([answer('{"id": "none"}'), answer(OUTPUT)])
    completion = face.parse(response_format=Struct, idempotency_key="order-4417", **asked("an order"))
    assert completion.parsed == Struct(4417, Colour.RED)
    assert (completion.meta.attempts, spent(completion.usage).total_tokens) == (2, 20)
    repair = gateway.requests[1]
    assert repair.header("Idempotency-Key") == "order-4417:repair:1"
    first, broken, wrong = repair.json["messages"]
    assert (first["content"], broken["role"], broken["content"]) == (
        "an order",
        "assistant",
        '{"id": "none"}',
    )
    assert wrong["role"] == "user"


def test_two_malformed_outputs_are_both_in_the_error(face: Face, gateway: Gateway) -> None:
    gateway.script([answer("no JSON"), answer('{"id": 1}')])
    with pytest.raises(MalformedOutputError) as caught:
        face.parse(response_format=Struct, **asked())
    assert [output.text for output in caught.value.outputs] == ["no JSON", '{"id": 1}']
    assert "colour" in caught.value.outputs[1].error
    assert caught.value.to_dict()["outputs"][0]["text"] == "no JSON"
    assert len(gateway.requests) == 2


def test_repairs_can_be_forbidden(face: Face, gateway: Gateway) -> None:
    gateway.script([answer("no JSON")])
    with pytest.raises(MalformedOutputError) as caught:
        face.parse(response_format=Struct, max_repairs=0, **asked())
    assert len(caught.value.outputs) == len(gateway.requests) == 1


def test_a_fence_is_taken_away_where_that_is_allowed(face: Face, gateway: Gateway) -> None:
    gateway.script([answer(f"Here it is:\n```json\n{OUTPUT}\n```\n")])
    completion = face.parse(response_format=Struct, lenient=True, **asked())
    assert completion.parsed == Struct(4417, Colour.RED)
    assert completion.meta.stripped is not None
    assert "Here it is:" in completion.meta.stripped


def test_a_truncated_output_is_raised_as_that(face: Face, gateway: Gateway) -> None:
    gateway.script([answer('{"id": 44', "length")])
    with pytest.raises(MalformedOutputError) as caught:
        face.parse(response_format=Struct, **asked())
    assert caught.value.reason is not None
    assert caught.value.reason.code == "output-truncated"
    assert len(gateway.requests) == 1


def test_a_refusal_is_raised_as_that(face: Face, gateway: Gateway) -> None:
    gateway.script([answer("", refusal="I will not.")])
    with pytest.raises(RefusalError) as caught:
        face.parse(response_format=Struct, **asked())
    assert caught.value.refusal == axonium.Refusal("refusal", "I will not.")
    assert len(gateway.requests) == 1


class Even(pydantic.BaseModel):
    number: int

    @pydantic.field_validator("number")
    @classmethod
    def check(cls, number: int) -> int:
        if number % 2:
            raise ValueError("it is odd")
        return number


@dataclasses.dataclass
class EvenDataclass:
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("it is odd")


@dataclasses.dataclass
class AssertedDataclass:
    number: int

    def __post_init__(self) -> None:
        assert self.number % 2 == 0, "it is odd"


@pytest.mark.parametrize("kind", [Even, EvenDataclass, AssertedDataclass])
def test_a_rule_of_the_type_alone_is_raised_and_not_repaired(face: Face, gateway: Gateway, kind: Any) -> None:
    assert face.parse(response_format=kind, **asked('{"number": 2}')).parsed.number == 2
    with pytest.raises(MalformedOutputError, match="it is odd") as caught:
        face.parse(response_format=kind, **asked('{"number": 3}'))
    (output,) = caught.value.outputs
    assert output.text == '{"number": 3}'
    assert isinstance(caught.value.__cause__, (ValueError, AssertionError))
    assert caught.value.meta.attempts == 1
    assert len(gateway.requests) == 2


def test_a_tool_that_is_called_instead_leaves_no_value(face: Face) -> None:
    completion = face.parse(response_format=Struct, tools=[TOOL], **asked('call weather {"city": "Rome"}'))
    assert completion.parsed is None
    (call,) = completion.tool_calls
    assert call.function.name == "weather"
    assert face.parse(response_format=Struct, tools=[TOOL], **asked()).parsed == Struct(4417, Colour.RED)


# --- streams ---


def test_a_stream_shows_the_value_as_it_grows(client: Axonium) -> None:
    partials: list[Any] = []
    with client.chat.completions.stream(response_format=Struct, **asked(LONG)) as stream:
        for _ in stream:
            if stream.parsed_partial not in partials:
                partials.append(stream.parsed_partial)
        final = stream.final()
    assert isinstance(stream, ParsedChatStream)
    assert final.parsed == Struct(4417, Colour.BLUE, "one two three")
    assert final.content == LONG
    assert partials[-1] == json.loads(LONG)


def test_a_growing_value_is_closed_where_it_stands(gateway: Gateway, client: Axonium) -> None:
    pieces = ['{"id": 4417, "co', 'lour": "blue", "note": "one', " two", ' three"}']
    events = [{"data": {"choices": [{"index": 0, "delta": {"content": piece}}]}} for piece in pieces]
    done = {"data": {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}}
    gateway.script([{"sse": [*events, done, {"data": "[DONE]"}], "pause_after_events": {"3": 1000}}])
    with client.chat.completions.stream(response_format=Struct, **asked()) as stream:
        for chunk in stream:
            if chunk.content == " two":
                break
        assert stream.parsed_partial == {"id": 4417, "colour": "blue", "note": "one two"}


def test_a_stream_by_a_json_schema(client: Axonium) -> None:
    with client.chat.completions.parse(response_format=SCHEMA, stream=True, **asked(LONG)) as stream:
        assert stream.final().parsed == json.loads(LONG)
        assert stream.parsed_partial == json.loads(LONG)


def test_a_mapping_is_the_server_s_own_field_of_a_stream(gateway: Gateway, client: Axonium) -> None:
    form = {"type": "json_object"}
    with client.chat.completions.stream(response_format=form, **asked()) as stream:
        assert not isinstance(stream, ParsedChatStream)
    assert gateway.requests[0].json["response_format"] == form


@pytest.mark.parametrize("form", [Struct, SCHEMA])
def test_a_stream_of_responses(client: Axonium, form: Any) -> None:
    with client.responses.stream(text_format=form, model=MODEL, input=LONG) as stream:
        parsed = stream.final().parsed
    assert msgspec.to_builtins(parsed) == stream.parsed_partial == json.loads(LONG)


def test_streams_of_asyncio(connect: Connect) -> None:
    read = connect().read(response_format=Struct, **asked(LONG))
    assert isinstance(read.final, ParsedChatCompletion)
    assert read.final.parsed == Struct(4417, Colour.BLUE, "one two three")
    response = connect().read_response(text_format=Struct, model=MODEL, input=LONG).response
    assert isinstance(response, ParsedResponse)
    assert response.parsed == read.final.parsed


def test_a_stream_is_delivered_before_it_is_found_malformed(connect: Connect, gateway: Gateway) -> None:
    read = connect().read(response_format=Struct, **asked("no JSON at all"))
    assert read.text == "no JSON at all"
    assert isinstance(read.error, MalformedOutputError)
    assert [output.text for output in read.error.outputs] == ["no JSON at all"]
    assert len(gateway.requests) == 1


def test_a_stream_of_what_the_type_refuses(connect: Connect) -> None:
    read = connect().read(response_format=Even, **asked('{"number": 3}'))
    assert isinstance(read.error, MalformedOutputError)
    assert "it is odd" in read.error.message


@pytest.mark.parametrize("form", [Struct, SCHEMA])
def test_a_turn_on_a_connection(client: Axonium, form: Any) -> None:
    with client.responses.connect() as connection:
        stream = connection.stream(text_format=form, model=MODEL, input=LONG)
        assert msgspec.to_builtins(stream.final().parsed) == json.loads(LONG)
        assert stream.parsed_partial == json.loads(LONG)


# --- what type checkers know ---


def check_blocking(client: Axonium) -> None:
    completion = client.chat.completions.parse(response_format=Struct, model="m", messages=[])
    assert_type(completion, ParsedChatCompletion[Struct])
    assert_type(completion.parsed, Struct)
    assert_type(client.chat.completions.parse(response_format=Model, model="m", messages=[]).parsed, Model)
    mapping = client.chat.completions.parse(response_format={}, model="m", messages=[])
    assert_type(mapping, ParsedChatCompletion[Any])
    dictionary = client.chat.completions.parse(response_format=Dictionary, model="m", messages=[])
    assert_type(dictionary.parsed, Dictionary)
    stream = client.chat.completions.stream(response_format=Struct, model="m", messages=[])
    assert_type(stream, ParsedChatStream[Struct])
    assert_type(stream.final().parsed, Struct)
    assert_type(client.chat.completions.stream(model="m", messages=[]), axonium.ChatStream)
    assert_type(client.responses.parse(text_format=Dataclass, input="hi").parsed, Dataclass)
    assert_type(client.responses.stream(text_format=Model, input="hi"), ParsedResponseStream[Model])


def check_tools(client: Axonium) -> None:
    """A model that has tools may call one instead of answering."""
    chat, responses = client.chat.completions, client.responses
    assert_type(
        chat.parse(response_format=Struct, model="m", messages=[], tools=[TOOL]).parsed, Struct | None
    )
    assert_type(
        chat.stream(response_format=Struct, model="m", messages=[], tools=[]),
        ParsedChatStream[Struct | None],
    )
    assert_type(responses.parse(text_format=Struct, input="hi", tools=[]).parsed, Struct | None)


async def check_asyncio(client: AsyncAxonium) -> None:
    completion = await client.chat.completions.parse(response_format=Struct, model="m", messages=[])
    assert_type(completion.parsed, Struct)
    stream = client.chat.completions.stream(response_format=Struct, model="m", messages=[])
    assert_type(stream, AsyncParsedChatStream[Struct])
    assert_type((await stream.final()).parsed, Struct)
    opened = await client.chat.completions.parse(response_format=Struct, stream=True, model="m", messages=[])
    assert_type(opened, AsyncParsedChatStream[Struct])
    assert_type((await client.responses.parse(text_format=Model, input="hi")).parsed, Model)
