"""Circuit breakers: switched on by an option, shown by the client, told to hooks."""

from __future__ import annotations

import pytest
from support import MODEL, Connect, Face, user

import axonium
from axonium import CircuitBreaker, DecisionNotice, Hooks
from axonium.testing import Gateway

BREAKER = CircuitBreaker(failures=2, window=10, open=30)
FAILED = {"problem": "upstream-error"}
CHANGES = ["circuit-opened", "circuit-half-open", "circuit-closed"]


def fail(face: Face, times: int) -> None:
    for _ in range(times):
        with pytest.raises(axonium.UpstreamError):
            face.create(model=MODEL, messages=user("hi"))


def test_there_are_none_unless_they_are_switched_on(gateway: Gateway, connect: Connect) -> None:
    gateway.script([FAILED, FAILED, FAILED])
    face = connect()
    fail(face, 3)
    assert face.circuits() == []


def test_failures_open_it_and_a_success_closes_it(gateway: Gateway, connect: Connect) -> None:
    decided: list[DecisionNotice] = []
    face = connect(circuit_breaker=BREAKER, hooks=Hooks(on_decision=decided.append))
    gateway.script([FAILED, FAILED])
    fail(face, 2)
    (circuit,) = face.circuits()
    assert (circuit.origin, circuit.model, circuit.state) == (gateway.url, MODEL, "open")
    assert circuit.refused_for == pytest.approx(30, abs=1)

    with pytest.raises(axonium.CircuitOpenError) as caught:
        face.create(model=MODEL, messages=user("hi"))
    assert caught.value.local
    assert caught.value.retry_after == pytest.approx(30, abs=1)
    assert len(gateway.requests) == 2
    assert face.create(model="count-to-20", messages=user("hi")).meta.attempts == 1

    gateway.advance(30)
    assert face.create(model=MODEL, messages=user("hi")).content == "hi"
    states = {circuit.model: (circuit.state, circuit.refused_for) for circuit in face.circuits()}
    assert states[MODEL] == ("closed", None)
    changes = [notice.reason for notice in decided if notice.action == "circuit"]
    assert changes == CHANGES


@pytest.mark.parametrize("hooks", [None, Hooks(on_wait=lambda _: None)])
def test_its_changes_are_logged(
    gateway: Gateway, connect: Connect, caplog: pytest.LogCaptureFixture, hooks: Hooks | None
) -> None:
    caplog.set_level("INFO", "axonium")
    face = connect(circuit_breaker=BREAKER, hooks=hooks)
    gateway.script([FAILED, FAILED])
    fail(face, 2)
    gateway.advance(30)
    face.create(model=MODEL, messages=user("hi"))
    lines = [record for record in caplog.records if record.name == "axonium"]
    assert [vars(record)["reason"] for record in lines] == CHANGES
    assert all(record.levelname == "INFO" and MODEL in record.getMessage() for record in lines)


def test_a_failed_try_opens_it_again(gateway: Gateway, connect: Connect) -> None:
    face = connect(circuit_breaker=BREAKER)
    gateway.script([FAILED, FAILED, FAILED])
    fail(face, 2)
    gateway.advance(30)
    fail(face, 1)
    with pytest.raises(axonium.CircuitOpenError):
        face.create(model=MODEL, messages=user("hi"))


def test_a_breaker_of_nothing_is_refused(connect: Connect) -> None:
    with pytest.raises(axonium.ConfigurationError) as caught:
        connect(circuit_breaker=CircuitBreaker(failures=0))
    assert caught.value.field is not None
    assert "circuit_breaker" in caught.value.field


def test_an_option_that_is_left_out_is_the_engine_s(gateway: Gateway, connect: Connect) -> None:
    face = connect(circuit_breaker=CircuitBreaker())
    gateway.script([FAILED] * 5)
    fail(face, 4)
    assert [circuit.state for circuit in face.circuits()] == ["closed"]
    fail(face, 1)
    assert [circuit.state for circuit in face.circuits()] == ["open"]
