/// How often and how long a call that is safe to repeat is repeated. What is unset takes the engine's default.
public struct RetryPolicy: Sendable, Hashable {
    /// Tries of one call, the first included. Engine's default: 3.
    public var maxAttempts: Int?
    /// Seconds before the first repeat when the server names no `Retry-After`. Engine's default: 1.
    public var initialBackoff: Double?
    /// The longest wait in seconds; a longer `Retry-After` is raised instead of slept. 0 raises every wait. Engine's default: 60.
    public var maxBackoff: Double?
    /// Whether waits without a `Retry-After` are spread at random. Engine's default: true.
    public var jitter: Bool?
    /// Whether a 502 of the gateway is tried once more. Engine's default: false.
    public var retryUpstreamErrors: Bool?

    public init(
        maxAttempts: Int? = nil, initialBackoff: Double? = nil, maxBackoff: Double? = nil, jitter: Bool? = nil,
        retryUpstreamErrors: Bool? = nil
    ) {
        self.maxAttempts = maxAttempts
        self.initialBackoff = initialBackoff
        self.maxBackoff = maxBackoff
        self.jitter = jitter
        self.retryUpstreamErrors = retryUpstreamErrors
    }
}

/// Bounds the repeats of all calls to one gateway together, so that a fleet does not multiply an outage.
public struct RetryBudget: Sendable, Hashable {
    /// Engine's default: true.
    public var isEnabled: Bool?
    /// Tokens in the bucket; a repeat costs 5, a success returns 1. Engine's default: 500.
    public var size: Int?

    public init(isEnabled: Bool? = nil, size: Int? = nil) {
        self.isEnabled = isEnabled
        self.size = size
    }
}

/// Limits of one attempt, in seconds. What is unset takes the engine's default.
public struct Timeouts: Sendable, Hashable {
    /// Until the connection stands. Engine's default: 10.
    public var connect: Double?
    /// Until the whole answer is there; streams: until the answer begins. Engine's default: 600.
    public var request: Double?
    /// The longest silence within a stream. Engine's default: 180.
    public var streamIdle: Double?
    /// Until a stream's first output. Engine's default: no limit.
    public var firstOutput: Double?
    /// One request to the token endpoint. Engine's default: 30.
    public var auth: Double?
    /// How long a stream's beginning is held back while it could still go to another route. Engine's default: 10.
    public var holdBack: Double?

    public init(
        connect: Double? = nil, request: Double? = nil, streamIdle: Double? = nil, firstOutput: Double? = nil,
        auth: Double? = nil, holdBack: Double? = nil
    ) {
        self.connect = connect
        self.request = request
        self.streamIdle = streamIdle
        self.firstOutput = firstOutput
        self.auth = auth
        self.holdBack = holdBack
    }
}

/// What the error of a broken stream carries of the text that had arrived.
public enum PartialOutput: String, Sendable, Hashable {
    /// The text, reasoning and tool calls so far. The engine's default.
    case attach
    /// Nothing, for callers who must never show half an answer.
    case discard
}

extension RetryPolicy: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("max_attempts", maxAttempts)
        object.set("initial_backoff_s", initialBackoff)
        object.set("max_backoff_s", maxBackoff)
        object.set("jitter", jitter)
        object.set("retry_upstream_errors", retryUpstreamErrors)
        return .object(object)
    }
}

extension RetryBudget: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("enabled", isEnabled)
        object.set("size", size)
        return .object(object)
    }
}

extension Timeouts: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("connect_s", connect)
        object.set("request_s", request)
        object.set("stream_idle_s", streamIdle)
        object.set("first_output_s", firstOutput)
        object.set("auth_s", auth)
        object.set("hold_back_s", holdBack)
        return .object(object)
    }
}

extension PartialOutput: JSONRepresentable {
    var json: JSONValue { .string(rawValue) }
}
