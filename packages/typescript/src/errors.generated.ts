// @generated from core/contract/errors.json by `./dev generate`. Do not edit.

import { AxoniumError, define } from "./errors.js";

/** The names of the error catalogue: what went wrong, the same in every language. */
export type ErrorKind =
  | "API"
  | "OAuth"
  | "ClientError"
  | "ServerError"
  | "BadRequest"
  | "Unauthorized"
  | "Conflict"
  | "RequestTooLarge"
  | "UnknownModel"
  | "ModalityMismatch"
  | "ContextExceeded"
  | "UnknownParameter"
  | "UnknownInstance"
  | "InvalidIdempotencyKey"
  | "InconsistentModelGroup"
  | "InvalidDate"
  | "InvalidRange"
  | "RangeTooLarge"
  | "MissingCredentials"
  | "InvalidToken"
  | "TokenExpired"
  | "TokenRevoked"
  | "UnauthorizedRequest"
  | "SpendCapExceeded"
  | "Forbidden"
  | "NotFound"
  | "UnknownRoute"
  | "MethodNotAllowed"
  | "IdempotencyKeyReuse"
  | "IdempotencyInProgress"
  | "IdempotencyResponseNotRetained"
  | "Validation"
  | "RateLimit"
  | "PredictBackendRejected"
  | "Upstream"
  | "CapacityExhausted"
  | "ModelNotLoaded"
  | "BackendUnavailable"
  | "RateLimitingUnavailable"
  | "UsageStoreUnavailable"
  | "RerankDialectUnknown"
  | "TokenEndpointUnavailable"
  | "TokenEndpointNotConfigured"
  | "UnsupportedGrantType"
  | "InvalidScope"
  | "InvalidClient"
  | "UnauthorizedClient"
  | "Configuration"
  | "InvalidRequest"
  | "Connection"
  | "Timeout"
  | "Cancelled"
  | "StreamInterrupted"
  | "Decode"
  | "AuthTransport"
  | "CooldownActive"
  | "CircuitOpen"
  | "ToolCallArguments"
  | "MalformedOutput"
  | "Refusal"
  | "Internal";

/** The gateway, or what stands in for it, answered with an error. */
export class APIError extends AxoniumError {
  static {
    define(APIError, "API");
  }
}

/** The token endpoint refused to issue a token. */
export class OAuthError extends AxoniumError {
  static {
    define(OAuthError, "OAuth");
  }
}

/** Status 4xx, and nothing more specific is known. */
export class ClientError extends APIError {
  static {
    define(ClientError, "ClientError");
  }
}

/** Status 5xx, and nothing more specific is known. */
export class ServerError extends APIError {
  static {
    define(ServerError, "ServerError");
  }
}

/** Status 400, and nothing more specific is known. */
export class BadRequestError extends ClientError {
  static {
    define(BadRequestError, "BadRequest");
  }
}

/** Status 401, and nothing more specific is known. */
export class UnauthorizedError extends ClientError {
  static {
    define(UnauthorizedError, "Unauthorized");
  }
}

/** Status 409, and nothing more specific is known. */
export class ConflictError extends ClientError {
  static {
    define(ConflictError, "Conflict");
  }
}

/** Status 413, and nothing more specific is known. */
export class RequestTooLargeError extends ClientError {
  static {
    define(RequestTooLargeError, "RequestTooLarge");
  }
}

/**
 * No model of that id is registered; checked before any scope, so it is never a 403.
 *
 * Use an id from models.list().
 *
 * 400 `unknown-model`.
 */
export class UnknownModelError extends BadRequestError {
  static {
    define(UnknownModelError, "UnknownModel");
  }
}

/**
 * The endpoint or a content part does not fit the model's modality.
 *
 * Call the endpoint that serves this modality.
 *
 * 400 `modality-mismatch`.
 */
export class ModalityMismatchError extends BadRequestError {
  static {
    define(ModalityMismatchError, "ModalityMismatch");
  }
}

/**
 * Prompt plus requested output do not fit the context window.
 *
 * Shrink the request.
 *
 * 400 `context-exceeded`.
 */
export class ContextExceededError extends BadRequestError {
  static {
    define(ContextExceededError, "ContextExceeded");
  }
}

/**
 * A field outside the accepted subset was refused by name.
 *
 * Drop the fields named in detail.
 *
 * 400 `unknown-parameter`.
 */
export class UnknownParameterError extends BadRequestError {
  static {
    define(UnknownParameterError, "UnknownParameter");
  }
}

