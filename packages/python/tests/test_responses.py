"""The Responses API: whole answers and streams of events, over SSE and over a WebSocket."""

from __future__ import annotations

import gc
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from support import LONG, MODEL, Connect, Face, kinds, left_early, slow, spent
from wire import TRANSPORTS, Transport, broken, completed, created, event, failed, message, step, text

import axonium
from axonium import Axonium, Response, ResponseEvent, ResponseStream, StreamInterruptedError
from axonium.testing import Gateway
from axonium.types import JsonObject, ToolCall, UnknownResponseEvent
from axonium.types.response_events import OutputTextDelta, ResponseCompleted

if TYPE_CHECKING:
    from typing_extensions import assert_type

WORDS = "one two three four five"
WEATHER = {
    "type": "function",
    "name": "weather",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}

both_transports = pytest.mark.parametrize("transport", TRANSPORTS)


def test_an_answer(face: Face) -> None:
    response = face.respond(model=MODEL, input="hello there")
    assert response.id
    assert (response.status, response.model) == ("completed", MODEL)
    assert response.output_text == "hello there"
    assert response.created_at is not None
    (item,) = response.output
    assert (item.type, item.role, item.content[0].text) == ("message", "assistant", "hello there")
    assert response.raw["output"] == [item]
    assert (response.reasoning, response.refusal, response.tool_calls) == (None, None, ())
    assert (response.incomplete_details, response.error) == (None, None)
    usage = spent(response.usage)
    assert (usage.prompt_tokens, usage.completion_tokens, usage.total_tokens) == (2, 2, 4)
    assert (usage.input_tokens, usage.output_tokens) == (2, 2)
    assert response.meta.attempts == 1
    assert response.meta.request_id
    assert response.meta.sequence_gaps == 0


def test_all_that_a_response_says_is_shown(face: Face, gateway: Gateway) -> None:
    summary = [{"type": "summary_text", "text": "first"}, {"type": "summary_text", "text": "then"}]
    output = [
        {"type": "reasoning", "id": "r", "summary": summary},
        message("It rains"),
        {"type": "function_call", "id": "f", "call_id": "c1", "name": "weather", "arguments": "{}"},
        {"type": "custom_tool_call", "id": "t", "call_id": "c2", "name": "shell", "input": "ls"},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "refusal", "refusal": "Not that"}],
        },
    ]
    usage = {
        "input_tokens": 5,
        "input_tokens_details": {"cached_tokens": 3},
        "output_tokens": 7,
        "output_tokens_details": {"reasoning_tokens": 4},
        "total_tokens": 12,
    }
    gateway.script([{"body": {**completed(*output)["response"], "usage": usage, "service_tier": "flex"}}])
    response = face.respond(model="m", input="hi")
    assert response.output_text == "It rains"
    assert response.reasoning == "first\n\nthen"
    assert response.refusal == "Not that"
    function, custom = response.tool_calls
    assert (function.id, function.type) == ("c1", "function")
    assert (function.function.name, function.function.arguments) == ("weather", "{}")
    assert (custom.id, custom.type) == ("c2", "custom")
    assert (custom.function.name, custom.function.arguments) == ("shell", "ls")
    assert spent(response.usage).cache_read_tokens == 3
    assert spent(response.usage).reasoning_tokens == 4
    assert response.raw["service_tier"] == "flex"
    assert [item["type"] for item in response.output] == [item["type"] for item in output]


def test_a_response_that_was_cut_says_why(face: Face) -> None:
    response = face.respond(model=MODEL, input=WORDS, max_output_tokens=2)
    assert response.status == "incomplete"
    assert response.incomplete_details is not None
    assert response.incomplete_details.reason == "max_output_tokens"
    assert response.output_text == "one two"


