"""Streams of chat chunks: an iterator, a context manager, and a view of what has arrived."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

import msgspec

from ._calls import AsyncCall, Batch, Call, CallBase, Done
from ._errors import AxoniumError
from .types._chat import ChatCompletion, ChatCompletionChunk, ToolCall
from .types._meta import Meta, Usage

if TYPE_CHECKING:
    from typing_extensions import Self


class _Snapshot(msgspec.Struct, frozen=True):
    completion: msgspec.Raw = msgspec.Raw(b"{}")
    meta: Meta = Meta()
    usage: Usage | None = None
    saw_output: bool = False


_snapshots = msgspec.json.Decoder(_Snapshot)


class StreamBase:
    """What blocking and asynchronous streams have in common: the state, and the view of it.

    The view shows what has arrived, which may be ahead of the chunk in hand. It stays after the stream has
    ended, failed or been closed.
    """

    def __init__(self, call: CallBase[Any] | None) -> None:
        self._source = call
        self._chunks: deque[bytes] = deque()
        self._end: tuple[bool, bytes] | None = None
        self._opened = False
        self._completed = False
        self._error: BaseException | None = None
        self._last: _Snapshot | None = None

    @property
    def content(self) -> str | None:
        """The text so far; None until any has arrived."""
        return self._completion().content

    @property
    def reasoning(self) -> str | None:
        """The reasoning so far, where the server sends it."""
        return self._completion().reasoning

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tool calls so far, put together from their fragments; complete only once the stream is."""
        return self._completion().tool_calls

    @property
    def usage(self) -> Usage | None:
        """Tokens, once the server has reported them."""
        return self._view().usage

    @property
    def meta(self) -> Meta:
        """How the call went so far; final once the stream is over."""
        return self._view().meta

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
                self._last = _Snapshot()
            self._source.close()
            self._chunks.clear()

    def _view(self) -> _Snapshot:
        if self._last is not None:
            return self._last
        if self._source is None:
            raise RuntimeError("the stream is not open yet: await it, or enter it with `async with`")
        return _snapshots.decode(self._source.snapshot())

    def _completion(self) -> ChatCompletion:
        view = self._view()
        return ChatCompletion.from_json(bytes(view.completion), meta=view.meta, usage=view.usage)

    def _take(self, batch: Batch) -> None:
        self._opened = self._opened or batch.opened is not None
        self._chunks.extend(batch.items)
        self._end = batch.end

    def _chunk(self) -> ChatCompletionChunk | None:
        return ChatCompletionChunk.from_json(self._chunks.popleft()) if self._chunks else None

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
        self._completed = True
        if self._last is not None:
            self._last = msgspec.structs.replace(self._last, meta=done.meta, usage=done.usage)

    def _whole(self) -> ChatCompletion:
        if self._error is not None:
            raise self._error
        if not self._completed:
            raise RuntimeError("the stream was closed before its end; `content` holds what had arrived")
        return self._completion()


class ChatStream(StreamBase):
    """A chat answer as it is generated.

    Iterate over it; leaving the loop early, leaving its `with` block or dropping it ends the request.

    >>> with client.chat.completions.stream(model=..., messages=...) as stream:      # doctest: +SKIP
    ...     for chunk in stream:
    ...         print(chunk.content, end="")
    """

    def __init__(self, call: Call) -> None:
        super().__init__(call)
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

    def __iter__(self) -> Iterator[ChatCompletionChunk]:
        # A generator: a loop that is left drops it, and so ends the request.
        try:
            while True:
                chunk = self._next()
                if chunk is None:
                    return
                yield chunk
        finally:
            self.close()

    def __next__(self) -> ChatCompletionChunk:
        chunk = self._next()
        if chunk is None:
            raise StopIteration
        return chunk

    def final(self) -> ChatCompletion:
        """Read the rest, and give the whole answer as a plain call would have."""
        while self._next() is not None:
            pass
        return self._whole()

    def _next(self) -> ChatCompletionChunk | None:
        try:
            while True:
                chunk = self._chunk()
                if chunk is not None or self._over(self._call):
                    return chunk
                self._take(self._call.pull())
        except BaseException:
            self.close()
            raise


class AsyncChatStream(StreamBase):
    """A chat answer as it is generated, for asyncio.

    Await it or enter it to open it. Leaving the loop early, leaving its `async with` block, cancelling or
    dropping it ends the request.

    >>> async with client.chat.completions.stream(model=..., messages=...) as stream:      # doctest: +SKIP
    ...     async for chunk in stream:
    ...         print(chunk.content, end="")
    """

    def __init__(self, start: Callable[[], AsyncCall]) -> None:
        super().__init__(None)
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

    def __aiter__(self) -> _AsyncIteration:
        return _AsyncIteration(self)

    async def __anext__(self) -> ChatCompletionChunk:
        chunk = await self._next()
        if chunk is None:
            raise StopAsyncIteration
        return chunk

    async def aclose(self) -> None:
        """End the request; what has arrived stays readable."""
        self.close()

    async def final(self) -> ChatCompletion:
        """Read the rest, and give the whole answer as a plain call would have."""
        while await self._next() is not None:
            pass
        return self._whole()

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

    async def _next(self) -> ChatCompletionChunk | None:
        await self._open()
        assert self._call is not None
        try:
            while True:
                chunk = self._chunk()
                if chunk is not None or self._over(self._call):
                    return chunk
                self._take(await self._call.pull())
        except BaseException:
            self.close()
            raise


class _AsyncIteration:
    """One loop over a stream. A loop that is left drops it, and so ends the request at once.

    An asynchronous generator would be closed only at some later turn of the loop, if there is one.
    """

    def __init__(self, stream: AsyncChatStream) -> None:
        self._stream = stream

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ChatCompletionChunk:
        return await self._stream.__anext__()

    def __del__(self) -> None:
        self._stream.close()
