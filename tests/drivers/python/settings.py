"""A job's names as the package's arguments."""

from __future__ import annotations

from typing import Any

from axonium import RetryBudget, RetryPolicy, Timeouts
from axonium.types import ChatParameters

_DECLARED = ChatParameters.__annotations__.keys()


def client_options(job: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a client."""
    options = {"gateway_base_url": job["base_url"], **job["client"]}
    groups = {"retry": RetryPolicy, "retry_budget": RetryBudget, "timeouts": Timeouts}
    for name, group in groups.items():
        if name in options:
            options[name] = group(**_without_unit(options[name]))
    return options


def call_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of any call; how it is to be cancelled is the driver's own."""
    arguments = {name: value for name, value in options.items() if not name.startswith("cancel_after")}
    if "timeout_s" in arguments:
        arguments["timeout"] = arguments.pop("timeout_s")
    if "retry" in arguments:
        arguments["retry"] = RetryPolicy(**_without_unit(arguments["retry"]))
    return arguments


def chat_parameters(call: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a chat call; a field that is none goes where users put it."""
    request = marked(call.get("request", {}))
    arguments = call_options(call.get("options", {}))
    declared = {name: value for name, value in request.items() if name in _DECLARED}
    others = {name: value for name, value in request.items() if name not in _DECLARED}
    if others:
        arguments["extra_body"] = {**others, **arguments.get("extra_body", {})}
    return {"model": "", "messages": [], **declared, **arguments}


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


def _without_unit(group: dict[str, Any]) -> dict[str, Any]:
    """Seconds need no unit in their Python names."""
    return {name.removesuffix("_s"): value for name, value in group.items()}
