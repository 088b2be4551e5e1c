"""Answers of the catalogue, of usage and of the token endpoint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec

from .._json import Fitting, parse
from ._meta import Meta, Usage


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A model that runs and that these credentials may use."""

    id: str = ""
    owned_by: str | None = None
    context_length: int | None = None
    """In tokens; None for image models."""
    family: str | None = None
    quantization: str | None = None
    modality: str | None = None
    payload_schema: Any = None
    served_by: Any = None


class _ModelsBody(msgspec.Struct, frozen=True):
    data: tuple[Model, ...] = ()


class _UsageBody(msgspec.Struct, frozen=True):
    request_id: str | None = None
    model: str | None = None
    cost_usd: float | None = None
    termination_reason: str | None = None
    interrupted: bool | None = None
    instance_id: str | None = None
    created_at: str | int | float | None = None


class _TokenBody(msgspec.Struct, frozen=True):
    scope: str | None = None
    expires_in_s: float | None = None


_tokens = Fitting(_TokenBody)
_models = Fitting(_ModelsBody)
_usages = Fitting(_UsageBody)


class ModelList(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The models of a catalogue; iterate over it. An empty list is no error.

    >>> [model.id for model in client.models.list()]      # doctest: +SKIP
    ['qwen3-0.6b']
    """

    data: tuple[Model, ...] = ()
    meta: Meta
    raw_json: bytes = b"{}"

    def __iter__(self) -> Iterator[Model]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> Model:
        return self.data[index]

    @cached_property
    def raw(self) -> Any:  # noqa: ANN401 - the server decides
        """The whole body, parsed."""
        return parse(self.raw_json)

    def __repr__(self) -> str:
        return f"ModelList(data={self.data!r}, meta={self.meta!r})"

    @classmethod
    def from_json(cls, body: bytes, *, meta: Meta) -> ModelList:
        """Read a catalogue out of a response body."""
        return cls(data=_models.decode(body).data, meta=meta, raw_json=body)


class UsageRecord(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a request used and cost, by its request id."""

    request_id: str | None = None
    model: str | None = None
    usage: Usage | None = None
    cost_usd: float | None = None
    """None where the model has no price; None is not 0."""
    termination_reason: str | None = None
    """`complete`, `upstream_error` or `client_disconnected`."""
    interrupted: bool | None = None
    instance_id: str | None = None
    created_at: str | int | float | None = None
    meta: Meta
    """Of the look-up, not of the request looked up."""
    raw_json: bytes = b"{}"

    @cached_property
    def raw(self) -> Any:  # noqa: ANN401 - the server decides
        """The whole body, parsed."""
        return parse(self.raw_json)

    def __repr__(self) -> str:
        return (
            f"UsageRecord(request_id={self.request_id!r}, model={self.model!r}, usage={self.usage!r}, "
            f"cost_usd={self.cost_usd!r}, termination_reason={self.termination_reason!r})"
        )

    @classmethod
    def from_json(cls, body: bytes, *, meta: Meta, usage: Usage | None = None) -> UsageRecord:
        """Read a usage record out of a response body."""
        read = _usages.decode(body)
        return cls(**msgspec.structs.asdict(read), usage=usage, meta=meta, raw_json=body)


class TokenInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the access token in use. The token itself is never shown."""

    scope: str | None = None
    """The scope that was granted, which may be less than was asked for."""
    expires_in_s: float | None = None
    meta: Meta

    @classmethod
    def from_json(cls, body: bytes, *, meta: Meta) -> TokenInfo:
        """Read what the engine says of the token."""
        read = _tokens.decode(body)
        return cls(scope=read.scope, expires_in_s=read.expires_in_s, meta=meta)
