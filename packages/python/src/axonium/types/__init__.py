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
from ._circuits import CircuitStatus
from ._json_object import JsonObject
from ._listing import Model, ModelList, TokenInfo, UsageRecord
from ._meta import Attempt, Meta, RateLimit, Refusal, Usage
from ._params import (
    CallOptions,
    ChatMessageParam,
    ChatParameters,
    FunctionCallParam,
    FunctionDefinition,
    GenerationOptions,
    ImagePart,
    ImageUrl,
    MessageParam,
    RoutedOptions,
    TextPart,
    ToolCallParam,
    ToolParam,
)
from ._response_params import (
    FunctionCallOutputParam,
    FunctionToolParam,
    InputItemParam,
    InputMessageParam,
    ResponseOptions,
    ResponseParameters,
)
from ._responses import IncompleteDetails, Response, ResponseErrorDetails
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
    "CircuitStatus",
    "FunctionCall",
    "FunctionCallOutputParam",
    "FunctionCallParam",
    "FunctionDefinition",
    "FunctionToolParam",
    "GenerationOptions",
    "ImagePart",
    "ImageUrl",
    "IncompleteDetails",
    "InputItemParam",
    "InputMessageParam",
    "JsonObject",
    "MessageParam",
    "Meta",
    "Model",
    "ModelList",
    "RateLimit",
    "Refusal",
    "Response",
    "ResponseErrorDetails",
    "ResponseEvent",
    "ResponseOptions",
    "ResponseParameters",
    "RoutedOptions",
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
