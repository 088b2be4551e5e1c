"""Answers under their canonical names."""

from __future__ import annotations

from typing import Any

import msgspec

from axonium import AsyncChatStream, ChatCompletion, ChatStream, Meta, ModelList, Usage, UsageRecord
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
        "usage": _usage(completion.usage),
        "meta": meta_value(completion.meta),
        "raw": completion.raw,
    }


def stream_value(stream: ChatStream | AsyncChatStream, final: ChatCompletion | None, text: str) -> Value:
    """A stream: as a whole answer once it is one, else by what it shows."""
    if final is not None:
        value = completion_value(final)
        del value["raw"]
        return {**value, "text": text}
    return {
        "content": stream.content,
        "reasoning": stream.reasoning,
        "tool_calls": tool_calls_value(stream.tool_calls),
        "usage": _usage(stream.usage),
        "meta": meta_value(stream.meta),
        "text": text,
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
        "usage": _usage(record.usage),
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


def _usage(usage: Usage | None) -> Value | None:
    return None if usage is None else msgspec.structs.asdict(usage)
