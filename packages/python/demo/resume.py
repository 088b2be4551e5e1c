"""A run that is killed midway, started again, and pays once: `./dev demo resume`.

The gateway runs in this process and outlives the pipeline, which is a process of its own. It fails if the
ledger is not as promised.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from axonium.testing import Gateway

PIPELINE = Path(__file__).with_name("pipeline.py")
RUN = "report-2026-11-30"


def start(gateway: Gateway) -> subprocess.Popen[bytes]:
    """The pipeline, as a process of its own."""
    return subprocess.Popen([sys.executable, str(PIPELINE), gateway.url, RUN])


def killed_midway(gateway: Gateway) -> None:
    """The second answer is generated and never arrives; the pipeline is killed while it waits for it."""
    print("The first run is killed in its second step", flush=True)
    gateway.script([{"gateway": True}, {"gateway": True, "hang": True}])
    pipeline = start(gateway)
    give_up = time.monotonic() + 60
    while gateway.ledger.generations < 2:
        if pipeline.poll() is not None or time.monotonic() > give_up:
            pipeline.kill()
            raise SystemExit("the first run did not come to its second step")
        time.sleep(0.01)
    pipeline.kill()
    demand("killed", pipeline.wait() == -signal.SIGKILL)
    counts(gateway)


def started_again(gateway: Gateway) -> None:
    """The same program with the same run id."""
    print("\nIt is started again", flush=True)
    demand("finished", start(gateway).wait(60) == 0)


def ledger(gateway: Gateway) -> None:
    """Three steps, two runs, three bills."""
    print()
    counts(gateway)
    book = gateway.ledger
    for entry in book.entries:
        print(f"   {entry.request_id}  billed: {entry.billed}  replays: {entry.replays}")
    demand("each step was generated once", book.generations == 3)
    demand("each step was billed once", book.billed == 3)
    demand("both answers of the first run came back", [entry.replays for entry in book.entries] == [1, 1, 0])


def counts(gateway: Gateway) -> None:
    """The ledger in a line."""
    book = gateway.ledger
    line = f"{book.generations} generations, {book.billed} billed, {book.replayed} replayed"
    print(f"The gateway's ledger: {line}", flush=True)


def demand(promise: str, kept: bool) -> None:
    """One promise of this demo."""
    if not kept:
        raise SystemExit(f"not as promised: {promise}")
    print(f"   {promise}", flush=True)


def main() -> None:
    """The whole story."""
    with Gateway() as gateway:
        killed_midway(gateway)
        started_again(gateway)
        ledger(gateway)


main()
