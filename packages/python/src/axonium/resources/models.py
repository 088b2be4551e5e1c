"""The catalogue: `client.models`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._arguments import call_json
from ..types._listing import ModelList
from ._base import AsyncResource, Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types._params import CallOptions


class Models(Resource):
    """`client.models`: what runs, and what these credentials may use."""

    def list(self, **options: Unpack[CallOptions]) -> ModelList:
        """Every model that runs here."""
        answer, done = self._start("models.list", b"", call_json("list", options)).finish()
        return ModelList.from_json(answer, meta=done.meta)

    def mine(self, **options: Unpack[CallOptions]) -> ModelList:
        """The models that run here and that these credentials may use; an empty list is no error."""
        answer, done = self._start("models.mine", b"", call_json("mine", options)).finish()
        return ModelList.from_json(answer, meta=done.meta)


class AsyncModels(AsyncResource):
    """`client.models`: what runs, and what these credentials may use."""

    async def list(self, **options: Unpack[CallOptions]) -> ModelList:
        """Every model that runs here."""
        answer, done = await self._start("models.list", b"", call_json("list", options)).finish()
        return ModelList.from_json(answer, meta=done.meta)

    async def mine(self, **options: Unpack[CallOptions]) -> ModelList:
        """The models that run here and that these credentials may use; an empty list is no error."""
        answer, done = await self._start("models.mine", b"", call_json("mine", options)).finish()
        return ModelList.from_json(answer, meta=done.meta)
