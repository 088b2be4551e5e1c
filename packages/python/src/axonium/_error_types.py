"""One exception a row of the error catalogue.

Generated from core/contract/errors.json by `./dev generate`; do not edit.
"""

from __future__ import annotations

import builtins

from ._errors import APIError, AxoniumError

__all__ = [
    "AuthTransportError",
    "BackendUnavailableError",
    "BadRequestError",
    "CancelledError",
    "CapacityExhaustedError",
    "CircuitOpenError",
    "ClientError",
    "ConfigurationError",
    "ConflictError",
    "ConnectionError",
    "ContextExceededError",
    "CooldownActiveError",
    "DecodeError",
    "ForbiddenError",
    "IdempotencyInProgressError",
    "IdempotencyKeyReuseError",
    "IdempotencyResponseNotRetainedError",
    "InconsistentModelGroupError",
    "InternalError",
    "InvalidClientError",
    "InvalidDateError",
    "InvalidIdempotencyKeyError",
    "InvalidRangeError",
    "InvalidRequestError",
    "InvalidScopeError",
    "InvalidTokenError",
    "MalformedOutputError",
    "MethodNotAllowedError",
    "MissingCredentialsError",
    "ModalityMismatchError",
    "ModelNotLoadedError",
    "NotFoundError",
    "OAuthError",
    "PredictBackendRejectedError",
    "RangeTooLargeError",
    "RateLimitError",
    "RateLimitingUnavailableError",
    "RefusalError",
    "RequestTooLargeError",
    "RerankDialectUnknownError",
    "ServerError",
    "SpendCapExceededError",
    "StreamInterruptedError",
    "TimeoutError",
    "TokenEndpointNotConfiguredError",
    "TokenEndpointUnavailableError",
    "TokenExpiredError",
    "TokenRevokedError",
    "ToolCallArgumentsError",
    "UnauthorizedClientError",
    "UnauthorizedError",
    "UnauthorizedRequestError",
    "UnknownInstanceError",
    "UnknownModelError",
    "UnknownParameterError",
    "UnknownRouteError",
    "UnsupportedGrantTypeError",
    "UpstreamError",
    "UsageStoreUnavailableError",
    "ValidationError",
]


class OAuthError(AxoniumError):
    """The token endpoint refused to issue a token."""

    kind = "OAuth"


class ClientError(APIError):
    """Status 4xx, and nothing more specific is known."""

    kind = "ClientError"


class ServerError(APIError):
    """Status 5xx, and nothing more specific is known."""

    kind = "ServerError"


class BadRequestError(ClientError):
    """Status 400, and nothing more specific is known."""

    kind = "BadRequest"


class UnauthorizedError(ClientError):
    """Status 401, and nothing more specific is known."""

    kind = "Unauthorized"


class ConflictError(ClientError):
    """Status 409, and nothing more specific is known."""

    kind = "Conflict"


class RequestTooLargeError(ClientError):
    """Status 413, and nothing more specific is known."""

    kind = "RequestTooLarge"


class UnknownModelError(BadRequestError):
    """No model of that id is registered; checked before any scope, so it is never a 403.

    Use an id from models.list().
    """

    kind = "UnknownModel"


class ModalityMismatchError(BadRequestError):
    """The endpoint or a content part does not fit the model's modality.

    Call the endpoint that serves this modality.
    """

    kind = "ModalityMismatch"


class ContextExceededError(BadRequestError):
    """Prompt plus requested output do not fit the context window.

    Shrink the request.
    """

    kind = "ContextExceeded"


class UnknownParameterError(BadRequestError):
    """A field outside the accepted subset was refused by name.

    Drop the fields named in detail.
    """

    kind = "UnknownParameter"


class UnknownInstanceError(BadRequestError):
    """The pinned replica does not serve this model; a pin never falls back.

    Fix or drop the pin.
    """

    kind = "UnknownInstance"


class InvalidIdempotencyKeyError(BadRequestError):
    """The key is malformed or longer than 255.

    Fix the key.
    """

    kind = "InvalidIdempotencyKey"


class InconsistentModelGroupError(BadRequestError):
    """Replicas of the model disagree about its modality.

    An operator must act.
    """

    kind = "InconsistentModelGroup"


class InvalidDateError(BadRequestError):
    """A usage query's date is not YYYY-MM-DD."""

    kind = "InvalidDate"


class InvalidRangeError(BadRequestError):
    """A usage query ends before it starts."""

    kind = "InvalidRange"


class RangeTooLargeError(BadRequestError):
    """A usage query spans more than 366 days.

    Split the range.
    """

    kind = "RangeTooLarge"


class MissingCredentialsError(UnauthorizedError):
    """The Authorization header is absent or malformed, or a token was put in the query."""

    kind = "MissingCredentials"


class InvalidTokenError(UnauthorizedError):
    """The token's signature, issuer, audience or subject failed."""

    kind = "InvalidToken"


class TokenExpiredError(UnauthorizedError):
    """The token's lifetime is over.

    The SDK refreshes once and repeats the request once.
    """

    kind = "TokenExpired"


