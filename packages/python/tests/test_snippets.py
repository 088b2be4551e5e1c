"""The lines that the public API promises, run as they are written; only the ellipses are filled in."""

from __future__ import annotations

import asyncio
import logging
import re
import textwrap
from collections.abc import Callable
from typing import Any

import pydantic
import pytest

from axonium import StreamInterruptedError
from axonium.testing import Gateway

USER = '[{"role": "user", "content": "hi"}]'
ORDER = """[{"role": "user", "content": '{"id": 4417}'}]"""
CALL = f'client.chat.completions.create(model="qwen3-0.6b", messages={USER})'

# --- the design of the API: chat, errors and meta ---

CREATE = """
completion = client.chat.completions.create(model="qwen3-0.6b", messages=[{"role": "user", "content": "hi"}], idempotency_key="order-4417-summary")
completion.content; completion.usage.total_tokens; completion.choices[0].finish_reason; completion.tool_calls; completion.reasoning; completion.raw
completion.meta.waited_s; completion.meta.attempts; completion.meta.idempotent_replay; completion.meta.idempotent_replay_of; completion.meta.history
"""  # noqa: E501

STREAM = """
with client.chat.completions.stream(model=…, messages=…) as stream:      # create(stream=True) returns the same object
    for chunk in stream: print(chunk.content, end="")
    stream.usage; stream.content; stream.tool_calls; stream.meta; stream.final()
"""  # noqa: E501

CATCH = """
from axonium import Axonium, AsyncAxonium, RateLimitError, SpendCapExceededError, APIError, RetryPolicy, Timeouts
try: ...
except SpendCapExceededError: ...
except RateLimitError as error: schedule_in(error.retry_after)
except APIError as error: log.warning("gateway said no", extra={"request_id": error.request_id, "waited": error.meta.waited_s})
"""  # noqa: E501

LISTS = """
client.models.list(); client.models.mine()
client.usage.retrieve(request_id).cost_usd
"""

RESPONSES = """
client.responses.create(...); client.responses.stream(..., transport="websocket")
"""

PARSE = """
client.chat.completions.parse(..., response_format=MyModel).parsed        # pydantic model, msgspec struct, dataclass, TypedDict or JSON Schema
"""  # noqa: E501

EXPLAIN = "told = client.explain(error)"

# --- the page on failure, retries and idempotency ---

WAITED = """
completion = client.chat.completions.create(model="qwen3-0.6b", messages=[...])

completion.meta.waited_s    # 36.0
completion.meta.attempts    # 2
"""

KEYED = """
completion = client.chat.completions.create(
    model="qwen3-0.6b",
    messages=[{"role": "user", "content": "..."}],
    idempotency_key="order-4417-summary",
)
"""

REPLAYED = """
if completion.meta.idempotent_replay:
    billed = completion.meta.idempotent_replay_of
"""

CAUGHT = """
from axonium import RateLimitError, SpendCapExceededError, APIError

try:
    completion = client.chat.completions.create(model="qwen3-0.6b", messages=[...])
except SpendCapExceededError:
    ...                      # not retryable, ever; a human decision
except RateLimitError as error:
    schedule_in(error.retry_after)
except APIError as error:
    log.warning("gateway said no", extra={"request_id": error.request_id})
    raise
"""


def filled(snippet: str) -> str:
    return (
        snippet.replace("model=…, messages=…", f'model="qwen3-0.6b", messages={USER}')
        .replace("messages=[...]", f"messages={USER}")
        .replace("parse(...", f'parse(model="qwen3-0.6b", messages={ORDER}')
        .replace("(...", '(model="qwen3-0.6b", input="hi"')
        .replace("try: ...", f"try: completion = {CALL}")
    )


def awaited(snippet: str) -> str:
    """The same lines for the asynchronous client: the mirror that the design promises."""
    for call in (
        "client.chat.completions.create(",
        "client.chat.completions.parse(",
        "client.responses.create(",
        "client.responses.stream(",
        "client.models.list(",
        "client.models.mine(",
        "stream.final(",
    ):
        snippet = snippet.replace(call, f"await {call}")
    snippet = snippet.replace(
        "client.usage.retrieve(request_id)", "(await client.usage.retrieve(request_id))"
    )
    snippet = re.sub(r"(await client\S+parse\(.*\))\.parsed", r"(\1).parsed", snippet)
    snippet = snippet.replace("with client", "async with client").replace(
        "for chunk in", "async for chunk in"
    )
    return snippet.replace("# create(stream=True) returns the same object", "")


