"""An LLM client that knows when a call is safe to repeat.

>>> from axonium import Axonium
>>> client = Axonium()
>>> client.chat.completions.create(model="qwen3-0.6b", messages=[{"role": "user", "content": "hi"}]).content
'Hello!'

The package keeps no policy and no defaults of its own: one engine, shared with the other languages, decides.
"""

from . import _error_types, types
from ._chat_streams import AsyncChatStream, ChatStream
from ._client import AsyncAxonium, Axonium
from ._connections import AsyncResponseConnection, ResponseConnection
from ._error_types import *  # noqa: F403 - generated, with an __all__ of its own
from ._errors import APIError, AxoniumError, Cause, MalformedOutput, Reason
from ._keys import RunKeys, derive_key
from ._notices import DecisionNotice, Hooks, RequestNotice, ResponseNotice, WaitNotice
from ._parsed_streams import (
    AsyncParsedChatStream,
    AsyncParsedResponseStream,
    ParsedChatStream,
    ParsedResponseStream,
)
from ._response_streams import AsyncResponseStream, ResponseStream
from ._settings import (
    AsyncClientOptions,
    AsyncTokenProvider,
    CircuitBreaker,
    ClientOptions,
    RetryBudget,
    RetryPolicy,
    Route,
    Timeouts,
    TokenProvider,
)
from ._version import __version__
from .types import (
    ChatCompletion,
    ChatCompletionChunk,
    CircuitStatus,
    Meta,
    ModelList,
    ParsedChatCompletion,
    ParsedResponse,
    Refusal,
    Response,
    ResponseEvent,
    Usage,
    UsageRecord,
)

__all__ = [
    "APIError",
    "AsyncAxonium",
    "AsyncChatStream",
    "AsyncClientOptions",
    "AsyncParsedChatStream",
    "AsyncParsedResponseStream",
    "AsyncResponseConnection",
    "AsyncResponseStream",
    "AsyncTokenProvider",
    "Axonium",
    "AxoniumError",
    "Cause",
    "ChatCompletion",
    "ChatCompletionChunk",
    "ChatStream",
    "CircuitBreaker",
    "CircuitStatus",
    "ClientOptions",
    "DecisionNotice",
    "Hooks",
    "MalformedOutput",
    "Meta",
    "ModelList",
    "ParsedChatCompletion",
    "ParsedChatStream",
    "ParsedResponse",
    "ParsedResponseStream",
    "Reason",
    "Refusal",
    "RequestNotice",
    "Response",
    "ResponseConnection",
    "ResponseEvent",
    "ResponseNotice",
    "ResponseStream",
    "RetryBudget",
    "RetryPolicy",
    "Route",
    "RunKeys",
    "Timeouts",
    "TokenProvider",
    "Usage",
    "UsageRecord",
    "WaitNotice",
    "__version__",
    "derive_key",
    "types",
]
__all__ += _error_types.__all__