def test_a_tool_call_and_its_output_go_back_as_they_came(face: Face, gateway: Gateway) -> None:
    first = face.respond(model=MODEL, input='call weather {"city": "Oslo"}', tools=[WEATHER])
    (call,) = first.tool_calls
    assert isinstance(call, ToolCall)
    result = {"type": "function_call_output", "call_id": call.id, "output": "rain"}
    face.respond(
        model=MODEL, input=(item for item in [*first.output, result]), tools=(tool for tool in [WEATHER])
    )
    assert gateway.requests[1].json["input"] == [*first.raw["output"], result]
    assert gateway.requests[1].json["tools"] == [WEATHER]


def test_parameters_are_sent_as_they_are_named_and_none_is_unset(face: Face, gateway: Gateway) -> None:
    parameters = {
        "model": MODEL,
        "input": [{"role": "user", "content": "hi"}],
        "instructions": "be brief",
        "max_output_tokens": 99,
        "temperature": 0.5,
        "top_p": 0.9,
        "tools": [WEATHER],
        "tool_choice": "auto",
        "text": {"format": {"type": "text"}},
        "reasoning": {"effort": "low"},
        "store": False,
        "background": False,
        "parallel_tool_calls": True,
        "truncation": "auto",
        "include": ["reasoning.encrypted_content"],
        "metadata": {"order": "4417"},
        "user": "u",
    }
    face.respond(
        **parameters,
        previous_response_id=None,
        conversation=None,
        extra_body={"my_field": 1},
        idempotency_key="k",
        extra_headers={"x-team": "blue"},
    )
    (request,) = gateway.requests
    assert (request.method, request.path) == ("POST", "/v1/responses")
    assert request.json == {**parameters, "my_field": 1}
    assert request.header("Idempotency-Key") == "k"
    assert request.header("X-Team") == "blue"


def test_an_unknown_keyword_is_a_type_error(face: Face) -> None:
    with pytest.raises(TypeError, match="'temprature'"):
        face.respond(model=MODEL, input="hi", temprature=1)


def test_a_wait_is_reported(face: Face, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "36"}, "problem": "rate-limit-exceeded-requests"}]
    )
    response = face.respond(model=MODEL, input="hi")
    assert (response.meta.waited_s, response.meta.attempts) == (36.0, 2)
    assert kinds(response.meta) == ["RateLimit", None]


def test_a_server_s_own_code_is_on_the_error(face: Face, gateway: Gateway) -> None:
    error = {"message": "out of credit", "type": "billing", "code": "insufficient_balance"}
    gateway.script([{"status": 402, "body": {"error": error}}])
    with pytest.raises(axonium.APIError) as caught:
        face.respond(model=MODEL, input="hi")
    assert (caught.value.status, caught.value.code) == (402, "insufficient_balance")


def test_a_response_that_failed_is_an_api_error_with_what_it_had_said(face: Face, gateway: Gateway) -> None:
    call = {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": "{}"}
    gateway.script([{"body": failed("server_error", message("half"), call)["response"]}])
    with pytest.raises(axonium.APIError) as caught:
        face.respond(model="m", input="hi")
    assert caught.value.code == "server_error"
    assert caught.value.partial_content == "half"
    assert [partial.id for partial in caught.value.partial_tool_calls] == ["c1"]
    assert caught.value.message == "the model broke"
    assert len(gateway.requests) == 1


@both_transports
def test_a_stream(face: Face, gateway: Gateway, transport: Transport) -> None:
    read = face.read_response(model=MODEL, input=WORDS, transport=transport)
    response = read.response
    assert read.types == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        *["response.output_text.delta"] * 5,
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ]
    assert [event.sequence_number for event in read.items] == list(range(len(read.items)))
    assert read.text == read.stream.output_text == response.output_text == WORDS
    assert read.stream.saw_output
    assert (read.stream.reasoning, read.stream.refusal, read.stream.tool_calls) == (None, None, ())
    assert response.status == "completed"
    last = read.items[-1]
    assert isinstance(last, ResponseCompleted)
    assert response.raw == last.response
    assert response.usage == read.stream.usage
    assert spent(response.usage).output_tokens == 5
    assert response.meta == read.stream.meta
    assert response.meta.attempts == 1
    (request,) = gateway.requests
    if transport == "sse":
        assert request.method == "POST"
        assert request.json == {"model": MODEL, "input": WORDS, "stream": True}
    else:
        assert request.method == "WEBSOCKET"
        assert request.json == {"type": "response.create", "model": MODEL, "input": WORDS}


