// @generated from core/contract/errors.json by `./dev generate`. Do not edit.
// swift-format-ignore-file

/// What went wrong, as one name that is the same in every language.
///
/// Kinds form a tree by ``parent``: `error.kind.isA(.serverError)` holds for a gateway's every 5xx. Below the cases of
/// ``AxoniumError`` the tree tells the kinds of ``AxoniumError/api(_:)`` and ``AxoniumError/oauth(_:)`` apart.
public enum ErrorKind: String, Sendable, Hashable, CaseIterable {
    /// The gateway, or what stands in for it, answered with an error.
    case api = "API"
    /// The token endpoint refused to issue a token.
    case oauth = "OAuth"
    /// Status 4xx, and nothing more specific is known.
    case clientError = "ClientError"
    /// Status 5xx, and nothing more specific is known.
    case serverError = "ServerError"
    /// Status 400, and nothing more specific is known.
    case badRequest = "BadRequest"
    /// Status 401, and nothing more specific is known.
    case unauthorized = "Unauthorized"
    /// Status 409, and nothing more specific is known.
    case conflict = "Conflict"
    /// Status 413, and nothing more specific is known.
    case requestTooLarge = "RequestTooLarge"
    /// No model of that id is registered; checked before any scope, so it is never a 403.
    ///
    /// Use an id from models.list().
    case unknownModel = "UnknownModel"
    /// The endpoint or a content part does not fit the model's modality.
    ///
    /// Call the endpoint that serves this modality.
    case modalityMismatch = "ModalityMismatch"
    /// Prompt plus requested output do not fit the context window.
    ///
    /// Shrink the request.
    case contextExceeded = "ContextExceeded"
    /// A field outside the accepted subset was refused by name.
    ///
    /// Drop the fields named in detail.
    case unknownParameter = "UnknownParameter"
    /// The pinned replica does not serve this model; a pin never falls back.
    ///
    /// Fix or drop the pin.
    case unknownInstance = "UnknownInstance"
    /// The key is malformed or longer than 255.
    ///
    /// Fix the key.
    case invalidIdempotencyKey = "InvalidIdempotencyKey"
    /// Replicas of the model disagree about its modality.
    ///
    /// An operator must act.
    case inconsistentModelGroup = "InconsistentModelGroup"
    /// A usage query's date is not YYYY-MM-DD.
    case invalidDate = "InvalidDate"
    /// A usage query ends before it starts.
    case invalidRange = "InvalidRange"
    /// A usage query spans more than 366 days.
    ///
    /// Split the range.
    case rangeTooLarge = "RangeTooLarge"
    /// The Authorization header is absent or malformed, or a token was put in the query.
    case missingCredentials = "MissingCredentials"
    /// The token's signature, issuer, audience or subject failed.
    case invalidToken = "InvalidToken"
    /// The token's lifetime is over.
    ///
    /// The SDK refreshes once and repeats the request once.
    case tokenExpired = "TokenExpired"
    /// An administrator revoked the token or the client.
    ///
    /// New credentials are needed.
    case tokenRevoked = "TokenRevoked"
    /// The request carried no verified claims.
    case unauthorizedRequest = "UnauthorizedRequest"
    /// The monthly spend cap is reached.
    ///
    /// A person must raise the cap, or wait for the next month.
    case spendCapExceeded = "SpendCapExceeded"
    /// A scope is missing: inference:read, inference:stream, or model:<id>.
    ///
    /// The hint names the granted scopes and the missing one.
    case forbidden = "Forbidden"
    /// Nothing of that path, model or id is there for this client; a replay's own id has no usage row.
    ///
    /// Check the base URL and the model; for the usage of a replay use meta.idempotent_replay_of.
    case notFound = "NotFound"
    /// The gateway serves no such path.
    case unknownRoute = "UnknownRoute"
    /// The path exists, the method does not.
    case methodNotAllowed = "MethodNotAllowed"
    /// The key's stored fingerprint differs from this request's; a gateway upgrade can cause it for an unchanged request.
    ///
    /// Changed the body: use a new key. Did not: wait out the window; a new key would pay twice. No SDK mints a key on its own.
    case idempotencyKeyReuse = "IdempotencyKeyReuse"
    /// The first request with this key still runs; waiting collects its result.
    case idempotencyInProgress = "IdempotencyInProgress"
    /// The original succeeded and was billed; its response passed 1 MiB and was not stored.
    ///
    /// Nothing to replay; a repeat is a second bill.
    case idempotencyResponseNotRetained = "IdempotencyResponseNotRetained"
    /// The body failed the schema; raw.errors lists the fields.
    ///
    /// Fix the request.
    case validation = "Validation"
    /// The request budget of this window is spent; refused at the door.
    case rateLimit = "RateLimit"
    /// The engine behind predict refused; its status and body are passed on. Advised retryable only at 429.
    case predictBackendRejected = "PredictBackendRejected"
    /// The gateway's own three attempts at the backend failed.
    ///
    /// Raised by default; retry_upstream_errors allows one extra attempt, whatever max_attempts says.
    case upstream = "Upstream"
    /// No free slot; Retry-After is 1.
    ///
    /// Not on the documented list of refusals before dispatch, so repeated only under an idempotency key.
    case capacityExhausted = "CapacityExhausted"
    /// The model is registered and not running.
    ///
    /// An operator must act.
    case modelNotLoaded = "ModelNotLoaded"
    /// Circuit breaker open (Retry-After header set) or backend unreachable (no wait given: back off from 1 s).
    case backendUnavailable = "BackendUnavailable"
    /// The limiter's store is down and the gateway refuses.
    case rateLimitingUnavailable = "RateLimitingUnavailable"
    /// The usage store could not be read; refused before dispatch.
    case usageStoreUnavailable = "UsageStoreUnavailable"
    /// The gateway does not know this reranker's dialect.
    ///
    /// An operator must act.
    case rerankDialectUnknown = "RerankDialectUnknown"
    /// Token endpoint only: the gateway cannot reach its auth service.
    case tokenEndpointUnavailable = "TokenEndpointUnavailable"
    /// Token endpoint only: this deployment issues no tokens.
    ///
    /// An operator must act.
    case tokenEndpointNotConfigured = "TokenEndpointNotConfigured"
    /// The token endpoint does not know the grant type.
    ///
    /// Check that gateway_base_url names an Axonium gateway.
    case unsupportedGrantType = "UnsupportedGrantType"
    /// A requested scope is unknown or not granted to this client.
    ///
    /// Drop the scope, or have an operator grant it.
    case invalidScope = "InvalidScope"
    /// The client id or secret is wrong.
    ///
    /// Fix client_id and client_secret.
    case invalidClient = "InvalidClient"
    /// The client may not use this grant, or was disabled.
    ///
    /// An operator must act.
    case unauthorizedClient = "UnauthorizedClient"
    /// A setting is missing or unusable; names the setting and its environment variable.
    case configuration = "Configuration"
    /// Refused before sending: empty model, key over 255, http image URL, top_logprobs without logprobs, a value out of range.
    case invalidRequest = "InvalidRequest"
    /// The request never produced a response. sent=false: the connection was never established (safe to repeat). sent=true: it was lost after the request left.
    case connection = "Connection"
    /// The client's own limit passed; phase is connect, response, or idle (between stream chunks). The backend may still be generating, and the message says so.
    case timeout = "Timeout"
    /// The caller cancelled; never repeated; maps to the language's own cancellation.
    case cancelled = "Cancelled"
    /// A stream failed after it began: in-band error, connection lost, or ended without its terminal event. Carries partial text, partial tool calls, saw_output and the cause.
    case streamInterrupted = "StreamInterrupted"
    /// A success status whose body is not what the endpoint promises (HTML from a proxy, truncated JSON). Carries the first 2 KiB.
    case decode = "Decode"
    /// The token endpoint answered something that is neither a token nor a known error envelope.
    case authTransport = "AuthTransport"
    /// Refused locally, no request sent: an earlier 503 with Retry-After for this (gateway, model) has not expired. local=true; retry_after is the time left.
    case cooldownActive = "CooldownActive"
    /// Refused locally by the opt-in circuit breaker.
    case circuitOpen = "CircuitOpen"
    /// A tool call's arguments are not valid JSON; the raw string is kept.
    case toolCallArguments = "ToolCallArguments"
    /// The output did not parse or match the schema, and the repair attempt failed too. Carries both outputs and both parse errors.
    case malformedOutput = "MalformedOutput"
    /// The model declined. Never repeated.
    case refusal = "Refusal"
    /// A fault of the SDK itself; the call ended, the process goes on.
    ///
    /// Report it with the message and the request id.
    case `internal` = "Internal"
}

