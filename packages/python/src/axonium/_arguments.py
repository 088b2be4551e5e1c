"""Keyword arguments into the engine's JSON. Unset stays unset: a None is left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ._failures import refused
from ._json import NotJson, encode
from ._notices import Hooks, observed
from ._output_types import OutputType
from ._version import __version__
from .types._chat import ChatMessage
from .types._params import CallOptions, ChatParameters, ChatParseParameters, ParseOptions
from .types._response_params import ResponseOptions, ResponseParameters, ResponseParseParameters

_OPTIONS = frozenset(ResponseOptions.__annotations__)
_PARSE = frozenset(ParseOptions.__annotations__)
_RENAMED = {"timeout": "timeout_s", "deadline": "deadline_unix_s", "schema_name": "name"}


@dataclass(frozen=True)
class Request:
    """How the keyword arguments of a call become a request."""

    parameters: frozenset[str]
    parsed: frozenset[str]
    """The parameters where the output is read as a type."""
    required: tuple[str, ...]
    lists: tuple[str, ...]
    """Those that may be given as any iterable."""


CHAT = Request(
    parameters=frozenset(ChatParameters.__annotations__),
    parsed=frozenset(ChatParseParameters.__annotations__) | {"tools"},
    required=("model", "messages"),
    lists=("messages", "tools"),
)
RESPONSE = Request(
    parameters=frozenset(ResponseParameters.__annotations__),
    parsed=frozenset(ResponseParseParameters.__annotations__) | {"tools"},
    required=(),
    lists=("input", "include", "tools"),
)


def config_json(options: Mapping[str, Any], known: type, clock: object) -> bytes:
    """A client's options as the engine's configuration."""
    _refuse_unknown("the client", options, known.__annotations__)
    config = _set(options) | {"language": "python", "version": __version__}
    if "token_provider" in config:
        config["token_provider"] = True
    config["observe"] = observed(_hooks(config.pop("hooks", Hooks())), circuits="circuit_breaker" in config)
    if clock is not None:
        config["clock"] = clock
    return _encoded(config, "Configuration")


def request_json(
    request: Request,
    function: str,
    arguments: Mapping[str, Any],
    output: OutputType[Any] | None = None,
    **options: object,
) -> tuple[bytes, bytes]:
    """The body and the options of a call that has a model generate; `options` are further ones.

    With an `output` it is to be a value of that type.
    """
    _refuse_unknown(function, arguments, request.parameters if output is None else request.parsed)
    for required in request.required:
        if required not in arguments:
            raise TypeError(f"{function}() is missing the keyword argument {required!r}")
    body = _body(arguments, request.lists)
    given = {name: value for name, value in arguments.items() if name in _OPTIONS}
    if output is not None:
        asked = {_RENAMED.get(name, name): arguments[name] for name in _set(arguments).keys() & _PARSE}
        given["parse"] = {"schema": output.schema, **asked}
    return _encoded(body, "InvalidRequest"), options_json(given | options)


def keyed_json(parameters: Mapping[str, Any]) -> bytes:
    """The body that an idempotency key is derived from: what would be sent, and nothing about how."""
    body = _body(parameters, CHAT.lists + RESPONSE.lists)
    return _encoded({**body, **(parameters.get("extra_body") or {})}, "InvalidRequest")


def call_json(function: str, arguments: Mapping[str, Any], known: type = CallOptions) -> bytes:
    """The options of a call that has no other arguments."""
    _refuse_unknown(function, arguments, known.__annotations__)
    return options_json(arguments)


def options_json(options: Mapping[str, Any]) -> bytes:
    """A call's options under the engine's names."""
    given = _set(options)
    if "deadline" in given:
        given["deadline"] = _unix_seconds(given["deadline"])
    return _encoded({_RENAMED.get(name, name): value for name, value in given.items()}, "InvalidRequest")


def body_json(body: Mapping[str, Any]) -> bytes:
    """A request body of the package's own making."""
    return _encoded(body, "InvalidRequest")


def _unix_seconds(deadline: object) -> float:
    if not isinstance(deadline, datetime):
        raise refused("InvalidRequest", "deadline", f"takes a datetime, not {type(deadline).__name__}")
    if deadline.utcoffset() is None:
        why = "has no time zone, so it names no moment: use datetime.now(timezone.utc) + timedelta(…)"
        raise refused("InvalidRequest", "deadline", why)
    return deadline.timestamp()


def _body(arguments: Mapping[str, Any], lists: Iterable[str]) -> dict[str, Any]:
    body = {name: value for name, value in _set(arguments).items() if name not in _OPTIONS | _PARSE}
    return body | {name: _items(body[name]) for name in lists if name in body}


def _set(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if value is not None}


def _items(value: Any) -> Any:  # noqa: ANN401 - what is no list is the engine's to refuse
    """A list of what was given as any iterable; a message of the model loses what is not for sending."""
    if isinstance(value, (str, Mapping)) or not isinstance(value, Iterable):
        return value  # pyright: ignore[reportUnknownVariableType]
    items: Iterable[Any] = value  # pyright: ignore[reportUnknownVariableType]
    return [_sendable(item) for item in items]


def _sendable(item: object) -> object:
    return item.to_param() if isinstance(item, ChatMessage) else item


def _refuse_unknown(function: str, arguments: Mapping[str, Any], known: Collection[str]) -> None:
    unknown = arguments.keys() - set(known)
    if unknown:
        raise TypeError(f"{function} got an unexpected keyword argument {min(unknown)!r}")


def _hooks(value: object) -> Hooks:
    if not isinstance(value, Hooks):
        raise refused("Configuration", "hooks", f"takes an axonium.Hooks, not {type(value).__name__}")
    return value


def _encoded(value: Mapping[str, Any], kind: str) -> bytes:
    try:
        return encode(value)
    except NotJson as fault:
        raise refused(kind, fault.path, fault.why) from None
