"""From what the engine reports of a failure to the exception that says so."""

from __future__ import annotations

from ._error_types import BY_KIND
from ._errors import APIError, AxoniumError, Failure, MalformedOutput, failures
from .types._meta import Meta


def error_from_json(envelope: bytes) -> AxoniumError:
    """The exception of a failure's kind; a kind newer than this package gives the nearest base."""
    failure = failures.decode(envelope)
    base = AxoniumError if failure.status is None else APIError
    error = BY_KIND.get(failure.kind, base)(failure.message, failure, envelope)
    error.kind = failure.kind
    return error


def refused(kind: str, field: str, why: str) -> AxoniumError:
    """The exception of a refusal by this package, before the engine has seen anything."""
    message = f"{field}: {why}" if field else why
    explain = f"{kind}: {message} (nothing was sent)"
    return BY_KIND[kind](
        message, Failure(kind=kind, message=message, explain=explain, field=field, local=True)
    )


def malformed(name: str, text: str, why: str, meta: Meta) -> AxoniumError:
    """The exception of an output that matches its JSON Schema and breaks a rule which only the type knows."""
    message = f"the output matches its JSON Schema, and {name} refuses it: {why}"
    hint = "say it in the JSON Schema, where the model sees it and a repair can mend it, or loosen the type"
    failure = Failure(
        kind="MalformedOutput",
        message=message,
        explain=f"MalformedOutput: {message}\n{hint}",
        hint=hint,
        request_id=meta.request_id,
        trace_id=meta.trace_id,
        outputs=(MalformedOutput(text, why),),
        meta=meta,
    )
    return BY_KIND[failure.kind](message, failure)
