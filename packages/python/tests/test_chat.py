"""Plain calls: answers, meta, replays, the catalogue, usage."""

from __future__ import annotations

import pytest
from support import MODEL, TOOL, Connect, Face, kinds, spent, user

import axonium
from axonium import NotFoundError, RetryPolicy
from axonium.testing import Gateway


def test_an_answer(face: Face) -> None:
    completion = face.create(model=MODEL, messages=user("hello there"))
    assert completion.content == "hello there"
    assert completion.choices[0].finish_reason == completion.finish_reason == "stop"
    assert completion.model == MODEL
    assert spent(completion.usage).total_tokens == 4
    assert completion.tool_calls == ()
    assert completion.reasoning is None
    assert completion.raw["choices"][0]["message"]["content"] == "hello there"
    assert completion.meta.attempts == 1
    assert completion.meta.waited_s == 0.0
    assert completion.meta.request_id
    assert not completion.meta.idempotent_replay


def test_a_wait_is_reported(face: Face, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "36"}, "problem": "rate-limit-exceeded-requests"}]
    )
    completion = face.create(model=MODEL, messages=user("hi"))
    assert completion.meta.waited_s == 36.0
    assert completion.meta.attempts == 2
    assert kinds(completion.meta) == ["RateLimit", None]
    assert completion.meta.history[1].waited_before_s == 36.0
    assert gateway.ledger.generations == 1


def test_a_call_s_own_policy_wins(face: Face, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "36"}, "problem": "rate-limit-exceeded-requests"}]
    )
    with pytest.raises(axonium.RateLimitError) as caught:
        face.create(model=MODEL, messages=user("hi"), retry=RetryPolicy(max_attempts=1))
    assert caught.value.retry_after == 36.0
    assert caught.value.meta.attempts == 1


def test_a_replay_names_what_was_billed(face: Face, gateway: Gateway) -> None:
    first = face.create(model=MODEL, messages=user("hi"), idempotency_key="order-1")
    again = face.create(model=MODEL, messages=user("hi"), idempotency_key="order-1")
    assert again.content == first.content
    assert again.meta.idempotent_replay
    assert again.meta.idempotent_replay_of == first.meta.request_id
    assert again.meta.request_id != first.meta.request_id
    assert (gateway.ledger.generations, gateway.ledger.billed, gateway.ledger.replayed) == (1, 1, 1)
    with pytest.raises(NotFoundError):
        face.usage(str(again.meta.request_id))
    record = face.usage(str(again.meta.idempotent_replay_of))
    assert record.request_id == first.meta.request_id
    assert record.model == MODEL
    assert record.termination_reason == "complete"
    assert record.cost_usd is None
    assert spent(record.usage).total_tokens == 2
    assert record.raw["request_id"] == first.meta.request_id
    assert record.meta.attempts == 1


def test_a_tool_call_goes_back_as_it_came(face: Face, gateway: Gateway) -> None:
    completion = face.create(model=MODEL, messages=user('call weather {"city": "Oslo"}'), tools=[TOOL])
    (call,) = completion.tool_calls
    assert call.function.name == "weather"
    assert call.function.arguments == '{"city": "Oslo"}'
    assert completion.finish_reason == "tool_calls"
    result = {"role": "tool", "tool_call_id": call.id, "content": "rain"}
    face.create(
        model=MODEL,
        messages=[*user("weather?"), completion.choices[0].message, result, *user("thanks")],
        tools=(tool for tool in [TOOL]),
    )
    sent = gateway.requests[1].json["messages"]
    assert sent[1] == {
        "role": "assistant",
        "tool_calls": [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": "weather", "arguments": '{"city": "Oslo"}'},
            }
        ],
    }
    face.create(
        model=MODEL, messages=[{"role": "assistant", "tool_calls": completion.tool_calls}, result, *user("?")]
    )
    assert gateway.requests[2].json["messages"][0]["tool_calls"] == sent[1]["tool_calls"]


def test_reasoning_is_apart_from_content(face: Face, gateway: Gateway) -> None:
    message = {"role": "assistant", "content": "4", "reasoning_content": "2 and 2"}
    gateway.script([{"body": {"id": "c", "model": "m", "choices": [{"index": 0, "message": message}]}}])
    completion = face.create(model=MODEL, messages=user("2+2?"))
    assert (completion.content, completion.reasoning) == ("4", "2 and 2")
    assert completion.choices[0].message.to_param() == {"role": "assistant", "content": "4"}
    assert completion.usage is None


def test_headers_and_pins_are_sent(face: Face, gateway: Gateway) -> None:
    face.create(
        model=MODEL,
        messages=user("hi"),
        instance="#2",
        idempotency_key="k",
        extra_headers={"x-team": "blue"},
    )
    (request,) = gateway.requests
    assert request.header("X-Prometheus-Instance") == "#2"
    assert request.header("Idempotency-Key") == "k"
    assert request.header("X-Team") == "blue"
    assert str(request.header("User-Agent")).startswith(f"axonium-python/{axonium.__version__}")
    assert request.header("Traceparent") is None


def test_the_catalogue(face: Face) -> None:
    models = face.models()
    assert [model.id for model in models] == [MODEL, "count-to-20"]
    assert models[0].modality == "text"
    assert models[0].context_length == 32_768
    assert models.raw["data"][0]["id"] == MODEL
    assert models.meta.attempts == 1
    assert len(face.mine()) == 2


def test_the_granted_scope_is_shown(connect: Connect) -> None:
    face = connect(api_key=None, client_id="a", client_secret="client-secret", scope="inference:read")
    token = face.token()
    assert token.scope == "inference:read"


def test_the_call_s_own_time_limit(connect: Connect, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "36"}, "problem": "rate-limit-exceeded-requests"}]
    )
    with pytest.raises(axonium.RateLimitError) as caught:
        connect().create(model=MODEL, messages=user("hi"), timeout=10)
    assert caught.value.meta.waited_s == 0.0
    assert caught.value.retry_after == 36.0


def test_answers_are_values(face: Face) -> None:
    completion = face.create(model=MODEL, messages=user("hi"))
    with pytest.raises(AttributeError):
        completion.meta.attempts = 7  # type: ignore[misc]
    assert "raw_json" not in repr(completion)
    assert repr(completion).startswith("ChatCompletion(id='")


def test_an_answer_nested_deeper_than_the_interpreter_goes_is_still_an_answer(
    face: Face, gateway: Gateway
) -> None:
    body = '{"id": "x", "choices": [], "more": ' + "[" * 100_000 + "]" * 100_000 + "}"
    gateway.script([{"text": body, "headers": {"Content-Type": "application/json"}}])
    completion = face.create(model=MODEL, messages=user("hi"))
    assert completion.choices == ()
    assert bytes(completion.raw_json) == body.encode()
