"""What follows a timeout and a broken stream, where the caller has asked for more than an error."""

from __future__ import annotations

from typing import Any

from support import MODEL, Connect, kinds, user

from axonium import Route, StreamInterruptedError, Timeouts
from axonium.testing import Gateway

FALLBACK: dict[str, Any] = {"on_timeout": "retry_once_then_fallback", "fallback": ["count-to-20"]}
CLEAN: dict[str, Any] = {"retry_clean": True, "may_bill_twice": True, "partial": "discard"}
KEYED: dict[str, Any] = {"idempotency_key": "order-4417"}
COUNT = user("count to 20")
COUNTED = " ".join(str(number) for number in range(1, 21))


def test_a_fallback_says_who_was_asked_first(connect: Connect, gateway: Gateway) -> None:
    gateway.script([{"hang": True}, {"hang": True}])
    face = connect(timeouts=Timeouts(request=0.5), **FALLBACK)
    completion = face.create(model=MODEL, messages=user("hi"), **KEYED)
    assert completion.content == COUNTED
    assert completion.meta.fallback_from == MODEL
    assert kinds(completion.meta) == ["Timeout", "Timeout", None]
    keys = [request.header("Idempotency-Key") for request in gateway.requests]
    assert keys == ["order-4417", "order-4417", "order-4417:fallback:1"]


def test_a_response_falls_back_to_a_route_by_its_own_option(connect: Connect, gateway: Gateway) -> None:
    gateway.script([{"hang": True}, {"hang": True}])
    options = {"on_timeout": "retry_once_then_fallback", "fallback": [Route(model="count-to-20")]}
    face = connect(timeouts=Timeouts(request=0.5))
    response = face.respond(model=MODEL, input="hi", may_bill_twice=True, **options)
    assert response.output_text == COUNTED
    assert response.meta.fallback_from == MODEL


def test_a_stream_goes_on_where_it_broke(connect: Connect, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "close_after_events": 5}])
    read = connect(resume="replay").read(model=MODEL, messages=COUNT, **KEYED)
    assert read.error is None
    assert read.text == COUNTED
    assert read.final is not None
    assert read.final.content == COUNTED
    assert gateway.ledger.billed == 1


def test_a_response_goes_on_where_it_broke(connect: Connect, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "close_after_events": 7}])
    read = connect().read_response(model=MODEL, input="count to 20", resume="replay", **KEYED)
    assert read.response.output_text == read.text == COUNTED
    assert read.types.count("response.created") == 1
    assert gateway.ledger.billed == 1


def test_a_stream_is_not_resumed_unasked(connect: Connect, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "close_after_events": 5}])
    read = connect(resume="replay").read(model=MODEL, messages=COUNT, resume="off", **KEYED)
    assert isinstance(read.error, StreamInterruptedError)


def test_a_clean_retry_delivers_one_answer(connect: Connect, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "close_after_events": 5}])
    read = connect(**CLEAN).read(model=MODEL, messages=COUNT)
    assert (read.error, read.text) == (None, COUNTED)
    assert gateway.ledger.billed == 2
