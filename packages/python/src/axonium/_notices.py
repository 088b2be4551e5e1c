"""What the engine says in the middle of a call: what is logged, told to hooks, or asked."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from typing import Any, Literal

import msgspec

logger = logging.getLogger("axonium")
"""Silent unless the application configures logging: a wait is INFO from one second on, DEBUG below.

A circuit breaker that changes is INFO."""
logger.addHandler(logging.NullHandler())

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO}


class RequestNotice(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="request"):
    """A request is about to be sent."""

    attempt: int
    """Counted from 1."""
    method: str
    path: str


class ResponseNotice(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="response"):
    """A response's head has arrived."""

    attempt: int
    """Counted from 1."""
    status: int
    request_id: str | None = None
    duration_s: float
    """Seconds since the request was sent."""


class DecisionNotice(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="decision"):
    """What is done about a failed attempt, and why."""

    attempt: int
    """The attempt that failed, counted from 1."""
    action: str
    """`repeat`, `collect`, `refresh`, `next-route`, `repair`, `fall-back`, `resume` or `raise`.

    `circuit` where a circuit breaker has changed; `reason` is then `circuit-opened`, `circuit-half-open`
    (this call tries) or `circuit-closed`."""
    reason: str
    """A stable code, for programs: `timeout-without-key`."""
    message: str
    """The reason as a sentence, for people."""
    wait_s: float
    """Seconds that the call sleeps first; 0 where nothing is repeated."""


class WaitNotice(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="wait"):
    """A deliberate wait begins."""

    level: Literal["info", "debug"]
    """What it is logged at: `info` from one second on."""
    message: str
    """One line, ready to show."""
    method: str
    path: str
    model: str | None = None
    attempt: int
    """The attempt that failed, counted from 1."""
    wait_s: float
    """Seconds that the call sleeps."""
    reason: str
    """The code of the decision to wait."""
    request_id: str | None = None
    """The server's id of the failed request."""


class TokenWanted(msgspec.Struct, frozen=True, tag_field="kind", tag="token"):
    """The caller's token provider is to supply a token."""

    ticket: int
    rejected: str | None = None


class Hooks(msgspec.Struct, frozen=True, kw_only=True):
    """Functions that are told what a call does, in order, while it runs. They watch and cannot change it.

    They run where the call was made, in its thread or on its event loop, so they should return soon. One
    that raises is logged to `axonium` as an error, and the call goes on.

    >>> hooks = Hooks(on_wait=lambda wait: print(wait.message))
    >>> client = Axonium(api_key="...", hooks=hooks)      # doctest: +SKIP
    """

    on_request: Callable[[RequestNotice], None] | None = None
    """Before a request is sent."""
    on_response: Callable[[ResponseNotice], None] | None = None
    """After a response's head has arrived."""
    on_decision: Callable[[DecisionNotice], None] | None = None
    """After an attempt has failed: what is done about it."""
    on_wait: Callable[[WaitNotice], None] | None = None
    """Before a deliberate wait."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            hook = getattr(self, name)
            if hook is not None and (not callable(hook) or inspect.iscoroutinefunction(hook)):
                raise TypeError(f"{name} must be a plain function: hooks are called, and not awaited")


def observed(hooks: Hooks, *, circuits: bool) -> list[str]:
    """The notices that the engine has to make, besides waits, which it always makes.

    Those of circuit breakers are decisions, and logged whether or not a hook is told.
    """
    wanted = {
        "request": hooks.on_request is not None,
        "response": hooks.on_response is not None,
        "decision": hooks.on_decision is not None or circuits,
    }
    return [kind for kind, is_wanted in wanted.items() if is_wanted]


_decoder = msgspec.json.Decoder(RequestNotice | ResponseNotice | DecisionNotice | WaitNotice | TokenWanted)


def serve(notice: bytes, hooks: Hooks) -> TokenWanted | None:
    """Log a wait and tell the hooks; hand back a request for a token."""
    told = _decoder.decode(notice)
    if isinstance(told, TokenWanted):
        return told
    if isinstance(told, RequestNotice):
        _call(hooks.on_request, told)
    elif isinstance(told, ResponseNotice):
        _call(hooks.on_response, told)
    elif isinstance(told, DecisionNotice):
        if told.action == "circuit":
            _log(logging.INFO, told)
        _call(hooks.on_decision, told)
    else:
        _log(_LEVELS[told.level], told)
        _call(hooks.on_wait, told)
    return None


def _call(hook: Callable[[Any], None] | None, notice: msgspec.Struct) -> None:
    if hook is not None:
        try:
            hook(notice)
        except Exception:
            # A fault of whoever watches is no reason to lose an answer that may be paid for.
            logger.exception("the hook for %s raised", type(notice).__name__)


def _log(level: int, told: WaitNotice | DecisionNotice) -> None:
    # The record has both already, and refuses a field named message.
    fields = {
        name: value
        for name, value in msgspec.structs.asdict(told).items()
        if name not in ("level", "message")
    }
    logger.log(level, "%s", told.message, extra=fields)


def provider_failed(error: BaseException) -> str:
    """What the engine is told of a provider that raised: its type only, since its text may hold a secret."""
    return f"the token provider raised {type(error).__name__}"