@both_transports
def test_tool_calls_are_put_together(face: Face, transport: Transport) -> None:
    read = face.read_response(
        model=MODEL, input='call weather {"city": "Oslo"}', tools=[WEATHER], transport=transport
    )
    assert read.stream.tool_calls == read.response.tool_calls
    (call,) = read.response.tool_calls
    assert (call.function.name, call.function.arguments) == ("weather", '{"city": "Oslo"}')
    (item,) = (item for item in read.response.output if item.type == "function_call")
    assert call.id == item.call_id
    fragments = [e.delta for e in read.items if e.type == "response.function_call_arguments.delta"]
    assert "".join(fragments) == '{"city": "Oslo"}'


@both_transports
def test_summaries_of_the_reasoning_are_shown(face: Face, gateway: Gateway, transport: Transport) -> None:
    part = {"item_id": "r", "output_index": 0, "summary_index": 0}
    thought = event("response.reasoning_summary_text.delta", **part, delta="think")
    gateway.script([broken(transport, created(), thought)])
    read = face.read_response(model="m", input="hi", transport=transport)
    assert isinstance(read.error, StreamInterruptedError)
    assert read.stream.reasoning == read.error.partial_reasoning == "think"
    assert read.stream.output_text is None


@both_transports
def test_an_unknown_event_passes_through(face: Face, gateway: Gateway, transport: Transport) -> None:
    gateway.script(
        [step(transport, created(), event("response.hologram.delta", delta={"x": 1}), completed())]
    )
    read = face.read_response(model="m", input="hi", transport=transport)
    assert read.types == ["response.created", "response.hologram.delta", "response.completed"]
    assert read.response.status == "completed"
    unknown = read.items[1]
    assert isinstance(unknown, UnknownResponseEvent)
    assert unknown.raw["delta"] == {"x": 1}


@both_transports
def test_a_gap_in_the_numbers_is_counted(face: Face, gateway: Gateway, transport: Transport) -> None:
    events = (created(), text("a"), text("b"), completed(message("ab")))
    gateway.script([step(transport, *events, numbers=[0, 1, 5, 6])])
    read = face.read_response(model="m", input="hi", transport=transport)
    assert read.response.meta.sequence_gaps == 1
    assert read.response.output_text == "ab"


@both_transports
def test_an_incomplete_response_is_an_answer(face: Face, transport: Transport) -> None:
    read = face.read_response(model=MODEL, input=WORDS, max_output_tokens=2, transport=transport)
    assert read.types[-1] == "response.incomplete"
    assert read.response.status == "incomplete"
    assert read.response.incomplete_details is not None
    assert read.response.incomplete_details.reason == "max_output_tokens"
    assert read.response.output_text == "one two"


@both_transports
def test_a_failed_response_is_raised_with_its_code(
    face: Face, gateway: Gateway, transport: Transport
) -> None:
    gateway.script([step(transport, created(), text("half"), failed("server_error"))])
    read = face.read_response(model="m", input="hi", transport=transport)
    # The failure is the error, and no event besides.
    assert read.types == ["response.created", "response.output_text.delta"]
    assert isinstance(read.error, StreamInterruptedError)
    assert read.error.saw_output is True
    assert read.error.partial_content == read.stream.output_text == "half"
    assert read.error.cause is not None
    assert read.error.code == read.error.cause.code == "server_error"
    assert "the model broke" in str(read.error)
    assert len(gateway.requests) == 1


@both_transports
def test_an_end_without_a_terminal_event_is_an_interruption(
    face: Face, gateway: Gateway, transport: Transport
) -> None:
    gateway.script([broken(transport, created(), text("half"))])
    read = face.read_response(model="m", input="hi", transport=transport)
    assert isinstance(read.error, StreamInterruptedError)
    assert read.error.partial_content == read.stream.output_text == "half"
    assert read.stream.saw_output
    assert read.final is None
    gateway.script([broken(transport, created())])
    early = face.read_response(model="m", input="hi", transport=transport)
    assert isinstance(early.error, StreamInterruptedError)
    assert (early.error.saw_output, early.stream.saw_output) == (False, False)
    assert early.stream.output_text is None


