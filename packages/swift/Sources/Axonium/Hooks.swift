/// Functions the SDK calls to tell what it does. They run in the task of the call they speak of and should return soon.
///
/// A wait is not a hang: log it.
/// ```swift
/// let hooks = Hooks(onWait: { wait in logger.log(level: wait.level == .info ? .info : .debug, "\(wait.message)") })
/// ```
public struct Hooks: Sendable {
    /// Before a deliberate wait begins.
    public var onWait: (@Sendable (WaitNotice) -> Void)?
    /// Before a request is sent.
    public var onRequest: (@Sendable (RequestNotice) -> Void)?
    /// After a response's head has arrived.
    public var onResponse: (@Sendable (ResponseNotice) -> Void)?
    /// After a failure was judged: what is done about it, and why.
    public var onDecision: (@Sendable (DecisionNotice) -> Void)?

    public init(
        onWait: (@Sendable (WaitNotice) -> Void)? = nil, onRequest: (@Sendable (RequestNotice) -> Void)? = nil,
        onResponse: (@Sendable (ResponseNotice) -> Void)? = nil,
        onDecision: (@Sendable (DecisionNotice) -> Void)? = nil
    ) {
        self.onWait = onWait
        self.onRequest = onRequest
        self.onResponse = onResponse
        self.onDecision = onDecision
    }

    /// The notices the engine has to make besides waits, which it always makes.
    var observed: [String]? {
        let wanted = [
            ("request", onRequest != nil), ("response", onResponse != nil), ("decision", onDecision != nil),
        ].filter(\.1).map(\.0)
        return wanted.isEmpty ? nil : wanted
    }
}

/// The weight of a log line.
public enum LogLevel: String, Sendable, Hashable, Decodable {
    /// A wait that a person may notice: a second or longer.
    case info
    /// A shorter one.
    case debug
}

/// A deliberate wait that is about to begin.
public struct WaitNotice: Sendable, Hashable, Decodable {
    public let level: LogLevel
    /// One line, ready to log.
    public let message: String
    public let method: String
    public let path: String
    public let model: String?
    /// The attempt that failed, counted from 1.
    public let attempt: Int
    /// How long it will wait, in seconds.
    public let wait: Double
    /// The decision's code, for example `refused-before-generation`.
    public let reason: String
    public let requestID: String?

    enum CodingKeys: String, CodingKey {
        case level, message, method, path, model, attempt, reason
        case wait = "wait_s"
        case requestID = "request_id"
    }
}

/// A request that is about to be sent.
public struct RequestNotice: Sendable, Hashable, Decodable {
    /// Counted from 1.
    public let attempt: Int
    public let method: String
    public let path: String
}

/// A response whose head has arrived.
public struct ResponseNotice: Sendable, Hashable, Decodable {
    /// Counted from 1.
    public let attempt: Int
    public let status: Int
    public let requestID: String?
    /// From sending the request, in seconds.
    public let duration: Double

    enum CodingKeys: String, CodingKey {
        case attempt, status
        case requestID = "request_id"
        case duration = "duration_s"
    }
}

/// What is done about a failure, and why.
public struct DecisionNotice: Sendable, Hashable, Decodable {
    /// The attempt that failed, counted from 1.
    public let attempt: Int
    /// `repeat`, `collect`, `refresh`, `next-route`, `repair`, `fall-back`, `resume`, `raise`; or `circuit`, where a
    /// circuit breaker has changed.
    public let action: String
    /// A stable code.
    public let reason: String
    /// The reason as a sentence.
    public let message: String
    /// Seconds until the next attempt; 0 where nothing is waited for.
    public let wait: Double?

    enum CodingKeys: String, CodingKey {
        case attempt, action, reason, message
        case wait = "wait_s"
    }
}
