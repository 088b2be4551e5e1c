"""Plays jobs with the blocking client."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from errors import cancelled, described
from settings import (
    call_options,
    chat_parameters,
    client_options,
    derived_key,
    parse_options,
    response_parameters,
    run_key,
)
from streams import STREAMS, Items, stream_value
from values import (
    circuits_value,
    completion_value,
    meta_value,
    models_value,
    response_value,
    token_value,
    usage_value,
)

from axonium import (
    Axonium,
    AxoniumError,
    ChatCompletion,
    ChatStream,
    Response,
    ResponseConnection,
    ResponseStream,
)
from axonium.resources import Responses
from axonium.testing import virtual_client

Result = dict[str, Any]


def play(job: dict[str, Any]) -> list[Result]:
    """The results of one job."""
    options = client_options(job)
    with virtual_client(**options) if job["clock"] == "virtual" else Axonium(**options) as client:
        calls = _Calls(client)
        if not job["parallel"]:
            return [calls.play(call) for call in job["calls"]]
        with ThreadPoolExecutor(len(job["calls"])) as pool:
            return list(pool.map(calls.play, job["calls"]))


class _Calls:
    """The calls of one client, and the connection that they keep."""

    def __init__(self, client: Axonium) -> None:
        self.client = client
        self.connection: ResponseConnection | None = None

    def play(self, call: dict[str, Any]) -> Result:
        """The result of one call."""
        if call["op"] in STREAMS:
            return self._stream(call)
        options = call.get("options", {})
        try:
            with _interrupted_after(options.get("cancel_after_ms")):
                return {"outcome": "ok", "value": self._unary(call)}
        except KeyboardInterrupt:
            return {"outcome": "error", "error": cancelled()}
        except AxoniumError as error:
            return {"outcome": "error", "error": described(error)}

    def _unary(self, call: dict[str, Any]) -> dict[str, Any]:
        client, options = self.client, call_options(call.get("options", {}))
        calls: dict[str, Callable[[], dict[str, Any]]] = {
            "chat.completions.create": lambda: completion_value(
                client.chat.completions.create(**chat_parameters(call))
            ),
            "responses.create": lambda: response_value(
                self._carrier(call).create(**response_parameters(call))
            ),
            "chat.completions.parse": lambda: completion_value(
                client.chat.completions.parse(
                    **chat_parameters(call), **parse_options(call, "response_format")
                )
            ),
            "responses.parse": lambda: response_value(
                client.responses.parse(**response_parameters(call), **parse_options(call, "text_format"))
            ),
            "circuits": lambda: circuits_value(client.circuits()),
            "keys.derive": lambda: derived_key(call),
            "keys.run": lambda: run_key(call),
            "responses.connect": lambda: self._connect(options),
            "responses.disconnect": self._disconnect,
            "models.list": lambda: models_value(client.models.list(**options)),
            "models.mine": lambda: models_value(client.models.mine(**options)),
            "usage.retrieve": lambda: usage_value(
                client.usage.retrieve(call["request"]["request_id"], **options)
            ),
            "token.fetch": lambda: token_value(client.token.fetch(**options)),
        }
        return calls[call["op"]]()

    def _stream(self, call: dict[str, Any]) -> Result:
        options = call.get("options", {})
        stream: ChatStream | ResponseStream | None = None
        final: ChatCompletion | Response | None = None
        items = Items()
        try:
            with _interrupted_after(options.get("cancel_after_ms")):
                stream = self._open(call)
                for item in stream:
                    items.add(item)
                    if items.count == options.get("cancel_after_chunks"):
                        raise KeyboardInterrupt
                final = stream.final()
        except KeyboardInterrupt:
            error = cancelled()
        except AxoniumError as failure:
            error = described(failure)
        else:
            return {"outcome": "stream", "value": stream_value(stream, final, items), "chunks": items.count}
        if stream is None:
            return {"outcome": "error", "error": error}
        value = stream_value(stream, None, items)
        return {"outcome": "stream_error", "error": error, "value": value, "chunks": items.count}

    def _open(self, call: dict[str, Any]) -> ChatStream | ResponseStream:
        stream: ChatStream | ResponseStream
        chat = self.client.chat.completions
        if "parse" in call.get("options", {}):
            if call["op"] == "responses.stream":
                options = parse_options(call, "text_format")
                stream = self._carrier(call).stream(**response_parameters(call), **options)
            else:
                options = parse_options(call, "response_format")
                stream = chat.parse(stream=True, **chat_parameters(call), **options)
        elif call["op"] == "responses.stream":
            stream = self._carrier(call).stream(**response_parameters(call))
        else:
            stream = chat.stream(**chat_parameters(call))
        return stream

    def _carrier(self, call: dict[str, Any]) -> Responses | ResponseConnection:
        """What a call of the Responses API goes over."""
        return self._kept() if call.get("options", {}).get("connection") else self.client.responses

    def _kept(self) -> ResponseConnection:
        assert self.connection is not None, "the scenario has opened no connection"
        return self.connection

    def _connect(self, options: dict[str, Any]) -> dict[str, Any]:
        self.connection = self.client.responses.connect(**options)
        return {"meta": meta_value(self.connection.meta)}

    def _disconnect(self) -> dict[str, Any]:
        self._kept().close()
        return {}


@contextmanager
def _interrupted_after(milliseconds: float | None) -> Generator[None, None, None]:
    """Raises what Ctrl-C raises, in this very thread, when the time has passed."""
    if milliseconds is None:
        yield
        return
    thread = ctypes.c_ulong(threading.get_ident())
    interrupt = ctypes.py_object(KeyboardInterrupt)
    timer = threading.Timer(
        milliseconds / 1000, ctypes.pythonapi.PyThreadState_SetAsyncExc, (thread, interrupt)
    )
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        # One that came too late is withdrawn, or it would strike the next call.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, None)
