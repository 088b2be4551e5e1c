"""Token providers, the log, and what must never be in it."""

from __future__ import annotations

import asyncio
import logging
import threading
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from support import MODEL, Connect, Face, user

import axonium
from axonium.testing import Gateway

SECRETS = ("sk-very-secret", "hush-hush")


def test_a_provider_supplies_the_token(connect: Connect, gateway: Gateway) -> None:
    asked: list[str | None] = []

    def provide(rejected: str | None) -> str:
        asked.append(rejected)
        return f"token-{len(asked)}"

    face = connect(api_key=None, token_provider=provide)
    face.create(model=MODEL, messages=user("hi"))
    gateway.script([{"status": 401, "problem": "token-expired"}])
    face.create(model=MODEL, messages=user("hi"))
    # Each call asks, since only the provider knows how long its token lives; a rejected one is handed back.
    assert asked == [None, None, "token-2"]
    sent = [request.header("Authorization") for request in gateway.requests]
    assert sent == ["Bearer token-1", "Bearer token-2", "Bearer token-3"]


def test_a_provider_that_raises_is_the_cause(connect: Connect, gateway: Gateway) -> None:
    def provide(_: str | None) -> str:
        raise LookupError("no vault at hush-hush")

    with pytest.raises(axonium.AxoniumError) as caught:
        connect(api_key=None, token_provider=provide).create(model=MODEL, messages=user("hi"))
    assert isinstance(caught.value.__cause__, LookupError)
    assert "LookupError" in str(caught.value)
    assert "hush-hush" not in str(caught.value)
    assert gateway.requests == []


@pytest.mark.parametrize("token", [None, b"token", 1])
def test_a_provider_that_returns_no_text_is_named(connect: Connect, gateway: Gateway, token: Any) -> None:
    with pytest.raises(axonium.AxoniumError) as caught:
        connect(api_key=None, token_provider=lambda _: token).create(model=MODEL, messages=user("hi"))
    assert str(caught.value.__cause__) == f"the token provider returned {type(token).__name__}, not str"
    assert "the token provider raised TypeError" in str(caught.value)
    assert gateway.requests == []


def _plain(_: str | None) -> str:
    assert threading.current_thread() is not threading.main_thread()
    return "token"


async def _coroutine(_: str | None) -> str:
    await asyncio.sleep(0)
    return "token"


def _returns_awaitable(_: str | None) -> Any:
    return _coroutine(_)


def test_an_asynchronous_provider_that_never_answers_is_bounded_by_the_calls_timeout(
    gateway: Gateway,
) -> None:
    ended: list[str] = []

    async def provide(_: str | None) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")
        return "never"

    async def ask() -> None:
        async with gateway.async_client(token_provider=provide) as client:
            with pytest.raises(axonium.TimeoutError):
                await client.chat.completions.create(model=MODEL, messages=user("hi"), timeout=0.2)
            await asyncio.sleep(0)
            assert ended == ["cancelled"]

    asyncio.run(asyncio.wait_for(ask(), 30))


@pytest.mark.parametrize("provider", [_plain, _coroutine, _returns_awaitable])
def test_an_asynchronous_client_takes_any_provider(gateway: Gateway, provider: Callable[..., Any]) -> None:
    async def main() -> None:
        async with gateway.async_client(token_provider=provider) as client:
            await client.chat.completions.create(model=MODEL, messages=user("hi"))

    asyncio.run(main())
    assert gateway.requests[0].header("Authorization") == "Bearer token"


@pytest.mark.parametrize(("seconds", "level"), [("0.5", logging.DEBUG), ("7", logging.INFO)])
def test_a_wait_is_logged(
    face: Face, gateway: Gateway, caplog: pytest.LogCaptureFixture, seconds: str, level: int
) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": seconds}, "problem": "rate-limit-exceeded-requests"}]
    )
    with caplog.at_level(logging.DEBUG, logger="axonium"):
        face.create(model=MODEL, messages=user("hi"))
    (record,) = [record for record in caplog.records if record.name == "axonium"]
    assert record.levelno == level
    assert record.getMessage()
    fields = vars(record)
    assert (fields["method"], fields["path"], fields["model"]) == ("POST", "/v1/chat/completions", MODEL)
    assert fields["wait_s"] == float(seconds)
    assert fields["attempt"] == 1
    assert fields["reason"]
    assert fields["request_id"]


def test_the_logger_is_silent_by_itself() -> None:
    handlers = logging.getLogger("axonium").handlers
    assert [type(handler) for handler in handlers] == [logging.NullHandler]


def test_secrets_are_shown_nowhere(
    connect: Connect, gateway: Gateway, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        for credentials in (
            {"api_key": SECRETS[0]},
            {"api_key": None, "client_id": "me", "client_secret": SECRETS[1]},
        ):
            face = connect(**credentials)
            gateway.script(
                [
                    {
                        "status": 429,
                        "headers": {"Retry-After": "2"},
                        "problem": "rate-limit-exceeded-requests",
                    },
                    {"status": 400, "problem": "unknown-model"},
                ]
            )
            with pytest.raises(axonium.UnknownModelError) as caught:
                face.create(model=MODEL, messages=user("hi"))
            error = caught.value
            shown = [repr(face.client), repr(vars(face.client)), str(error), repr(error)]  # type: ignore[attr-defined]
            shown += [repr(error.meta), *traceback.format_exception(error), caplog.text]
            assert not [text for text in shown for secret in SECRETS if secret in text]


def test_settings_show_no_secret_that_they_do_not_hold() -> None:
    assert repr(axonium.RetryPolicy(max_attempts=1)).startswith("RetryPolicy(max_attempts=1")
