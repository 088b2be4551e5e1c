"""The access token in use: `client.token`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._arguments import call_json
from ..types._listing import TokenInfo
from ._base import AsyncResource, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types._params import CallOptions

_OPERATION = "token.fetch"


class Token(Resource):
    """`client.token`: try the credentials, and see what they grant."""

    def fetch(self, **options: Unpack[CallOptions]) -> TokenInfo:
        """Fetch the access token, or reuse the one at hand. The token itself is never shown."""
        answer, done = self._start(_OPERATION, b"", call_json("fetch", options)).finish()
        return TokenInfo.from_json(answer, meta=done.meta)


class AsyncToken(AsyncResource):
    """`client.token`: try the credentials, and see what they grant."""

    async def fetch(self, **options: Unpack[CallOptions]) -> TokenInfo:
        """Fetch the access token, or reuse the one at hand. The token itself is never shown."""
        answer, done = await self._start(_OPERATION, b"", call_json("fetch", options)).finish()
        return TokenInfo.from_json(answer, meta=done.meta)
