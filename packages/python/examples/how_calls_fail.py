"""How calls fail, one function a row of docs/how-calls-fail.md: what happens, and what the caller sees of it.

Each gets a gateway of its own, on a virtual clock, and a client of it. The tests run them all.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from axonium import (
    Axonium,
    BackendUnavailableError,
    CapacityExhaustedError,
    CircuitBreaker,
    CircuitOpenError,
    ConnectionError,
    CooldownActiveError,
    DecodeError,
    IdempotencyKeyReuseError,
    MalformedOutputError,
    RateLimitError,
    RefusalError,
    Route,
    SpendCapExceededError,
    StreamInterruptedError,
    TimeoutError,
    Timeouts,
    UpstreamError,
)
from axonium.testing import Gateway

MODEL = "qwen3-0.6b"
HI = [{"role": "user", "content": "hi"}]
COUNT = [{"role": "user", "content": "count to 20"}]


@dataclass
class Order:
    """What the model is asked for."""

    id: int


def rate_limit(gateway: Gateway, client: Axonium) -> None:
    """A 429 was refused at the door: it is waited out."""
    gateway.script([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "36"}}])
    completion = client.chat.completions.create(model=MODEL, messages=HI)
    assert (completion.meta.attempts, completion.meta.waited_s) == (2, 36.0)
    assert gateway.ledger.billed == 1


def wait_too_long(gateway: Gateway, client: Axonium) -> None:
    """A wait beyond `max_backoff` (60 seconds) is the caller's to take."""
    gateway.script([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "90"}}])
    with pytest.raises(RateLimitError) as caught:
        client.chat.completions.create(model=MODEL, messages=HI)
    assert (caught.value.retry_after, caught.value.retryable) == (90, True)


def not_sent(_: Gateway, __: Axonium) -> None:
    """No connection was made, so nothing was generated: it is tried again, then raised."""
    with Gateway(refuse_connections=True) as closed, closed.client() as client:  # noqa: SIM117
        with pytest.raises(ConnectionError) as caught:
            client.chat.completions.create(model=MODEL, messages=HI)
    assert (caught.value.sent, caught.value.meta.attempts) == (False, 3)


def lost_without_key(gateway: Gateway, client: Axonium) -> None:
    """The request had left: a repeat could start a second generation."""
    gateway.script([{"gateway": True, "close": "before_headers"}])
    with pytest.raises(ConnectionError) as caught:
        client.chat.completions.create(model=MODEL, messages=HI)
    assert (caught.value.sent, caught.value.meta.attempts) == (True, 1)
    assert gateway.ledger.generations == 1


def lost_with_key(gateway: Gateway, client: Axonium) -> None:
    """The key turns the repeat into a replay of the answer that got lost."""
    gateway.script([{"gateway": True, "close": "before_headers"}])
    completion = client.chat.completions.create(model=MODEL, messages=HI, idempotency_key="order-4417")
    assert (completion.meta.attempts, completion.meta.idempotent_replay) == (2, True)
    assert gateway.ledger.billed == 1


def timeout_without_key(gateway: Gateway, _: Axonium) -> None:
    """The model is probably still generating: a repeat would start a second generation."""
    gateway.script([{"gateway": True, "hang": True}])
    with gateway.client(timeouts=Timeouts(request=0.5)) as hasty:  # noqa: SIM117
        with pytest.raises(TimeoutError) as caught:
            hasty.chat.completions.create(model=MODEL, messages=HI)
    assert (caught.value.phase, caught.value.meta.attempts) == ("response", 1)


def timeout_with_key(gateway: Gateway, _: Axonium) -> None:
    """The repeat collects what the model has generated meanwhile."""
    gateway.script([{"gateway": True, "hang": True}])
    with gateway.client(timeouts=Timeouts(request=0.5)) as hasty:
        completion = hasty.chat.completions.create(model=MODEL, messages=HI, idempotency_key="order-4417")
    assert completion.meta.idempotent_replay
    assert gateway.ledger.billed == 1