extension ErrorKind {
    /// The kind this one is a special case of; nil for those directly under ``AxoniumError``.
    public var parent: ErrorKind? {
        switch self {
        case .clientError: .api
        case .serverError: .api
        case .badRequest: .clientError
        case .unauthorized: .clientError
        case .conflict: .clientError
        case .requestTooLarge: .clientError
        case .unknownModel: .badRequest
        case .modalityMismatch: .badRequest
        case .contextExceeded: .badRequest
        case .unknownParameter: .badRequest
        case .unknownInstance: .badRequest
        case .invalidIdempotencyKey: .badRequest
        case .inconsistentModelGroup: .badRequest
        case .invalidDate: .badRequest
        case .invalidRange: .badRequest
        case .rangeTooLarge: .badRequest
        case .missingCredentials: .unauthorized
        case .invalidToken: .unauthorized
        case .tokenExpired: .unauthorized
        case .tokenRevoked: .unauthorized
        case .unauthorizedRequest: .unauthorized
        case .spendCapExceeded: .clientError
        case .forbidden: .clientError
        case .notFound: .clientError
        case .unknownRoute: .notFound
        case .methodNotAllowed: .clientError
        case .idempotencyKeyReuse: .conflict
        case .idempotencyInProgress: .conflict
        case .idempotencyResponseNotRetained: .conflict
        case .validation: .clientError
        case .rateLimit: .clientError
        case .predictBackendRejected: .clientError
        case .upstream: .serverError
        case .capacityExhausted: .serverError
        case .modelNotLoaded: .serverError
        case .backendUnavailable: .serverError
        case .rateLimitingUnavailable: .serverError
        case .usageStoreUnavailable: .serverError
        case .rerankDialectUnknown: .serverError
        case .tokenEndpointUnavailable: .serverError
        case .tokenEndpointNotConfigured: .serverError
        case .unsupportedGrantType: .oauth
        case .invalidScope: .oauth
        case .invalidClient: .oauth
        case .unauthorizedClient: .oauth
        default: nil
        }
    }

