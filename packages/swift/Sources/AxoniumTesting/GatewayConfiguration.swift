/// How the embedded gateway behaves; see gateway/README.md for what it does where nothing is set.
public struct GatewayConfiguration: Sendable, Hashable {
    /// Whose time it lives by.
    public enum Clock: String, Sendable, Hashable, Encodable {
        /// Deliberate waits of its clients move the clock and cost no time.
        case virtual
        case real
    }

    public var clock: Clock?
    /// The only client id that gets a token; unset: every one does.
    public var clientID: String?
    public var clientSecret: String?
    /// The only API key that is accepted; unset: every one is.
    public var apiKey: String?
    /// Scopes a client may be granted.
    public var scopes: [String]?
    /// Life of an access token, in seconds.
    public var tokenLifetime: Int?
    /// The models that run.
    public var models: [GatewayModel]?
    /// Unset: no limit.
    public var requestsPerWindow: Int?
    /// Unset: no limit.
    public var tokensPerWindow: Int?
    /// Length of a rate-limit window, in seconds.
    public var window: Int?
    /// When a replica that keeps failing is left alone.
    public var breaker: GatewayBreaker?
    /// Whether a failed request keeps its idempotency key.
    public var failuresHoldKey: Bool?
    /// Largest response kept for replay, in bytes.
    public var retainedBytes: Int?
    /// How long an idempotency key is remembered, in seconds.
    public var idempotencyWindow: Int?
    /// Whether to bind the port and refuse every connection to it.
    public var refuseConnections: Bool?

    public init(
        clock: Clock? = nil, clientID: String? = nil, clientSecret: String? = nil, apiKey: String? = nil,
        scopes: [String]? = nil, tokenLifetime: Int? = nil, models: [GatewayModel]? = nil,
        requestsPerWindow: Int? = nil, tokensPerWindow: Int? = nil, window: Int? = nil, breaker: GatewayBreaker? = nil,
        failuresHoldKey: Bool? = nil, retainedBytes: Int? = nil, idempotencyWindow: Int? = nil,
        refuseConnections: Bool? = nil
    ) {
        self.clock = clock
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.apiKey = apiKey
        self.scopes = scopes
        self.tokenLifetime = tokenLifetime
        self.models = models
        self.requestsPerWindow = requestsPerWindow
        self.tokensPerWindow = tokensPerWindow
        self.window = window
        self.breaker = breaker
        self.failuresHoldKey = failuresHoldKey
        self.retainedBytes = retainedBytes
        self.idempotencyWindow = idempotencyWindow
        self.refuseConnections = refuseConnections
    }
}

/// One model of the embedded gateway. It answers what it was asked, or counts; see gateway/README.md.
public struct GatewayModel: Sendable, Hashable {
    public var id: String
    /// What it takes and gives; only `text` and `vision` models chat.
    public var modality: String?
    /// The largest prompt plus answer, in tokens.
    public var contextLength: Int?
    /// Names of its replicas.
    public var replicas: [String]?
    /// Milliseconds before the first word.
    public var generationMilliseconds: Int?
    /// Words per second after it; unset: all at once.
    public var wordsPerSecond: Double?
    /// How many requests fail with a 502 before the model works.
    public var failsFirst: Int?
    /// Unset: the usage record's cost is null.
    public var usdPerMillionTokens: Double?

    public init(
        id: String, modality: String? = nil, contextLength: Int? = nil, replicas: [String]? = nil,
        generationMilliseconds: Int? = nil, wordsPerSecond: Double? = nil, failsFirst: Int? = nil,
        usdPerMillionTokens: Double? = nil
    ) {
        self.id = id
        self.modality = modality
        self.contextLength = contextLength
        self.replicas = replicas
        self.generationMilliseconds = generationMilliseconds
        self.wordsPerSecond = wordsPerSecond
        self.failsFirst = failsFirst
        self.usdPerMillionTokens = usdPerMillionTokens
    }
}

/// The circuit breaker in front of each replica.
public struct GatewayBreaker: Sendable, Hashable {
    /// Failures in a row that open it.
    public var failures: Int?
    /// Seconds until one request may try again.
    public var openFor: Int?

    public init(failures: Int? = nil, openFor: Int? = nil) {
        self.failures = failures
        self.openFor = openFor
    }
}

extension GatewayConfiguration: Encodable {
    enum CodingKeys: String, CodingKey {
        case clock, scopes, models, breaker
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case apiKey = "api_key"
        case tokenLifetime = "token_lifetime_seconds"
        case requestsPerWindow = "requests_per_window"
        case tokensPerWindow = "tokens_per_window"
        case window = "window_seconds"
        case failuresHoldKey = "failures_hold_key"
        case retainedBytes = "retained_bytes"
        case idempotencyWindow = "idempotency_window_seconds"
        case refuseConnections = "refuse_connections"
    }
}

extension GatewayModel: Encodable {
    enum CodingKeys: String, CodingKey {
        case id, modality, replicas
        case contextLength = "context_length"
        case generationMilliseconds = "generation_ms"
        case wordsPerSecond = "words_per_second"
        case failsFirst = "fails_first"
        case usdPerMillionTokens = "usd_per_million_tokens"
    }
}

extension GatewayBreaker: Encodable {
    enum CodingKeys: String, CodingKey {
        case failures
        case openFor = "open_seconds"
    }
}
