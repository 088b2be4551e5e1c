"""A job's names as the package's arguments."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from axonium import CircuitBreaker, RetryBudget, RetryPolicy, Route, RunKeys, Timeouts, derive_key
from axonium.types import ChatParameters, ResponseParameters


def client_options(job: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a client."""
    options = {"gateway_base_url": job["base_url"], **job["client"]}
    groups = {
        "circuit_breaker": CircuitBreaker,
        "retry": RetryPolicy,
        "retry_budget": RetryBudget,
        "timeouts": Timeouts,
    }
    for name, group in groups.items():
        if name in options:
            options[name] = group(**_without_unit(options[name]))
    return _with_routes(options)


def call_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of any call; how it is to be cancelled, and over what it goes, is the driver's own."""
    own = ("cancel_after_ms", "cancel_after_chunks", "connection", "parse")
    arguments = {name: value for name, value in options.items() if name not in own}
    if "timeout_s" in arguments:
        arguments["timeout"] = arguments.pop("timeout_s")
    if "deadline_unix_s" in arguments:
        seconds = arguments.pop("deadline_unix_s")
        arguments["deadline"] = datetime.fromtimestamp(seconds, timezone.utc)
    if "retry" in arguments:
        arguments["retry"] = RetryPolicy(**_without_unit(arguments["retry"]))
    return _with_routes(arguments)


def chat_parameters(call: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a chat call."""
    return {"model": "", "messages": [], **_parameters(call, ChatParameters)}


def response_parameters(call: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a call of the Responses API."""
    return _parameters(call, ResponseParameters)


def parse_options(call: dict[str, Any], output: str) -> dict[str, Any]:
    """What the output is to be, under the argument's name, and how it is read."""
    options = dict(call["options"]["parse"])
    if "name" in options:
        options["schema_name"] = options.pop("name")
    return {output: options.pop("schema", None), **options}


def _parameters(call: dict[str, Any], known: type) -> dict[str, Any]:
    """The fields of the request and the options; a field that has no parameter goes where users put it."""
    request = marked(call.get("request", {}))
    arguments = call_options(call.get("options", {}))
    declared = {name: value for name, value in request.items() if name in known.__annotations__}
    others = {name: value for name, value in request.items() if name not in known.__annotations__}
    if others:
        arguments["extra_body"] = {**others, **arguments.get("extra_body", {})}
    return {**declared, **arguments}


def derived_key(call: dict[str, Any]) -> dict[str, str]:
    """The key of a request."""
    return {"key": derive_key(call["request"]["namespace"], marked(call["request"]["body"]))}


def run_key(call: dict[str, Any]) -> dict[str, str]:
    """The key of a step."""
    return {"key": RunKeys(call["request"]["run_id"]).step(call["request"]["step"])}


def marked(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The value, with what JSON cannot say in the place of its marks."""
    if value == {"$unserialisable": True}:
        return object()
    if value == {"$lone_surrogate": True}:
        return "half \ud83d of it"
    if isinstance(value, dict):
        return {name: marked(item) for name, item in value.items()}
    if isinstance(value, list):
        return [marked(item) for item in value]
    return value


def _with_routes(options: dict[str, Any]) -> dict[str, Any]:
    lists = {name: options[name] for name in ("routes", "fallback") if name in options}
    return options | {name: [_route(item) for item in items] for name, items in lists.items()}


def _route(item: str | dict[str, Any]) -> str | Route:
    return item if isinstance(item, str) else Route(**item)


def _without_unit(group: dict[str, Any]) -> dict[str, Any]:
    """Seconds need no unit in their Python names."""
    return {name.removesuffix("_s"): value for name, value in group.items()}