def test_create_and_stream_give_the_same_object(client: Axonium) -> None:
    with client.responses.create(model=MODEL, input="hi", stream=True, transport="websocket") as stream:
        assert type(stream) is ResponseStream
        assert next(stream).type == "response.created"
        assert stream.final().output_text == "hi"
    assert isinstance(client.responses.create(model=MODEL, input="hi", stream=False), Response)


@both_transports
def test_leaving_the_loop_ends_the_request(transport: Transport) -> None:
    with slow() as gateway, gateway.client(api_key="test") as real:
        stream = real.responses.stream(model=MODEL, input=LONG, transport=transport)
        for event in stream:
            if event.type == "response.output_text.delta":
                break
        assert (stream.output_text or "").startswith("0")
        with pytest.raises(RuntimeError, match="closed before its end"):
            stream.final()
        assert left_early(gateway)


@both_transports
def test_a_dropped_stream_ends_its_request(transport: Transport) -> None:
    with slow() as gateway, gateway.client(api_key="test") as real:
        real.responses.stream(model=MODEL, input=LONG, transport=transport)
        gc.collect()
        assert left_early(gateway)


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"model": None}, "model"),
        ({"input": None}, "input"),
        ({"input": []}, "input"),
        ({"max_output_tokens": 0}, "max_output_tokens"),
        ({"temperature": 3}, "temperature"),
        ({"transport": "pigeon"}, "transport"),
        ({"transport": "websocket", "background": True}, "background"),
        ({"transport": "websocket", "idempotency_key": "k"}, "idempotency_key"),
        ({"transport": "websocket", "input": "x" * (16 << 20)}, "input"),
        ({"extra_body": {"model": "other"}}, "extra_body.model"),
        ({"input": [{"role": "user", "content": object()}]}, "input[0].content"),
        ({"metadata": {"k": float("nan")}}, "metadata.k"),
    ],
)
def test_a_request_is_refused_by_its_field_before_sending(
    face: Face, gateway: Gateway, parameters: dict[str, Any], field: str
) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        face.read_response(**{"model": MODEL, "input": "hi", **parameters})
    assert caught.value.field == field
    assert caught.value.local
    assert gateway.requests == []
    assert gateway.connections == 0


def test_only_a_stream_goes_over_a_websocket(connect: Connect, gateway: Gateway) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        connect().respond(model=MODEL, input="hi", transport="websocket")
    assert caught.value.field == "transport"
    assert gateway.requests == []


def test_answers_are_values(face: Face) -> None:
    response = face.respond(model=MODEL, input="hi")
    same = pickle.loads(pickle.dumps(response))
    assert same == response
    assert isinstance(same.output[0], JsonObject)
    assert same.output[0].content[0].text == "hi"
    with pytest.raises(AttributeError):
        response.status = "other"  # type: ignore[misc]


def test_a_field_of_another_type_does_not_lose_the_answer(face: Face, gateway: Gateway) -> None:
    body = {"id": 7, "model": "m", "error": "odd", "output": [message("hi"), 5], "incomplete_details": []}
    gateway.script([{"body": body}])
    response = face.respond(model="m", input="hi")
    assert (response.id, response.model, response.error, response.incomplete_details) == (
        None,
        "m",
        None,
        None,
    )
    assert response.output_text == "hi"
    assert response.raw["id"] == 7


def narrowed(stream: ResponseStream, item: JsonObject) -> None:
    """Checked by mypy and pyright alone."""
    for received in stream:
        assert_type(received, ResponseEvent)
        if received.type == "response.output_text.delta":
            assert_type(received, OutputTextDelta)
            assert_type(received.delta, str)
        elif received.type == "response.completed":
            assert_type(received, ResponseCompleted)
    assert_type(stream.final(), Response)
    assert_type(item.name, Any)
