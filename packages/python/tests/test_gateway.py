"""The testing gateway as users of the package drive it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from support import MODEL, user

from axonium import (
    BackendUnavailableError,
    CooldownActiveError,
    RateLimitError,
    RetryPolicy,
    StreamInterruptedError,
    UnauthorizedError,
)
from axonium.testing import Gateway, LedgerTotals

REFUSED = {"status": 429, "headers": {"Retry-After": "99"}, "problem": "rate-limit-exceeded-requests"}


def test_after_its_script_the_gateway_answers_again(gateway: Gateway) -> None:
    gateway.script([REFUSED, REFUSED])
    with gateway.client() as client:
        for _ in range(2):
            with pytest.raises(RateLimitError):
                client.models.list()
        assert client.models.list()


def test_the_last_step_of_a_repeating_script_goes_on(gateway: Gateway) -> None:
    gateway.script([{"body": {"data": [{"id": "only"}]}}, REFUSED], repeating=True)
    with gateway.client() as client:
        assert [model.id for model in client.models.list()] == ["only"]
        for _ in range(3):
            with pytest.raises(RateLimitError):
                client.models.list()
        gateway.reset()
        assert len(client.models.list()) == 2


def test_advancing_the_clock_ends_a_cooldown(gateway: Gateway) -> None:
    unavailable = {"status": 503, "headers": {"Retry-After": "400"}, "problem": "backend-unavailable"}
    with gateway.client(retry=RetryPolicy(max_attempts=1)) as client:

        def ask() -> Any:
            return client.chat.completions.create(model=MODEL, messages=user("hi")).content

        gateway.script([unavailable])
        with pytest.raises(BackendUnavailableError):
            ask()
        gateway.advance(300)
        with pytest.raises(CooldownActiveError) as caught:
            ask()
        assert caught.value.retry_after is not None
        assert 0 < caught.value.retry_after <= 100
        gateway.advance(100)
        assert ask() == "hi"
    assert len(gateway.requests) == 2


def test_the_ledger_tells_what_was_refunded_and_counts_by_model(gateway: Gateway) -> None:
    with gateway.client() as client:
        gateway.script([{"gateway": True, "close_after_events": 1}])
        stream = client.responses.stream(model=MODEL, input="hi")
        with pytest.raises(StreamInterruptedError):
            stream.final()
        client.responses.create(model="count-to-20", input="hi")
    ledger = gateway.ledger
    assert (ledger.generations, ledger.billed, ledger.refunded, ledger.replayed) == (2, 1, 1, 0)
    lost, counted = ledger.entries
    assert (lost.model, lost.billed, lost.refunded) == (MODEL, False, True)
    assert (counted.model, counted.billed, counted.refunded) == ("count-to-20", True, False)
    assert ledger.by_model == {
        MODEL: LedgerTotals(generations=1, refunded=1),
        "count-to-20": LedgerTotals(generations=1, billed=1),
    }


def test_websockets_are_counted_until_a_reset(gateway: Gateway) -> None:
    assert gateway.connections == 0
    with gateway.client() as client:
        for _ in range(2):
            client.responses.stream(model=MODEL, input="hi", transport="websocket").final()
        assert gateway.connections == 2
        gateway.reset()
        assert gateway.connections == 0


@pytest.mark.parametrize("seconds", [-1, float("inf")])
def test_the_clock_takes_only_what_can_pass(gateway: Gateway, seconds: float) -> None:
    with pytest.raises(ValueError, match="advance"):
        gateway.advance(seconds)


@pytest.mark.parametrize("options", [{}, {"api_key": "k"}, {"client_id": "me", "client_secret": "hush"}])
def test_its_clients_have_a_credential_that_it_accepts(options: Any) -> None:
    with Gateway(**options) as gateway:
        with gateway.client() as client:
            assert client.models.list()

        async def listed() -> int:
            async with gateway.async_client() as client:
                return len(await client.models.list())

        assert asyncio.run(listed())
        # A client of its own fetches a token of its own; an API key needs none.
        assert len(gateway.token_requests) == (2 if "client_id" in options else 0)
        assert len(gateway.requests) == 2


def test_a_credential_that_is_named_is_the_one_sent() -> None:
    with Gateway(api_key="k") as gateway, gateway.client(api_key="other") as client:
        with pytest.raises(UnauthorizedError):
            client.models.list()
        assert gateway.requests[0].header("Authorization") == "Bearer other"
