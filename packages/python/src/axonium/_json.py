"""JSON in and out: strict towards the caller, lenient towards the server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Generic, TypeVar, cast, get_args, get_origin

import msgspec

Document = TypeVar("Document", bound=msgspec.Struct)

_BINARY = (bytes, bytearray, memoryview)
_encoder = msgspec.json.Encoder()


class NotJson(Exception):  # noqa: N818 - never leaves the package
    """A value that JSON cannot hold, and where it is, such as `messages[0].content`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
        self.path = ""

    def inside(self, step: str) -> NotJson:
        """Add one step at the front of the path."""
        self.path = step + self.path
        return self


def encode(fields: Mapping[str, object]) -> bytes:
    """Turn a request into JSON, or raise NotJson naming the value that cannot be."""
    try:
        return _encoder.encode(_plain(fields))
    except NotJson as fault:
        fault.path = fault.path.removeprefix(".")
        raise
    except RecursionError:
        raise NotJson("nested too deeply, or inside itself") from None


def parse(data: bytes) -> Any:  # noqa: ANN401 - the server decides
    """Parse what a server sent; the slow parser knows a few oddities that the fast one refuses."""
    try:
        return msgspec.json.decode(data)
    except msgspec.MsgspecError:
        return json.loads(data)


class Fitting(Generic[Document]):
    """Decodes JSON into a struct, and leaves out what does not fit instead of failing.

    The engine has already accepted the body: a field of an unexpected type is no reason to lose an answer.
    """

    def __init__(self, document: type[Document]) -> None:
        self._document = document
        self._decoder = msgspec.json.Decoder(document)

    def decode(self, data: bytes) -> Document:
        """Decode one document."""
        try:
            try:
                return self._decoder.decode(data)
            except msgspec.MsgspecError:
                return _fit(self._document, parse(data))
        except RecursionError:
            # Nested deeper than the interpreter goes: the bytes are all there is to show.
            return _fit(self._document, {})


def _plain(value: object) -> object:
    """The value in plain JSON types; refuses what the encoder would let through in disguise."""
    if isinstance(value, str):
        return checked_text(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        if not isfinite(value):
            raise NotJson(f"{value} has no JSON form")
        return float(value)
    if isinstance(value, Mapping):
        return _plain_mapping(cast("Mapping[Any, object]", value))
    if isinstance(value, msgspec.Struct):
        return _plain(_builtins(value))
    if isinstance(value, _BINARY):
        raise NotJson("binary data has no JSON form: encode it as text")
    if isinstance(value, Sequence):
        return _plain_sequence(cast("Sequence[object]", value))
    raise NotJson(f"a value of type {type(value).__name__} has no JSON form")


def _builtins(value: msgspec.Struct) -> object:
    try:
        return msgspec.to_builtins(value)
    except TypeError:
        raise NotJson(f"a field of this {type(value).__name__} has no JSON form") from None


def _plain_sequence(value: Sequence[object]) -> list[object]:
    plain: list[object] = []
    for index, item in enumerate(value):
        try:
            plain.append(_plain(item))
        except NotJson as fault:
            raise fault.inside(f"[{index}]") from None
    return plain


def _plain_mapping(value: Mapping[Any, object]) -> dict[str, object]:
    plain: dict[str, object] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise NotJson(f"a key of type {type(key).__name__} has no JSON form")
        try:
            plain[checked_text(key)] = _plain(item)
        except NotJson as fault:
            raise fault.inside(f".{key}") from None
    return plain


def checked_text(value: str) -> str:
    """The text, if UTF-8 can carry it; else NotJson."""
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise NotJson("a lone surrogate is not text") from None
    return value


def _fit(document: type[Document], value: Any) -> Document:  # noqa: ANN401 - the server decides
    """Build a struct from the fields that fit; the others keep their defaults."""
    fields: dict[str, Any] = {}
    if isinstance(value, dict):
        found = cast("dict[str, Any]", value)
        for field in msgspec.structs.fields(document):
            fitted = _fit_value(field.type, found.get(field.encode_name, _UNFIT))
            if fitted is not _UNFIT:
                fields[field.name] = fitted
    return document(**fields)


_UNFIT = object()


def _fit_value(kind: Any, value: Any) -> Any:  # noqa: ANN401 - a type expression and the server's value
    if value is _UNFIT:
        return value
    if _is_struct(kind):
        return _fit(kind, value) if isinstance(value, dict) else _UNFIT
    for member in get_args(kind):
        if get_origin(kind) is tuple and _is_struct(member) and isinstance(value, list):
            items: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
            return tuple(_fit(member, item) for item in items)
        if _is_struct(member) or get_args(member):
            fitted = _fit_value(member, value)
            if fitted is not _UNFIT:
                return fitted
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return _UNFIT


def _is_struct(kind: Any) -> bool:  # noqa: ANN401 - a type expression
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