def in_progress(gateway: Gateway, client: Axonium) -> None:
    """The first request with this key still runs: its result is waited for."""
    gateway.script([{"problem": "idempotency-in-progress", "headers": {"Retry-After": "5"}}])
    completion = client.chat.completions.create(model=MODEL, messages=HI, idempotency_key="order-4417")
    assert (completion.meta.attempts, completion.meta.waited_s) == (2, 5.0)


def key_reuse(gateway: Gateway, client: Axonium) -> None:
    """A key belongs to one request: another one is refused, and no new key is made up."""
    client.chat.completions.create(model=MODEL, messages=HI, idempotency_key="order-4417")
    with pytest.raises(IdempotencyKeyReuseError) as caught:
        client.chat.completions.create(model=MODEL, messages=COUNT, idempotency_key="order-4417")
    assert not caught.value.retryable
    assert gateway.ledger.generations == 1


def token_expired(gateway: Gateway, _: Axonium) -> None:
    """A new token is fetched, and the request sent once more."""
    gateway.script([{"problem": "token-expired"}])
    with gateway.client(client_id="me", client_secret="client-secret") as client:
        completion = client.chat.completions.create(model=MODEL, messages=HI)
    assert (completion.meta.attempts, len(gateway.token_requests)) == (2, 2)


def upstream_error(gateway: Gateway, client: Axonium) -> None:
    """The gateway's own attempts failed, and one may have generated: the caller has to allow another."""
    gateway.script([{"problem": "upstream-error"}])
    with pytest.raises(UpstreamError) as caught:
        client.chat.completions.create(model=MODEL, messages=HI)
    assert caught.value.reason is not None
    assert caught.value.reason.code == "upstream-not-opted-in"


def capacity_exhausted(gateway: Gateway, client: Axonium) -> None:
    """The server does not say that nothing was generated: it is waited out under a key only."""
    gateway.script([{"problem": "capacity-exhausted"}, {"problem": "capacity-exhausted"}])
    with pytest.raises(CapacityExhaustedError) as caught:
        client.chat.completions.create(model=MODEL, messages=HI)
    assert (caught.value.retryable, caught.value.meta.attempts) == (True, 1)
    completion = client.chat.completions.create(model=MODEL, messages=HI, idempotency_key="order-4417")
    assert completion.meta.attempts == 2


def damaged_answer(gateway: Gateway, client: Axonium) -> None:
    """The answer was generated, and cannot be read: only a key could collect it."""
    gateway.script([{"gateway": True, "close_after_bytes": 20}])
    completion = client.chat.completions.create(model=MODEL, messages=HI, idempotency_key="order-4417")
    assert completion.meta.idempotent_replay
    gateway.script([{"text": "<html>not JSON</html>"}])
    with pytest.raises(DecodeError) as caught:
        client.chat.completions.create(model=MODEL, messages=HI)
    assert caught.value.body == "<html>not JSON</html>"


def cancelled(gateway: Gateway, _: Axonium) -> None:
    """Cancelling a task ends its request, which is not repeated."""

    async def impatient() -> None:
        async with gateway.async_client() as client:
            await asyncio.wait_for(client.chat.completions.create(model=MODEL, messages=HI), 0.5)

    gateway.script([{"gateway": True, "hang": True}])
    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(impatient())
    assert len(gateway.requests) == 1


def stream_broken(gateway: Gateway, client: Axonium) -> None:
    """Part of the answer was delivered and billed: what had arrived is in the error."""
    gateway.script([{"gateway": True, "model_breaks_after": 3}])
    stream = client.chat.completions.stream(model=MODEL, messages=COUNT)
    with pytest.raises(StreamInterruptedError) as caught:
        stream.final()
    assert (caught.value.partial_content, caught.value.saw_output) == ("1 2 3", True)


def stream_lost_before_output(gateway: Gateway, _: Axonium) -> None:
    """Nothing had been delivered, and the routes' consent is there: the next one is asked."""
    gateway.script([{"gateway": True, "close": "after_headers"}])
    routes = [Route("own"), Route("spare", model="count-to-20")]
    with gateway.client(routes=routes) as client:
        stream = client.chat.completions.stream(model=MODEL, messages=COUNT)
        assert stream.final().meta.route == "spare"


