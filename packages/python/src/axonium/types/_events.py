"""What all streaming events have in common, and how one is read out of its bytes."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, get_args

import msgspec

from .._json import parse
from ._json_object import json_object


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """An event of a stream."""

    sequence_number: int | None = None
    """Its number in the stream; None if the server does not number its events."""
    raw_json: bytes = b"{}"
    """The event's data as the server sent it."""

    @property
    def raw(self) -> Any:  # noqa: ANN401 - the server decides
        """The whole event, parsed anew each time; fields that have no attribute here are found in it."""
        return parse(self.raw_json)

    def __repr__(self) -> str:
        names = (name for name in self.__struct_fields__ if name != "raw_json")
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


class UnknownResponseEvent(Event, frozen=True, kw_only=True, tag="unknown"):
    """An event of a type that is not known here, or of a known one whose fields are not what they should be.

    Its `type` is always `unknown`, so that a comparison with any other type rules it out.
    """

    type: ClassVar[Literal["unknown"]] = "unknown"
    event_type: str = ""
    """The type that the server gave it; empty if it gave none."""


Known = TypeVar("Known", bound=Event)


class EventDecoder(Generic[Known]):
    """Decodes the events of a union by their `type`."""

    def __init__(self, known: Any) -> None:  # noqa: ANN401 - a type expression
        self._known = known
        self._by_type: dict[str, type[Known]] = {struct.type: struct for struct in get_args(known)}

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Known]:
        # Made at the first event: whoever streams no responses does not pay for it at import.
        return msgspec.json.Decoder(self._known, dec_hook=json_object)

    def decode(self, data: bytes) -> Known | UnknownResponseEvent:
        """Decode one event; what does not fit the union is the unknown event."""
        event: Known | UnknownResponseEvent
        try:
            event = self._decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            event = self._fit(data)
        msgspec.structs.force_setattr(event, "raw_json", data)
        return event

    def _fit(self, data: bytes) -> Known | UnknownResponseEvent:
        """What the fast decoder refuses: nulls where something is expected, other types, oddities of JSON."""
        try:
            value = parse(data)
        except (ValueError, RecursionError):
            return UnknownResponseEvent()
        if not isinstance(value, dict):
            return UnknownResponseEvent()
        fields = {name: field for name, field in cast("dict[str, Any]", value).items() if field is not None}
        # Ours: set by the decoder, never by a server.
        fields.pop("raw_json", None)
        kind, number = fields.get("type"), fields.get("sequence_number")
        if isinstance(kind, str) and kind in self._by_type:
            with suppress(msgspec.ValidationError):
                return msgspec.convert(fields, self._by_type[kind], dec_hook=json_object)
        return UnknownResponseEvent(
            event_type=kind if isinstance(kind, str) else "",
            # A bool is an int in Python, and not in JSON.
            sequence_number=number if type(number) is int else None,
        )
