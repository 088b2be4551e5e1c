"""WebSockets that are kept for many turns."""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

import pytest
from support import LONG, MODEL, Face, left_early, slow
from wire import broken, created, step, text

import axonium
from axonium import Axonium, InvalidRequestError, StreamInterruptedError
from axonium.testing import Gateway

if TYPE_CHECKING:
    from typing_extensions import Self


class Peer:
    """A server that accepts one WebSocket, says nothing, and notices when it ends."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def ended(self) -> bool:
        return self._ended.wait(timeout=30)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(4096)
            headers = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:] if line)
            key = next(value for name, value in headers.items() if name.lower() == b"sec-websocket-key")
            accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
            connection.sendall(
                b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
            )
            try:
                while connection.recv(4096):
                    pass
            except ConnectionResetError:
                pass
        self._ended.set()


def test_one_connection_carries_many_turns(face: Face, gateway: Gateway) -> None:
    connection = face.connect()
    first = connection.create(model=MODEL, input="one", store=True)
    assert first.output_text == "one"
    read = connection.read(model=MODEL, input="two", previous_response_id=first.id)
    assert read.response.output_text == "two"
    assert read.types[-1] == "response.completed"
    assert connection.create(model=MODEL, input="three").output_text == "three"
    assert gateway.connections == 1
    assert [request.method for request in gateway.requests] == ["WEBSOCKET"] * 3
    assert gateway.requests[1].json["previous_response_id"] == first.id
    connection.close()


def test_the_handshake_is_a_call_like_any_other(face: Face, gateway: Gateway) -> None:
    gateway.script(
        [{"status": 429, "headers": {"Retry-After": "99"}, "problem": "rate-limit-exceeded-requests"}]
    )
    with pytest.raises(axonium.RateLimitError) as caught:
        face.connect()
    assert caught.value.retry_after == 99.0
    face.connect(extra_headers={"x-team": "blue"}).create(model=MODEL, input="hi")
    assert gateway.requests[-1].header("X-Team") == "blue"


def test_a_turn_beside_an_active_one_is_refused(gateway: Gateway, client: Axonium) -> None:
    gateway.script([step("websocket", created(), text("half"), then={"hang": True})])
    with client.responses.connect() as connection:
        with connection.stream(model="m", input="hi") as stream:
            with pytest.raises(InvalidRequestError) as caught:
                connection.create(model=MODEL, input="again")
            assert caught.value.field == "connection"
            assert caught.value.local
            assert [next(stream).type, next(stream).type][-1] == "response.output_text.delta"
        assert connection.create(model=MODEL, input="now").output_text == "now"
    assert len(gateway.requests) == 2


def test_a_connection_that_grew_too_old_is_opened_anew(face: Face, gateway: Gateway) -> None:
    connection = face.connect()
    assert connection.create(model=MODEL, input="one").output_text == "one"
    gateway.advance(60 * 60)
    second = connection.create(model=MODEL, input="two")
    assert (second.output_text, second.meta.attempts) == ("two", 1)
    assert gateway.connections == 2


def test_a_turn_that_is_lost_is_raised_and_the_next_one_goes_on(face: Face, gateway: Gateway) -> None:
    gateway.script([broken("websocket", created(), text("half"))])
    connection = face.connect()
    read = connection.read(model="m", input="hi")
    assert isinstance(read.error, StreamInterruptedError)
    assert read.error.partial_content == "half"
    assert connection.create(model=MODEL, input="two").output_text == "two"


def test_leaving_a_turn_s_loop_ends_it_and_the_next_one_goes_on() -> None:
    with slow() as gateway, gateway.client(api_key="test") as real, real.responses.connect() as connection:
        for event in connection.stream(model=MODEL, input=LONG):
            if event.type == "response.output_text.delta":
                break
        assert left_early(gateway)
        assert connection.create(model=MODEL, input="two").output_text == "two"
        assert gateway.connections == 2


def test_a_turn_may_follow_at_once_on_one_that_was_left(face: Face) -> None:
    connection = face.connect()
    for number in range(20):
        left = connection.read(model=MODEL, input=LONG, stop_after=1)
        assert left.error is None
        assert connection.create(model=MODEL, input=f"turn {number}").output_text == f"turn {number}"


def test_a_turn_may_follow_at_once_on_the_last_event_of_one(client: Axonium) -> None:
    with client.responses.connect() as connection:
        for number in range(20):
            stream = connection.stream(model=MODEL, input=f"turn {number}")
            while next(stream).type != "response.completed":
                pass
            assert connection.create(model=MODEL, input="next").output_text == "next"
            assert stream.final().output_text == f"turn {number}"


def test_closing_cuts_off_the_active_turn(gateway: Gateway, client: Axonium) -> None:
    gateway.script([step("websocket", created(), text("half"), then={"hang": True})])
    connection = client.responses.connect()
    stream = connection.stream(model="m", input="hi")
    assert [next(stream).type, next(stream).type] == ["response.created", "response.output_text.delta"]
    connection.close()
    with pytest.raises(axonium.CancelledError):
        next(stream)
    assert stream.output_text == "half"


def test_a_closed_connection_says_so(face: Face, gateway: Gateway) -> None:
    connection = face.connect()
    connection.close()
    connection.close()
    with pytest.raises(InvalidRequestError, match="closed") as caught:
        connection.create(model=MODEL, input="hi")
    assert caught.value.field == "connection"
    assert gateway.requests == []


def test_a_connection_may_outlive_its_client(face: Face, gateway: Gateway) -> None:
    other = gateway.client(api_key="test")
    connection = other.responses.connect()
    other.close()
    connection.close()
    with pytest.raises(axonium.AxoniumError, match="closed"):
        connection.create(model=MODEL, input="hi")
    assert face.connect().create(model=MODEL, input="hi").output_text == "hi"


def _leave_block(client: Axonium) -> None:
    with client.responses.connect():
        pass


def _drop(client: Axonium) -> None:
    client.responses.connect()
    gc.collect()


def _close_client(client: Axonium) -> None:
    connection = client.responses.connect()
    client.close()
    assert connection.meta.attempts == 1


@pytest.mark.parametrize("let_go", [_leave_block, _drop, _close_client])
def test_a_connection_that_is_let_go_is_closed(let_go: Callable[[Axonium], None]) -> None:
    with Peer() as peer, Axonium(gateway_base_url=peer.url, api_key="test") as client:
        let_go(client)
        assert peer.ended()


def test_a_stream_keeps_its_connection(gateway: Gateway, client: Axonium) -> None:
    stream = client.responses.connect().stream(model=MODEL, input="one two")
    gc.collect()
    assert stream.final().output_text == "one two"
    assert gateway.connections == 1


def test_asyncio_opens_it_when_it_is_awaited_or_entered(gateway: Gateway) -> None:
    async def main() -> None:
        async with gateway.async_client(api_key="test") as client:
            connection = client.responses.connect()
            assert gateway.connections == 0
            with pytest.raises(RuntimeError, match="not open yet"):
                connection.stream(model=MODEL, input="hi")
            with pytest.raises(RuntimeError, match="not open yet"):
                _ = connection.meta
            async with connection:
                assert connection.meta.attempts == 1
                assert (await connection.create(model=MODEL, input="one")).output_text == "one"
                async with connection.stream(model=MODEL, input="two") as stream:
                    assert [event.type async for event in stream][-1] == "response.completed"
            with pytest.raises(InvalidRequestError, match="closed"):
                await connection.create(model=MODEL, input="hi")
            same = await client.responses.connect()
            assert await same is same
            assert gateway.connections == 2

    asyncio.run(main())


def test_cancelling_the_task_of_a_turn_ends_it_at_once() -> None:
    async def main() -> None:
        with slow() as gateway:
            async with gateway.async_client(api_key="test") as client:
                connection = await client.responses.connect()
                words: list[str] = []

                async def read() -> None:
                    async for event in connection.stream(model=MODEL, input=LONG):
                        if event.type == "response.output_text.delta":
                            words.append(event.delta)

                task = asyncio.create_task(read())
                while not words:
                    await asyncio.sleep(0)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert left_early(gateway)
                assert (await connection.create(model=MODEL, input="two")).output_text == "two"

    asyncio.run(main())


def test_closing_cuts_off_the_active_turn_of_another_task(gateway: Gateway) -> None:
    async def main() -> None:
        gateway.script([step("websocket", created(), then={"hang": True})])
        async with gateway.async_client(api_key="test") as client:
            connection = await client.responses.connect()
            stream = await connection.stream(model="m", input="hi")
            assert (await stream.__anext__()).type == "response.created"
            task = asyncio.create_task(stream.final())
            await asyncio.sleep(0)
            await connection.aclose()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(main())
