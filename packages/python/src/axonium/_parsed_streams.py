"""Streams whose output is read as a type of the caller's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from ._calls import AsyncCall, Call
from ._chat_streams import AsyncChatStream, ChatStream
from ._json import parse
from ._output_types import OutputType, Parsed
from ._response_streams import AsyncResponseStream, ResponseStream
from ._streams import StreamBase
from .types._parsed import ParsedChatCompletion, ParsedResponse, parsed_completion, parsed_response


class _Parsing(StreamBase[Any, Any], Generic[Parsed]):
    """What such a stream shows beside."""

    _output: OutputType[Parsed]

    @property
    def parsed_partial(self) -> Any:  # noqa: ANN401 - plain JSON of an unfinished value
        """What the output so far amounts to, as plain dictionaries and lists; None while it is nothing.

        Strings, lists and objects are closed where they stand. It is not validated; `final().parsed` is.
        """
        return parse(bytes(self._view().parsed_partial))

    def _parsed(self) -> Parsed:
        return self._output.parsed(self._completed())


class ParsedChatStream(_Parsing[Parsed], ChatStream):
    """A chat answer of a type of the caller's as it is generated; otherwise a `ChatStream`.

    An output that is no such value raises MalformedOutputError where the stream ends. It was delivered, so it
    is not repaired.

    >>> with client.chat.completions.stream(response_format=Order, ...) as stream:      # doctest: +SKIP
    ...     for chunk in stream:
    ...         print(stream.parsed_partial)
    ...     order = stream.final().parsed
    """

    def __init__(self, call: Call, output: OutputType[Parsed]) -> None:
        self._output = output
        super().__init__(call)

    def final(self) -> ParsedChatCompletion[Parsed]:
        """Read the rest, and give the whole answer as `parse()` would have."""
        return parsed_completion(super().final(), self._parsed())


class AsyncParsedChatStream(_Parsing[Parsed], AsyncChatStream):
    """A chat answer of a type of the caller's as it is generated, for asyncio; see `ParsedChatStream`."""

    def __init__(self, start: Callable[[], AsyncCall], output: OutputType[Parsed]) -> None:
        self._output = output
        super().__init__(start)

    async def final(self) -> ParsedChatCompletion[Parsed]:
        """Read the rest, and give the whole answer as `parse()` would have."""
        return parsed_completion(await super().final(), self._parsed())


class ParsedResponseStream(_Parsing[Parsed], ResponseStream):
    """A response of a type of the caller's as it is generated; otherwise a `ResponseStream`.

    An output that is no such value raises MalformedOutputError where the stream ends. It was delivered, so it
    is not repaired.

    >>> with client.responses.stream(text_format=Order, ...) as stream:      # doctest: +SKIP
    ...     for event in stream:
    ...         print(stream.parsed_partial)
    ...     order = stream.final().parsed
    """

    def __init__(self, call: Call, output: OutputType[Parsed], holds: object = None) -> None:
        self._output = output
        super().__init__(call, holds)

    def final(self) -> ParsedResponse[Parsed]:
        """Read the rest, and give the whole response as `parse()` would have."""
        return parsed_response(super().final(), self._parsed())


class AsyncParsedResponseStream(_Parsing[Parsed], AsyncResponseStream):
    """A response of a type of the caller's as it is generated, for asyncio; see `ParsedResponseStream`."""

    def __init__(
        self, start: Callable[[], AsyncCall], output: OutputType[Parsed], holds: object = None
    ) -> None:
        self._output = output
        super().__init__(start, holds)

    async def final(self) -> ParsedResponse[Parsed]:
        """Read the rest, and give the whole response as `parse()` would have."""
        return parsed_response(await super().final(), self._parsed())
