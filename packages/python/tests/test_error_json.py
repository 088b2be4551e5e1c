"""Every error as JSON: the same keys in every language, whoever raised it."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from support import MODEL, Connect, Face, user

import axonium
from axonium import AxoniumError, RateLimitError, RetryPolicy, StreamInterruptedError
from axonium.testing import Gateway


def words(text: str) -> set[str]:
    return set(text.split())


# Written out from the bridge's contract (bindings/engine/README.md).
KEYS = words(
    "kind message explain code status type title detail hint retry_after_s request_id trace_id scope body "
    "errors retryable reason local sent phase field oauth_error saw_output partial cause outputs refusal meta"
)
META_KEYS = words(
    "request_id trace_id instance instance_id rate_limit ignored_parameters idempotent_replay "
    "idempotent_replay_of attempts waited_s elapsed_s route sequence_gaps stripped fallback_from history"
)

REFUSED = {"status": 429, "headers": {"Retry-After": "90"}, "problem": "rate-limit-exceeded-requests"}


def raised(call: Callable[[], object]) -> AxoniumError:
    with pytest.raises(AxoniumError) as caught:
        call()
    return caught.value


def of_the_gateway(face: Face, gateway: Gateway) -> AxoniumError:
    gateway.script([REFUSED])
    return raised(lambda: face.create(model=MODEL, messages=user("hi")))


def of_the_engine(face: Face) -> AxoniumError:
    return raised(lambda: face.create(model="", messages=user("hi")))


def of_the_package(face: Face) -> AxoniumError:
    return raised(lambda: face.create(model=MODEL, messages=[object()]))


@pytest.fixture
def failures(face: Face, gateway: Gateway) -> list[AxoniumError]:
    """One from each who may raise."""
    by_hand = RateLimitError("slow down")
    return [of_the_gateway(face, gateway), of_the_engine(face), of_the_package(face), by_hand]


def test_all_keys_are_there(failures: list[AxoniumError]) -> None:
    for error in failures:
        document = error.to_dict()
        assert document.keys() == KEYS
        assert document["meta"].keys() == META_KEYS


def test_it_says_what_the_error_says(face: Face, gateway: Gateway) -> None:
    error = of_the_gateway(face, gateway)
    document = json.loads(json.dumps(error.to_dict()))
    assert document["kind"] == "RateLimit"
    assert document["explain"] == str(error)
    assert document["status"] == 429
    assert document["retry_after_s"] == error.retry_after == 90
    assert document["retryable"] is error.retryable is True
    assert document["reason"]["code"] == "wait-too-long"
    assert document["meta"]["attempts"] == 1
    assert document["meta"]["history"][0]["status"] == 429


def test_a_refusal_of_the_package_names_its_field(face: Face) -> None:
    document = of_the_package(face).to_dict()
    assert document["field"] == "messages[0]"
    assert document["local"] is True
    assert document["meta"]["attempts"] == 0


def test_what_had_arrived_of_a_stream_is_in_it(connect: Connect, gateway: Gateway) -> None:
    gateway.script([{"gateway": True, "model_breaks_after": 2}])
    error = connect().read(model=MODEL, messages=user("one two three")).error
    assert isinstance(error, StreamInterruptedError)
    assert error.to_dict()["partial"] == {
        "content": "one two",
        "reasoning": None,
        "tool_calls": [],
        "finish_reason": None,
        "usage": None,
    }


def test_it_outlives_pickling_and_changes_nothing(face: Face, gateway: Gateway) -> None:
    error = of_the_gateway(face, gateway)
    document = error.to_dict()
    document["meta"].clear()
    assert pickle.loads(pickle.dumps(error)).to_dict() == error.to_dict() != document


def test_an_unusable_client_says_it_too() -> None:
    error = raised(lambda: axonium.Axonium(gateway_base_url="no-scheme.example"))
    assert error.to_dict()["kind"] == "Configuration"
    assert error.to_dict().keys() == KEYS


def test_outputs_and_refusal_are_none_of_other_errors(connect: Connect, gateway: Gateway) -> None:
    error = of_the_gateway(connect(retry=RetryPolicy(max_attempts=1)), gateway)
    assert (error.outputs, error.refusal) == ((), None)


def test_it_is_plain_json(failures: list[AxoniumError]) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(isinstance(name, str) and plain(item) for name, item in value.items())
        if isinstance(value, list):
            return all(plain(item) for item in value)
        return value is None or type(value) in (str, bool, int, float)

    assert all(plain(error.to_dict()) for error in failures)