    /// Whether the same call may succeed later: advice to the caller.
    public var isRetryable: Bool {
        switch self {
        case .tokenExpired: true
        case .idempotencyInProgress: true
        case .rateLimit: true
        case .upstream: true
        case .capacityExhausted: true
        case .backendUnavailable: true
        case .rateLimitingUnavailable: true
        case .usageStoreUnavailable: true
        case .tokenEndpointUnavailable: true
        case .cooldownActive: true
        case .circuitOpen: true
        default: false
        }
    }

    /// What it means.
    public var meaning: String {
        switch self {
        case .api: "The gateway, or what stands in for it, answered with an error."
        case .oauth: "The token endpoint refused to issue a token."
        case .clientError: "Status 4xx, and nothing more specific is known."
        case .serverError: "Status 5xx, and nothing more specific is known."
        case .badRequest: "Status 400, and nothing more specific is known."
        case .unauthorized: "Status 401, and nothing more specific is known."
        case .conflict: "Status 409, and nothing more specific is known."
        case .requestTooLarge: "Status 413, and nothing more specific is known."
        case .unknownModel: "No model of that id is registered; checked before any scope, so it is never a 403."
        case .modalityMismatch: "The endpoint or a content part does not fit the model's modality."
        case .contextExceeded: "Prompt plus requested output do not fit the context window."
        case .unknownParameter: "A field outside the accepted subset was refused by name."
        case .unknownInstance: "The pinned replica does not serve this model; a pin never falls back."
        case .invalidIdempotencyKey: "The key is malformed or longer than 255."
        case .inconsistentModelGroup: "Replicas of the model disagree about its modality."
        case .invalidDate: "A usage query's date is not YYYY-MM-DD."
        case .invalidRange: "A usage query ends before it starts."
        case .rangeTooLarge: "A usage query spans more than 366 days."
        case .missingCredentials: "The Authorization header is absent or malformed, or a token was put in the query."
        case .invalidToken: "The token's signature, issuer, audience or subject failed."
        case .tokenExpired: "The token's lifetime is over."
        case .tokenRevoked: "An administrator revoked the token or the client."
        case .unauthorizedRequest: "The request carried no verified claims."
        case .spendCapExceeded: "The monthly spend cap is reached."
        case .forbidden: "A scope is missing: inference:read, inference:stream, or model:<id>."
        case .notFound: "Nothing of that path, model or id is there for this client; a replay's own id has no usage row."
        case .unknownRoute: "The gateway serves no such path."
        case .methodNotAllowed: "The path exists, the method does not."
        case .idempotencyKeyReuse: "The key's stored fingerprint differs from this request's; a gateway upgrade can cause it for an unchanged request."
        case .idempotencyInProgress: "The first request with this key still runs; waiting collects its result."
        case .idempotencyResponseNotRetained: "The original succeeded and was billed; its response passed 1 MiB and was not stored."
        case .validation: "The body failed the schema; raw.errors lists the fields."
        case .rateLimit: "The request budget of this window is spent; refused at the door."
        case .predictBackendRejected: "The engine behind predict refused; its status and body are passed on. Advised retryable only at 429."
        case .upstream: "The gateway's own three attempts at the backend failed."
        case .capacityExhausted: "No free slot; Retry-After is 1."
        case .modelNotLoaded: "The model is registered and not running."
        case .backendUnavailable: "Circuit breaker open (Retry-After header set) or backend unreachable (no wait given: back off from 1 s)."
        case .rateLimitingUnavailable: "The limiter's store is down and the gateway refuses."
        case .usageStoreUnavailable: "The usage store could not be read; refused before dispatch."
        case .rerankDialectUnknown: "The gateway does not know this reranker's dialect."
        case .tokenEndpointUnavailable: "Token endpoint only: the gateway cannot reach its auth service."
        case .tokenEndpointNotConfigured: "Token endpoint only: this deployment issues no tokens."
        case .unsupportedGrantType: "The token endpoint does not know the grant type."
        case .invalidScope: "A requested scope is unknown or not granted to this client."
        case .invalidClient: "The client id or secret is wrong."
        case .unauthorizedClient: "The client may not use this grant, or was disabled."
        case .configuration: "A setting is missing or unusable; names the setting and its environment variable."
        case .invalidRequest: "Refused before sending: empty model, key over 255, http image URL, top_logprobs without logprobs, a value out of range."
        case .connection: "The request never produced a response. sent=false: the connection was never established (safe to repeat). sent=true: it was lost after the request left."
        case .timeout: "The client's own limit passed; phase is connect, response, or idle (between stream chunks). The backend may still be generating, and the message says so."
        case .cancelled: "The caller cancelled; never repeated; maps to the language's own cancellation."
        case .streamInterrupted: "A stream failed after it began: in-band error, connection lost, or ended without its terminal event. Carries partial text, partial tool calls, saw_output and the cause."
        case .decode: "A success status whose body is not what the endpoint promises (HTML from a proxy, truncated JSON). Carries the first 2 KiB."
        case .authTransport: "The token endpoint answered something that is neither a token nor a known error envelope."
        case .cooldownActive: "Refused locally, no request sent: an earlier 503 with Retry-After for this (gateway, model) has not expired. local=true; retry_after is the time left."
        case .circuitOpen: "Refused locally by the opt-in circuit breaker."
        case .toolCallArguments: "A tool call's arguments are not valid JSON; the raw string is kept."
        case .malformedOutput: "The output did not parse or match the schema, and the repair attempt failed too. Carries both outputs and both parse errors."
        case .refusal: "The model declined. Never repeated."
        case .internal: "A fault of the SDK itself; the call ended, the process goes on."
        }
    }

