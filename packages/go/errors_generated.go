// Code generated from core/contract/errors.json by ./dev generate (@generated). DO NOT EDIT.

package axonium

// The kinds of errors, each under the kind it is a special case of. Use them with errors.Is.
const (
	// ErrAPI: The gateway, or what stands in for it, answered with an error.
	ErrAPI Kind = "API"
	// ErrOAuth: The token endpoint refused to issue a token.
	ErrOAuth Kind = "OAuth"
	// ErrClientError: Status 4xx, and nothing more specific is known.
	ErrClientError Kind = "ClientError"
	// ErrServerError: Status 5xx, and nothing more specific is known.
	ErrServerError Kind = "ServerError"
	// ErrBadRequest: Status 400, and nothing more specific is known.
	ErrBadRequest Kind = "BadRequest"
	// ErrUnauthorized: Status 401, and nothing more specific is known.
	ErrUnauthorized Kind = "Unauthorized"
	// ErrConflict: Status 409, and nothing more specific is known.
	ErrConflict Kind = "Conflict"
	// ErrRequestTooLarge: Status 413, and nothing more specific is known.
	ErrRequestTooLarge Kind = "RequestTooLarge"
	// ErrUnknownModel: No model of that id is registered; checked before any scope, so it is never a 403.
	// Use an id from models.list().
	ErrUnknownModel Kind = "UnknownModel"
	// ErrModalityMismatch: The endpoint or a content part does not fit the model's modality.
	// Call the endpoint that serves this modality.
	ErrModalityMismatch Kind = "ModalityMismatch"
	// ErrContextExceeded: Prompt plus requested output do not fit the context window.
	// Shrink the request.
	ErrContextExceeded Kind = "ContextExceeded"
	// ErrUnknownParameter: A field outside the accepted subset was refused by name.
	// Drop the fields named in detail.
	ErrUnknownParameter Kind = "UnknownParameter"
	// ErrUnknownInstance: The pinned replica does not serve this model; a pin never falls back.
	// Fix or drop the pin.
	ErrUnknownInstance Kind = "UnknownInstance"
	// ErrInvalidIdempotencyKey: The key is malformed or longer than 255.
	// Fix the key.
	ErrInvalidIdempotencyKey Kind = "InvalidIdempotencyKey"
	// ErrInconsistentModelGroup: Replicas of the model disagree about its modality.
	// An operator must act.
	ErrInconsistentModelGroup Kind = "InconsistentModelGroup"
	// ErrInvalidDate: A usage query's date is not YYYY-MM-DD.
	ErrInvalidDate Kind = "InvalidDate"
	// ErrInvalidRange: A usage query ends before it starts.
	ErrInvalidRange Kind = "InvalidRange"
	// ErrRangeTooLarge: A usage query spans more than 366 days.
	// Split the range.
	ErrRangeTooLarge Kind = "RangeTooLarge"
	// ErrMissingCredentials: The Authorization header is absent or malformed, or a token was put in the query.
	ErrMissingCredentials Kind = "MissingCredentials"
	// ErrInvalidToken: The token's signature, issuer, audience or subject failed.
	ErrInvalidToken Kind = "InvalidToken"
	// ErrTokenExpired: The token's lifetime is over.
	// The SDK refreshes once and repeats the request once.
	ErrTokenExpired Kind = "TokenExpired"
	// ErrTokenRevoked: An administrator revoked the token or the client.
	// New credentials are needed.
	ErrTokenRevoked Kind = "TokenRevoked"
	// ErrUnauthorizedRequest: The request carried no verified claims.
	ErrUnauthorizedRequest Kind = "UnauthorizedRequest"
	// ErrSpendCapExceeded: The monthly spend cap is reached.
	// A person must raise the cap, or wait for the next month.
	ErrSpendCapExceeded Kind = "SpendCapExceeded"
	// ErrForbidden: A scope is missing: inference:read, inference:stream, or model:<id>.
	// The hint names the granted scopes and the missing one.
	ErrForbidden Kind = "Forbidden"
	// ErrNotFound: Nothing of that path, model or id is there for this client; a replay's own id has no usage row.
	// Check the base URL and the model; for the usage of a replay use meta.idempotent_replay_of.
	ErrNotFound Kind = "NotFound"
	// ErrUnknownRoute: The gateway serves no such path.
	ErrUnknownRoute Kind = "UnknownRoute"
	// ErrMethodNotAllowed: The path exists, the method does not.
	ErrMethodNotAllowed Kind = "MethodNotAllowed"
	// ErrIdempotencyKeyReuse: The key's stored fingerprint differs from this request's; a gateway upgrade can cause it for an unchanged request.
	// Changed the body: use a new key. Did not: wait out the window; a new key would pay twice. No SDK mints a key on its own.
	ErrIdempotencyKeyReuse Kind = "IdempotencyKeyReuse"
	// ErrIdempotencyInProgress: The first request with this key still runs; waiting collects its result.
	ErrIdempotencyInProgress Kind = "IdempotencyInProgress"
	// ErrIdempotencyResponseNotRetained: The original succeeded and was billed; its response passed 1 MiB and was not stored.
	// Nothing to replay; a repeat is a second bill.
	ErrIdempotencyResponseNotRetained Kind = "IdempotencyResponseNotRetained"
	// ErrValidation: The body failed the schema; raw.errors lists the fields.
	// Fix the request.
	ErrValidation Kind = "Validation"
	// ErrRateLimit: The request budget of this window is spent; refused at the door.
	ErrRateLimit Kind = "RateLimit"
	// ErrPredictBackendRejected: The engine behind predict refused; its status and body are passed on. Advised retryable only at 429.
	ErrPredictBackendRejected Kind = "PredictBackendRejected"
	// ErrUpstream: The gateway's own three attempts at the backend failed.
	// Raised by default; retry_upstream_errors allows one extra attempt, whatever max_attempts says.
	ErrUpstream Kind = "Upstream"
	// ErrCapacityExhausted: No free slot; Retry-After is 1.
	// Not on the documented list of refusals before dispatch, so repeated only under an idempotency key.
	ErrCapacityExhausted Kind = "CapacityExhausted"
	// ErrModelNotLoaded: The model is registered and not running.
	// An operator must act.
	ErrModelNotLoaded Kind = "ModelNotLoaded"
	// ErrBackendUnavailable: Circuit breaker open (Retry-After header set) or backend unreachable (no wait given: back off from 1 s).
	ErrBackendUnavailable Kind = "BackendUnavailable"
	// ErrRateLimitingUnavailable: The limiter's store is down and the gateway refuses.
	ErrRateLimitingUnavailable Kind = "RateLimitingUnavailable"
	// ErrUsageStoreUnavailable: The usage store could not be read; refused before dispatch.
	ErrUsageStoreUnavailable Kind = "UsageStoreUnavailable"
	// ErrRerankDialectUnknown: The gateway does not know this reranker's dialect.
	// An operator must act.
	ErrRerankDialectUnknown Kind = "RerankDialectUnknown"
	// ErrTokenEndpointUnavailable: Token endpoint only: the gateway cannot reach its auth service.
	ErrTokenEndpointUnavailable Kind = "TokenEndpointUnavailable"
	// ErrTokenEndpointNotConfigured: Token endpoint only: this deployment issues no tokens.
	// An operator must act.
	ErrTokenEndpointNotConfigured Kind = "TokenEndpointNotConfigured"
	// ErrUnsupportedGrantType: The token endpoint does not know the grant type.
	// Check that gateway_base_url names an Axonium gateway.
	ErrUnsupportedGrantType Kind = "UnsupportedGrantType"
	// ErrInvalidScope: A requested scope is unknown or not granted to this client.
	// Drop the scope, or have an operator grant it.
	ErrInvalidScope Kind = "InvalidScope"
	// ErrInvalidClient: The client id or secret is wrong.
	// Fix client_id and client_secret.
	ErrInvalidClient Kind = "InvalidClient"
	// ErrUnauthorizedClient: The client may not use this grant, or was disabled.
	// An operator must act.
	ErrUnauthorizedClient Kind = "UnauthorizedClient"
	// ErrConfiguration: A setting is missing or unusable; names the setting and its environment variable.
	ErrConfiguration Kind = "Configuration"
	// ErrInvalidRequest: Refused before sending: empty model, key over 255, http image URL, top_logprobs without logprobs, a value out of range.
	ErrInvalidRequest Kind = "InvalidRequest"
	// ErrConnection: The request never produced a response. sent=false: the connection was never established (safe to repeat). sent=true: it was lost after the request left.
	ErrConnection Kind = "Connection"
	// ErrTimeout: The client's own limit passed; phase is connect, response, or idle (between stream chunks). The backend may still be generating, and the message says so.
	ErrTimeout Kind = "Timeout"
	// ErrCancelled: The caller cancelled; never repeated; maps to the language's own cancellation.
	ErrCancelled Kind = "Cancelled"
	// ErrStreamInterrupted: A stream failed after it began: in-band error, connection lost, or ended without its terminal event. Carries partial text, partial tool calls, saw_output and the cause.
	ErrStreamInterrupted Kind = "StreamInterrupted"
	// ErrDecode: A success status whose body is not what the endpoint promises (HTML from a proxy, truncated JSON). Carries the first 2 KiB.
	ErrDecode Kind = "Decode"
	// ErrAuthTransport: The token endpoint answered something that is neither a token nor a known error envelope.
	ErrAuthTransport Kind = "AuthTransport"
	// ErrCooldownActive: Refused locally, no request sent: an earlier 503 with Retry-After for this (gateway, model) has not expired. local=true; retry_after is the time left.
	ErrCooldownActive Kind = "CooldownActive"
	// ErrCircuitOpen: Refused locally by the opt-in circuit breaker.
	ErrCircuitOpen Kind = "CircuitOpen"
	// ErrToolCallArguments: A tool call's arguments are not valid JSON; the raw string is kept.
	ErrToolCallArguments Kind = "ToolCallArguments"
	// ErrMalformedOutput: The output did not parse or match the schema, and the repair attempt failed too. Carries both outputs and both parse errors.
	ErrMalformedOutput Kind = "MalformedOutput"
	// ErrRefusal: The model declined. Never repeated.
	ErrRefusal Kind = "Refusal"
	// ErrInternal: A fault of the SDK itself; the call ended, the process goes on.
	// Report it with the message and the request id.
	ErrInternal Kind = "Internal"
)

