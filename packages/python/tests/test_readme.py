"""The example of the project's README, as it stands there."""

from __future__ import annotations

import pytest

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