def spend_cap(gateway: Gateway, client: Axonium) -> None:
    """No wait lifts it: a person must decide."""
    gateway.script([{"problem": "spend-cap-exceeded"}])
    with pytest.raises(SpendCapExceededError) as caught:
        client.chat.completions.create(model=MODEL, messages=HI)
    assert (caught.value.retryable, caught.value.meta.attempts) == (False, 1)


def cooldown(gateway: Gateway, client: Axonium) -> None:
    """While a 503's Retry-After runs, calls to that model fail at once, without a request."""
    gateway.script([{"problem": "backend-unavailable", "headers": {"Retry-After": "120"}}])
    for error in (BackendUnavailableError, CooldownActiveError):
        with pytest.raises(error) as caught:
            client.chat.completions.create(model=MODEL, messages=HI)
    assert caught.value.local
    assert caught.value.retry_after == pytest.approx(120, abs=1)
    assert len(gateway.requests) == 1


def circuit_open(gateway: Gateway, _: Axonium) -> None:
    """Two failures open the circuit; after 30 seconds one call is let through to try."""
    gateway.script([{"problem": "upstream-error"}, {"problem": "upstream-error"}])
    with gateway.client(circuit_breaker=CircuitBreaker(failures=2, open=30)) as client:
        for error in (UpstreamError, UpstreamError, CircuitOpenError):
            with pytest.raises(error):
                client.chat.completions.create(model=MODEL, messages=HI)
        assert client.circuits()[0].state == "open"
        gateway.advance(30)
        assert client.chat.completions.create(model=MODEL, messages=HI).content == "hi"
        assert client.circuits()[0].state == "closed"


def malformed_output(gateway: Gateway, client: Axonium) -> None:
    """An output that does not match is repaired once; both outputs are in the error."""
    with pytest.raises(MalformedOutputError) as caught:
        client.chat.completions.parse(model=MODEL, messages=HI, response_format=Order)
    assert caught.value.outputs[0].text == "hi"
    assert (len(caught.value.outputs), gateway.ledger.billed) == (2, 2)


def truncated_output(gateway: Gateway, client: Axonium) -> None:
    """An output that was cut off by its length would be cut off again: no second request."""
    long = [{"role": "user", "content": '{ "id": 4417 }'}]
    with pytest.raises(MalformedOutputError) as caught:
        client.chat.completions.parse(model=MODEL, messages=long, response_format=Order, max_tokens=2)
    assert caught.value.reason is not None
    assert (caught.value.reason.code, gateway.ledger.generations) == ("output-truncated", 1)


def refusal(gateway: Gateway, client: Axonium) -> None:
    """The model declined: nothing is asked again."""
    message = {"role": "assistant", "content": None, "refusal": "I will not."}
    gateway.script([{"body": {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}}])
    with pytest.raises(RefusalError) as caught:
        client.chat.completions.parse(model=MODEL, messages=HI, response_format=Order)
    assert caught.value.refusal is not None
    assert (caught.value.refusal.code, caught.value.refusal.text) == ("refusal", "I will not.")


def timeout_then_fallback(gateway: Gateway, _: Axonium) -> None:
    """What timed out is repeated once; then another model is asked, under a key of its own."""
    gateway.script([{"hang": True}, {"hang": True}])
    options: dict[str, Any] = {"on_timeout": "retry_once_then_fallback", "fallback": ["count-to-20"]}
    with gateway.client(timeouts=Timeouts(request=0.5), **options) as client:
        completion = client.chat.completions.create(model=MODEL, messages=HI, idempotency_key="order-4417")
    assert completion.meta.fallback_from == MODEL
    assert gateway.requests[2].header("Idempotency-Key") == "order-4417:fallback:1"


def resume(gateway: Gateway, client: Axonium) -> None:
    """A broken stream goes on where it broke, out of the stored answer: each chunk once, and one bill."""
    gateway.script([{"gateway": True, "close_after_events": 5}])
    stream = client.chat.completions.stream(
        model=MODEL, messages=COUNT, idempotency_key="order-4417", resume="replay"
    )
    assert "".join(chunk.content for chunk in stream) == " ".join(str(number) for number in range(1, 21))
    assert gateway.ledger.billed == 1
