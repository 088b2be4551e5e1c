"""The Python code of the pages in docs/, as it stands there."""

import pytest

from axonium import Axonium, Route
from axonium.testing import Gateway


def test_responses_plain_and_streamed(client: Axonium, capsys: pytest.CaptureFixture[str]) -> None:
    response = client.responses.create(model="qwen3-0.6b", input="Count to 3.")
    print(response.output_text, response.status)

    with client.responses.stream(model="qwen3-0.6b", input="Count to 3.", transport="websocket") as stream:
        for event in stream:
            if event.type == "response.output_text.delta":
                print(event.delta, end="")
        print(stream.saw_output, stream.final().status)

    assert capsys.readouterr().out == "1 2 3 completed\n1 2 3True completed\n"


def test_turns_on_one_connection(gateway: Gateway, client: Axonium) -> None:
    with client.responses.connect() as connection:
        first = connection.create(model="qwen3-0.6b", input="The capital of Italy?", store=True)
        second = connection.create(model="qwen3-0.6b", input="And of Peru?", previous_response_id=first.id)
        print(second.output_text)

    assert [request.method for request in gateway.requests] == ["WEBSOCKET", "WEBSOCKET"]


def test_a_route_that_is_busy_is_left(gateway: Gateway) -> None:
    with Gateway() as far:
        near_url, near_key, far_url, far_key = gateway.url, "near", far.url, "far"
        gateway.script(
            [{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "30"}}, {"gateway": True}]
        )
        routes = [
            Route("near"),  # this client's address and credential
            Route("far", gateway_base_url=far_url, api_key=far_key, model="count-to-20"),
        ]
        with Axonium(gateway_base_url=near_url, api_key=near_key, routes=routes) as client:
            completion = client.chat.completions.create(
                model="qwen3-0.6b", messages=[{"role": "user", "content": "hi"}]
            )
            print(completion.meta.route, completion.meta.history)

        assert (completion.meta.route, completion.meta.attempts) == ("far", 2)
        assert far.ledger.entries[0].model == "count-to-20"
