"""Plays jobs with the blocking client."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from errors import cancelled, described
from settings import call_options, chat_parameters, client_options
from values import completion_value, models_value, stream_value, token_value, usage_value

from axonium import Axonium, AxoniumError, ChatCompletion, ChatStream
from axonium.testing import virtual_client

Result = dict[str, Any]


def play(job: dict[str, Any]) -> list[Result]:
    """The results of one job."""
    options = client_options(job)
    client = virtual_client(**options) if job["clock"] == "virtual" else Axonium(**options)
    with client:
        if not job["parallel"]:
            return [_play(client, call) for call in job["calls"]]
        with ThreadPoolExecutor(len(job["calls"])) as pool:
            return list(pool.map(lambda call: _play(client, call), job["calls"]))


def _play(client: Axonium, call: dict[str, Any]) -> Result:
    if call["op"] == "chat.completions.stream":
        return _stream(client, call)
    options = call.get("options", {})
    try:
        with _interrupted_after(options.get("cancel_after_ms")):
            return {"outcome": "ok", "value": _unary(client, call)}
    except KeyboardInterrupt:
        return {"outcome": "error", "error": cancelled()}
    except AxoniumError as error:
        return {"outcome": "error", "error": described(error)}


def _unary(client: Axonium, call: dict[str, Any]) -> dict[str, Any]:
    options = call_options(call.get("options", {}))
    calls: dict[str, Callable[[], dict[str, Any]]] = {
        "chat.completions.create": lambda: completion_value(
            client.chat.completions.create(**chat_parameters(call))
        ),
        "models.list": lambda: models_value(client.models.list(**options)),
        "models.mine": lambda: models_value(client.models.mine(**options)),
        "usage.retrieve": lambda: usage_value(
            client.usage.retrieve(call["request"]["request_id"], **options)
        ),
        "token.fetch": lambda: token_value(client.token.fetch(**options)),
    }
    return calls[call["op"]]()


def _stream(client: Axonium, call: dict[str, Any]) -> Result:
    options = call.get("options", {})
    stream: ChatStream | None = None
    final: ChatCompletion | None = None
    chunks: list[str] = []
    try:
        with _interrupted_after(options.get("cancel_after_ms")):
            stream = client.chat.completions.stream(**chat_parameters(call))
            for chunk in stream:
                chunks.append(chunk.content)
                if len(chunks) == options.get("cancel_after_chunks"):
                    raise KeyboardInterrupt
            final = stream.final()
    except KeyboardInterrupt:
        error = cancelled()
    except AxoniumError as failure:
        error = described(failure)
    else:
        return {
            "outcome": "stream",
            "value": stream_value(stream, final, "".join(chunks)),
            "chunks": len(chunks),
        }
    if stream is None:
        return {"outcome": "error", "error": error}
    value = stream_value(stream, None, "".join(chunks))
    return {"outcome": "stream_error", "error": error, "value": value, "chunks": len(chunks)}


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
