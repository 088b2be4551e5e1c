/// What every error carries. What is not known is nil.
///
/// Errors are `Codable`, in the same JSON in every language: log it, and `axonium explain` tells what it means.
public struct ErrorDetails: Error, Sendable {
    /// What went wrong, as a name that is the same in every language.
    public let kind: ErrorKind
    /// One line, ready to show.
    public let message: String
    /// Two lines: what happened and was tried; why it was not repeated and what to do.
    public let explanation: String
    /// The response's status.
    public let status: Int?
    /// The problem document's `type`.
    public let type: String?
    /// The problem document's `title`.
    public let title: String?
    /// The problem document's `detail`. For people: branch on `kind`.
    public let detail: String?
    /// The server's own code of the error, for example `rate_limit_exceeded`. For logs: branch on `kind`.
    public let code: String?
    /// What the server suggests.
    public let hint: String?
    /// Whether the same call may succeed later: advice to the caller, not what the SDK did.
    public let isRetryable: Bool
    /// Seconds that the server asked to wait.
    public let retryAfter: Double?
    /// Why the call was not repeated.
    public let reason: DecisionReason?
    /// Whether it was refused without a request.
    public let isLocal: Bool
    public let requestID: String?
    public let traceID: String?
    /// The scope of a rate limit, or the one that was missing.
    public let scope: String?
    /// The response's body as text, shortened if it was long.
    public let body: String?
    /// The problem document's `errors`.
    public let errors: JSONValue?
    /// What had arrived of an answer that failed: of a broken stream, or of a response that says so itself. Nil with
    /// ``PartialOutput/discard``.
    public let partial: PartialCompletion?
    /// Each output that did not follow its schema, in order, and what is wrong with it: of a
    /// ``AxoniumError/malformedOutput(_:)``, and of whatever its repair failed of.
    public let outputs: [MalformedOutput]?
    /// That the model declined, and how: of a ``AxoniumError/refusal(_:)``, and of errors that say so by their code.
    public let refusal: Refusal?
    /// Of a call that failed as a stream: whether output had arrived. Nil for any other.
    public let sawOutput: Bool?
    /// The failure behind this one.
    public let cause: Cause?
    /// How the call went: attempts, waits, history.
    public let meta: Meta

    // What only some kinds know is shown by their own types.
    let field: String?
    let wasSent: Bool?
    let phase: TimeoutError.Phase?
    let oauthError: String?

    /// The code of ``refusal``: `refusal`, `content_filter`, or a server's own.
    public var refusalCode: String? { refusal?.code }

    /// Why a call was not repeated.
    public struct DecisionReason: Sendable, Hashable, Decodable {
        /// A stable code, for example `timeout-without-key`.
        public let code: String
        /// The same as a sentence.
        public let text: String
    }

    /// A failure that led to another.
    public struct Cause: Sendable, Hashable, Decodable {
        public let kind: ErrorKind
        public let message: String
        /// The server's own code of it.
        public let code: String?
    }
}

extension ErrorDetails: Decodable {
    enum CodingKeys: String, CodingKey {
        case kind, message, status, type, title, detail, code, hint, reason, scope, body, errors, partial, refusal,
            cause
        case meta, field, phase, outputs
        case explanation = "explain"
        case isRetryable = "retryable"
        case retryAfter = "retry_after_s"
        case isLocal = "local"
        case requestID = "request_id"
        case traceID = "trace_id"
        case wasSent = "sent"
        case sawOutput = "saw_output"
        case oauthError = "oauth_error"
    }
}
