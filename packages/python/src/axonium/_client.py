"""The two clients."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from . import _native
from ._arguments import config_json
from ._calls import Session, new_engine
from ._errors import AxoniumError
from ._notices import Hooks
from ._settings import AsyncClientOptions, AsyncTokenProvider, ClientOptions, TokenProvider
from .resources import (
    AsyncChat,
    AsyncModels,
    AsyncResponses,
    AsyncToken,
    AsyncUsage,
    Chat,
    Models,
    Responses,
    Token,
    Usage,
)
from .types._circuits import CircuitStatus

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack


Client = TypeVar("Client", "Axonium", "AsyncAxonium")


def client_on_clock(kind: type[Client], options: Mapping[str, Any], clock: object) -> Client:
    """A client whose deliberate waits follow another clock: how `axonium.testing` makes its clients."""
    client = kind.__new__(kind)
    client._connect(options, clock)  # pyright: ignore[reportPrivateUsage]
    return client


def _session(engine: _native.Engine, options: Mapping[str, Any]) -> Session[Any]:
    return Session(engine, options.get("token_provider"), options.get("hooks") or Hooks())


_circuits = msgspec.json.Decoder(list[CircuitStatus])


class _ClientBase:
    _engine: _native.Engine

    def circuits(self) -> list[CircuitStatus]:
        """The circuit breakers, as they are now; empty while none is switched on by `circuit_breaker`.

        Those of clients that share a `cooldown_group` with this one are among them.
        """
        return _circuits.decode(self._engine.circuits())

    def explain(self, error: AxoniumError) -> str:
        """Two lines: what happened and what was tried; why it was not repeated and what can be done."""
        return str(error)

    def __repr__(self) -> str:
        # Without its settings: some of them are secrets.
        return f"<{type(self).__name__} client>"


class Axonium(_ClientBase):
    """The blocking client. One is enough: it may be used from many threads at once.

    Options are those of `axonium.ClientOptions`; what is left out comes from the environment, which is read
    now and not at import, then from the engine's defaults. Calls release the interpreter lock and answer
    Ctrl-C. After a fork the child makes a client of its own.

    >>> with Axonium(api_key="...") as client:      # doctest: +SKIP
    ...     client.chat.completions.create(model="qwen3-0.6b", messages=[{"role": "user", "content": "hi"}])
    """

    chat: Chat
    responses: Responses
    models: Models
    usage: Usage
    token: Token

    def __init__(self, **options: Unpack[ClientOptions]) -> None:
        self._connect(options, clock=None)

    def _connect(self, options: Mapping[str, Any], clock: object) -> None:
        self._engine = new_engine(config_json(options, ClientOptions, clock))
        session: Session[TokenProvider] = _session(self._engine, options)
        self.chat = Chat(session)
        self.responses = Responses(session)
        self.models = Models(session)
        self.usage = Usage(session)
        self.token = Token(session)

    def close(self) -> None:
        """Cancel what still runs and close the connections."""
        self._engine.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncAxonium(_ClientBase):
    """The client for asyncio: the same calls as `Axonium`, awaited.

    It belongs to no event loop: it may be made outside one, and used from several, one after another or at
    once, uvloop included. Cancelling a task ends its request.
    """

    chat: AsyncChat
    responses: AsyncResponses
    models: AsyncModels
    usage: AsyncUsage
    token: AsyncToken

    def __init__(self, **options: Unpack[AsyncClientOptions]) -> None:
        self._connect(options, clock=None)

    def _connect(self, options: Mapping[str, Any], clock: object) -> None:
        self._engine = new_engine(config_json(options, AsyncClientOptions, clock))
        session: Session[AsyncTokenProvider] = _session(self._engine, options)
        self.chat = AsyncChat(session)
        self.responses = AsyncResponses(session)
        self.models = AsyncModels(session)
        self.usage = AsyncUsage(session)
        self.token = AsyncToken(session)

    async def aclose(self) -> None:
        """Cancel what still runs and close the connections."""
        self._engine.shutdown()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
