"""Answers under their canonical names."""

from __future__ import annotations

from typing import Any

import msgspec

from axonium import (
    ChatCompletion,
    CircuitStatus,
    Meta,
    ModelList,
    ParsedChatCompletion,
    ParsedResponse,
    Response,
    Usage,
    UsageRecord,
)
from axonium.types import TokenInfo, ToolCall

Value = dict[str, Any]


def completion_value(completion: ChatCompletion) -> Value:
    """A chat answer."""
    return {
        "id": completion.id,
        "model": completion.model,
        "content": completion.content,
        "reasoning": completion.reasoning,
        "finish_reason": completion.finish_reason,
        "tool_calls": tool_calls_value(completion.tool_calls),
        "refusal": completion.refusal,
        "refusal_code": completion.refusal_code,
        **_parsed(completion),
        "usage": usage_tokens(completion.usage),
        "meta": meta_value(completion.meta),
        "raw": completion.raw,
    }


def response_value(response: Response) -> Value:
    """An answer of the Responses API."""
    details = response.incomplete_details
    return {
        "id": response.id,
        "model": response.model,
        "status": response.status,
        "output_text": response.output_text,
        "reasoning": response.reasoning,
        "refusal": response.refusal,
        "refusal_code": response.refusal_code,
        **_parsed(response),
        "tool_calls": tool_calls_value(response.tool_calls),
        "incomplete_reason": details.reason if details else None,
        "usage": usage_tokens(response.usage),
        "meta": meta_value(response.meta),
        "raw": response.raw,
    }


def _parsed(answer: ChatCompletion | Response) -> Value:
    """The value that it was parsed into: plain JSON, as the schemas of drivers are."""
    if isinstance(answer, (ParsedChatCompletion, ParsedResponse)):
        return {"parsed": answer.parsed}
    return {}


def circuits_value(circuits: list[CircuitStatus]) -> Value:
    """The circuit breakers."""
    return {
        "circuits": [
            {
                "origin": circuit.origin,
                "model": circuit.model,
                "state": circuit.state,
                "refused_for_s": circuit.refused_for,
            }
            for circuit in circuits
        ]
    }


def models_value(models: ModelList) -> Value:
    """A catalogue."""
    return {
        "ids": [model.id for model in models],
        "models": [msgspec.structs.asdict(model) for model in models],
        "meta": meta_value(models.meta),
    }


def usage_value(record: UsageRecord) -> Value:
    """A usage record."""
    return {
        "request_id": record.request_id,
        "model": record.model,
        "usage": usage_tokens(record.usage),
        "cost_usd": record.cost_usd,
        "termination_reason": record.termination_reason,
        "interrupted": record.interrupted,
        "instance_id": record.instance_id,
        "created_at": record.created_at,
        "meta": meta_value(record.meta),
    }


def token_value(token: TokenInfo) -> Value:
    """What is known of a token."""
    return {"scope": token.scope, "meta": meta_value(token.meta)}


def meta_value(meta: Meta) -> Value:
    """How a call went; Python's names are the canonical ones."""
    value: Value = msgspec.to_builtins(meta)
    return value


def tool_calls_value(calls: tuple[ToolCall, ...]) -> list[Value] | None:
    """Tool calls; none are absent, not an empty list."""
    shown = [
        {
            "id": call.id,
            "type": call.type,
            "function": {"name": call.function.name, "arguments": call.function.arguments},
        }
        for call in calls
    ]
    return shown or None


def usage_tokens(usage: Usage | None) -> Value | None:
    """Token counts."""
    return None if usage is None else msgspec.structs.asdict(usage)
