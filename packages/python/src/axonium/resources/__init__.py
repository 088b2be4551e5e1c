"""What a client offers, by the gateway's own nouns. Each file holds one noun, blocking and asynchronous."""

from .chat import AsyncChat, AsyncChatCompletions, Chat, ChatCompletions
from .models import AsyncModels, Models
from .responses import AsyncResponses, Responses
from .token import AsyncToken, Token
from .usage import AsyncUsage, Usage

__all__ = [
    "AsyncChat",
    "AsyncChatCompletions",
    "AsyncModels",
    "AsyncResponses",
    "AsyncToken",
    "AsyncUsage",
    "Chat",
    "ChatCompletions",
    "Models",
    "Responses",
    "Token",
    "Usage",
]
