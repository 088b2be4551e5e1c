"""Types of requests and answers."""

from ._chat import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatDelta,
    ChatMessage,
    Choice,
    ChunkChoice,
    FunctionCall,
    ToolCall,
    ToolCallDelta,
)
from ._json_object import JsonObject
from ._listing import Model, ModelList, TokenInfo, UsageRecord
from ._meta import Attempt, Meta, RateLimit, Usage
from ._params import (
    CallOptions,
    ChatMessageParam,
    ChatParameters,
    FunctionCallParam,
    FunctionDefinition,
    ImagePart,
    ImageUrl,
    MessageParam,
    TextPart,
    ToolCallParam,
    ToolParam,
)
from .response_events import ResponseEvent, UnknownResponseEvent

__all__ = [
    "Attempt",
    "CallOptions",
    "ChatCompletion",
    "ChatCompletionChunk",
    "ChatDelta",
    "ChatMessage",
    "ChatMessageParam",
    "ChatParameters",
    "Choice",
    "ChunkChoice",
    "FunctionCall",
    "FunctionCallParam",
    "FunctionDefinition",
    "ImagePart",
    "ImageUrl",
    "JsonObject",
    "MessageParam",
    "Meta",
    "Model",
    "ModelList",
    "RateLimit",
    "ResponseEvent",
    "TextPart",
    "TokenInfo",
    "ToolCall",
    "ToolCallDelta",
    "ToolCallParam",
    "ToolParam",
    "UnknownResponseEvent",
    "Usage",
    "UsageRecord",
]
