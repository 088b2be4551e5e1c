"""`axonium-gateway proxy` in front of embedded gateways, and an upstream that notices when it is left."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from openai import OpenAI

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Self

    from axonium.testing import Gateway, LedgerEntry

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "axonium-gateway"

MODEL = "qwen3-0.6b"
LIMITED = {"status": 429, "headers": {"Retry-After": "30"}, "problem": "rate-limit-exceeded-requests"}
PATIENCE = 30


class Proxy:
    """A running proxy with a route to each of the upstreams, in order."""

    def __init__(self, upstreams: Mapping[str, str]) -> None:
        routes = [word for name, url in upstreams.items() for word in ("--route", f"{name}={url}")]
        command = [str(PROGRAM), "proxy", "--listen", "127.0.0.1:0", "--drain-seconds", "5", *routes]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        listening = re.fullmatch(r"listening on (http://\S+)\n", self._process.stdout.readline())
        assert listening is not None
        self.base_url = f"{listening[1]}/v1"

    def client(self) -> OpenAI:
        """The real client, as its users make it: it would repeat by itself what it thinks may be repeated."""
        return OpenAI(base_url=self.base_url, api_key="a-client's-key")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(PATIENCE) == 0
        assert self._process.stdout is not None
        self._process.stdout.close()


class Pair:
    """Two gateways behind one proxy, and a client of it."""

    def __init__(self, first: Gateway, second: Gateway, client: OpenAI) -> None:
        self.first, self.second, self.client = first, second, client

    @property
    def requests(self) -> tuple[int, int]:
        """How many requests each gateway got."""
        return len(self.first.requests), len(self.second.requests)

    @staticmethod
    def ended(gateway: Gateway) -> LedgerEntry:
        """The one generation of a gateway, once it has ended."""
        deadline = time.monotonic() + PATIENCE
        while True:
            ended = [entry for entry in gateway.ledger.entries if entry.termination_reason]
            if ended:
                return ended[0]
            assert time.monotonic() < deadline, "the generation goes on"
            time.sleep(0.01)


class Upstream:
    """Answers one request with the events in `body`, and then waits until its client leaves."""

    def __init__(self, body: str) -> None:
        self._answer = f"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{body}".encode()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._left = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Its address."""
        host, port = self._listener.getsockname()
        return f"http://{host}:{port}"

    def was_left(self) -> bool:
        """Whether its client left, which it may take a moment to notice."""
        return self._left.wait(PATIENCE)

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(self._answer)
            while connection.recv(65536):
                pass
            self._left.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
