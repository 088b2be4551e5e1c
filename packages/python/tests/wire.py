"""Events of the Responses API as a server sends them, for the scripts of a gateway."""

from __future__ import annotations

from typing import Any, Literal

Event = dict[str, Any]
Transport = Literal["sse", "websocket"]

TRANSPORTS: list[Transport] = ["sse", "websocket"]


def event(kind: str, **fields: Any) -> Event:
    return {"type": kind, **fields}


def response(status: str, *output: Event, **fields: Any) -> Event:
    return {"id": "resp_1", "object": "response", "model": "m", "status": status, "output": output, **fields}


def created() -> Event:
    return event("response.created", response=response("in_progress"))


def text(delta: str) -> Event:
    return event("response.output_text.delta", item_id="i", output_index=0, content_index=0, delta=delta)


def message(words: str) -> Event:
    part = {"type": "output_text", "text": words, "annotations": []}
    return {"type": "message", "id": "i", "role": "assistant", "status": "completed", "content": [part]}


def completed(*output: Event) -> Event:
    return event("response.completed", response=response("completed", *output))


def failed(code: str, *output: Event) -> Event:
    error = {"code": code, "message": "the model broke"}
    return event("response.failed", response=response("failed", *output, error=error))


def step(transport: Transport, *events: Event, numbers: list[int] | None = None, then: Any = None) -> Event:
    """A step that sends these events, numbered from 0; over a WebSocket the frame `then` ends it."""
    numbered = [
        {"sequence_number": number, **event}
        for number, event in zip(numbers or range(len(events)), events, strict=True)
    ]
    if transport == "sse":
        return {"sse": [{"event": event["type"], "data": event} for event in numbered]}
    return {"websocket": [{"json": event} for event in numbered] + ([then] if then else [])}


def broken(transport: Transport, *events: Event) -> Event:
    """A step that sends these events, and then nothing, as a server that was killed."""
    return step(transport, *events, then={"drop": True})
