"""What requests cost: `client.usage`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._arguments import body_json, call_json
from ..types._listing import UsageRecord
from ._base import AsyncResource, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types._params import CallOptions

_OPERATION = "usage.retrieve"


class Usage(Resource):
    """`client.usage`: reconcile answers with charges."""

    def retrieve(self, request_id: str, **options: Unpack[CallOptions]) -> UsageRecord:
        """What that request used and cost; for a replay ask by `meta.idempotent_replay_of`."""
        body = body_json({"request_id": request_id})
        answer, done = self._start(_OPERATION, body, call_json("retrieve", options)).finish()
        return UsageRecord.from_json(answer, meta=done.meta, usage=done.usage)


class AsyncUsage(AsyncResource):
    """`client.usage`: reconcile answers with charges."""

    async def retrieve(self, request_id: str, **options: Unpack[CallOptions]) -> UsageRecord:
        """What that request used and cost; for a replay ask by `meta.idempotent_replay_of`."""
        body = body_json({"request_id": request_id})
        answer, done = await self._start(_OPERATION, body, call_json("retrieve", options)).finish()
        return UsageRecord.from_json(answer, meta=done.meta, usage=done.usage)
