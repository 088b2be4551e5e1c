"""How a resource reaches the engine."""

from __future__ import annotations

from .. import _native
from .._calls import AsyncCall, Call
from .._settings import AsyncTokenProvider, TokenProvider


class Resource:
    """A noun of the blocking client."""

    def __init__(self, engine: _native.Engine, provider: TokenProvider | None) -> None:
        self._engine = engine
        self._provider = provider

    def _start(self, operation: str, body: bytes, options: bytes) -> Call:
        return Call(self._engine, self._provider, operation, body, options)


class AsyncResource:
    """A noun of the asynchronous client."""

    def __init__(self, engine: _native.Engine, provider: AsyncTokenProvider | None) -> None:
        self._engine = engine
        self._provider = provider

    def _start(self, operation: str, body: bytes, options: bytes) -> AsyncCall:
        return AsyncCall(self._engine, self._provider, operation, body, options)
