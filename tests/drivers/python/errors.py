"""Errors by the types that catch them, under their canonical names."""

from __future__ import annotations

from typing import Any

from values import meta_value, tool_calls_value

import axonium
from axonium import AxoniumError


def described(error: AxoniumError) -> dict[str, Any]:
    """An error, by the specific type and the parents that catch it."""
    catching = [kind for kind in _types(error) if _catches(kind, error)]
    name, *parents = [_name(kind) for kind in catching]
    return {
        "name": name,
        "parents": parents,
        "code": error.code,
        "status": error.status,
        "title": error.title,
        "detail": error.detail,
        "hint": error.hint,
        "retryable": error.retryable,
        "retry_after_s": error.retry_after,
        "reason": error.reason.code if error.reason else None,
        "local": error.local,
        "sent": error.sent,
        "phase": error.phase,
        "field": error.field,
        "oauth_error": error.oauth_error,
        "request_id": error.request_id,
        "trace_id": error.trace_id,
        "saw_output": error.saw_output,
        "partial_content": error.partial_content,
        "partial_reasoning": error.partial_reasoning,
        "partial_tool_calls": tool_calls_value(error.partial_tool_calls),
        "outputs": [{"text": output.text, "error": output.error} for output in error.outputs] or None,
        "refusal_code": error.refusal.code if error.refusal else None,
        "refusal_text": error.refusal.text if error.refusal else None,
        "message": error.message,
        "meta": meta_value(error.meta),
    }


def cancelled() -> dict[str, Any]:
    """The language's own cancellation, which says nothing more."""
    return {"name": "Cancelled"}


def _types(error: AxoniumError) -> list[type[AxoniumError]]:
    """The package's public types that should catch it, the specific one first."""
    public = [getattr(axonium, name) for name in axonium.__all__]
    return [kind for kind in type(error).__mro__ if kind in public and kind is not AxoniumError]


def _catches(kind: type[AxoniumError], error: AxoniumError) -> bool:
    try:
        raise error
    except kind as caught:
        return isinstance(caught, kind)
    except AxoniumError:
        return False


def _name(kind: type[AxoniumError]) -> str:
    name = kind.__name__
    return name if name in ("ClientError", "ServerError") else name.removesuffix("Error")
