"""The example of the project's README, as it stands there, and those of docstrings that need no server."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

import axonium.testing
from axonium import _notices
from axonium.testing import Gateway


def test_readme(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AXONIUM_GATEWAY_BASE_URL", gateway.url)
    monkeypatch.setenv("AXONIUM_API_KEY", "test")

    from axonium import Axonium

    client = Axonium()
    completion = client.chat.completions.create(
        model="qwen3-0.6b",
        messages=[{"role": "user", "content": "Summarise order 4417."}],
        idempotency_key="order-4417-summary",
    )
    print(completion.content, completion.meta.attempts, completion.meta.waited_s)

    client.close()
    assert capsys.readouterr().out == "Summarise order 4417. 1 0.0\n"


@pytest.mark.parametrize("module", [axonium.testing, _notices], ids=lambda module: module.__name__)
def test_docstrings(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
