"""Reads a job a line and writes its results a line, until the input ends."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from typing import Any

import asynchronous
import blocking
from errors import described

from axonium import AxoniumError

Play = Callable[[dict[str, Any]], list[dict[str, Any]]]


class Lines(logging.Handler):
    """Collects what the package logs."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        self.lines.append({"level": record.levelname, "message": record.getMessage()})


def play(job: dict[str, Any], play_calls: Play, log: Lines) -> dict[str, Any]:
    """The answer to one job."""
    log.lines = []
    try:
        results = play_calls(job)
    except AxoniumError as error:
        # The client could not be made.
        results = [{"outcome": "error", "error": described(error)} for _ in job["calls"]]
    return {"id": job["id"], "results": results, "logs": log.lines}


def main() -> None:
    """Play every job of the input."""
    players: dict[str, Play] = {"sync": blocking.play, "async": asynchronous.play}
    play_calls = players[sys.argv[1]]
    log = Lines()
    logger = logging.getLogger("axonium")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(log)
    for line in sys.stdin:
        answer = play(json.loads(line), play_calls, log)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
