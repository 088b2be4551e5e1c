"""Routes: several ways to the same model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support import MODEL, Connect, kinds, user
from wire import TRANSPORTS, Transport, broken, completed, created, failed, message, step, text

import axonium
from axonium import DecisionNotice, Hooks, Route, StreamInterruptedError, Timeouts
from axonium.testing import Gateway

BUSY = {"status": 429, "headers": {"Retry-After": "30"}, "problem": "rate-limit-exceeded-requests"}

both_transports = pytest.mark.parametrize("transport", TRANSPORTS)


@pytest.fixture
def spare() -> Iterator[Gateway]:
    with Gateway(api_key="spare-key", models=[{"id": "spare-model"}]) as gateway:
        yield gateway


@pytest.fixture
def routes(spare: Gateway) -> list[Route]:
    return [
        Route("own"),
        Route("spare", gateway_base_url=spare.url, api_key="spare-key", model="spare-model"),
    ]


def test_what_one_route_refuses_the_next_one_answers(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route]
) -> None:
    decided: list[DecisionNotice] = []
    face = connect(routes=routes, hooks=Hooks(on_decision=decided.append))
    gateway.script([BUSY])
    completion = face.create(model=MODEL, messages=user("hi"))
    assert completion.content == "hi"
    assert (completion.meta.route, completion.meta.attempts, completion.meta.waited_s) == ("spare", 2, 0.0)
    refused, answered = completion.meta.history
    assert (refused.route, refused.kind, refused.status) == ("own", "RateLimit", 429)
    assert (answered.route, answered.kind, answered.status) == ("spare", None, 200)
    assert refused.request_id
    assert answered.request_id == completion.meta.request_id
    (decision,) = decided
    assert (decision.action, decision.wait_s) == ("next-route", 0.0)
    assert gateway.requests[0].header("Authorization") == "Bearer test"
    assert spare.requests[0].header("Authorization") == "Bearer spare-key"
    assert spare.requests[0].json["model"] == "spare-model"
    assert (gateway.ledger.generations, spare.ledger.generations) == (0, 1)


def test_a_response_takes_routes_too(connect: Connect, gateway: Gateway, routes: list[Route]) -> None:
    gateway.script([BUSY])
    response = connect(routes=routes).respond(model=MODEL, input="hi")
    assert (response.output_text, response.meta.route) == ("hi", "spare")


def test_a_call_s_own_routes_win_and_an_empty_list_uses_none(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route]
) -> None:
    face = connect(routes=routes)
    assert face.create(model=MODEL, messages=user("hi"), routes=routes[1:]).meta.route == "spare"
    assert face.create(model=MODEL, messages=user("hi"), routes=[]).meta.route is None
    assert face.create(model=MODEL, messages=user("hi")).meta.route == "own"
    assert (len(gateway.requests), len(spare.requests)) == (2, 1)


@both_transports
def test_a_stream_that_fails_before_its_output_is_replayed_on_the_next_route(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route], transport: Transport
) -> None:
    gateway.script([step(transport, created(), failed("server_error"))])
    spare.script([step(transport, created(), text("hi"), completed(message("hi")))])
    read = connect(routes=routes).read_response(model="m", input="hi", transport=transport)
    # What the first attempt had sent was held back: the caller sees one response, whole.
    assert read.types == ["response.created", "response.output_text.delta", "response.completed"]
    assert read.response.output_text == "hi"
    assert read.response.meta.route == "spare"
    assert [attempt.route for attempt in read.response.meta.history] == ["own", "spare"]
    first, second = read.response.meta.history
    assert first.kind is not None
    assert second.kind is None
    assert (len(gateway.requests), len(spare.requests)) == (1, 1)


def test_a_chat_s_stream_is_replayed_too(connect: Connect, gateway: Gateway, routes: list[Route]) -> None:
    begun = {"choices": [{"index": 0, "delta": {"role": "assistant"}}]}
    broke = {"error": {"message": "overloaded", "code": "overloaded", "retryable": True}}
    gateway.script([{"sse": [{"data": begun}, {"data": broke}]}])
    read = connect(routes=routes).read(model=MODEL, messages=user("hi"))
    assert (read.error, read.text) == (None, "hi")
    assert read.stream.meta.route == "spare"


@both_transports
def test_after_the_first_output_nothing_is_replayed(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route], transport: Transport
) -> None:
    gateway.script([step(transport, created(), text("half"), failed("server_error"))])
    read = connect(routes=routes).read_response(model="m", input="hi", transport=transport)
    assert read.text == "half"
    assert isinstance(read.error, StreamInterruptedError)
    assert read.error.meta.route == "own"
    assert spare.requests == []


@both_transports
def test_a_second_failure_is_the_caller_s(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route], transport: Transport
) -> None:
    gateway.script([step(transport, created(), failed("server_error"))])
    spare.script([step(transport, created(), failed("model_overloaded"))])
    read = connect(routes=routes).read_response(model="m", input="hi", transport=transport)
    assert isinstance(read.error, axonium.AxoniumError)
    assert read.error.cause is not None
    assert read.error.cause.code == "model_overloaded"
    assert [attempt.route for attempt in read.error.meta.history] == ["own", "spare"]


def test_a_beginning_that_is_too_long_to_hold_back_is_released(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route]
) -> None:
    gateway.script([step("sse", created(), created(), failed("server_error"))])
    face = connect(routes=routes, max_hold_back_bytes=len(str(created())))
    read = face.read_response(model="m", input="hi")
    assert read.types == ["response.created", "response.created"]
    assert isinstance(read.error, axonium.AxoniumError)
    assert spare.requests == []


def test_a_beginning_that_takes_too_long_is_released(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route]
) -> None:
    late = step("sse", created(), failed("server_error"))
    gateway.script([{**late, "pause_after_events": {1: 2_000}}])
    face = connect(routes=routes, timeouts=Timeouts(hold_back=0.05))
    read = face.read_response(model="m", input="hi")
    assert read.types == ["response.created"]
    assert isinstance(read.error, axonium.AxoniumError)
    assert spare.requests == []


def test_state_stays_on_its_route(
    connect: Connect, gateway: Gateway, spare: Gateway, routes: list[Route]
) -> None:
    gateway.script([broken("sse", created())])
    read = connect(routes=routes).read_response(model="m", input="hi", store=True)
    assert isinstance(read.error, StreamInterruptedError)
    assert spare.requests == []


OTHER = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    ("routes", "field"),
    [
        ([Route("a"), Route("a")], "routes[1].name"),
        ([Route("")], "routes[0].name"),
        ([Route("a", gateway_base_url="no-scheme.example", api_key="k")], "routes[0].gateway_base_url"),
        ([Route("a"), Route("b", gateway_base_url=OTHER)], "routes[1].api_key"),
        ([Route("a", api_key="k", client_id="c", client_secret="s")], "routes[0].api_key"),
        ([Route("a", model="")], "routes[0].model"),
    ],
)
def test_an_unusable_route_is_named(
    connect: Connect, gateway: Gateway, routes: list[Route], field: str
) -> None:
    with pytest.raises(axonium.ConfigurationError) as configured:
        connect(routes=routes)
    assert configured.value.field == field
    with pytest.raises(axonium.InvalidRequestError) as called:
        connect().respond(model=MODEL, input="hi", routes=routes)
    assert called.value.field == field
    assert gateway.requests == []


def test_a_model_is_needed_where_a_route_names_none(connect: Connect, routes: list[Route]) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        connect(routes=routes).respond(input="hi")
    assert caught.value.field == "model"
    named = [Route("one", model=MODEL), routes[1]]
    assert connect(routes=named).respond(input="hi").meta.route == "one"


def test_a_route_shows_no_secret() -> None:
    route = Route(
        "spare",
        gateway_base_url="https://me:hush-hush@spare.example",
        client_id="me",
        client_secret="hush-hush",
        model="m",
    )
    keyed = Route("own", api_key="hush-hush")
    assert (repr(route), repr(keyed)) == ("Route('spare', model='m')", "Route('own')")
    shown: list[Any] = [
        route,
        [keyed],
        f"{route}",
        route.__rich_repr__(),
        axonium.ClientOptions(routes=[route]),
    ]
    assert "hush-hush" not in repr(shown)
    with pytest.raises(TypeError):
        Route("own", "https://spare.example")  # type: ignore[call-arg]


def test_a_route_that_json_cannot_hold_is_refused_by_its_path(connect: Connect) -> None:
    odd: Any = object()
    with pytest.raises(axonium.ConfigurationError) as caught:
        connect(routes=[Route("own"), Route("spare", model=odd)])
    assert caught.value.field is not None
    assert caught.value.field.startswith("routes[1]")


def test_a_route_s_failure_says_which(connect: Connect, gateway: Gateway, routes: list[Route]) -> None:
    gateway.script([BUSY])
    with pytest.raises(axonium.RateLimitError) as caught:
        connect(routes=routes[:1], retry=axonium.RetryPolicy(max_attempts=1)).respond(model=MODEL, input="hi")
    assert caught.value.meta.route == "own"
    assert kinds(caught.value.meta) == ["RateLimit"]