/**
 * The pinned replica does not serve this model; a pin never falls back.
 *
 * Fix or drop the pin.
 *
 * 400 `unknown-instance`.
 */
export class UnknownInstanceError extends BadRequestError {
  static {
    define(UnknownInstanceError, "UnknownInstance");
  }
}

/**
 * The key is malformed or longer than 255.
 *
 * Fix the key.
 *
 * 400 `invalid-idempotency-key`.
 */
export class InvalidIdempotencyKeyError extends BadRequestError {
  static {
    define(InvalidIdempotencyKeyError, "InvalidIdempotencyKey");
  }
}

/**
 * Replicas of the model disagree about its modality.
 *
 * An operator must act.
 *
 * 400 `inconsistent-model-group`.
 */
export class InconsistentModelGroupError extends BadRequestError {
  static {
    define(InconsistentModelGroupError, "InconsistentModelGroup");
  }
}

/**
 * A usage query's date is not YYYY-MM-DD.
 *
 * 400 `invalid-date`.
 */
export class InvalidDateError extends BadRequestError {
  static {
    define(InvalidDateError, "InvalidDate");
  }
}

/**
 * A usage query ends before it starts.
 *
 * 400 `invalid-range`.
 */
export class InvalidRangeError extends BadRequestError {
  static {
    define(InvalidRangeError, "InvalidRange");
  }
}

/**
 * A usage query spans more than 366 days.
 *
 * Split the range.
 *
 * 400 `range-too-large`.
 */
export class RangeTooLargeError extends BadRequestError {
  static {
    define(RangeTooLargeError, "RangeTooLarge");
  }
}

/**
 * The Authorization header is absent or malformed, or a token was put in the query.
 *
 * 401 `missing-credentials`.
 */
export class MissingCredentialsError extends UnauthorizedError {
  static {
    define(MissingCredentialsError, "MissingCredentials");
  }
}

/**
 * The token's signature, issuer, audience or subject failed.
 *
 * 401 `invalid-token`.
 */
export class InvalidTokenError extends UnauthorizedError {
  static {
    define(InvalidTokenError, "InvalidToken");
  }
}

/**
 * The token's lifetime is over.
 *
 * The SDK refreshes once and repeats the request once.
 *
 * 401 `token-expired`.
 */
export class TokenExpiredError extends UnauthorizedError {
  static {
    define(TokenExpiredError, "TokenExpired");
  }
}

/**
 * An administrator revoked the token or the client.
 *
 * New credentials are needed.
 *
 * 401 `token-revoked`.
 */
export class TokenRevokedError extends UnauthorizedError {
  static {
    define(TokenRevokedError, "TokenRevoked");
  }
}

/**
 * The request carried no verified claims.
 *
 * 401 `unauthorized`.
 */
export class UnauthorizedRequestError extends UnauthorizedError {
  static {
    define(UnauthorizedRequestError, "UnauthorizedRequest");
  }
}

/**
 * The monthly spend cap is reached.
 *
 * A person must raise the cap, or wait for the next month.
 *
 * 402 `spend-cap-exceeded`.
 */
export class SpendCapExceededError extends ClientError {
  static {
    define(SpendCapExceededError, "SpendCapExceeded");
  }
}

/**
 * A scope is missing: inference:read, inference:stream, or model:<id>.
 *
 * The hint names the granted scopes and the missing one.
 *
 * 403 `forbidden`.
 */
export class ForbiddenError extends ClientError {
  static {
    define(ForbiddenError, "Forbidden");
  }
}

/**
 * Nothing of that path, model or id is there for this client; a replay's own id has no usage row.
 *
 * Check the base URL and the model; for the usage of a replay use meta.idempotent_replay_of.
 *
 * 404 `not-found`.
 */
export class NotFoundError extends ClientError {
  static {
    define(NotFoundError, "NotFound");
  }
}

/**
 * The gateway serves no such path.
 *
 * 404 `unknown-route`.
 */
export class UnknownRouteError extends NotFoundError {
  static {
    define(UnknownRouteError, "UnknownRoute");
  }
}

/**
 * The path exists, the method does not.
 *
 * 405 `method-not-allowed`.
 */
export class MethodNotAllowedError extends ClientError {
  static {
    define(MethodNotAllowedError, "MethodNotAllowed");
  }
}

