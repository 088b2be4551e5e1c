"""What a caller may ask for where a call times out or a stream breaks: what cannot work; and deadlines."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from support import MODEL, Connect, Face, user

import axonium
from axonium import Route
from axonium.testing import Gateway

FALLBACK: dict[str, Any] = {"on_timeout": "retry_once_then_fallback", "fallback": ["count-to-20"]}
CLEAN: dict[str, Any] = {"retry_clean": True, "may_bill_twice": True, "partial": "discard"}
KEYED: dict[str, Any] = {"idempotency_key": "order-4417"}

LIMITED = {"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "7"}}


def soon(seconds: float) -> datetime:
    return datetime.now(timezone.utc) + timedelta(seconds=seconds)


def asked(**options: Any) -> dict[str, Any]:
    return {"model": MODEL, "messages": user("hi"), **options}


# --- what cannot work is refused before anything is sent ---


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (FALLBACK, "may_bill_twice"),
        ({**FALLBACK, **KEYED, "fallback": None}, "fallback"),
        ({**FALLBACK, **KEYED, "on_timeout": None}, "on_timeout"),
        ({**FALLBACK, **KEYED, "fallback": [MODEL]}, "fallback[0]"),
        ({**FALLBACK, **KEYED, "fallback": ["other", Route()]}, "fallback[1]"),
        (
            {**FALLBACK, **KEYED, "fallback": [Route(gateway_base_url="http://127.0.0.1:1")]},
            "fallback[0].api_key",
        ),
        ({**KEYED, "resume": "replay"}, "resume"),
        ({**CLEAN}, "retry_clean"),
    ],
)
def test_a_call_names_the_field(face: Face, gateway: Gateway, options: dict[str, Any], field: str) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        face.create(**asked(**options))
    assert (caught.value.field, caught.value.local) == (field, True)
    assert gateway.requests == []


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"resume": "replay"}, "idempotency_key"),
        ({**CLEAN, "may_bill_twice": None}, "may_bill_twice"),
        ({**CLEAN, "partial": None}, "partial"),
        ({**CLEAN, **KEYED, "resume": "replay"}, "retry_clean"),
    ],
)
def test_a_stream_names_the_field(
    connect: Connect, gateway: Gateway, options: dict[str, Any], field: str
) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        connect().read(**asked(**options))
    assert caught.value.field == field
    assert gateway.requests == []


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({**FALLBACK, "fallback": []}, "fallback"),
        ({"fallback": ["count-to-20"]}, "on_timeout"),
        ({"retry_clean": True}, "may_bill_twice"),
    ],
)
def test_a_client_names_the_field(connect: Connect, options: dict[str, Any], field: str) -> None:
    with pytest.raises(axonium.ConfigurationError) as caught:
        connect(**options)
    assert caught.value.field == field


# --- deadlines ---


@pytest.mark.parametrize("deadline", [datetime(2026, 11, 30), 1764460800, "2026-11-30T00:00:00Z"])
def test_a_deadline_that_is_no_moment_is_refused(face: Face, gateway: Gateway, deadline: Any) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        face.create(**asked(deadline=deadline))
    assert caught.value.field == "deadline"
    assert gateway.requests == []


def test_a_naive_deadline_is_told_the_remedy(face: Face) -> None:
    with pytest.raises(axonium.InvalidRequestError, match=r"timezone\.utc"):
        face.models(deadline=datetime.now())


def test_a_deadline_that_is_over_sends_nothing(face: Face, gateway: Gateway) -> None:
    with pytest.raises(axonium.TimeoutError) as caught:
        face.create(**asked(deadline=soon(-1)))
    assert (caught.value.phase, caught.value.meta.attempts) == ("call", 0)
    assert gateway.requests == []


def test_a_wait_that_would_pass_the_deadline_is_raised_instead(face: Face, gateway: Gateway) -> None:
    gateway.script([LIMITED, LIMITED])
    with pytest.raises(axonium.RateLimitError) as caught:
        face.create(**asked(deadline=soon(5)))
    assert caught.value.meta.waited_s == 0


def test_the_time_zone_of_a_deadline_does_not_matter(face: Face, gateway: Gateway) -> None:
    gateway.script([LIMITED])
    elsewhere = soon(60).astimezone(timezone(timedelta(hours=5, minutes=45)))
    assert face.create(**asked(deadline=elsewhere)).meta.waited_s == 7
