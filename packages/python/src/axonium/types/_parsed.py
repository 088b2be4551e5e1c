"""Answers with a value of the caller's type."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from ._chat import ChatCompletion
from ._responses import Response

Parsed = TypeVar("Parsed")


class ParsedChatCompletion(ChatCompletion, Generic[Parsed], frozen=True, kw_only=True, dict=True):
    """A chat answer whose text was held against a JSON Schema, and read as the caller's type."""

    parsed: Parsed
    """The value; where the schema is a mapping, plain dictionaries, lists, strings and numbers.

    With `tools` it is None where the model has called one instead."""

    def __repr__(self) -> str:
        return f"ParsedChatCompletion(parsed={self.parsed!r}, id={self.id!r}, meta={self.meta!r})"


class ParsedResponse(Response, Generic[Parsed], frozen=True, kw_only=True, dict=True):
    """A response whose text was held against a JSON Schema, and read as the caller's type."""

    parsed: Parsed
    """The value; where the schema is a mapping, plain dictionaries, lists, strings and numbers.

    With `tools` it is None where the model has called one instead."""

    def __repr__(self) -> str:
        return f"ParsedResponse(parsed={self.parsed!r}, id={self.id!r}, meta={self.meta!r})"


def parsed_completion(completion: ChatCompletion, parsed: Parsed) -> ParsedChatCompletion[Parsed]:
    """The same answer with the value that was read out of it."""
    return ParsedChatCompletion(parsed=parsed, **msgspec.structs.asdict(completion))


def parsed_response(response: Response, parsed: Parsed) -> ParsedResponse[Parsed]:
    """The same response with the value that was read out of it."""
    return ParsedResponse(parsed=parsed, **msgspec.structs.asdict(response))