    /// What the caller can do about it, where that is known.
    public var remedy: String? {
        switch self {
        case .unknownModel: "Use an id from models.list()."
        case .modalityMismatch: "Call the endpoint that serves this modality."
        case .contextExceeded: "Shrink the request."
        case .unknownParameter: "Drop the fields named in detail."
        case .unknownInstance: "Fix or drop the pin."
        case .invalidIdempotencyKey: "Fix the key."
        case .inconsistentModelGroup: "An operator must act."
        case .rangeTooLarge: "Split the range."
        case .tokenExpired: "The SDK refreshes once and repeats the request once."
        case .tokenRevoked: "New credentials are needed."
        case .spendCapExceeded: "A person must raise the cap, or wait for the next month."
        case .forbidden: "The hint names the granted scopes and the missing one."
        case .notFound: "Check the base URL and the model; for the usage of a replay use meta.idempotent_replay_of."
        case .idempotencyKeyReuse: "Changed the body: use a new key. Did not: wait out the window; a new key would pay twice. No SDK mints a key on its own."
        case .idempotencyResponseNotRetained: "Nothing to replay; a repeat is a second bill."
        case .validation: "Fix the request."
        case .upstream: "Raised by default; retry_upstream_errors allows one extra attempt, whatever max_attempts says."
        case .capacityExhausted: "Not on the documented list of refusals before dispatch, so repeated only under an idempotency key."
        case .modelNotLoaded: "An operator must act."
        case .rerankDialectUnknown: "An operator must act."
        case .tokenEndpointNotConfigured: "An operator must act."
        case .unsupportedGrantType: "Check that gateway_base_url names an Axonium gateway."
        case .invalidScope: "Drop the scope, or have an operator grant it."
        case .invalidClient: "Fix client_id and client_secret."
        case .unauthorizedClient: "An operator must act."
        case .internal: "Report it with the message and the request id."
        default: nil
        }
    }
}

extension ErrorKind {
    /// All kinds this one is a special case of, nearest first.
    public var parents: [ErrorKind] {
        Array(sequence(first: self, next: \.parent).dropFirst())
    }

    /// Whether this kind is the other one or a special case of it.
    public func isA(_ other: ErrorKind) -> Bool {
        self == other || parents.contains(other)
    }
}

extension ErrorKind: Decodable {
    /// A name that this version does not know reads as ``internal``: an error is never lost over its name.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = ErrorKind(rawValue: name) ?? .internal
    }
}