// Parent is the kind that k is a special case of; empty for a kind that is none.
func (k Kind) Parent() Kind {
	switch k {
	case ErrClientError,
		ErrServerError:
		return ErrAPI
	case ErrUnsupportedGrantType,
		ErrInvalidScope,
		ErrInvalidClient,
		ErrUnauthorizedClient:
		return ErrOAuth
	case ErrBadRequest,
		ErrUnauthorized,
		ErrConflict,
		ErrRequestTooLarge,
		ErrSpendCapExceeded,
		ErrForbidden,
		ErrNotFound,
		ErrMethodNotAllowed,
		ErrValidation,
		ErrRateLimit,
		ErrPredictBackendRejected:
		return ErrClientError
	case ErrUpstream,
		ErrCapacityExhausted,
		ErrModelNotLoaded,
		ErrBackendUnavailable,
		ErrRateLimitingUnavailable,
		ErrUsageStoreUnavailable,
		ErrRerankDialectUnknown,
		ErrTokenEndpointUnavailable,
		ErrTokenEndpointNotConfigured:
		return ErrServerError
	case ErrUnknownModel,
		ErrModalityMismatch,
		ErrContextExceeded,
		ErrUnknownParameter,
		ErrUnknownInstance,
		ErrInvalidIdempotencyKey,
		ErrInconsistentModelGroup,
		ErrInvalidDate,
		ErrInvalidRange,
		ErrRangeTooLarge:
		return ErrBadRequest
	case ErrMissingCredentials,
		ErrInvalidToken,
		ErrTokenExpired,
		ErrTokenRevoked,
		ErrUnauthorizedRequest:
		return ErrUnauthorized
	case ErrIdempotencyKeyReuse,
		ErrIdempotencyInProgress,
		ErrIdempotencyResponseNotRetained:
		return ErrConflict
	case ErrUnknownRoute:
		return ErrNotFound
	}
	return ""
}