/**
 * The key's stored fingerprint differs from this request's; a gateway upgrade can cause it for an unchanged request.
 *
 * Changed the body: use a new key. Did not: wait out the window; a new key would pay twice. No SDK mints a key on its
 * own.
 *
 * 409 `idempotency-key-reuse`.
 */
export class IdempotencyKeyReuseError extends ConflictError {
  static {
    define(IdempotencyKeyReuseError, "IdempotencyKeyReuse");
  }
}

/**
 * The first request with this key still runs; waiting collects its result.
 *
 * 409 `idempotency-in-progress`.
 */
export class IdempotencyInProgressError extends ConflictError {
  static {
    define(IdempotencyInProgressError, "IdempotencyInProgress");
  }
}

/**
 * The original succeeded and was billed; its response passed 1 MiB and was not stored.
 *
 * Nothing to replay; a repeat is a second bill.
 *
 * 409 `idempotency-response-not-retained`.
 */
export class IdempotencyResponseNotRetainedError extends ConflictError {
  static {
    define(IdempotencyResponseNotRetainedError, "IdempotencyResponseNotRetained");
  }
}

/**
 * The body failed the schema; raw.errors lists the fields.
 *
 * Fix the request.
 *
 * 422 `validation-error`.
 */
export class ValidationError extends ClientError {
  static {
    define(ValidationError, "Validation");
  }
}

/**
 * The request budget of this window is spent; refused at the door.
 *
 * 429 `rate-limit-exceeded-requests`.
 */
export class RateLimitError extends ClientError {
  static {
    define(RateLimitError, "RateLimit");
  }
}

/**
 * The engine behind predict refused; its status and body are passed on. Advised retryable only at 429.
 *
 * 4xx `predict-backend-rejected`.
 */
export class PredictBackendRejectedError extends ClientError {
  static {
    define(PredictBackendRejectedError, "PredictBackendRejected");
  }
}

/**
 * The gateway's own three attempts at the backend failed.
 *
 * Raised by default; retry_upstream_errors allows one extra attempt, whatever max_attempts says.
 *
 * 502 `upstream-error`.
 */
export class UpstreamError extends ServerError {
  static {
    define(UpstreamError, "Upstream");
  }
}

/**
 * No free slot; Retry-After is 1.
 *
 * Not on the documented list of refusals before dispatch, so repeated only under an idempotency key.
 *
 * 503 `capacity-exhausted`.
 */
export class CapacityExhaustedError extends ServerError {
  static {
    define(CapacityExhaustedError, "CapacityExhausted");
  }
}

/**
 * The model is registered and not running.
 *
 * An operator must act.
 *
 * 503 `model-not-loaded`.
 */
export class ModelNotLoadedError extends ServerError {
  static {
    define(ModelNotLoadedError, "ModelNotLoaded");
  }
}

/**
 * Circuit breaker open (Retry-After header set) or backend unreachable (no wait given: back off from 1 s).
 *
 * 503 `backend-unavailable`.
 */
export class BackendUnavailableError extends ServerError {
  static {
    define(BackendUnavailableError, "BackendUnavailable");
  }
}

/**
 * The limiter's store is down and the gateway refuses.
 *
 * 503 `rate-limiting-unavailable`.
 */
export class RateLimitingUnavailableError extends ServerError {
  static {
    define(RateLimitingUnavailableError, "RateLimitingUnavailable");
  }
}

/**
 * The usage store could not be read; refused before dispatch.
 *
 * 503 `usage-store-unavailable`.
 */
export class UsageStoreUnavailableError extends ServerError {
  static {
    define(UsageStoreUnavailableError, "UsageStoreUnavailable");
  }
}

/**
 * The gateway does not know this reranker's dialect.
 *
 * An operator must act.
 *
 * 503 `rerank-dialect-unknown`.
 */
export class RerankDialectUnknownError extends ServerError {
  static {
    define(RerankDialectUnknownError, "RerankDialectUnknown");
  }
}

/**
 * Token endpoint only: the gateway cannot reach its auth service.
 *
 * 503 `upstream-unavailable`.
 */
export class TokenEndpointUnavailableError extends ServerError {
  static {
    define(TokenEndpointUnavailableError, "TokenEndpointUnavailable");
  }
}

/**
 * Token endpoint only: this deployment issues no tokens.
 *
 * An operator must act.
 *
 * 503 `not-configured`.
 */
export class TokenEndpointNotConfiguredError extends ServerError {
  static {
    define(TokenEndpointNotConfiguredError, "TokenEndpointNotConfigured");
  }
}