class TokenRevokedError(UnauthorizedError):
    """An administrator revoked the token or the client.

    New credentials are needed.
    """

    kind = "TokenRevoked"


class UnauthorizedRequestError(UnauthorizedError):
    """The request carried no verified claims."""

    kind = "UnauthorizedRequest"


class SpendCapExceededError(ClientError):
    """The monthly spend cap is reached.

    A person must raise the cap, or wait for the next month.
    """

    kind = "SpendCapExceeded"


class ForbiddenError(ClientError):
    """A scope is missing: inference:read, inference:stream, or model:<id>.

    The hint names the granted scopes and the missing one.
    """

    kind = "Forbidden"


class NotFoundError(ClientError):
    """Nothing of that path, model or id is there for this client; a replay's own id has no usage row.

    Check the base URL and the model; for the usage of a replay use meta.idempotent_replay_of.
    """

    kind = "NotFound"


class UnknownRouteError(NotFoundError):
    """The gateway serves no such path."""

    kind = "UnknownRoute"


class MethodNotAllowedError(ClientError):
    """The path exists, the method does not."""

    kind = "MethodNotAllowed"


class IdempotencyKeyReuseError(ConflictError):
    """The key's stored fingerprint differs from this request's; a gateway upgrade can cause it for an
    unchanged request.

    Changed the body: use a new key.
    Did not: wait out the window; a new key would pay twice. No SDK mints a key on its own.
    """

    kind = "IdempotencyKeyReuse"


class IdempotencyInProgressError(ConflictError):
    """The first request with this key still runs; waiting collects its result."""

    kind = "IdempotencyInProgress"


class IdempotencyResponseNotRetainedError(ConflictError):
    """The original succeeded and was billed; its response passed 1 MiB and was not stored.

    Nothing to replay; a repeat is a second bill.
    """

    kind = "IdempotencyResponseNotRetained"


class ValidationError(ClientError):
    """The body failed the schema; raw.errors lists the fields.

    Fix the request.
    """

    kind = "Validation"


class RateLimitError(ClientError):
    """The request budget of this window is spent; refused at the door."""

    kind = "RateLimit"


class PredictBackendRejectedError(ClientError):
    """The engine behind predict refused; its status and body are passed on.

    Advised retryable only at 429.
    """

    kind = "PredictBackendRejected"


class UpstreamError(ServerError):
    """The gateway's own three attempts at the backend failed.

    Raised by default; retry_upstream_errors allows one extra attempt, whatever max_attempts says.
    """

    kind = "Upstream"


class CapacityExhaustedError(ServerError):
    """No free slot; Retry-After is 1.

    Not on the documented list of refusals before dispatch, so repeated only under an idempotency key.
    """

    kind = "CapacityExhausted"


class ModelNotLoadedError(ServerError):
    """The model is registered and not running.

    An operator must act.
    """

    kind = "ModelNotLoaded"


class BackendUnavailableError(ServerError):
    """Circuit breaker open (Retry-After header set) or backend unreachable (no wait given: back off from 1
    s).
    """

    kind = "BackendUnavailable"


class RateLimitingUnavailableError(ServerError):
    """The limiter's store is down and the gateway refuses."""

    kind = "RateLimitingUnavailable"


class UsageStoreUnavailableError(ServerError):
    """The usage store could not be read; refused before dispatch."""

    kind = "UsageStoreUnavailable"


class RerankDialectUnknownError(ServerError):
    """The gateway does not know this reranker's dialect.

    An operator must act.
    """

    kind = "RerankDialectUnknown"


class TokenEndpointUnavailableError(ServerError):
    """Token endpoint only: the gateway cannot reach its auth service."""

    kind = "TokenEndpointUnavailable"


class TokenEndpointNotConfiguredError(ServerError):
    """Token endpoint only: this deployment issues no tokens.

    An operator must act.
    """

    kind = "TokenEndpointNotConfigured"


class UnsupportedGrantTypeError(OAuthError):
    """The token endpoint does not know the grant type.

    Check that gateway_base_url names an Axonium gateway.
    """

    kind = "UnsupportedGrantType"


class InvalidScopeError(OAuthError):
    """A requested scope is unknown or not granted to this client.

    Drop the scope, or have an operator grant it.
    """

    kind = "InvalidScope"


class InvalidClientError(OAuthError):
    """The client id or secret is wrong.

    Fix client_id and client_secret.
    """

    kind = "InvalidClient"


class UnauthorizedClientError(OAuthError):
    """The client may not use this grant, or was disabled.

    An operator must act.
    """

    kind = "UnauthorizedClient"


class ConfigurationError(AxoniumError):
    """A setting is missing or unusable; names the setting and its environment variable."""

    kind = "Configuration"


class InvalidRequestError(AxoniumError):
    """Refused before sending: empty model, key over 255, http image URL, top_logprobs without logprobs, a
    value out of range.
    """

    kind = "InvalidRequest"


class ConnectionError(AxoniumError, builtins.ConnectionError):
    """The request never produced a response.

    sent=false: the connection was never established (safe to repeat). sent=true: it was lost after the
    request left.
    """

    kind = "Connection"


