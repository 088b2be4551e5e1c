// @generated from core/contract/errors.json by `./dev generate`. Do not edit.

//! The error catalogue: every kind of failure, what it means, and what is known about it.

/// What the engine does by itself about a kind. The rules are carried out in `decide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetryRule {
    /// Raised at once.
    Never,
    /// Refused before anything ran: repeated after a wait.
    Wait,
    /// The token is refreshed once and the request repeated once.
    RefreshOnce,
    /// The original request still runs: waited for until it finishes.
    WaitInProgress,
    /// Raised, unless the caller opted in to one extra attempt.
    OptInOnce,
    /// Repeated only under an idempotency key.
    WithKey,
}

/// What the platform states about the model having run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Generation {
    /// No generation can have happened.
    None,
    /// A generation may have happened.
    Unknown,
    /// A generation happened.
    Happened,
}

/// The catalogue's row of a kind.
struct Facts {
    name: &'static str,
    parent: Option<ErrorKind>,
    retry: RetryRule,
    retryable: bool,
    generation: Generation,
    meaning: &'static str,
    remedy: Option<&'static str>,
}

/// What went wrong, as one name that is the same in every language. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The gateway, or what stands in for it, answered with an error.
    Api,
    /// The token endpoint refused to issue a token.
    OAuth,
    /// Status 4xx, and nothing more specific is known.
    ClientError,
    /// Status 5xx, and nothing more specific is known.
    ServerError,
    /// Status 400, and nothing more specific is known.
    BadRequest,
    /// Status 401, and nothing more specific is known.
    Unauthorized,
    /// Status 409, and nothing more specific is known.
    Conflict,
    /// Status 413, and nothing more specific is known.
    RequestTooLarge,
    /// No model of that id is registered; checked before any scope, so it is never a 403.
    ///
    /// Use an id from `models.list()`.
    UnknownModel,
    /// The endpoint or a content part does not fit the model's modality.
    ///
    /// Call the endpoint that serves this modality.
    ModalityMismatch,
    /// Prompt plus requested output do not fit the context window.
    ///
    /// Shrink the request.
    ContextExceeded,
    /// A field outside the accepted subset was refused by name.
    ///
    /// Drop the fields named in detail.
    UnknownParameter,
    /// The pinned replica does not serve this model; a pin never falls back.
    ///
    /// Fix or drop the pin.
    UnknownInstance,
    /// The key is malformed or longer than 255.
    ///
    /// Fix the key.
    InvalidIdempotencyKey,
    /// Replicas of the model disagree about its modality.
    ///
    /// An operator must act.
    InconsistentModelGroup,
    /// A usage query's date is not YYYY-MM-DD.
    InvalidDate,
    /// A usage query ends before it starts.
    InvalidRange,
    /// A usage query spans more than 366 days.
    ///
    /// Split the range.
    RangeTooLarge,
    /// The Authorization header is absent or malformed, or a token was put in the query.
    MissingCredentials,
    /// The token's signature, issuer, audience or subject failed.
    InvalidToken,
    /// The token's lifetime is over.
    ///
    /// The SDK refreshes once and repeats the request once.
    TokenExpired,
    /// An administrator revoked the token or the client.
    ///
    /// New credentials are needed.
    TokenRevoked,
    /// The request carried no verified claims.
    UnauthorizedRequest,
    /// The monthly spend cap is reached.
    ///
    /// A person must raise the cap, or wait for the next month.
    SpendCapExceeded,
    /// A scope is missing: inference:read, inference:stream, or `model:<id>`.
    ///
    /// The hint names the granted scopes and the missing one.
    Forbidden,
    /// Nothing of that path, model or id is there for this client; a replay's own id has no usage row.
    ///
    /// Check the base URL and the model; for the usage of a replay use `meta.idempotent_replay_of`.
    NotFound,
    /// The gateway serves no such path.
    UnknownRoute,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The key's stored fingerprint differs from this request's; a gateway upgrade can cause it for an unchanged request.
    ///
    /// Changed the body: use a new key. Did not: wait out the window; a new key would pay twice. No SDK mints a key on its own.
    IdempotencyKeyReuse,
    /// The first request with this key still runs; waiting collects its result.
    IdempotencyInProgress,
    /// The original succeeded and was billed; its response passed 1 MiB and was not stored.
    ///
    /// Nothing to replay; a repeat is a second bill.
    IdempotencyResponseNotRetained,
    /// The body failed the schema; raw.errors lists the fields.
    ///
    /// Fix the request.
    Validation,
    /// The request budget of this window is spent; refused at the door.
    RateLimit,
    /// The engine behind predict refused; its status and body are passed on. Advised retryable only at 429.
    PredictBackendRejected,
    /// The gateway's own three attempts at the backend failed.
    ///
    /// Raised by default; `retry_upstream_errors` allows one extra attempt, whatever `max_attempts` says.
    Upstream,
    /// No free slot; Retry-After is 1.
    ///
    /// Not on the documented list of refusals before dispatch, so repeated only under an idempotency key.
    CapacityExhausted,
    /// The model is registered and not running.
    ///
    /// An operator must act.
    ModelNotLoaded,
    /// Circuit breaker open (Retry-After header set) or backend unreachable (no wait given: back off from 1 s).
    BackendUnavailable,
    /// The limiter's store is down and the gateway refuses.
    RateLimitingUnavailable,
    /// The usage store could not be read; refused before dispatch.
    UsageStoreUnavailable,
    /// The gateway does not know this reranker's dialect.
    ///
    /// An operator must act.
    RerankDialectUnknown,
    /// Token endpoint only: the gateway cannot reach its auth service.
    TokenEndpointUnavailable,
    /// Token endpoint only: this deployment issues no tokens.
    ///
    /// An operator must act.
    TokenEndpointNotConfigured,
    /// The token endpoint does not know the grant type.
    ///
    /// Check that `gateway_base_url` names an Axonium gateway.
    UnsupportedGrantType,
    /// A requested scope is unknown or not granted to this client.
    ///
    /// Drop the scope, or have an operator grant it.
    InvalidScope,
    /// The client id or secret is wrong.
    ///
    /// Fix `client_id` and `client_secret`.
    InvalidClient,
    /// The client may not use this grant, or was disabled.
    ///
    /// An operator must act.
    UnauthorizedClient,
    /// A setting is missing or unusable; names the setting and its environment variable.
    Configuration,
    /// Refused before sending: empty model, key over 255, http image URL, `top_logprobs` without logprobs, a value out of range.
    InvalidRequest,
    /// The request never produced a response. `sent=false`: the connection was never established (safe to repeat). `sent=true`: it was lost after the request left.
    Connection,
    /// The client's own limit passed; phase is connect, response, or idle (between stream chunks). The backend may still be generating, and the message says so.
    Timeout,
    /// The caller cancelled; never repeated; maps to the language's own cancellation.
    Cancelled,
    /// A stream failed after it began: in-band error, connection lost, or ended without its terminal event. Carries partial text, partial tool calls, `saw_output` and the cause.
    StreamInterrupted,
    /// A success status whose body is not what the endpoint promises (HTML from a proxy, truncated JSON). Carries the first 2 KiB.
    Decode,
    /// The token endpoint answered something that is neither a token nor a known error envelope.
    AuthTransport,
    /// Refused locally, no request sent: an earlier 503 with Retry-After for this (gateway, model) has not expired. `local=true`; `retry_after` is the time left.
    CooldownActive,
    /// Refused locally by the opt-in circuit breaker.
    CircuitOpen,
    /// A tool call's arguments are not valid JSON; the raw string is kept.
    ToolCallArguments,
    /// The output did not parse or match the schema, and the repair attempt failed too. Carries both outputs and both parse errors.
    MalformedOutput,
    /// The model declined. Never repeated.
    Refusal,
    /// A fault of the SDK itself; the call ended, the process goes on.
    ///
    /// Report it with the message and the request id.
    Internal,
}

