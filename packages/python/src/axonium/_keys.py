"""Idempotency keys that come out the same when a program is started again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from . import _native
from ._arguments import keyed_json
from ._failures import error_from_json, refused
from ._json import NotJson, checked_text


def derive_key(namespace: str, request: Mapping[str, Any]) -> str:
    """An idempotency key that this request always comes to, in every language of this SDK.

    `request` holds the parameters of `chat.completions.create` or `responses.create`; options of the call,
    such as `timeout`, do not count. `namespace` says what the answer is for: without it, two uses of one
    prompt would share one generation. An empty one raises InvalidRequestError.

    A gateway remembers a key for 24 hours. Whether it holds that of a request which failed is undefined: the
    request may run again, or its error come back; another namespace makes another key.

    >>> request = {"model": "qwen3-0.6b", "messages": [{"role": "user", "content": "hi"}]}
    >>> derive_key("order-4417", request)
    'ax1-c59562384c59de0fff7172eac05a1293790335c07f05518088fe2fb5d250a5f4'
    """
    try:
        return _native.derive_key(_text("namespace", namespace), keyed_json(request))
    except _native.EngineError as failure:
        raise error_from_json(failure.args[0]) from None


class RunKeys(msgspec.Struct, frozen=True):
    """The idempotency keys of a run of several steps that may be started again: each step keeps its key.

    >>> RunKeys("import-2026-11-30").step("summary") == RunKeys("import-2026-11-30").step("summary")
    True
    """

    run_id: str
    """Names the run, not the process: it is the same when the run is started again."""

    def step(self, name: str) -> str:
        """The key of a step; an empty name, or an empty run id, raises InvalidRequestError."""
        try:
            return _native.run_key(_text("run_id", self.run_id), _text("step", name))
        except _native.EngineError as failure:
            raise error_from_json(failure.args[0]) from None


def _text(field: str, value: str) -> str:
    # The annotation is a promise of the caller's, which nothing has checked.
    if not isinstance(cast("object", value), str):
        raise refused("InvalidRequest", field, f"takes a string, not {type(value).__name__}")
    try:
        return checked_text(value)
    except NotJson as fault:
        raise refused("InvalidRequest", field, fault.why) from None
