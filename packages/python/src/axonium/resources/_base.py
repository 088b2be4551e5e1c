"""How a resource reaches the engine."""

from __future__ import annotations

from .._calls import AsyncCall, Call, Session
from .._settings import AsyncTokenProvider, TokenProvider


class Resource:
    """A noun of the blocking client."""

    def __init__(self, session: Session[TokenProvider]) -> None:
        self._session = session

    def _start(self, operation: str, body: bytes, options: bytes) -> Call:
        return Call(self._session, operation, body, options)


class AsyncResource:
    """A noun of the asynchronous client."""

    def __init__(self, session: Session[AsyncTokenProvider]) -> None:
        self._session = session

    def _start(self, operation: str, body: bytes, options: bytes) -> AsyncCall:
        return AsyncCall(self._session, operation, body, options)
