"""Derived idempotency keys: the same in every language, and in every run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import MODEL, Face, user

import axonium
from axonium import RetryPolicy, RunKeys, derive_key
from axonium.testing import Gateway

VECTORS = json.loads((Path(__file__).parents[3] / "core/contract/key_vectors.json").read_text())
REQUEST: dict[str, Any] = {"model": MODEL, "messages": user("hi")}
KEY = derive_key("order-4417", REQUEST)


@pytest.mark.parametrize("vector", VECTORS["requests"], ids=lambda vector: vector["about"])
def test_a_request_comes_to_the_key_that_every_language_has(vector: dict[str, Any]) -> None:
    assert derive_key(vector["namespace"], json.loads(vector["body"])) == vector["key"]


@pytest.mark.parametrize(
    "vector", VECTORS["steps"], ids=lambda vector: f"{vector['run_id']} {vector['step']}"
)
def test_a_step_comes_to_the_key_that_every_language_has(vector: dict[str, Any]) -> None:
    assert RunKeys(vector["run_id"]).step(vector["step"]) == vector["key"]


def test_what_is_said_about_the_call_does_not_count() -> None:
    told: dict[str, Any] = {
        "timeout": 3,
        "retry": RetryPolicy(max_attempts=1),
        "idempotency_key": "other",
        "temperature": None,
        "lenient": True,
    }
    assert derive_key("order-4417", {**REQUEST, **told}) == KEY


def test_what_is_sent_counts_however_it_is_given(face: Face) -> None:
    warm = derive_key("order-4417", {**REQUEST, "temperature": 1})
    assert warm == derive_key("order-4417", {**REQUEST, "temperature": 1.0})
    assert warm == derive_key("order-4417", {**REQUEST, "extra_body": {"temperature": 1}})
    assert warm != KEY
    said = face.create(**REQUEST).choices[0].message
    as_mapping = {"role": "assistant", "content": "hi"}
    keys = {derive_key("n", {"messages": iter([message])}) for message in (said, as_mapping)}
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("namespace", "request_", "field"),
    [
        ("", REQUEST, "namespace"),
        ("n", {"model": MODEL}, None),
        ("n", {"messages": [object()]}, "messages[0]"),
    ],
)
def test_what_makes_no_key_is_refused(namespace: str, request_: dict[str, Any], field: str | None) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        derive_key(namespace, request_)
    assert field is None or caught.value.field == field
    assert caught.value.local


@pytest.mark.parametrize(("run", "step", "field"), [("", "summary", "run_id"), ("run-42", "", "step")])
def test_an_empty_name_is_refused(run: str, step: str, field: str) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        RunKeys(run).step(step)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda half: derive_key(half, REQUEST), "namespace"),
        (lambda half: derive_key("n", {"messages": user(half)}), "messages[0].content"),
        (lambda half: RunKeys(half).step("summary"), "run_id"),
        (lambda half: RunKeys("run-42").step(half), "step"),
    ],
)
def test_half_a_surrogate_pair_is_refused(make: Callable[[str], str], field: str) -> None:
    with pytest.raises(axonium.InvalidRequestError, match="surrogate") as caught:
        make("half \ud83d of it")
    assert caught.value.field == field


def test_what_is_no_text_is_refused() -> None:
    number: Any = 5
    with pytest.raises(axonium.InvalidRequestError, match="int") as caught:
        RunKeys("run-42").step(number)
    assert caught.value.field == "step"


def test_a_run_that_is_started_again_pays_once(face: Face, gateway: Gateway) -> None:
    replays: list[bool] = []
    for _ in range(2):
        keys = RunKeys("run-42")
        outline = face.create(model=MODEL, messages=user("outline"), idempotency_key=keys.step("outline"))
        draft = face.create(
            model=MODEL, messages=user(f"{outline.content}, draft"), idempotency_key=keys.step("draft")
        )
        assert draft.content == "outline, draft"
        replays.append(draft.meta.idempotent_replay)
    assert replays == [False, True]
    assert (gateway.ledger.billed, gateway.ledger.replayed) == (2, 2)


def test_a_key_of_its_own_is_kept_over_repeats(face: Face, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "close": "before_headers"}])
    assert face.create(**REQUEST, idempotency_key="auto").meta.idempotent_replay
    face.create(**REQUEST, idempotency_key="auto")
    first, again, other = [request.header("Idempotency-Key") for request in gateway.requests]
    assert first == again != other
    assert "auto" not in (first, other)
