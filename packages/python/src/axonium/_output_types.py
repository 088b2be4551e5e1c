"""What an answer is parsed into: a type of the caller's as a JSON Schema, and JSON text as a value of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import msgspec

from ._calls import Done
from ._failures import malformed, refused
from ._json import parse

Parsed = TypeVar("Parsed")

_FIX = (
    "use a pydantic v2 model, a msgspec Struct, a dataclass or a TypedDict, with fields of types that JSON "
    "has, or pass a JSON Schema as a mapping"
)


@dataclass(frozen=True)
class OutputType(Generic[Parsed]):
    """A type that answers are parsed into."""

    name: str
    schema: object
    decode: Callable[[str], Parsed]
    """Reads JSON text that matches the schema; an exception says that the type has rules beyond it."""

    def parsed(self, done: Done) -> Parsed:
        """The value of an answer that the engine has held against the schema."""
        if done.parsed is None:
            # The model called its tools instead. Where there are any, None is of the type that is promised.
            return cast("Parsed", None)
        try:
            return self.decode(done.parsed)
        except Exception as error:
            # What a type's own rules raise is theirs to choose, and the answer is paid for.
            why = " ".join(str(error).split())
            raise malformed(self.name, done.parsed, why, done.meta) from error


def output_type(kind: object, argument: str) -> OutputType[Any]:
    """How answers are parsed into `kind`, which the caller has given as `argument`."""
    if kind is None or isinstance(kind, (Mapping, list, str, int, float)):
        # JSON, and so a schema or none: the engine's to say.
        return OutputType("the schema", cast("object", kind), lambda text: parse(text.encode()))
    name = getattr(kind, "__name__", None) or repr(kind)
    try:
        # Known by its mark, so that pydantic need not be there; where it is, its user has imported it.
        if hasattr(kind, "__pydantic_validator__"):
            return _of_pydantic(kind, name)
        return _of_msgspec(kind, name)
    except Exception as error:
        # What the two raise for a type that they cannot describe is theirs to choose.
        why = f"{name}, given as {argument}, has no JSON Schema ({' '.join(str(error).split())}); {_FIX}"
        raise refused("InvalidRequest", "parse.schema", why) from error


def _of_pydantic(kind: Any, name: str) -> OutputType[Any]:  # noqa: ANN401 - a model or a dataclass of pydantic's
    adapter = sys.modules["pydantic"].TypeAdapter(kind)
    return OutputType(name, adapter.json_schema(), adapter.validate_json)


def _of_msgspec(kind: Any, name: str) -> OutputType[Any]:  # noqa: ANN401 - a type, if the caller is right
    (schema,), definitions = msgspec.json.schema_components((kind,), ref_template="#/$defs/{name}")
    return OutputType(name, _rooted(schema, definitions), msgspec.json.Decoder(kind).decode)


def _rooted(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema with its definitions, and no reference at its root: servers want an object there."""
    root = schema.get("$ref", "").removeprefix("#/$defs/")
    if root:
        schema = definitions[root]
        if f'"#/$defs/{root}"'.encode() not in msgspec.json.encode(definitions):
            definitions = {name: definition for name, definition in definitions.items() if name != root}
    return {**schema, "$defs": definitions} if definitions else schema
