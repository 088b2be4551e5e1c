"""What streams give, under canonical names."""

from __future__ import annotations

from values import Value, completion_value, meta_value, response_value, tool_calls_value, usage_tokens

from axonium import (
    AsyncChatStream,
    AsyncParsedChatStream,
    AsyncParsedResponseStream,
    AsyncResponseStream,
    ChatCompletion,
    ChatCompletionChunk,
    ChatStream,
    ParsedChatStream,
    ParsedResponseStream,
    Response,
    ResponseEvent,
    ResponseStream,
)

PARSED = (ParsedChatStream, AsyncParsedChatStream, ParsedResponseStream, AsyncParsedResponseStream)
Stream = ChatStream | AsyncChatStream | ResponseStream | AsyncResponseStream
STREAMS = ("chat.completions.stream", "responses.stream")


class Items:
    """What a stream has given, item by item."""

    def __init__(self) -> None:
        self.count = 0
        self.text = ""
        self.events: list[str] = []

    def add(self, item: ChatCompletionChunk | ResponseEvent) -> None:
        """Take one more in."""
        self.count += 1
        if isinstance(item, ChatCompletionChunk):
            self.text += item.content
            return
        self.events.append(item.event_type if item.type == "unknown" else item.type)
        if item.type == "response.output_text.delta":
            self.text += item.delta


def stream_value(stream: Stream, final: ChatCompletion | Response | None, items: Items) -> Value:
    """A stream: as a whole answer once it is one, else by what it shows."""
    if isinstance(stream, (ChatStream, AsyncChatStream)):
        shown: Value = {"content": stream.content, "text": items.text}
    else:
        shown = {
            "output_text": stream.output_text,
            "refusal": stream.refusal,
            "text": items.text,
            "events": items.events,
            "saw_output": stream.saw_output,
        }
    if isinstance(stream, PARSED):
        shown["parsed_partial"] = stream.parsed_partial
    shown["refusal_code"] = stream.refusal_code
    if final is not None:
        value = completion_value(final) if isinstance(final, ChatCompletion) else response_value(final)
        del value["raw"]
        return {**shown, **value}
    return {
        **shown,
        "reasoning": stream.reasoning,
        "tool_calls": tool_calls_value(stream.tool_calls),
        "usage": usage_tokens(stream.usage),
        "meta": meta_value(stream.meta),
    }
