"""The examples of docs/how-calls-fail.md: one function a row, and no row without one."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import how_calls_fail
import pytest

from axonium import Axonium
from axonium.testing import Gateway

# The rows of the page, as every language has them.
ROWS = """
    rate-limit wait-too-long not-sent lost-without-key lost-with-key timeout-without-key timeout-with-key
    in-progress key-reuse token-expired upstream-error capacity-exhausted damaged-answer cancelled
    stream-broken stream-lost-before-output spend-cap cooldown circuit-open malformed-output
    truncated-output refusal timeout-then-fallback resume
"""
EXAMPLES = [row.replace("-", "_") for row in ROWS.split()]


@pytest.mark.parametrize("name", EXAMPLES)
def test_row(gateway: Gateway, client: Axonium, name: str) -> None:
    example: Callable[[Gateway, Axonium], None] = getattr(how_calls_fail, name)
    example(gateway, client)


def test_no_example_is_left_out() -> None:
    examples = [
        name
        for name, value in vars(how_calls_fail).items()
        if inspect.isfunction(value) and value.__module__ == how_calls_fail.__name__
    ]
    assert examples == EXAMPLES
