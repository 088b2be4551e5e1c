"""What the engine says in the middle of a call: waits, for the log, and requests for a token."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

logger = logging.getLogger("axonium")
"""Silent unless the application configures logging: a wait is INFO from one second on, DEBUG below."""
logger.addHandler(logging.NullHandler())

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO}


class TokenWanted(msgspec.Struct, frozen=True):
    """The caller's token provider is to supply a token."""

    ticket: int
    rejected: str | None = None


def read(notice: bytes) -> TokenWanted | None:
    """Log a wait; hand back a request for a token."""
    fields: dict[str, Any] = msgspec.json.decode(notice)
    kind = fields.pop("kind")
    if kind == "token":
        return msgspec.convert(fields, TokenWanted)
    if kind == "wait":
        level = _LEVELS[fields.pop("level")]
        logger.log(level, "%s", fields.pop("message"), extra=fields)
    return None


def provider_failed(error: BaseException) -> str:
    """What the engine is told of a provider that raised: its type only, since its text may hold a secret."""
    return f"the token provider raised {type(error).__name__}"
