"""A report in three steps, as anyone might write it: `pipeline.py GATEWAY RUN`.

It keeps nothing on disk. What it resumes by are the keys of its run.
"""

from __future__ import annotations

import sys

from axonium import Axonium, RunKeys

MODEL = "qwen3-0.6b"
STEPS = {"outline": "Outline a report on", "draft": "Write it out:", "summary": "Summarise it:"}


def main(gateway: str, run: str) -> None:
    """Each step builds on the answer of the one before."""
    keys = RunKeys(run)
    text = "the tides"
    with Axonium(gateway_base_url=gateway, api_key="test") as client:
        for step, task in STEPS.items():
            completion = client.chat.completions.create(
                model=MODEL,
                messages=[{"role": "user", "content": f"{task} {text}"}],
                idempotency_key=keys.step(step),
            )
            text = completion.content or ""
            how = "replayed: paid for before" if completion.meta.idempotent_replay else "generated"
            print(f"   {step:<13} {how}", flush=True)
    print(f"   the report    {text}", flush=True)


main(*sys.argv[1:])
