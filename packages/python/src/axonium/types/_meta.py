"""What every answer and every error says about how it came to be."""

from __future__ import annotations

import msgspec


class RateLimit(msgspec.Struct, frozen=True, kw_only=True):
    """The budget that the gateway reported with an answer; None where it said nothing.

    Budgets are fixed windows, one per scope; a reset is in seconds.
    """

    scope: str | None = None
    limit_requests: int | None = None
    remaining_requests: int | None = None
    reset_requests: int | None = None
    limit_tokens: int | None = None
    remaining_tokens: int | None = None
    reset_tokens: int | None = None


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One HTTP request of a call: what came back, and what was decided then."""

    route: str | None = None
    status: int | None = None
    kind: str | None = None
    """The failure's name in the error catalogue, without the Error; None for a success."""
    request_id: str | None = None
    waited_before_s: float = 0.0
    """Seconds deliberately slept before this attempt."""
    duration_s: float = 0.0
    reason: str | None = None
    """The code of the decision taken after this attempt."""


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """How a call went: identity, waits, attempts, replay. Errors carry the same.

    >>> completion.meta.waited_s, completion.meta.attempts      # doctest: +SKIP
    (36.0, 2)
    """

    request_id: str | None = None
    trace_id: str | None = None
    instance: str | None = None
    instance_id: str | None = None
    rate_limit: RateLimit | None = None
    ignored_parameters: tuple[str, ...] | None = None
    """Request fields that the gateway named as ignored."""
    idempotent_replay: bool = False
    """True when this is a stored result: no model ran and nothing was billed."""
    idempotent_replay_of: str | None = None
    """The request id of the generation that was billed; a replay's own id has no usage record."""
    attempts: int = 0
    """HTTP requests sent for this call; 0 when it was refused without one."""
    waited_s: float = 0.0
    """Seconds deliberately slept, network time left out."""
    elapsed_s: float = 0.0
    """Seconds from the call's start to its end."""
    route: str | None = None
    """The name of the route that answered, or failed last; None where the client has no routes."""
    sequence_gaps: int = 0
    """How often a Responses stream skipped numbers of its events: what it skipped is lost."""
    stripped: str | None = None
    """What `lenient` took away around the JSON of a parsed answer; None if nothing was."""
    fallback_from: str | None = None
    """Of a degraded answer: the model or route that was asked first."""
    history: tuple[Attempt, ...] = ()
    """One entry per attempt, in order."""


class Refusal(msgspec.Struct, frozen=True):
    """The model declined, or what it made was held back."""

    code: str
    """`refusal` where the model says so, `content_filter` where it was cut off, else the server's own."""
    text: str | None = None
    """The model's words, or the server's; None if there are none."""


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens that the server reported; None where it reported nothing (None is not 0)."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: int | None = None
    cache_read_tokens: int | None = None
    """Of the prompt's tokens, those that came out of a cache."""
    reasoning_tokens: int | None = None
    """Of the completion's tokens, those of the reasoning."""
    estimated: bool = False
    """True when derived from the server's timings instead of a usage report."""

    @property
    def input_tokens(self) -> int | None:
        """The Responses API's name of `prompt_tokens`."""
        return self.prompt_tokens

    @property
    def output_tokens(self) -> int | None:
        """The Responses API's name of `completion_tokens`."""
        return self.completion_tokens
