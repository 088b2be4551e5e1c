"""The examples of both READMEs, as they stand there, and those of docstrings that need no server."""

from __future__ import annotations

import doctest
import logging
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import axonium.testing
from axonium import _keys, _notices, _settings
from axonium.testing import Gateway
from axonium.types import _json_object

README = Path(__file__).parent.parent / "README.md"


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


def test_package_readme(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXONIUM_GATEWAY_BASE_URL", gateway.url)
    monkeypatch.setenv("AXONIUM_API_KEY", "test")
    snippets = re.findall(r"^```python\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"schedule_in": print, "log": logging.getLogger("application")}
    for number, snippet in enumerate(snippets):
        exec(compile(snippet, f"snippet {number}", "exec"), names)
    assert len(snippets) == 8
    assert (names["order"].id, names["streamed"].colour) == (4417, "blue")
    assert names["resumed"].content == "hi"
    assert names["first"].output_text == "hi"
    assert names["outline"].content == "Outline a report."
    assert names["response"].meta.route == "own"


@pytest.mark.parametrize(
    "module", [axonium.testing, _keys, _notices, _settings, _json_object], ids=lambda module: module.__name__
)
def test_docstrings(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
