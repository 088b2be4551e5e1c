"""The error tree, and what every error carries."""

from __future__ import annotations

import builtins
import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from support import MODEL, Connect, Face, user

import axonium
from axonium import (
    APIError,
    Axonium,
    AxoniumError,
    RateLimitError,
    SpendCapExceededError,
    StreamInterruptedError,
)
from axonium.testing import Gateway

CATALOGUE = json.loads((Path(__file__).parents[3] / "core/contract/errors.json").read_text())

# Written out from the rule of the error tree: a row sits under its status' own kind, else under its class.
PARENT_BY_STATUS = {
    400: "BadRequestError",
    401: "UnauthorizedError",
    404: "NotFoundError",
    409: "ConflictError",
}


def error_type(name: str) -> type[AxoniumError]:
    found: type[AxoniumError] = getattr(axonium, name)
    assert issubclass(found, AxoniumError)
    return found


@pytest.mark.parametrize("row", CATALOGUE["gateway"], ids=lambda row: row["suffix"])
def test_each_row_has_its_type_under_its_parents(row: dict[str, Any]) -> None:
    kind = error_type(row["name"] + "Error")
    status = row["status"]
    assert issubclass(kind, error_type(PARENT_BY_STATUS.get(status, "APIError")))
    assert issubclass(kind, error_type("ServerError" if str(status).startswith("5") else "ClientError"))
    assert issubclass(kind, APIError)
    assert row["meaning"].split()[0] in (kind.__doc__ or "")


@pytest.mark.parametrize("row", CATALOGUE["local"] + CATALOGUE["oauth"], ids=lambda row: row["name"])
def test_local_kinds_are_no_api_errors(row: dict[str, Any]) -> None:
    kind = error_type(row["name"].removesuffix("Error") + "Error")
    assert not issubclass(kind, APIError)
    assert issubclass(kind, axonium.OAuthError) == (row in CATALOGUE["oauth"])


def test_the_builtins_catch_theirs() -> None:
    assert issubclass(axonium.TimeoutError, builtins.TimeoutError)
    assert issubclass(axonium.ConnectionError, builtins.ConnectionError)


@pytest.mark.parametrize("row", CATALOGUE["gateway"], ids=lambda row: row["suffix"])
def test_a_problem_document_raises_its_type(connect: Connect, gateway: Gateway, row: dict[str, Any]) -> None:
    status = 418 if row["status"] == "4xx" else row["status"]
    at_token_endpoint = row["meaning"].startswith("Token endpoint only")
    path = "/oauth2/token" if at_token_endpoint else "/v1/chat/completions"
    gateway.script([{"path": path, "status": status, "problem": row["suffix"]}])
    credentials = (
        {"api_key": None, "client_id": "me", "client_secret": "client-secret"} if at_token_endpoint else {}
    )
    face = connect(retry=axonium.RetryPolicy(max_attempts=1), **credentials)
    with pytest.raises(error_type(row["name"] + "Error")) as caught:
        face.create(model=MODEL, messages=user("hi"))
    assert type(caught.value) is error_type(row["name"] + "Error")
    assert caught.value.kind == row["name"]
    assert caught.value.status == status
    assert caught.value.request_id
    # A request for a token is no attempt of the call.
    assert (caught.value.meta.attempts == 0) == at_token_endpoint


def test_an_error_says_what_happened_and_what_was_tried(face: Face, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "90"}, "problem": "rate-limit-exceeded-requests"}]
    )
    with pytest.raises(RateLimitError) as caught:
        face.create(model=MODEL, messages=user("hi"))
    error = caught.value
    assert error.retry_after == 90.0
    assert error.retryable
    assert not error.local
    assert error.reason is not None
    assert error.reason.code
    assert error.reason.text
    assert error.trace_id
    assert error.body
    assert error.meta.waited_s == 0.0
    assert error.meta.history[0].status == 429
    lines = str(error).splitlines()
    assert len(lines) == 2
    assert lines[0]
    assert lines[1]


def test_explain_is_what_the_error_says(client: Axonium, gateway: Gateway) -> None:
    gateway.script([{"status": 402, "problem": "spend-cap-exceeded"}])
    with pytest.raises(SpendCapExceededError) as caught:
        client.chat.completions.create(model=MODEL, messages=user("hi"))
    assert client.explain(caught.value) == str(caught.value)


@pytest.mark.parametrize("again", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])
def test_errors_survive_pickling_and_copying(client: Axonium, gateway: Gateway, again: Any) -> None:
    gateway.script([{"gateway": True, "model_breaks_after": 3}])
    with pytest.raises(StreamInterruptedError) as caught:
        client.chat.completions.stream(model=MODEL, messages=user("one two three four five")).final()
    error = caught.value
    vars(error)["note"] = "mine"
    same = again(error)
    assert type(same) is type(error)
    assert str(same) == str(error)
    assert same.args == error.args
    assert same.partial_content == error.partial_content == "one two three"
    assert same.meta == error.meta
    assert same.reason == error.reason
    assert vars(same)["note"] == "mine"


@pytest.mark.parametrize("kind", [axonium.TimeoutError, axonium.ConnectionError])
def test_errors_under_builtins_pickle_too(kind: type[AxoniumError]) -> None:
    same = pickle.loads(pickle.dumps(kind("too slow")))
    assert type(same) is kind
    assert same.message == str(same) == "too slow"


def test_an_error_can_be_made_by_hand() -> None:
    error = RateLimitError("slow down")
    assert str(error) == "slow down"
    assert error.kind == "RateLimit"
    assert error.meta.attempts == 0
    assert error.partial_tool_calls == ()


def test_a_lost_connection_is_python_s_own_too(connect: Connect) -> None:
    with Gateway(refuse_connections=True) as closed:
        face = connect(gateway_base_url=closed.url, retry=axonium.RetryPolicy(max_attempts=1))
        with pytest.raises(builtins.ConnectionError) as caught:
            face.create(model=MODEL, messages=user("hi"))
    assert isinstance(caught.value, axonium.ConnectionError)
    assert caught.value.sent is False


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"gateway_base_url": "no-scheme.example"}, "gateway_base_url"),
        ({"ca_bundle": "/nowhere/bundle.pem"}, "ca_bundle"),
        ({"client_id": "a", "client_secret": "b"}, None),
        ({"timeouts": axonium.Timeouts(request=-1)}, "timeouts"),
    ],
)
def test_an_unusable_setting_is_named(connect: Connect, options: dict[str, Any], field: str | None) -> None:
    with pytest.raises(axonium.ConfigurationError) as caught:
        connect(**options)
    assert caught.value.field
    assert field is None or field in caught.value.field


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"model": ""}, "model"),
        ({"messages": []}, "messages"),
        ({"idempotency_key": "k" * 256}, "idempotency_key"),
        ({"idempotency_key": "a\nb"}, "idempotency_key"),
        ({"temperature": 3}, "temperature"),
        ({"top_logprobs": 3}, "top_logprobs"),
        ({"timeout": -1}, "timeout"),
        ({"extra_body": {"model": "other"}}, "model"),
    ],
)
def test_a_request_is_refused_by_its_field_before_sending(
    face: Face, gateway: Gateway, parameters: dict[str, Any], field: str
) -> None:
    with pytest.raises(axonium.InvalidRequestError) as caught:
        face.create(**{"model": MODEL, "messages": user("hi"), **parameters})
    assert caught.value.field is not None
    assert field in caught.value.field
    assert caught.value.local
    assert gateway.requests == []