impl ErrorKind {
    /// Every kind, parents before their children.
    pub const ALL: &[Self] = &[
        Self::Api,
        Self::OAuth,
        Self::ClientError,
        Self::ServerError,
        Self::BadRequest,
        Self::Unauthorized,
        Self::Conflict,
        Self::RequestTooLarge,
        Self::UnknownModel,
        Self::ModalityMismatch,
        Self::ContextExceeded,
        Self::UnknownParameter,
        Self::UnknownInstance,
        Self::InvalidIdempotencyKey,
        Self::InconsistentModelGroup,
        Self::InvalidDate,
        Self::InvalidRange,
        Self::RangeTooLarge,
        Self::MissingCredentials,
        Self::InvalidToken,
        Self::TokenExpired,
        Self::TokenRevoked,
        Self::UnauthorizedRequest,
        Self::SpendCapExceeded,
        Self::Forbidden,
        Self::NotFound,
        Self::UnknownRoute,
        Self::MethodNotAllowed,
        Self::IdempotencyKeyReuse,
        Self::IdempotencyInProgress,
        Self::IdempotencyResponseNotRetained,
        Self::Validation,
        Self::RateLimit,
        Self::PredictBackendRejected,
        Self::Upstream,
        Self::CapacityExhausted,
        Self::ModelNotLoaded,
        Self::BackendUnavailable,
        Self::RateLimitingUnavailable,
        Self::UsageStoreUnavailable,
        Self::RerankDialectUnknown,
        Self::TokenEndpointUnavailable,
        Self::TokenEndpointNotConfigured,
        Self::UnsupportedGrantType,
        Self::InvalidScope,
        Self::InvalidClient,
        Self::UnauthorizedClient,
        Self::Configuration,
        Self::InvalidRequest,
        Self::Connection,
        Self::Timeout,
        Self::Cancelled,
        Self::StreamInterrupted,
        Self::Decode,
        Self::AuthTransport,
        Self::CooldownActive,
        Self::CircuitOpen,
        Self::ToolCallArguments,
        Self::MalformedOutput,
        Self::Refusal,
        Self::Internal,
    ];

