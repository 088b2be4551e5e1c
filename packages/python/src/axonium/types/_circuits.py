"""The state of circuit breakers."""

from __future__ import annotations

from typing import Literal

import msgspec


class CircuitStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A circuit breaker: one for each address and model."""

    origin: str
    """Scheme, host and port, such as `https://gateway.example:443`."""
    model: str
    state: Literal["closed", "open", "half_open"]
    """Calls go through while it is closed; while it is half open, one does, to try."""
    refused_for: float | None = msgspec.field(default=None, name="refused_for_s")
    """Of an open one: seconds for which it goes on refusing."""
