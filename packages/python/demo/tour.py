"""What the SDK does when calls fail, in a minute: `./dev demo`.

The gateway runs in this process. Its clock is virtual, so deliberate waits take no time and are reported
exactly.
"""

from __future__ import annotations

from typing import Any

from axonium import Axonium, AxoniumError, Meta, StreamInterruptedError, TimeoutError, Timeouts
from axonium.testing import Gateway

MODEL = "qwen3-0.6b"


def rate_limit_waited_out(gateway: Gateway, client: Axonium) -> None:
    """A refusal at the door."""
    print("1. A 429 is waited out: it was refused before the model ran")
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"}]
    )
    completion = client.chat.completions.create(model=MODEL, messages=user("Good morning"))
    show("answer", completion.content)
    account(completion.meta)


def replay_by_key(client: Axonium) -> None:
    """One logical call, sent twice."""
    print("\n2. The same key again: the stored answer, and no second bill")
    messages = user("Summarise order 4417")
    first = client.chat.completions.create(
        model=MODEL, messages=messages, idempotency_key="order-4417-summary"
    )
    second = client.chat.completions.create(
        model=MODEL, messages=messages, idempotency_key="order-4417-summary"
    )
    show("first", first.meta.request_id)
    show("second", second.meta.request_id)
    show("a replay", second.meta.idempotent_replay)
    show("billed as", second.meta.idempotent_replay_of)


def stream_broken_midway(gateway: Gateway, client: Axonium) -> None:
    """A model that dies while it speaks."""
    print("\n3. A stream that breaks midway is not repeated: the model has run")
    gateway.script([{"gateway": True, "model_breaks_after": 3}])
    try:
        with client.chat.completions.stream(
            model=MODEL, messages=user("One two three four five six")
        ) as stream:
            stream.final()
    except StreamInterruptedError as error:
        show("what arrived", error.partial_content)
        explain(client, error)
        account(error.meta)
    else:
        raise SystemExit("the stream was to break")


def timeout_without_and_with_a_key(gateway: Gateway, client: Axonium) -> None:
    """An answer that does not come."""
    print("\n4. A timeout: not repeated without a key, collected with one")
    messages = user("Take your time")
    gateway.script([{"gateway": True, "hang": True}])
    try:
        client.chat.completions.create(model=MODEL, messages=messages)
    except TimeoutError as error:
        explain(client, error)
    else:
        raise SystemExit("the call was to time out")
    gateway.script([{"gateway": True, "hang": True}])
    completion = client.chat.completions.create(model=MODEL, messages=messages, idempotency_key="patience-1")
    show("with a key", completion.content)
    show("a replay", completion.meta.idempotent_replay)
    account(completion.meta)


def ledger(gateway: Gateway) -> None:
    """What ran, and what it cost."""
    book = gateway.ledger
    counts = f"{book.generations} generations, {book.billed} billed, {book.replayed} replayed"
    print(f"\nThe gateway's ledger: {counts}")
    for entry in book.entries:
        ended = entry.termination_reason or "running"
        print(f"   {entry.request_id}  billed: {entry.billed}  replays: {entry.replays}  {ended}")


def user(content: str) -> list[dict[str, Any]]:
    """A conversation of one message."""
    return [{"role": "user", "content": content}]


def account(meta: Meta) -> None:
    """What the call took."""
    show("attempts", meta.attempts)
    show("waited", f"{meta.waited_s:.3f} s")


def explain(client: Axonium, error: AxoniumError) -> None:
    """The two lines of an error."""
    for line in client.explain(error).splitlines():
        print(f"   {line}")


def show(name: str, value: object) -> None:
    """One line."""
    print(f"   {name:<13} {value}")


def main() -> None:
    """The whole tour."""
    with Gateway() as gateway, gateway.client() as client:
        rate_limit_waited_out(gateway, client)
        replay_by_key(client)
        stream_broken_midway(gateway, client)
        with gateway.client(timeouts=Timeouts(request=0.3)) as hasty:
            timeout_without_and_with_a_key(gateway, hasty)
        ledger(gateway)


main()