    /// The catalogue's name, `RateLimit` for one; every language derives its type's name from it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The kind that this one is a special case of.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        self.facts().parent
    }

    /// The parents, nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), |kind| kind.parent())
    }

    /// Whether this kind is `other` or a special case of it.
    ///
    /// ```
    /// use axonium::ErrorKind;
    ///
    /// assert!(ErrorKind::UnknownModel.is_a(ErrorKind::BadRequest));
    /// assert!(ErrorKind::UnknownModel.is_a(ErrorKind::Api));
    /// assert!(!ErrorKind::Timeout.is_a(ErrorKind::Api));
    /// ```
    #[must_use]
    pub fn is_a(self, other: Self) -> bool {
        self == other || self.ancestors().any(|kind| kind == other)
    }

    /// What the engine does by itself.
    #[must_use]
    pub const fn retry(self) -> RetryRule {
        self.facts().retry
    }

    /// Advice to the caller: whether trying again later can help.
    #[must_use]
    pub const fn retryable(self) -> bool {
        self.facts().retryable
    }

    /// What is stated about the model having run.
    #[must_use]
    pub const fn generation(self) -> Generation {
        self.facts().generation
    }

    /// What happened, in a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.facts().meaning
    }

    /// What can be done about it, in a sentence.
    #[must_use]
    pub const fn remedy(self) -> Option<&'static str> {
        self.facts().remedy
    }

    /// The kind of that [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "API" => Self::Api,
            "OAuth" => Self::OAuth,
            "ClientError" => Self::ClientError,
            "ServerError" => Self::ServerError,
            "BadRequest" => Self::BadRequest,
            "Unauthorized" => Self::Unauthorized,
            "Conflict" => Self::Conflict,
            "RequestTooLarge" => Self::RequestTooLarge,
            "UnknownModel" => Self::UnknownModel,
            "ModalityMismatch" => Self::ModalityMismatch,
            "ContextExceeded" => Self::ContextExceeded,
            "UnknownParameter" => Self::UnknownParameter,
            "UnknownInstance" => Self::UnknownInstance,
            "InvalidIdempotencyKey" => Self::InvalidIdempotencyKey,
            "InconsistentModelGroup" => Self::InconsistentModelGroup,
            "InvalidDate" => Self::InvalidDate,
            "InvalidRange" => Self::InvalidRange,
            "RangeTooLarge" => Self::RangeTooLarge,
            "MissingCredentials" => Self::MissingCredentials,
            "InvalidToken" => Self::InvalidToken,
            "TokenExpired" => Self::TokenExpired,
            "TokenRevoked" => Self::TokenRevoked,
            "UnauthorizedRequest" => Self::UnauthorizedRequest,
            "SpendCapExceeded" => Self::SpendCapExceeded,
            "Forbidden" => Self::Forbidden,
            "NotFound" => Self::NotFound,
            "UnknownRoute" => Self::UnknownRoute,
            "MethodNotAllowed" => Self::MethodNotAllowed,
            "IdempotencyKeyReuse" => Self::IdempotencyKeyReuse,
            "IdempotencyInProgress" => Self::IdempotencyInProgress,
            "IdempotencyResponseNotRetained" => Self::IdempotencyResponseNotRetained,
            "Validation" => Self::Validation,
            "RateLimit" => Self::RateLimit,
            "PredictBackendRejected" => Self::PredictBackendRejected,
            "Upstream" => Self::Upstream,
            "CapacityExhausted" => Self::CapacityExhausted,
            "ModelNotLoaded" => Self::ModelNotLoaded,
            "BackendUnavailable" => Self::BackendUnavailable,
            "RateLimitingUnavailable" => Self::RateLimitingUnavailable,
            "UsageStoreUnavailable" => Self::UsageStoreUnavailable,
            "RerankDialectUnknown" => Self::RerankDialectUnknown,
            "TokenEndpointUnavailable" => Self::TokenEndpointUnavailable,
            "TokenEndpointNotConfigured" => Self::TokenEndpointNotConfigured,
            "UnsupportedGrantType" => Self::UnsupportedGrantType,
            "InvalidScope" => Self::InvalidScope,
            "InvalidClient" => Self::InvalidClient,
            "UnauthorizedClient" => Self::UnauthorizedClient,
            "Configuration" => Self::Configuration,
            "InvalidRequest" => Self::InvalidRequest,
            "Connection" => Self::Connection,
            "Timeout" => Self::Timeout,
            "Cancelled" => Self::Cancelled,
            "StreamInterrupted" => Self::StreamInterrupted,
            "Decode" => Self::Decode,
            "AuthTransport" => Self::AuthTransport,
            "CooldownActive" => Self::CooldownActive,
            "CircuitOpen" => Self::CircuitOpen,
            "ToolCallArguments" => Self::ToolCallArguments,
            "MalformedOutput" => Self::MalformedOutput,
            "Refusal" => Self::Refusal,
            "Internal" => Self::Internal,
            _ => return None,
        })
    }

    /// The kind of a problem document, by the last path segment of its `type`.
    #[must_use]
    pub fn from_problem_suffix(suffix: &str) -> Option<Self> {
        Some(match suffix {
            "unknown-model" => Self::UnknownModel,
            "modality-mismatch" => Self::ModalityMismatch,
            "context-exceeded" => Self::ContextExceeded,
            "unknown-parameter" => Self::UnknownParameter,
            "unknown-instance" => Self::UnknownInstance,
            "invalid-idempotency-key" => Self::InvalidIdempotencyKey,
            "inconsistent-model-group" => Self::InconsistentModelGroup,
            "invalid-date" => Self::InvalidDate,
            "invalid-range" => Self::InvalidRange,
            "range-too-large" => Self::RangeTooLarge,
            "missing-credentials" => Self::MissingCredentials,
            "invalid-token" => Self::InvalidToken,
            "token-expired" => Self::TokenExpired,
            "token-revoked" => Self::TokenRevoked,
            "unauthorized" => Self::UnauthorizedRequest,
            "spend-cap-exceeded" => Self::SpendCapExceeded,
            "forbidden" => Self::Forbidden,
            "not-found" => Self::NotFound,
            "unknown-route" => Self::UnknownRoute,
            "method-not-allowed" => Self::MethodNotAllowed,
            "idempotency-key-reuse" => Self::IdempotencyKeyReuse,
            "idempotency-in-progress" => Self::IdempotencyInProgress,
            "idempotency-response-not-retained" => Self::IdempotencyResponseNotRetained,
            "validation-error" => Self::Validation,
            "rate-limit-exceeded-requests" => Self::RateLimit,
            "predict-backend-rejected" => Self::PredictBackendRejected,
            "upstream-error" => Self::Upstream,
            "capacity-exhausted" => Self::CapacityExhausted,
            "model-not-loaded" => Self::ModelNotLoaded,
            "backend-unavailable" => Self::BackendUnavailable,
            "rate-limiting-unavailable" => Self::RateLimitingUnavailable,
            "usage-store-unavailable" => Self::UsageStoreUnavailable,
            "rerank-dialect-unknown" => Self::RerankDialectUnknown,
            "upstream-unavailable" => Self::TokenEndpointUnavailable,
            "not-configured" => Self::TokenEndpointNotConfigured,
            _ => return None,
        })
    }

    /// The kind of a token endpoint's refusal, by its `error` code (RFC 6749, section 5.2).
    #[must_use]
    pub fn from_oauth_code(code: &str) -> Option<Self> {
        Some(match code {
            "unsupported_grant_type" => Self::UnsupportedGrantType,
            "invalid_scope" => Self::InvalidScope,
            "invalid_client" => Self::InvalidClient,
            "unauthorized_client" => Self::UnauthorizedClient,
            _ => return None,
        })
    }

    /// The kind of an answer of which nothing but the status is understood.
    #[must_use]
    pub const fn from_status(status: u16) -> Self {
        match status {
            400 => Self::BadRequest,
            401 => Self::Unauthorized,
            402 => Self::SpendCapExceeded,
            403 => Self::Forbidden,
            404 => Self::NotFound,
            409 => Self::Conflict,
            413 => Self::RequestTooLarge,
            422 => Self::Validation,
            429 => Self::RateLimit,
            300..=499 => Self::ClientError,
            _ => Self::ServerError,
        }
    }

    #[expect(clippy::too_many_lines, reason = "a table: one arm a row")]
    const fn facts(self) -> &'static Facts {
        match self {
            Self::Api => &Facts {
                name: "API",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The gateway, or what stands in for it, answered with an error.",
                remedy: None,
            },
            Self::OAuth => &Facts {
                name: "OAuth",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The token endpoint refused to issue a token.",
                remedy: None,
            },
            Self::ClientError => &Facts {
                name: "ClientError",
                parent: Some(Self::Api),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "Status 4xx, and nothing more specific is known.",
                remedy: None,
            },
            Self::ServerError => &Facts {
                name: "ServerError",
                parent: Some(Self::Api),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "Status 5xx, and nothing more specific is known.",
                remedy: None,
            },
            Self::BadRequest => &Facts {
                name: "BadRequest",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "Status 400, and nothing more specific is known.",
                remedy: None,
            },
            Self::Unauthorized => &Facts {
                name: "Unauthorized",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "Status 401, and nothing more specific is known.",
                remedy: None,
            },
            Self::Conflict => &Facts {
                name: "Conflict",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "Status 409, and nothing more specific is known.",
                remedy: None,
            },
            Self::RequestTooLarge => &Facts {
                name: "RequestTooLarge",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "Status 413, and nothing more specific is known.",
                remedy: None,
            },
            Self::UnknownModel => &Facts {
                name: "UnknownModel",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "No model of that id is registered; checked before any scope, so it is never a 403.",
                remedy: Some("Use an id from models.list()."),
            },
            Self::ModalityMismatch => &Facts {
                name: "ModalityMismatch",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The endpoint or a content part does not fit the model's modality.",
                remedy: Some("Call the endpoint that serves this modality."),
            },
            Self::ContextExceeded => &Facts {
                name: "ContextExceeded",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "Prompt plus requested output do not fit the context window.",
                remedy: Some("Shrink the request."),
            },
            Self::UnknownParameter => &Facts {
                name: "UnknownParameter",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "A field outside the accepted subset was refused by name.",
                remedy: Some("Drop the fields named in detail."),
            },
            Self::UnknownInstance => &Facts {
                name: "UnknownInstance",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The pinned replica does not serve this model; a pin never falls back.",
                remedy: Some("Fix or drop the pin."),
            },
            Self::InvalidIdempotencyKey => &Facts {
                name: "InvalidIdempotencyKey",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The key is malformed or longer than 255.",
                remedy: Some("Fix the key."),
            },
            Self::InconsistentModelGroup => &Facts {
                name: "InconsistentModelGroup",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "Replicas of the model disagree about its modality.",
                remedy: Some("An operator must act."),
            },
            Self::InvalidDate => &Facts {
                name: "InvalidDate",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "A usage query's date is not YYYY-MM-DD.",
                remedy: None,
            },
            Self::InvalidRange => &Facts {
                name: "InvalidRange",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "A usage query ends before it starts.",
                remedy: None,
            },
            Self::RangeTooLarge => &Facts {
                name: "RangeTooLarge",
                parent: Some(Self::BadRequest),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "A usage query spans more than 366 days.",
                remedy: Some("Split the range."),
            },
            Self::MissingCredentials => &Facts {
                name: "MissingCredentials",
                parent: Some(Self::Unauthorized),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The Authorization header is absent or malformed, or a token was put in the query.",
                remedy: None,
            },
            Self::InvalidToken => &Facts {
                name: "InvalidToken",
                parent: Some(Self::Unauthorized),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The token's signature, issuer, audience or subject failed.",
                remedy: None,
            },
            Self::TokenExpired => &Facts {
                name: "TokenExpired",
                parent: Some(Self::Unauthorized),
                retry: RetryRule::RefreshOnce,
                retryable: true,
                generation: Generation::None,
                meaning: "The token's lifetime is over.",
                remedy: Some("The SDK refreshes once and repeats the request once."),
            },
            Self::TokenRevoked => &Facts {
                name: "TokenRevoked",
                parent: Some(Self::Unauthorized),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "An administrator revoked the token or the client.",
                remedy: Some("New credentials are needed."),
            },
            Self::UnauthorizedRequest => &Facts {
                name: "UnauthorizedRequest",
                parent: Some(Self::Unauthorized),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The request carried no verified claims.",
                remedy: None,
            },
            Self::SpendCapExceeded => &Facts {
                name: "SpendCapExceeded",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The monthly spend cap is reached.",
                remedy: Some("A person must raise the cap, or wait for the next month."),
            },
            Self::Forbidden => &Facts {
                name: "Forbidden",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "A scope is missing: inference:read, inference:stream, or model:<id>.",
                remedy: Some("The hint names the granted scopes and the missing one."),
            },
            Self::NotFound => &Facts {
                name: "NotFound",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "Nothing of that path, model or id is there for this client; a replay's own id has no usage row.",
                remedy: Some(
                    "Check the base URL and the model; for the usage of a replay use meta.idempotent_replay_of.",
                ),
            },
            Self::UnknownRoute => &Facts {
                name: "UnknownRoute",
                parent: Some(Self::NotFound),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The gateway serves no such path.",
                remedy: None,
            },
            Self::MethodNotAllowed => &Facts {
                name: "MethodNotAllowed",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The path exists, the method does not.",
                remedy: None,
            },
            Self::IdempotencyKeyReuse => &Facts {
                name: "IdempotencyKeyReuse",
                parent: Some(Self::Conflict),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The key's stored fingerprint differs from this request's; a gateway upgrade can cause it for an unchanged request.",
                remedy: Some(
                    "Changed the body: use a new key. Did not: wait out the window; a new key would pay twice. No SDK mints a key on its own.",
                ),
            },
            Self::IdempotencyInProgress => &Facts {
                name: "IdempotencyInProgress",
                parent: Some(Self::Conflict),
                retry: RetryRule::WaitInProgress,
                retryable: true,
                generation: Generation::Happened,
                meaning: "The first request with this key still runs; waiting collects its result.",
                remedy: None,
            },
            Self::IdempotencyResponseNotRetained => &Facts {
                name: "IdempotencyResponseNotRetained",
                parent: Some(Self::Conflict),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Happened,
                meaning: "The original succeeded and was billed; its response passed 1 MiB and was not stored.",
                remedy: Some("Nothing to replay; a repeat is a second bill."),
            },
            Self::Validation => &Facts {
                name: "Validation",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The body failed the schema; raw.errors lists the fields.",
                remedy: Some("Fix the request."),
            },
            Self::RateLimit => &Facts {
                name: "RateLimit",
                parent: Some(Self::ClientError),
                retry: RetryRule::Wait,
                retryable: true,
                generation: Generation::None,
                meaning: "The request budget of this window is spent; refused at the door.",
                remedy: None,
            },
            Self::PredictBackendRejected => &Facts {
                name: "PredictBackendRejected",
                parent: Some(Self::ClientError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The engine behind predict refused; its status and body are passed on. Advised retryable only at 429.",
                remedy: None,
            },
            Self::Upstream => &Facts {
                name: "Upstream",
                parent: Some(Self::ServerError),
                retry: RetryRule::OptInOnce,
                retryable: true,
                generation: Generation::Unknown,
                meaning: "The gateway's own three attempts at the backend failed.",
                remedy: Some(
                    "Raised by default; retry_upstream_errors allows one extra attempt, whatever max_attempts says.",
                ),
            },
            Self::CapacityExhausted => &Facts {
                name: "CapacityExhausted",
                parent: Some(Self::ServerError),
                retry: RetryRule::WithKey,
                retryable: true,
                generation: Generation::Unknown,
                meaning: "No free slot; Retry-After is 1.",
                remedy: Some(
                    "Not on the documented list of refusals before dispatch, so repeated only under an idempotency key.",
                ),
            },
            Self::ModelNotLoaded => &Facts {
                name: "ModelNotLoaded",
                parent: Some(Self::ServerError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The model is registered and not running.",
                remedy: Some("An operator must act."),
            },
            Self::BackendUnavailable => &Facts {
                name: "BackendUnavailable",
                parent: Some(Self::ServerError),
                retry: RetryRule::Wait,
                retryable: true,
                generation: Generation::None,
                meaning: "Circuit breaker open (Retry-After header set) or backend unreachable (no wait given: back off from 1 s).",
                remedy: None,
            },
            Self::RateLimitingUnavailable => &Facts {
                name: "RateLimitingUnavailable",
                parent: Some(Self::ServerError),
                retry: RetryRule::Wait,
                retryable: true,
                generation: Generation::None,
                meaning: "The limiter's store is down and the gateway refuses.",
                remedy: None,
            },
            Self::UsageStoreUnavailable => &Facts {
                name: "UsageStoreUnavailable",
                parent: Some(Self::ServerError),
                retry: RetryRule::Wait,
                retryable: true,
                generation: Generation::None,
                meaning: "The usage store could not be read; refused before dispatch.",
                remedy: None,
            },
            Self::RerankDialectUnknown => &Facts {
                name: "RerankDialectUnknown",
                parent: Some(Self::ServerError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The gateway does not know this reranker's dialect.",
                remedy: Some("An operator must act."),
            },
            Self::TokenEndpointUnavailable => &Facts {
                name: "TokenEndpointUnavailable",
                parent: Some(Self::ServerError),
                retry: RetryRule::Wait,
                retryable: true,
                generation: Generation::None,
                meaning: "Token endpoint only: the gateway cannot reach its auth service.",
                remedy: None,
            },
            Self::TokenEndpointNotConfigured => &Facts {
                name: "TokenEndpointNotConfigured",
                parent: Some(Self::ServerError),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "Token endpoint only: this deployment issues no tokens.",
                remedy: Some("An operator must act."),
            },
            Self::UnsupportedGrantType => &Facts {
                name: "UnsupportedGrantType",
                parent: Some(Self::OAuth),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The token endpoint does not know the grant type.",
                remedy: Some("Check that gateway_base_url names an Axonium gateway."),
            },
            Self::InvalidScope => &Facts {
                name: "InvalidScope",
                parent: Some(Self::OAuth),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "A requested scope is unknown or not granted to this client.",
                remedy: Some("Drop the scope, or have an operator grant it."),
            },
            Self::InvalidClient => &Facts {
                name: "InvalidClient",
                parent: Some(Self::OAuth),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The client id or secret is wrong.",
                remedy: Some("Fix client_id and client_secret."),
            },
            Self::UnauthorizedClient => &Facts {
                name: "UnauthorizedClient",
                parent: Some(Self::OAuth),
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The client may not use this grant, or was disabled.",
                remedy: Some("An operator must act."),
            },
            Self::Configuration => &Facts {
                name: "Configuration",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "A setting is missing or unusable; names the setting and its environment variable.",
                remedy: None,
            },
            Self::InvalidRequest => &Facts {
                name: "InvalidRequest",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "Refused before sending: empty model, key over 255, http image URL, top_logprobs without logprobs, a value out of range.",
                remedy: None,
            },
            Self::Connection => &Facts {
                name: "Connection",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The request never produced a response. sent=false: the connection was never established (safe to repeat). sent=true: it was lost after the request left.",
                remedy: None,
            },
            Self::Timeout => &Facts {
                name: "Timeout",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The client's own limit passed; phase is connect, response, or idle (between stream chunks). The backend may still be generating, and the message says so.",
                remedy: None,
            },
            Self::Cancelled => &Facts {
                name: "Cancelled",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The caller cancelled; never repeated; maps to the language's own cancellation.",
                remedy: None,
            },
            Self::StreamInterrupted => &Facts {
                name: "StreamInterrupted",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "A stream failed after it began: in-band error, connection lost, or ended without its terminal event. Carries partial text, partial tool calls, saw_output and the cause.",
                remedy: None,
            },
            Self::Decode => &Facts {
                name: "Decode",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "A success status whose body is not what the endpoint promises (HTML from a proxy, truncated JSON). Carries the first 2 KiB.",
                remedy: None,
            },
            Self::AuthTransport => &Facts {
                name: "AuthTransport",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::None,
                meaning: "The token endpoint answered something that is neither a token nor a known error envelope.",
                remedy: None,
            },
            Self::CooldownActive => &Facts {
                name: "CooldownActive",
                parent: None,
                retry: RetryRule::Never,
                retryable: true,
                generation: Generation::None,
                meaning: "Refused locally, no request sent: an earlier 503 with Retry-After for this (gateway, model) has not expired. local=true; retry_after is the time left.",
                remedy: None,
            },
            Self::CircuitOpen => &Facts {
                name: "CircuitOpen",
                parent: None,
                retry: RetryRule::Never,
                retryable: true,
                generation: Generation::None,
                meaning: "Refused locally by the opt-in circuit breaker.",
                remedy: None,
            },
            Self::ToolCallArguments => &Facts {
                name: "ToolCallArguments",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "A tool call's arguments are not valid JSON; the raw string is kept.",
                remedy: None,
            },
            Self::MalformedOutput => &Facts {
                name: "MalformedOutput",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The output did not parse or match the schema, and the repair attempt failed too. Carries both outputs and both parse errors.",
                remedy: None,
            },
            Self::Refusal => &Facts {
                name: "Refusal",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "The model declined. Never repeated.",
                remedy: None,
            },
            Self::Internal => &Facts {
                name: "Internal",
                parent: None,
                retry: RetryRule::Never,
                retryable: false,
                generation: Generation::Unknown,
                meaning: "A fault of the SDK itself; the call ended, the process goes on.",
                remedy: Some("Report it with the message and the request id."),
            },
        }
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests;
