"""Test an application against a real gateway in this process, on a clock that never makes it wait.

>>> from axonium.testing import Gateway
>>> refusal = {"status": 429, "headers": {"Retry-After": "36"}, "problem": "rate-limit-exceeded-requests"}
>>> messages = [{"role": "user", "content": "hi"}]
>>> with Gateway() as gateway, gateway.client() as client:
...     gateway.script([refusal])
...     completion = client.chat.completions.create(model="qwen3-0.6b", messages=messages)
...     completion.meta.waited_s, completion.meta.attempts, gateway.ledger.billed
(36.0, 2, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import msgspec

from . import _native
from ._client import AsyncAxonium, Axonium, client_on_clock
from ._json import encode, parse
from .types._meta import Usage

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._settings import AsyncClientOptions, ClientOptions

__all__ = [
    "Gateway",
    "GatewayOptions",
    "Ledger",
    "LedgerEntry",
    "LedgerTotals",
    "ReceivedRequest",
    "virtual_async_client",
    "virtual_client",
]


class ReceivedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request as the gateway received it."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...] = ()
    """In the order they came, names in lower case."""
    body: str = ""

    def header(self, name: str) -> str | None:
        """The first value of a header, whatever the case of its name."""
        return next((value for known, value in self.headers if known == name.lower()), None)

    @property
    def json(self) -> Any:  # noqa: ANN401 - the caller's
        """The body, parsed; None when there is none."""
        return parse(self.body.encode()) if self.body else None


class LedgerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One generation that ran."""

    request_id: str
    model: str | None = None
    usage: Usage | None = None
    billed: bool = False
    refunded: bool = False
    """Not billed, since nothing of it reached the client."""
    replays: int = 0
    """How often its stored result was given again, for nothing."""
    termination_reason: str | None = None


class LedgerTotals(msgspec.Struct, frozen=True, kw_only=True):
    """How much ran, and how much of it was charged."""

    generations: int = 0
    billed: int = 0
    refunded: int = 0
    replayed: int = 0


class Ledger(LedgerTotals, frozen=True, kw_only=True):
    """What ran, and what was charged for it."""

    by_model: dict[str, LedgerTotals] = {}
    entries: tuple[LedgerEntry, ...] = ()


class GatewayOptions(TypedDict, total=False):
    """How the gateway behaves: by default it accepts every credential, serves two models, never says no."""

    clock: Literal["virtual", "real"]
    """Default: virtual. Deliberate waits of its own clients then move the clock and take no time."""
    client_id: str
    """The only client id that gets a token, with its `client_secret`. Default: every one does."""
    client_secret: str
    api_key: str
    """The only static bearer that is accepted."""
    scopes: Sequence[str]
    token_lifetime_seconds: int
    models: Sequence[Mapping[str, Any]]
    """Such as `{"id": "m", "generation_ms": 500, "words_per_second": 20, "fails_first": 1}`."""
    requests_per_window: int
    tokens_per_window: int
    window_seconds: int
    breaker: Mapping[str, int]
    failures_hold_key: bool
    """Whether a failed request keeps its idempotency key: its error is then stored and comes back."""
    retained_bytes: int
    idempotency_window_seconds: int
    refuse_connections: bool


_CREDENTIALS = frozenset({"api_key", "client_id", "token_provider"})


class Gateway:
    """The embedded gateway: the whole contract, on a port of its own, with failures by script.

    Options are those of `GatewayOptions`. It answers deterministically: a model echoes the last message, or
    counts where it is told `count to 20`.
    """

    def __init__(self, **options: Unpack[GatewayOptions]) -> None:
        self._native = _native.TestingGateway(encode(options))
        self._options = options

    @property
    def url(self) -> str:
        """Its address, such as `http://127.0.0.1:40123`."""
        return self._native.url

    def client(self, **options: Unpack[ClientOptions]) -> Axonium:
        """A client of this gateway, on its clock: waits take no time and are reported exactly.

        Unless the options name a credential, it gets one that the gateway accepts.
        """
        return client_on_clock(Axonium, self._addressed(options), {"gateway": self._native.handle})

    def async_client(self, **options: Unpack[AsyncClientOptions]) -> AsyncAxonium:
        """An asynchronous client of this gateway, otherwise as `client()` makes them."""
        return client_on_clock(AsyncAxonium, self._addressed(options), {"gateway": self._native.handle})

    def script(self, steps: Sequence[Mapping[str, Any]], *, repeating: bool = False) -> None:
        """Answer the next requests with these steps, in order.

        After them the gateway answers again, or, if `repeating`, the last step goes on answering.
        A step is a status and a problem, a body, a stream of events (`sse`), the frames of a turn over a
        WebSocket (`websocket`), or `{"gateway": True}`, and faults laid over it: `close`,
        `close_after_events`, `delay_ms`, `hang`, `model_breaks_after`, ….
        """
        self._control("script_repeating" if repeating else "script", list(steps))

    @property
    def requests(self) -> list[ReceivedRequest]:
        """The requests so far, those for tokens left out.

        A turn over a WebSocket is one with the method `WEBSOCKET`, the headers of its connection's handshake,
        and its frame as the body.
        """
        return msgspec.json.decode(self._control("requests"), type=list[ReceivedRequest])

    @property
    def token_requests(self) -> list[ReceivedRequest]:
        """The requests for a token so far."""
        return msgspec.json.decode(self._control("token_requests"), type=list[ReceivedRequest])

    @property
    def connections(self) -> int:
        """How many WebSockets were opened so far."""
        return msgspec.json.decode(self._control("connections"), type=int)

    @property
    def ledger(self) -> Ledger:
        """What ran so far, and what was charged."""
        return msgspec.json.decode(self._control("ledger"), type=Ledger)

    def advance(self, seconds: float) -> None:
        """Move the gateway's clock on, and so that of its clients."""
        self._control("advance", {"seconds": seconds})

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
        given = {name: value for name, value in options.items() if value is not None}
        credentials = {} if given.keys() & _CREDENTIALS else self._credentials()
        return {"gateway_base_url": self.url, **credentials, **given}

    def _credentials(self) -> dict[str, str]:
        if "client_id" not in self._options:
            return {"api_key": self._options.get("api_key", "test")}
        secret = self._options.get("client_secret", "test")
        return {"client_id": self._options["client_id"], "client_secret": secret}

    def _control(self, command: str, argument: object = None) -> bytes:
        return self._native.control(command, msgspec.json.encode(argument))


def virtual_client(**options: Unpack[ClientOptions]) -> Axonium:
    """A client of any server whose deliberate waits take no time and are reported exactly.

    Limits on the network stay real; a call's own `timeout` counts both.
    """
    return client_on_clock(Axonium, options, "virtual")


def virtual_async_client(**options: Unpack[AsyncClientOptions]) -> AsyncAxonium:
    """The same for asyncio."""
    return client_on_clock(AsyncAxonium, options, "virtual")
