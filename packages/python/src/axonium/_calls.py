"""One call's life: start it, pull until it ends, answer what the engine asks meanwhile, let it go."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import msgspec

from . import _native
from ._error_types import CancelledError
from ._failures import error_from_json, refused
from ._notices import Hooks, TokenWanted, provider_failed, serve
from ._settings import AsyncTokenProvider, TokenProvider
from .types._meta import Meta, Refusal, Usage
from .types._responses import Answer

Provider = TypeVar("Provider")


@dataclass(frozen=True)
class Session(Generic[Provider]):
    """What the calls of one client share."""

    engine: _native.Engine
    provider: Provider | None
    hooks: Hooks


class Done(msgspec.Struct, frozen=True):
    """How a call that succeeded went."""

    meta: Meta
    usage: Usage | None = None
    answer: Answer | None = None
    parsed: str | None = None
    """The JSON text that was held against the schema, of a parsed answer."""
    refusal: Refusal | None = None


class Batch(msgspec.Struct, frozen=True):
    """What one pull brought: at least one of the three."""

    opened: bytes | None
    items: list[bytes]
    end: tuple[bool, bytes] | None

    @property
    def brings(self) -> bool:
        """Whether there is anything for the caller in it; notices alone are not."""
        return self.opened is not None or bool(self.items) or self.end is not None


# The most that one pull takes: enough to make a batch worth its cost, little beside a stream's buffer.
_MAX_ITEMS = 256
_MAX_BYTES = 1 << 20

# How long in seconds a blocking pull stays away from the interpreter, and so from signals.
_SLICE = 0.05

_done = msgspec.json.Decoder(Done)


def new_engine(config: bytes) -> _native.Engine:
    """An engine of that configuration."""
    try:
        return _native.Engine(config)
    except _native.EngineError as failure:
        raise error_from_json(failure.args[0]) from None


class _Usable:
    """Turns the use of an engine that is gone, as after a fork, into the package's own error."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, _native.HandleError):
            raise refused("Configuration", "client", str(error)) from None


_usable = _Usable()


class CallBase(Generic[Provider]):
    """What blocking and asynchronous calls have in common."""

    _id: int | None = None

    def __init__(self, session: Session[Provider], operation: str, body: bytes, options: bytes) -> None:
        self._engine = session.engine
        self._provider = session.provider
        self._hooks = session.hooks
        self._provider_error: BaseException | None = None
        with _usable:
            self._id = self._engine.start(operation, body, options)

    @property
    def id(self) -> int:
        """The engine's id of this call."""
        if self._id is None:
            raise RuntimeError("the call is closed")
        return self._id

    def done(self, end: tuple[bool, bytes]) -> Done:
        """How the call went; raises its error if it failed."""
        succeeded, document = end
        if succeeded:
            return _done.decode(document)
        raise error_from_json(document) from self._provider_error

    def snapshot(self) -> bytes:
        """What the call has come to so far, as JSON."""
        with _usable:
            return self._engine.snapshot(self.id)

    def close(self) -> None:
        """Let the call go; one that still runs is cancelled. Never blocks."""
        if self._id is not None:
            call, self._id = self._id, None
            self._engine.close(call)

    def __del__(self) -> None:
        self.close()

    def _wanted(self, notices: list[bytes]) -> Iterator[TokenWanted]:
        """Serves the notices in order; gives the requests for a token among them."""
        for notice in notices:
            wanted = serve(notice, self._hooks)
            if wanted is not None:
                yield wanted

    def _refuse(self, wanted: TokenWanted, error: BaseException) -> None:
        self._provider_error = error
        self._engine.answer_token(self.id, wanted.ticket, None, provider_failed(error))


class Call(CallBase[TokenProvider]):
    """A call of the blocking client."""

    def pull(self) -> Batch:
        """Wait for the next batch with the interpreter released; signals are answered meanwhile."""
        while True:
            with _usable:
                pulled = self._engine.pull(self.id, _MAX_ITEMS, _MAX_BYTES, _SLICE)
            if pulled is None:
                # Back in the interpreter for a moment: this is where Ctrl-C is noticed.
                continue
            opened, notices, items, end = pulled
            for wanted in self._wanted(notices):
                self._answer(wanted)
            batch = Batch(opened, items, end)
            if batch.brings:
                return batch

    def finish(self) -> tuple[bytes, Done]:
        """The answer of a call that has one, and how it went."""
        answer = b""
        try:
            while True:
                batch = self.pull()
                answer = batch.items[-1] if batch.items else answer
                if batch.end is not None:
                    return answer, self.done(batch.end)
        finally:
            self.close()

    def _answer(self, wanted: TokenWanted) -> None:
        provider = cast("TokenProvider", self._provider)
        try:
            token = _text(provider(wanted.rejected))
        except Exception as error:
            self._refuse(wanted, error)
        else:
            self._engine.answer_token(self.id, wanted.ticket, token, None)


class AsyncCall(CallBase[AsyncTokenProvider]):
    """A call of the asynchronous client."""

    _answering: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Let the call go, and the token provider with it. Never blocks."""
        super().close()
        if self._answering is not None:
            self._answering.cancel()
            self._answering = None

    async def pull(self) -> Batch:
        """Wait for the next batch; what is already there is taken without a turn of the loop."""
        while True:
            with _usable:
                ready = self._engine.try_pull(self.id, _MAX_ITEMS, _MAX_BYTES)
                opened, notices, items, end = ready if ready is not None else await self._next()
            for wanted in self._wanted(notices):
                # Not awaited: meanwhile the engine may find that the call's time is up.
                self._answering = asyncio.create_task(self._answer(wanted))
            batch = Batch(opened, items, end)
            if batch.brings:
                return batch

    async def finish(self) -> tuple[bytes, Done]:
        """The answer of a call that has one, and how it went; cancelling it cancels the call."""
        answer = b""
        try:
            while True:
                batch = await self.pull()
                answer = batch.items[-1] if batch.items else answer
                if batch.end is not None:
                    return answer, self.done(batch.end)
        finally:
            self.close()

    def done(self, end: tuple[bool, bytes]) -> Done:
        """How the call went; raises its error if it failed, and asyncio's own if it was cancelled."""
        try:
            return super().done(end)
        except CancelledError as error:
            raise asyncio.CancelledError(error.message) from error

    def _next(self) -> Awaitable[_native.Batch]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_native.Batch] = loop.create_future()
        self._engine.pull_into(self.id, _MAX_ITEMS, _MAX_BYTES, loop, future)
        return future

    async def _answer(self, wanted: TokenWanted) -> None:
        try:
            token = await self._ask(wanted)
        except (Exception, asyncio.CancelledError) as error:
            if self._id is not None:
                self._refuse(wanted, error)
        else:
            if self._id is not None:
                self._engine.answer_token(self.id, wanted.ticket, token, None)

    async def _ask(self, wanted: TokenWanted) -> str:
        provider = cast("Callable[[str | None], Any]", self._provider)
        if inspect.iscoroutinefunction(provider):
            answer = provider(wanted.rejected)
        else:
            answer = await asyncio.to_thread(provider, wanted.rejected)
        return _text(await answer if inspect.isawaitable(answer) else answer)


def _text(token: object) -> str:
    if not isinstance(token, str):
        raise TypeError(f"the token provider returned {type(token).__name__}, not str")
    return token