class TimeoutError(AxoniumError, builtins.TimeoutError):
    """The client's own limit passed; phase is connect, response, or idle (between stream chunks).

    The backend may still be generating, and the message says so.
    """

    kind = "Timeout"


class CancelledError(AxoniumError):
    """The caller cancelled; never repeated; maps to the language's own cancellation."""

    kind = "Cancelled"


class StreamInterruptedError(AxoniumError):
    """A stream failed after it began: in-band error, connection lost, or ended without its terminal event.

    Carries partial text, partial tool calls, saw_output and the cause.
    """

    kind = "StreamInterrupted"


class DecodeError(AxoniumError):
    """A success status whose body is not what the endpoint promises (HTML from a proxy, truncated JSON).

    Carries the first 2 KiB.
    """

    kind = "Decode"


class AuthTransportError(AxoniumError):
    """The token endpoint answered something that is neither a token nor a known error envelope."""

    kind = "AuthTransport"


class CooldownActiveError(AxoniumError):
    """Refused locally, no request sent: an earlier 503 with Retry-After for this (gateway, model) has not
    expired.

    local=true; retry_after is the time left.
    """

    kind = "CooldownActive"


class CircuitOpenError(AxoniumError):
    """Refused locally by the opt-in circuit breaker."""

    kind = "CircuitOpen"


class ToolCallArgumentsError(AxoniumError):
    """A tool call's arguments are not valid JSON; the raw string is kept."""

    kind = "ToolCallArguments"


class MalformedOutputError(AxoniumError):
    """The output did not parse or match the schema, and the repair attempt failed too.

    Carries both outputs and both parse errors.
    """

    kind = "MalformedOutput"


class RefusalError(AxoniumError):
    """The model declined.

    Never repeated.
    """

    kind = "Refusal"


class InternalError(AxoniumError):
    """A fault of the SDK itself; the call ended, the process goes on.

    Report it with the message and the request id.
    """

    kind = "Internal"


BY_KIND: dict[str, type[AxoniumError]] = {
    "API": APIError,
    "OAuth": OAuthError,
    "ClientError": ClientError,
    "ServerError": ServerError,
    "BadRequest": BadRequestError,
    "Unauthorized": UnauthorizedError,
    "Conflict": ConflictError,
    "RequestTooLarge": RequestTooLargeError,
    "UnknownModel": UnknownModelError,
    "ModalityMismatch": ModalityMismatchError,
    "ContextExceeded": ContextExceededError,
    "UnknownParameter": UnknownParameterError,
    "UnknownInstance": UnknownInstanceError,
    "InvalidIdempotencyKey": InvalidIdempotencyKeyError,
    "InconsistentModelGroup": InconsistentModelGroupError,
    "InvalidDate": InvalidDateError,
    "InvalidRange": InvalidRangeError,
    "RangeTooLarge": RangeTooLargeError,
    "MissingCredentials": MissingCredentialsError,
    "InvalidToken": InvalidTokenError,
    "TokenExpired": TokenExpiredError,
    "TokenRevoked": TokenRevokedError,
    "UnauthorizedRequest": UnauthorizedRequestError,
    "SpendCapExceeded": SpendCapExceededError,
    "Forbidden": ForbiddenError,
    "NotFound": NotFoundError,
    "UnknownRoute": UnknownRouteError,
    "MethodNotAllowed": MethodNotAllowedError,
    "IdempotencyKeyReuse": IdempotencyKeyReuseError,
    "IdempotencyInProgress": IdempotencyInProgressError,
    "IdempotencyResponseNotRetained": IdempotencyResponseNotRetainedError,
    "Validation": ValidationError,
    "RateLimit": RateLimitError,
    "PredictBackendRejected": PredictBackendRejectedError,
    "Upstream": UpstreamError,
    "CapacityExhausted": CapacityExhaustedError,
    "ModelNotLoaded": ModelNotLoadedError,
    "BackendUnavailable": BackendUnavailableError,
    "RateLimitingUnavailable": RateLimitingUnavailableError,
    "UsageStoreUnavailable": UsageStoreUnavailableError,
    "RerankDialectUnknown": RerankDialectUnknownError,
    "TokenEndpointUnavailable": TokenEndpointUnavailableError,
    "TokenEndpointNotConfigured": TokenEndpointNotConfiguredError,
    "UnsupportedGrantType": UnsupportedGrantTypeError,
    "InvalidScope": InvalidScopeError,
    "InvalidClient": InvalidClientError,
    "UnauthorizedClient": UnauthorizedClientError,
    "Configuration": ConfigurationError,
    "InvalidRequest": InvalidRequestError,
    "Connection": ConnectionError,
    "Timeout": TimeoutError,
    "Cancelled": CancelledError,
    "StreamInterrupted": StreamInterruptedError,
    "Decode": DecodeError,
    "AuthTransport": AuthTransportError,
    "CooldownActive": CooldownActiveError,
    "CircuitOpen": CircuitOpenError,
    "ToolCallArguments": ToolCallArgumentsError,
    "MalformedOutput": MalformedOutputError,
    "Refusal": RefusalError,
    "Internal": InternalError,
}
"""The exception of each kind."""
