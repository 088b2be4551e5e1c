"""What every test starts from: two gateways, and the proxy in front of them."""

# ruff: noqa: D103 - a test is named by what holds.

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import Pair, Proxy

from axonium.testing import Gateway

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def pair() -> Iterator[Pair]:
    slow = {"id": "slow", "words_per_second": 20}
    with (
        Gateway(models=[{"id": "qwen3-0.6b"}, slow]) as first,
        Gateway() as second,
        Proxy({"first": first.url, "second": second.url}) as proxy,
        proxy.client() as client,
    ):
        yield Pair(first, second, client)
