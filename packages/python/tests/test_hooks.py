"""Hooks: told what a call does, in order, and unable to change it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from support import MODEL, Connect, user

import axonium
from axonium import DecisionNotice, Hooks, RequestNotice, ResponseNotice, WaitNotice
from axonium.testing import Gateway

Notice = RequestNotice | ResponseNotice | DecisionNotice | WaitNotice

PATH = "/v1/chat/completions"


def busy(seconds: str) -> dict[str, Any]:
    return {"status": 429, "headers": {"Retry-After": seconds}, "problem": "rate-limit-exceeded-requests"}


def watching(told: list[Notice]) -> Hooks:
    return Hooks(
        on_request=told.append, on_response=told.append, on_decision=told.append, on_wait=told.append
    )


def test_hooks_are_told_of_a_call_in_order(connect: Connect, gateway: Gateway) -> None:
    told: list[Notice] = []
    gateway.script([busy("36")])
    completion = connect(hooks=watching(told)).create(model=MODEL, messages=user("hi"))
    sent, refused, decided, waits, sent_again, answered = told
    assert sent == RequestNotice(attempt=1, method="POST", path=PATH)
    assert isinstance(refused, ResponseNotice)
    assert (refused.attempt, refused.status) == (1, 429)
    assert refused.request_id == completion.meta.history[0].request_id
    assert refused.duration_s >= 0.0
    assert isinstance(decided, DecisionNotice)
    assert (decided.attempt, decided.action, decided.wait_s) == (1, "repeat", 36.0)
    assert decided.reason == completion.meta.history[0].reason
    assert decided.message
    assert isinstance(waits, WaitNotice)
    assert (waits.level, waits.method, waits.path, waits.model) == ("info", "POST", PATH, MODEL)
    assert (waits.attempt, waits.wait_s, waits.reason) == (1, 36.0, decided.reason)
    assert waits.request_id == refused.request_id
    assert waits.message
    assert sent_again == RequestNotice(attempt=2, method="POST", path=PATH)
    assert isinstance(answered, ResponseNotice)
    assert (answered.attempt, answered.status) == (2, 200)
    assert answered.request_id == completion.meta.request_id


def test_hooks_are_told_of_a_stream_in_order(connect: Connect, gateway: Gateway) -> None:
    told: list[Notice] = []
    gateway.script([busy("2"), {"gateway": True, "model_breaks_after": 1}])
    read = connect(hooks=watching(told)).read(model=MODEL, messages=user("one two three"))
    assert isinstance(read.error, axonium.StreamInterruptedError)
    assert [type(notice) for notice in told] == [
        RequestNotice,
        ResponseNotice,
        DecisionNotice,
        WaitNotice,
        RequestNotice,
        ResponseNotice,
        DecisionNotice,
    ]
    raised = told[-1]
    assert isinstance(raised, DecisionNotice)
    assert read.error.reason is not None
    assert (raised.attempt, raised.action, raised.reason) == (2, "raise", read.error.reason.code)
    assert (raised.message, raised.wait_s) == (read.error.reason.text, 0.0)


@pytest.mark.parametrize("name", ["on_request", "on_response", "on_decision", "on_wait"])
def test_each_hook_stands_alone(connect: Connect, gateway: Gateway, name: str) -> None:
    kinds = {
        "on_request": RequestNotice,
        "on_response": ResponseNotice,
        "on_decision": DecisionNotice,
        "on_wait": WaitNotice,
    }
    told: list[Notice] = []
    gateway.script([busy("2")])
    connect(hooks=Hooks(**{name: told.append})).create(model=MODEL, messages=user("hi"))
    assert {type(notice) for notice in told} == {kinds[name]}


def test_hooks_run_where_the_call_was_made(gateway: Gateway) -> None:
    threads: list[threading.Thread] = []
    tasks: list[asyncio.Task[Any] | None] = []

    def note_thread(_: RequestNotice) -> None:
        threads.append(threading.current_thread())

    def note_task(_: RequestNotice) -> None:
        tasks.append(asyncio.current_task())

    async def main() -> asyncio.Task[Any] | None:
        async with gateway.async_client(hooks=Hooks(on_request=note_task)) as client:
            await client.models.list()
        return asyncio.current_task()

    with gateway.client(hooks=Hooks(on_request=note_thread)) as client:
        client.models.list()
    assert threads == [threading.current_thread()]
    assert tasks == [asyncio.run(main())]


def test_a_hook_that_raises_costs_no_answer(
    connect: Connect, gateway: Gateway, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(_: WaitNotice) -> None:
        raise ZeroDivisionError("a fault of the hook")

    gateway.script([busy("2")])
    completion = connect(hooks=Hooks(on_wait=fault)).create(model=MODEL, messages=user("hi"))
    assert completion.content == "hi"
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert (record.name, record.getMessage()) == ("axonium", "the hook for WaitNotice raised")
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_a_hook_may_end_the_program(gateway: Gateway) -> None:
    def interrupt(_: RequestNotice) -> None:
        raise KeyboardInterrupt

    with gateway.client(hooks=Hooks(on_request=interrupt)) as client, pytest.raises(KeyboardInterrupt):
        client.models.list()


async def _awaitable(_: Any) -> None: ...


@pytest.mark.parametrize("hook", [_awaitable, "print", 1])
def test_what_cannot_be_called_is_no_hook(hook: Any) -> None:
    with pytest.raises(TypeError, match="on_response must be a plain function"):
        Hooks(on_response=hook)


def test_only_hooks_are_hooks(connect: Connect) -> None:
    hooks: dict[str, Callable[..., Any]] = {"on_wait": print}
    with pytest.raises(axonium.ConfigurationError) as caught:
        connect(hooks=hooks)
    assert caught.value.field == "hooks"
    assert str(caught.value) == "Configuration: hooks: takes an axonium.Hooks, not dict (nothing was sent)"
