/// When a server that keeps failing is left alone, for each of its models: for servers that have no breaker of their own.
/// What is unset takes the engine's default.
///
/// Connections lost, timeouts and 5xx count; rate limits, refusals and malformed outputs do not. While a circuit is open,
/// calls fail at once with the kind `.circuitOpen`; then one call probes whether the server is back.
public struct CircuitBreaker: Sendable, Hashable {
    /// Failures that open it. Engine's default: 5.
    public var failures: Int?
    /// The seconds within which they count. Engine's default: 10.
    public var window: Double?
    /// Seconds until one call may probe. Engine's default: 30.
    public var open: Double?

    public init(failures: Int? = nil, window: Double? = nil, open: Double? = nil) {
        self.failures = failures
        self.window = window
        self.open = open
    }
}

/// The circuit breaker of one server and model, as it stands; see ``AxoniumClient/circuits()``.
public struct Circuit: Sendable, Hashable, Decodable {
    public enum State: String, Sendable, Hashable, Decodable {
        /// Calls are let through.
        case closed
        /// Calls fail at once.
        case open
        /// One call probes; the others fail at once.
        case halfOpen = "half_open"
    }

    /// The server: `https://host:port`.
    public let origin: String
    public let model: String
    public let state: State
    /// Seconds until a call may probe; nil unless it is open.
    public let refusedFor: Double?

    enum CodingKeys: String, CodingKey {
        case origin, model, state
        case refusedFor = "refused_for_s"
    }
}

extension CircuitBreaker: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("failures", failures)
        object.set("window_s", window)
        object.set("open_s", open)
        return .object(object)
    }
}
