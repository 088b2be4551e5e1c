/// How a client reaches the gateway. Everything is optional: what is unset comes from the environment
/// (`AXONIUM_GATEWAY_BASE_URL`, `AXONIUM_CLIENT_ID`, `AXONIUM_CLIENT_SECRET`, `AXONIUM_SCOPE`, `AXONIUM_API_KEY`,
/// `AXONIUM_CA_BUNDLE`), read when the client is made, and else from the engine's defaults.
///
/// Give one credential: a client id and secret, an API key, or a token provider.
/// Neither `description` nor `dump` shows a secret.
public struct AxoniumConfiguration: Sendable {
    /// Returns a bearer token. `rejected` is the token that the gateway refused, nil at the first time.
    /// It runs in the task of the call that needs it, and is cancelled with it.
    public typealias TokenProvider = @Sendable (_ rejected: String?) async throws -> String

    /// The gateway's address, with its scheme. Engine's default: `http://127.0.0.1:8020`.
    public var gatewayBaseURL: String?
    /// OAuth client credentials: the id.
    public var clientID: String?
    /// OAuth client credentials: the secret.
    public var clientSecret: String?
    /// OAuth scope to ask for; unset asks for none.
    public var scope: String?
    /// A static bearer.
    public var apiKey: String?
    /// The caller's own source of tokens.
    public var tokenProvider: TokenProvider?
    /// Path of a PEM file with certificates to trust besides the system's.
    public var caBundle: String?
    /// A proxy's URL. Engine's default: what `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say.
    public var proxy: String?
    /// When and how long to wait before a repeat; a call can give its own.
    public var retry: RetryPolicy?
    /// Bounds all repeats to one gateway together.
    public var retryBudget: RetryBudget?
    /// Limits of one attempt.
    public var timeouts: Timeouts?
    /// Whether a 503 with `Retry-After` makes further calls to that model fail locally until then. Engine's default: true.
    public var cooldown: Bool?
    /// Clients of one process that name the same group share their cooldowns.
    public var cooldownGroup: String?
    /// What errors of broken streams carry; a call can give its own.
    public var partial: PartialOutput?
    /// Headers of every request.
    public var defaultHeaders: [String: String]?
    /// Appended to the `User-Agent`.
    public var userAgentSuffix: String?
    /// True speaks HTTP/2 only, also without TLS. Engine's default: negotiated.
    public var http2: Bool?
    /// Idle connections kept to one host.
    public var poolMaxIdlePerHost: Int?
    /// The longest event of a stream, in bytes. Engine's default: 16 MiB.
    public var maxEventBytes: Int?
    /// Where requests may go, in this order; a call can give its own.
    public var routes: [Route]?
    /// How much of a stream's beginning is held back while it could still go to another route, in bytes. Engine's default: 1 MiB.
    public var maxHoldBackBytes: Int?
    /// When a server that keeps failing is left alone. Unset: never.
    public var circuitBreaker: CircuitBreaker?
    /// What a timeout leads to; a call can say its own.
    public var onTimeout: OnTimeout?
    /// Who answers after a timeout, in this order; a call can give its own.
    public var fallback: [Fallback]?
    /// Whether a call without an idempotency key may be sent again though the model may have run; a call can say its own.
    public var mayBillTwice: Bool?
    /// What a stream that was lost leads to, where it has an idempotency key; a call can say its own.
    public var resume: Resume?
    /// Whether streams are held back whole and begun anew when they break; a call can say its own. Needs `mayBillTwice` and
    /// ``PartialOutput/discard``.
    public var retryClean: Bool?
    /// What the caller wants to be told: waits to log, attempts to measure.
    public var hooks: Hooks
    /// Set by AxoniumTesting only.
    package var clock: ClockSource?

    public init(
        gatewayBaseURL: String? = nil, clientID: String? = nil, clientSecret: String? = nil, scope: String? = nil,
        apiKey: String? = nil, tokenProvider: TokenProvider? = nil, caBundle: String? = nil, proxy: String? = nil,
        retry: RetryPolicy? = nil, retryBudget: RetryBudget? = nil, timeouts: Timeouts? = nil, cooldown: Bool? = nil,
        cooldownGroup: String? = nil, partial: PartialOutput? = nil, defaultHeaders: [String: String]? = nil,
        userAgentSuffix: String? = nil, http2: Bool? = nil, poolMaxIdlePerHost: Int? = nil, maxEventBytes: Int? = nil,
        routes: [Route]? = nil, maxHoldBackBytes: Int? = nil, circuitBreaker: CircuitBreaker? = nil,
        onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil,
        resume: Resume? = nil, retryClean: Bool? = nil, hooks: Hooks = Hooks()
    ) {
        self.gatewayBaseURL = gatewayBaseURL
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scope = scope
        self.apiKey = apiKey
        self.tokenProvider = tokenProvider
        self.caBundle = caBundle
        self.proxy = proxy
        self.retry = retry
        self.retryBudget = retryBudget
        self.timeouts = timeouts
        self.cooldown = cooldown
        self.cooldownGroup = cooldownGroup
        self.partial = partial
        self.defaultHeaders = defaultHeaders
        self.userAgentSuffix = userAgentSuffix
        self.http2 = http2
        self.poolMaxIdlePerHost = poolMaxIdlePerHost
        self.maxEventBytes = maxEventBytes
        self.routes = routes
        self.maxHoldBackBytes = maxHoldBackBytes
        self.circuitBreaker = circuitBreaker
        self.onTimeout = onTimeout
        self.fallback = fallback
        self.mayBillTwice = mayBillTwice
        self.resume = resume
        self.retryClean = retryClean
        self.hooks = hooks
    }
}

/// Whose time deliberate waits are slept on.
package enum ClockSource: Sendable {
    /// A clock of the client's own, on which waits cost no time.
    case virtual
    /// The clock of the testing gateway with this handle.
    case gateway(UInt64)
}

extension AxoniumConfiguration: JSONRepresentable {
    /// The engine's configuration; see bindings/engine.
    var json: JSONValue {
        var object: JSONObject = ["language": "swift", "version": .string(axoniumVersion)]
        object.set("gateway_base_url", gatewayBaseURL)
        object.set("client_id", clientID)
        object.set("client_secret", clientSecret)
        object.set("scope", scope)
        object.set("api_key", apiKey)
        object.set("token_provider", tokenProvider.map { _ in true })
        object.set("ca_bundle", caBundle)
        object.set("proxy", proxy)
        object.set("retry", retry)
        object.set("retry_budget", retryBudget)
        object.set("timeouts", timeouts)
        object.set("cooldown", cooldown)
        object.set("cooldown_group", cooldownGroup)
        object.set("partial", partial)
        object.set("default_headers", defaultHeaders)
        object.set("user_agent_suffix", userAgentSuffix)
        object.set("http2", http2)
        object.set("pool_max_idle_per_host", poolMaxIdlePerHost)
        object.set("max_event_bytes", maxEventBytes)
        object.set("routes", routes)
        object.set("max_hold_back_bytes", maxHoldBackBytes)
        object.set("circuit_breaker", circuitBreaker)
        object.set("on_timeout", onTimeout)
        object.set("fallback", fallback)
        object.set("may_bill_twice", mayBillTwice)
        object.set("resume", resume)
        object.set("retry_clean", retryClean)
        object.set("observe", hooks.observed)
        object.set("clock", clock)
        return .object(object)
    }
}

extension ClockSource: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .virtual: "virtual"
        case .gateway(let handle): ["gateway": .integer(Int64(handle))]
        }
    }
}
