"""Settings of a client and of a call.

What is left out is not sent: the engine's defaults, named here, are the only ones.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict

import msgspec

from ._notices import Hooks

TokenProvider = Callable[[str | None], str]
"""Given the rejected token, or None at first, returns an access token."""

AsyncTokenProvider = Callable[[str | None], "str | Awaitable[str]"]
"""The same for `AsyncAxonium`; a plain function runs in a worker thread, so it cannot block the loop."""


OnTimeout = Literal["raise", "retry_once_then_fallback"]
"""What a timeout leads to."""

Resume = Literal["off", "replay"]
"""What a stream that broke leads to."""


class RetryPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How often and how long to wait. It never widens what is safe to repeat."""

    max_attempts: int | None = None
    """Tries of one call, the first included. Default: 3."""
    initial_backoff: float | None = msgspec.field(default=None, name="initial_backoff_s")
    """Seconds before the first repeat where the server names no time. Default: 1."""
    max_backoff: float | None = msgspec.field(default=None, name="max_backoff_s")
    """The longest wait in seconds; a longer one is raised with `retry_after`, 0 raises all. Default: 60."""
    jitter: bool | None = None
    """Spread waits of our own over [d/2, d]. Default: True. A server's Retry-After is waited exactly."""
    retry_upstream_errors: bool | None = None
    """One extra attempt after a 502 upstream-error, which may bill twice. Default: False."""


class RetryBudget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A token bucket per gateway: a repeat costs 5, a success returns 1.

    It keeps a fleet from multiplying an outage. An empty one turns a repeat into an error.
    """

    enabled: bool | None = None
    """Default: True."""
    size: int | None = None
    """Default: 500."""


class Timeouts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Limits in seconds. None leaves the default."""

    connect: float | None = msgspec.field(default=None, name="connect_s")
    """Opening a connection. Default: 10."""
    request: float | None = msgspec.field(default=None, name="request_s")
    """One attempt. Default: 600. A call's own `timeout` bounds attempts and waits together."""
    stream_idle: float | None = msgspec.field(default=None, name="stream_idle_s")
    """The gap between a stream's bytes. Default: 180."""
    first_output: float | None = msgspec.field(default=None, name="first_output_s")
    """The wait for a stream's first output. Default: none."""
    auth: float | None = msgspec.field(default=None, name="auth_s")
    """One request to the token endpoint. Default: 30."""
    hold_back: float | None = msgspec.field(default=None, name="hold_back_s")
    """How long a stream's beginning is held back while it could still go to another route. Default: 10."""


class CircuitBreaker(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A circuit breaker per address and model. There is none unless it is given.

    It opens after failures that no waiting could have answered (connections, timeouts, 5xx), and then refuses
    calls with CircuitOpenError. `client.circuits()` shows the state.
    """

    failures: int | None = None
    """How many within the window open it. Default: 5."""
    window: float | None = msgspec.field(default=None, name="window_s")
    """Seconds over which they are counted. Default: 10."""
    open: float | None = msgspec.field(default=None, name="open_s")
    """Seconds for which it refuses, before one call is let through to try. Default: 30."""


class _Named(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str = ""


class Route(_Named, frozen=True, kw_only=True, omit_defaults=True):
    """One way to a model that can serve the same request: an address, a credential, a model's name.

    What is left out is the client's own. An address of its own needs a credential of its own: the client's
    is sent nowhere else. Among `routes` each has a name; a `fallback` may do without one.

    >>> Route("spare", gateway_base_url="https://spare.example", api_key="sk-...", model="qwen3-0.6b")
    Route('spare', model='qwen3-0.6b')
    """

    gateway_base_url: str | None = None
    api_key: str | None = None
    client_id: str | None = None
    client_secret: str | None = None
    scope: str | None = None
    model: str | None = None
    """The model's name there; it replaces the request's."""

    def __repr__(self) -> str:
        # Without its address and credential: both may hold a secret.
        return f"Route({self.name!r}{f', model={self.model!r}' if self.model else ''})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("name", self.name), ("model", self.model)]


class Options(TypedDict, total=False):
    """Options that both clients share; unset ones come from the environment, then the engine's defaults."""

    gateway_base_url: str | None
    """`AXONIUM_GATEWAY_BASE_URL`, else `http://127.0.0.1:8020`."""
    client_id: str | None
    """`AXONIUM_CLIENT_ID`; with `client_secret` (`AXONIUM_CLIENT_SECRET`) and `scope` (`AXONIUM_SCOPE`)."""
    client_secret: str | None
    scope: str | None
    api_key: str | None
    """`AXONIUM_API_KEY`: a static bearer, instead of client credentials."""
    ca_bundle: str | None
    """`AXONIUM_CA_BUNDLE`: a PEM file to trust beside the system's store."""
    proxy: str | None
    retry: RetryPolicy | None
    retry_budget: RetryBudget | None
    timeouts: Timeouts | None
    routes: Sequence[Route] | None
    """Ways to the same model, in order: what fails on one before its output may go on to the next."""
    max_hold_back_bytes: int | None
    """How much of a stream's beginning is held back so. Default: 1 MiB."""
    cooldown: bool | None
    """Refuse locally while an earlier 503's Retry-After for that model runs. Default: True."""
    cooldown_group: str | None
    """Clients of one process that name the same group share their cooldowns and circuit breakers."""
    partial: Literal["attach", "discard"] | None
    """Whether a broken stream's error carries the text so far. Default: attach."""
    circuit_breaker: CircuitBreaker | None
    on_timeout: OnTimeout | None
    """As in the options of a call, for every call that it fits; and so are the four that follow."""
    fallback: Sequence[str | Route] | None
    may_bill_twice: bool | None
    resume: Resume | None
    retry_clean: bool | None
    default_headers: Mapping[str, str] | None
    user_agent_suffix: str | None
    http2: bool | None
    """True speaks HTTP/2 only, also without TLS. Unset negotiates."""
    pool_max_idle_per_host: int | None
    hooks: Hooks | None
    """Functions that are told of requests, responses, decisions and waits."""
    max_event_bytes: int | None
    """The longest event of a stream. Default: 16 MiB."""


class ClientOptions(Options, total=False):
    """Options of `Axonium`."""

    token_provider: TokenProvider | None
    """Supplies access tokens, instead of the other two credentials."""


class AsyncClientOptions(Options, total=False):
    """Options of `AsyncAxonium`."""

    token_provider: AsyncTokenProvider | None
    """Supplies access tokens, instead of the other two credentials; may be a coroutine function."""
