"""A gateway of its own for each test, and clients of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from support import AsyncFace, BlockingFace, Connect, Face

from axonium import AsyncAxonium, Axonium
from axonium.testing import Gateway


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with Gateway() as gateway:
        yield gateway


@pytest.fixture
def client(gateway: Gateway) -> Iterator[Axonium]:
    with gateway.client(api_key="test") as client:
        yield client


@pytest.fixture(params=["blocking", "asyncio"])
def connect(request: pytest.FixtureRequest, gateway: Gateway) -> Iterator[Connect]:
    """Makes a client of the gateway, of the kind under test."""
    clients: list[Axonium | AsyncAxonium] = []

    def make(**options: Any) -> Face:
        options = {"api_key": "test", **options}
        if request.param == "blocking":
            blocking = gateway.client(**options)
            clients.append(blocking)
            return BlockingFace(blocking)
        asynchronous = gateway.async_client(**options)
        clients.append(asynchronous)
        return AsyncFace(asynchronous)

    yield make
    for client in clients:
        if isinstance(client, Axonium):
            client.close()
        else:
            asyncio.run(client.aclose())


@pytest.fixture
def face(connect: Connect) -> Face:
    """A client with an API key and nothing else set."""
    return connect()