/**
 * The token endpoint does not know the grant type.
 *
 * Check that gateway_base_url names an Axonium gateway.
 *
 * 400 `unsupported_grant_type` of the token endpoint.
 */
export class UnsupportedGrantTypeError extends OAuthError {
  static {
    define(UnsupportedGrantTypeError, "UnsupportedGrantType");
  }
}

/**
 * A requested scope is unknown or not granted to this client.
 *
 * Drop the scope, or have an operator grant it.
 *
 * 400 `invalid_scope` of the token endpoint.
 */
export class InvalidScopeError extends OAuthError {
  static {
    define(InvalidScopeError, "InvalidScope");
  }
}

/**
 * The client id or secret is wrong.
 *
 * Fix client_id and client_secret.
 *
 * 401 `invalid_client` of the token endpoint.
 */
export class InvalidClientError extends OAuthError {
  static {
    define(InvalidClientError, "InvalidClient");
  }
}

/**
 * The client may not use this grant, or was disabled.
 *
 * An operator must act.
 *
 * 401 `unauthorized_client` of the token endpoint.
 */
export class UnauthorizedClientError extends OAuthError {
  static {
    define(UnauthorizedClientError, "UnauthorizedClient");
  }
}

/** A setting is missing or unusable; names the setting and its environment variable. */
export class ConfigurationError extends AxoniumError {
  static {
    define(ConfigurationError, "Configuration");
  }
}

/**
 * Refused before sending: empty model, key over 255, http image URL, top_logprobs without logprobs, a value out of
 * range.
 */
export class InvalidRequestError extends AxoniumError {
  static {
    define(InvalidRequestError, "InvalidRequest");
  }
}

/**
 * The request never produced a response. sent=false: the connection was never established (safe to repeat). sent=true:
 * it was lost after the request left.
 */
export class ConnectionError extends AxoniumError {
  static {
    define(ConnectionError, "Connection");
  }
}

/**
 * The client's own limit passed; phase is connect, response, or idle (between stream chunks). The backend may still be
 * generating, and the message says so.
 */
export class TimeoutError extends AxoniumError {
  static {
    define(TimeoutError, "Timeout");
  }
}

/** The caller cancelled; never repeated; maps to the language's own cancellation. */
export class CancelledError extends AxoniumError {
  static {
    define(CancelledError, "Cancelled", "AbortError");
  }
}

/**
 * A stream failed after it began: in-band error, connection lost, or ended without its terminal event. Carries partial
 * text, partial tool calls, saw_output and the cause.
 */
export class StreamInterruptedError extends AxoniumError {
  static {
    define(StreamInterruptedError, "StreamInterrupted");
  }
}

/**
 * A success status whose body is not what the endpoint promises (HTML from a proxy, truncated JSON). Carries the first
 * 2 KiB.
 */
export class DecodeError extends AxoniumError {
  static {
    define(DecodeError, "Decode");
  }
}

/** The token endpoint answered something that is neither a token nor a known error envelope. */
export class AuthTransportError extends AxoniumError {
  static {
    define(AuthTransportError, "AuthTransport");
  }
}

/**
 * Refused locally, no request sent: an earlier 503 with Retry-After for this (gateway, model) has not expired.
 * local=true; retry_after is the time left.
 */
export class CooldownActiveError extends AxoniumError {
  static {
    define(CooldownActiveError, "CooldownActive");
  }
}

/** Refused locally by the opt-in circuit breaker. */
export class CircuitOpenError extends AxoniumError {
  static {
    define(CircuitOpenError, "CircuitOpen");
  }
}

/** A tool call's arguments are not valid JSON; the raw string is kept. */
export class ToolCallArgumentsError extends AxoniumError {
  static {
    define(ToolCallArgumentsError, "ToolCallArguments");
  }
}

/**
 * The output did not parse or match the schema, and the repair attempt failed too. Carries both outputs and both parse
 * errors.
 */
export class MalformedOutputError extends AxoniumError {
  static {
    define(MalformedOutputError, "MalformedOutput");
  }
}

/** The model declined. Never repeated. */
export class RefusalError extends AxoniumError {
  static {
    define(RefusalError, "Refusal");
  }
}

/**
 * A fault of the SDK itself; the call ended, the process goes on.
 *
 * Report it with the message and the request id.
 */
export class InternalError extends AxoniumError {
  static {
    define(InternalError, "Internal");
  }
}
