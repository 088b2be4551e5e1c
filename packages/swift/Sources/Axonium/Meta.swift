/// How an answer came about. Answers and errors carry it alike: no call leaves its duration unexplained.
public struct Meta: Sendable, Hashable {
    /// The gateway's id of the last request.
    public let requestID: String?
    /// The gateway's trace of the last request.
    public let traceID: String?
    /// The replica that answered, as a pin for further calls.
    public let instance: String?
    /// The replica's own id.
    public let instanceID: String?
    /// The budgets after this call, as far as the gateway told.
    public let rateLimit: RateLimit?
    /// Request fields that the gateway did not use.
    public let ignoredParameters: [String]?
    /// Whether a stored result was replayed: no model was reached, nothing was billed.
    public let idempotentReplay: Bool
    /// For a replay: the request id of the generation that was billed. The replay's own id has no usage record.
    public let idempotentReplayOf: String?
    /// HTTP requests sent for this call; 0 for a local refusal. Token requests are not counted.
    public let attempts: Int
    /// Seconds deliberately asleep, network time excluded.
    public let waitedFor: Double
    /// Seconds from the start of the call to its end.
    public let elapsed: Double
    /// The route that answered, where several were given.
    public let route: String?
    /// Of a degraded answer: the model, or the route, that was asked first.
    public let fallbackFrom: String?
    /// How often a Responses stream skipped numbers of its events: events are missing.
    public let sequenceGaps: Int
    /// What `lenient` took away around the JSON of a parsed answer.
    public let stripped: String?
    /// One entry per attempt, in order.
    public let history: [Attempt]

    /// One attempt of a call.
    public struct Attempt: Sendable, Hashable {
        public let route: String?
        /// The response's status; nil if there was none.
        public let status: Int?
        /// What went wrong; nil for a success.
        public let kind: ErrorKind?
        public let requestID: String?
        /// Seconds deliberately waited before this attempt.
        public let waitedBefore: Double
        /// Seconds it took.
        public let duration: Double
        /// The code of the decision about it; nil for a success.
        public let reason: String?
    }
}

/// A snapshot of the gateway's fixed 60-second budgets. What the gateway did not tell is nil.
public struct RateLimit: Sendable, Hashable, Decodable {
    /// The budget's name, for example `chat_completions`.
    public let scope: String?
    public let limitRequests: Int?
    public let remainingRequests: Int?
    /// Seconds until the window resets.
    public let resetRequests: Int?
    public let limitTokens: Int?
    public let remainingTokens: Int?
    /// Seconds until the window resets.
    public let resetTokens: Int?

    enum CodingKeys: String, CodingKey {
        case scope
        case limitRequests = "limit_requests"
        case remainingRequests = "remaining_requests"
        case resetRequests = "reset_requests"
        case limitTokens = "limit_tokens"
        case remainingTokens = "remaining_tokens"
        case resetTokens = "reset_tokens"
    }
}

/// Tokens of one generation, under one name each for chat and responses. What the server did not report is nil, never 0.
public struct Usage: Sendable, Hashable, Decodable {
    public let promptTokens: Int?
    public let completionTokens: Int?
    public let totalTokens: Int?
    /// Prompt tokens that came from a cache.
    public let cacheReadTokens: Int?
    /// Completion tokens that the model spent on thinking.
    public let reasoningTokens: Int?
    /// Whether the numbers were derived from the server's timings instead of reported.
    public let isEstimated: Bool

    /// The Responses API's name for ``promptTokens``.
    public var inputTokens: Int? { promptTokens }
    /// The Responses API's name for ``completionTokens``.
    public var outputTokens: Int? { completionTokens }

    enum CodingKeys: String, CodingKey {
        case promptTokens = "prompt_tokens"
        case completionTokens = "completion_tokens"
        case totalTokens = "total_tokens"
        case cacheReadTokens = "cache_read_tokens"
        case reasoningTokens = "reasoning_tokens"
        case isEstimated = "estimated"
    }
}

extension Meta: Decodable {
    enum CodingKeys: String, CodingKey {
        case instance, attempts, route, stripped, history
        case requestID = "request_id"
        case traceID = "trace_id"
        case instanceID = "instance_id"
        case rateLimit = "rate_limit"
        case ignoredParameters = "ignored_parameters"
        case idempotentReplay = "idempotent_replay"
        case idempotentReplayOf = "idempotent_replay_of"
        case waitedFor = "waited_s"
        case elapsed = "elapsed_s"
        case fallbackFrom = "fallback_from"
        case sequenceGaps = "sequence_gaps"
    }
}

extension Meta.Attempt: Decodable {
    enum CodingKeys: String, CodingKey {
        case route, status, kind, reason
        case requestID = "request_id"
        case waitedBefore = "waited_before_s"
        case duration = "duration_s"
    }
}
