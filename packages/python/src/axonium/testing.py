"""Test an application against a real gateway in this process, on a clock that never makes it wait.

>>> from axonium.testing import Gateway
>>> refusal = {"status": 429, "headers": {"Retry-After": "36"}, "problem": "rate-limit-exceeded-requests"}
>>> messages = [{"role": "user", "content": "hi"}]
>>> with Gateway() as gateway, gateway.client() as client:
...     gateway.script([refusal, {"gateway": True}])
...     completion = client.chat.completions.create(model="qwen3-0.6b", messages=messages)
...     completion.meta.waited_s, completion.meta.attempts, gateway.ledger.billed
(36.0, 2, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import msgspec

from . import _native
from ._client import AsyncAxonium, Axonium, client_on_clock
from ._failures import error_from_json
from ._json import encode

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._settings import AsyncClientOptions, ClientOptions

__all__ = ["Gateway", "Ledger", "LedgerEntry", "ReceivedRequest", "virtual_async_client", "virtual_client"]


class ReceivedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request as the gateway received it."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any = None


class LedgerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One generation that ran."""

    request_id: str
    model: str | None = None
    usage: Any = None
    billed: bool = False
    replays: int = 0
    """How often its stored result was given again, for nothing."""
    termination_reason: str | None = None


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """What ran, and what was charged for it."""

    generations: int = 0
    billed: int = 0
    replayed: int = 0
    entries: tuple[LedgerEntry, ...] = ()


class Gateway:
    """The embedded gateway: the whole contract, on a port of its own, with failures by script.

    Options are those of the embedded gateway (`clock`, `client_id`, `client_secret`, `api_key`, `models`,
    `requests_per_window`, …); its README describes them. Unset ones take its defaults, among them a virtual
    clock.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - the gateway's own options
        config = encode({name: value for name, value in options.items() if value is not None})
        try:
            self._native = _native.TestingGateway(config)
        except _native.EngineError as failure:
            raise error_from_json(failure.args[0]) from None

    @property
    def url(self) -> str:
        """Its address, such as `http://127.0.0.1:40123`."""
        return self._native.url

    def client(self, **options: Unpack[ClientOptions]) -> Axonium:
        """A client of this gateway, on its clock: waits take no time and are reported exactly."""
        return client_on_clock(Axonium, self._addressed(options), {"gateway": self._native.handle})

    def async_client(self, **options: Unpack[AsyncClientOptions]) -> AsyncAxonium:
        """An asynchronous client of this gateway, on its clock."""
        return client_on_clock(AsyncAxonium, self._addressed(options), {"gateway": self._native.handle})

    def script(self, steps: Sequence[Mapping[str, Any]]) -> None:
        """Answer the next requests with these steps, in order: a refusal, a stream that breaks, …."""
        self._control("script", list(steps))

    @property
    def requests(self) -> list[ReceivedRequest]:
        """The requests so far, those for tokens left out."""
        return msgspec.json.decode(self._control("requests"), type=list[ReceivedRequest])

    @property
    def ledger(self) -> Ledger:
        """What ran so far, and what was charged."""
        return msgspec.json.decode(self._control("ledger"), type=Ledger)

    def reset(self) -> None:
        """Forget script, requests, ledger and idempotency keys."""
        self._control("reset")

    def close(self) -> None:
        """Stop serving."""
        self._native.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<axonium.testing.Gateway at {self.url}>"

    def _addressed(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"gateway_base_url": self.url, **options}

    def _control(self, command: str, argument: object = None) -> bytes:
        try:
            return self._native.control(command, msgspec.json.encode(argument))
        except _native.EngineError as failure:
            raise error_from_json(failure.args[0]) from None


def virtual_client(**options: Unpack[ClientOptions]) -> Axonium:
    """A client of any server whose deliberate waits take no time and are reported exactly.

    Limits on the network stay real; a call's own `timeout` counts both.
    """
    return client_on_clock(Axonium, options, "virtual")


def virtual_async_client(**options: Unpack[AsyncClientOptions]) -> AsyncAxonium:
    """The same for asyncio."""
    return client_on_clock(AsyncAxonium, options, "virtual")
