"""Streams: an iterator, a context manager, and a view of what has arrived.

What they are streams of is said by those who derive from `Stream` and `AsyncStream`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from ._calls import AsyncCall, Batch, Call, CallBase, Done
from ._errors import AxoniumError
from .types._meta import Meta, Refusal, Usage
from .types._responses import Answer

if TYPE_CHECKING:
    from typing_extensions import Self

Item = TypeVar("Item")
Whole = TypeVar("Whole")


class Snapshot(msgspec.Struct, frozen=True):
    """What a stream has come to so far: a completion of a chat, a response and what it says of the others."""

    completion: msgspec.Raw = msgspec.Raw(b"{}")
    response: msgspec.Raw = msgspec.Raw(b"{}")
    answer: Answer = Answer()
    meta: Meta = Meta()
    usage: Usage | None = None
    saw_output: bool = False
    refusal: Refusal | None = None
    parsed_partial: msgspec.Raw = msgspec.Raw(b"null")


_snapshots = msgspec.json.Decoder(Snapshot)


class StreamBase(ABC, Generic[Item, Whole]):
    """What blocking and asynchronous streams have in common: the state, and the view of it.

    The view shows what has arrived, which may be ahead of the item in hand. It stays after the stream has
    ended, failed or been closed.
    """

    def __init__(self, call: CallBase[Any] | None, holds: object) -> None:
        self._source = call
        # What must live as long as the stream is read: the connection that it comes over.
        self._holds = holds
        self._items: deque[bytes] = deque()
        self._end: tuple[bool, bytes] | None = None
        self._opened = False
        self._done: Done | None = None
        self._error: BaseException | None = None
        self._last: Snapshot | None = None

    @property
    def usage(self) -> Usage | None:
        """Tokens, once the server has reported them."""
        return self._view().usage

    @property
    def meta(self) -> Meta:
        """How the call went so far; final once the stream is over."""
        return self._view().meta

    @property
    def refusal_code(self) -> str | None:
        """How the model declined: `refusal`, `content_filter`, the server's own code; None if it did not."""
        refusal = self._view().refusal
        return refusal.code if refusal else None

    @property
    def saw_output(self) -> bool:
        """Whether any output has arrived: from then on nothing repeats this call."""
        return self._view().saw_output

    def close(self) -> None:
        """End the request; what has arrived stays readable. Never blocks, and may be repeated."""
        if self._source is not None and self._last is None:
            try:
                self._last = _snapshots.decode(self._source.snapshot())
            except AxoniumError:
                # The engine is gone, as in a forked child: nothing to show, and closing must not fail.
                self._last = Snapshot()
            self._source.close()
            self._items.clear()

    def _begin(self) -> None:
        """Refuses to go on where nothing more comes, which would look like a whole answer."""
        if self._last is not None and self._done is None and self._error is None:
            raise RuntimeError(
                "the stream was closed before its end, as by leaving a loop over it; "
                "read one iterator of it further with next(), or all of it with final()"
            )

    @abstractmethod
    def _read(self, data: bytes) -> Item:
        """One item, out of an event's data."""

    @abstractmethod
    def _whole(self, view: Snapshot) -> Whole:
        """All that has arrived, as a plain call would give it."""

    def _view(self) -> Snapshot:
        if self._last is not None:
            return self._last
        if self._source is None:
            raise RuntimeError("the stream is not open yet: await it, or enter it with `async with`")
        return _snapshots.decode(self._source.snapshot())

    def _take(self, batch: Batch) -> None:
        self._opened = self._opened or batch.opened is not None
        self._items.extend(batch.items)
        self._end = batch.end

    def _item(self) -> Item | None:
        return self._read(self._items.popleft()) if self._items else None

    def _over(self, call: CallBase[Any]) -> bool:
        """Whether nothing more comes; raises the stream's error the first time it is asked after it."""
        if self._last is not None:
            return True
        if self._end is None:
            return False
        self.close()
        try:
            self._finish(call.done(self._end))
        except BaseException as error:
            self._error = error
            raise
        return True

    def _finish(self, done: Done) -> None:
        self._done = done
        if self._last is not None:
            self._last = msgspec.structs.replace(
                self._last, meta=done.meta, usage=done.usage, refusal=done.refusal
            )

    def _completed(self) -> Done:
        if self._error is not None:
            raise self._error
        if self._done is None:
            raise RuntimeError("the stream was closed before its end; it still shows what had arrived")
        return self._done

    def _final(self) -> Whole:
        self._completed()
        return self._whole(self._view())


class Stream(StreamBase[Item, Whole]):
    """A stream of the blocking client."""

    def __init__(self, call: Call, holds: object = None) -> None:
        super().__init__(call, holds)
        self._call = call
        try:
            while not self._opened and not self._over(call):
                self._take(call.pull())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Item]:
        # A generator: a loop that is left drops it, and so ends the request.
        self._begin()
        try:
            while True:
                item = self._next()
                if item is None:
                    return
                yield item
        finally:
            self.close()

    def __next__(self) -> Item:
        item = self._next()
        if item is None:
            raise StopIteration
        return item

    def final(self) -> Whole:
        """Read the rest, and give the whole answer as a plain call would have."""
        while self._next() is not None:
            pass
        return self._final()

    def _next(self) -> Item | None:
        try:
            while True:
                item = self._item()
                if item is not None or self._over(self._call):
                    return item
                self._take(self._call.pull())
        except BaseException:
            self.close()
            raise


class AsyncStream(StreamBase[Item, Whole]):
    """A stream of the asynchronous client."""

    def __init__(self, start: Callable[[], AsyncCall], holds: object = None) -> None:
        super().__init__(None, holds)
        self._start = start
        self._call: AsyncCall | None = None

    def __await__(self) -> Generator[Any, None, Self]:
        return self._open().__await__()

    async def __aenter__(self) -> Self:
        return await self._open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __aiter__(self) -> _AsyncIteration[Item]:
        self._begin()
        return _AsyncIteration(self)

    async def __anext__(self) -> Item:
        item = await self._next()
        if item is None:
            raise StopAsyncIteration
        return item

    async def aclose(self) -> None:
        """End the request; what has arrived stays readable."""
        self.close()

    async def final(self) -> Whole:
        """Read the rest, and give the whole answer as a plain call would have."""
        while await self._next() is not None:
            pass
        return self._final()

    async def _open(self) -> Self:
        if self._call is None:
            call = self._source = self._call = self._start()
            try:
                while not self._opened and not self._over(call):
                    self._take(await call.pull())
            except BaseException:
                self.close()
                raise
        return self

    async def _next(self) -> Item | None:
        await self._open()
        assert self._call is not None
        try:
            while True:
                item = self._item()
                if item is not None or self._over(self._call):
                    return item
                self._take(await self._call.pull())
        except BaseException:
            self.close()
            raise


class _AsyncIteration(Generic[Item]):
    """One loop over a stream. A loop that is left drops it, and so ends the request at once.

    An asynchronous generator would be closed only at some later turn of the loop, if there is one.
    """

    def __init__(self, stream: AsyncStream[Item, Any]) -> None:
        self._stream = stream

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        return await self._stream.__anext__()

    def __del__(self) -> None:
        self._stream.close()