Run = Callable[..., dict[str, Any]]


@pytest.fixture(params=["blocking", "asyncio"])
def run(request: pytest.FixtureRequest, gateway: Gateway) -> Run:
    """Runs a snippet with a client of the gateway, and gives the names that it left behind."""

    def run_blocking(snippet: str, **names: Any) -> dict[str, Any]:
        with gateway.client(api_key="test") as client:
            names = {"client": client, **names}
            exec(compile(filled(snippet), "snippet", "exec"), names)
        return names

    def run_asyncio(snippet: str, **names: Any) -> dict[str, Any]:
        body = textwrap.indent(awaited(filled(snippet)), "    ")
        program = (
            f"async def main():\n    error = globals().get('error')\n{body}\n    globals().update(locals())\n"
        )

        async def main() -> None:
            async with gateway.async_client(api_key="test") as client:
                names["client"] = client
                exec(compile(program, "snippet", "exec"), names)
                await names["main"]()

        asyncio.run(main())
        return names

    return run_blocking if request.param == "blocking" else run_asyncio


def test_create(run: Run, gateway: Gateway) -> None:
    completion = run(CREATE)["completion"]
    assert completion.content == "hi"
    assert gateway.requests[0].header("Idempotency-Key") == "order-4417-summary"


def test_stream(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    stream = run(STREAM)["stream"]
    assert capsys.readouterr().out == stream.content == "hi"
    assert stream.usage.total_tokens == 2


@pytest.mark.parametrize("snippet", [CATCH, CAUGHT])
def test_catch(run: Run, gateway: Gateway, caplog: pytest.LogCaptureFixture, snippet: str) -> None:
    scheduled: list[float] = []
    names = {"schedule_in": scheduled.append, "log": logging.getLogger("application")}
    gateway.script([{"status": 402, "problem": "spend-cap-exceeded"}])
    assert "completion" not in run(snippet, **names)
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "90"}, "problem": "rate-limit-exceeded-requests"}]
    )
    run(snippet, **names)
    assert scheduled == [90.0]
    gateway.script([{"status": 400, "problem": "context-exceeded"}])
    if "raise" in snippet:
        with pytest.raises(Exception, match=r"(?i)context"):
            run(snippet, **names)
    else:
        run(snippet, **names)
    (record,) = [record for record in caplog.records if record.name == "application"]
    assert record.getMessage() == "gateway said no"
    assert vars(record)["request_id"]
    assert run(snippet, **names)["completion"].content == "hi"


def test_lists(run: Run, gateway: Gateway) -> None:
    completion = run(CREATE)["completion"]
    run(LISTS, request_id=completion.meta.request_id)
    assert [request.path for request in gateway.requests[1:]] == [
        "/v1/models",
        "/v1/models/mine",
        f"/v1/usage/{completion.meta.request_id}",
    ]


def test_responses(run: Run, gateway: Gateway) -> None:
    # Read to its end, so that its request has been there.
    run(RESPONSES.replace("client.responses.stream", "stream = client.responses.stream") + "stream.final()")
    assert [(request.method, request.path) for request in gateway.requests] == [
        ("POST", "/v1/responses"),
        ("WEBSOCKET", "/v1/responses"),
    ]


class MyModel(pydantic.BaseModel):
    id: int


def test_parse(run: Run) -> None:
    parsed = run(PARSE.replace("client.", "completion = client."), MyModel=MyModel)
    assert parsed["completion"] == MyModel(id=4417)


def test_explain(run: Run) -> None:
    error = StreamInterruptedError("it broke")
    assert run(EXPLAIN, error=error)["told"] == "it broke"


def test_waited(run: Run, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "36"}, "problem": "rate-limit-exceeded-requests"}]
    )
    completion = run(WAITED)["completion"]
    assert (completion.meta.waited_s, completion.meta.attempts) == (36.0, 2)


def test_keyed_and_replayed(run: Run) -> None:
    first = run(KEYED + REPLAYED)
    assert first["completion"].content == "..."
    assert "billed" not in first
    second = run(KEYED + REPLAYED)
    assert second["billed"] == first["completion"].meta.request_id
