/// An error response. Which one is told by `kind`: `error.kind == .rateLimit`, or `error.kind.isA(.serverError)` for all of a class.
@dynamicMemberLookup
public struct APIError: Error, Sendable {
    public let details: ErrorDetails

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// A setting or a request field that was refused before anything was sent.
@dynamicMemberLookup
public struct RefusedFieldError: Error, Sendable {
    public let details: ErrorDetails
    /// Which one, in the gateway's spelling: `temperature`, `messages.0.content`.
    public var field: String? { details.field }

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// A connection that was never made, or was lost before a response.
@dynamicMemberLookup
public struct ConnectionError: Error, Sendable {
    public let details: ErrorDetails
    /// Whether the request may have reached the server; false: it cannot have, and a repeat is safe.
    public var wasSent: Bool { details.wasSent ?? true }

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// A time limit that passed.
@dynamicMemberLookup
public struct TimeoutError: Error, Sendable {
    /// Which limit it was.
    public enum Phase: String, Sendable, Hashable, Decodable {
        /// No connection in time: nothing was sent.
        case connect
        /// No response in time: the server is probably still generating.
        case response
        /// Silence within a stream.
        case idle
        /// No output of a stream in time.
        case firstOutput = "first_output"
        /// The call's own `timeout`, waits included.
        case call
    }

    public let details: ErrorDetails
    public var phase: Phase? { details.phase }

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// A stream that broke.
@dynamicMemberLookup
public struct StreamInterruptedError: Error, Sendable {
    public let details: ErrorDetails
    /// Whether any output had arrived. A repeat would be a new generation either way, not a continuation.
    public var sawOutput: Bool { details.sawOutput ?? true }
    /// The limit that passed, if one broke the stream.
    public var phase: TimeoutError.Phase? { details.phase }

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// What had arrived of an answer that failed.
public struct PartialCompletion: Sendable, Hashable, Decodable {
    public let content: String?
    public let reasoning: String?
    /// Perhaps incomplete: their arguments may be cut anywhere.
    public let toolCalls: [ToolCall]
    public let finishReason: String?
    public let usage: Usage?

    enum CodingKeys: String, CodingKey {
        case content, reasoning, usage
        case toolCalls = "tool_calls"
        case finishReason = "finish_reason"
    }
}

/// An output that was to follow a schema and does not, and neither does its repair. One that a limit of tokens cut off says so
/// in its reason, `output-truncated`, and was not repaired: it would be cut off again.
@dynamicMemberLookup
public struct MalformedOutputError: Error, Sendable {
    public let details: ErrorDetails
    /// The output and, where one was asked for, its repair.
    public var outputs: [MalformedOutput] { details.outputs ?? [] }

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// An output that does not follow its schema.
public struct MalformedOutput: Sendable, Hashable, Decodable {
    /// What the model said.
    public let text: String
    /// Why that is no answer.
    public let error: String
}

/// An answer that the model declined to give: `error.refusalCode`, `error.refusal?.text`. It is never asked for again.
@dynamicMemberLookup
public struct RefusalError: Error, Sendable {
    public let details: ErrorDetails

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// That the model declined to answer.
public struct Refusal: Sendable, Hashable, Decodable {
    /// `refusal`, `content_filter`, or a server's own code.
    public let code: String
    /// The model's words, where it said any.
    public let text: String?
}

/// A refusal of the token endpoint (RFC 6749, section 5.2).
@dynamicMemberLookup
public struct OAuthError: Error, Sendable {
    public let details: ErrorDetails
    /// The refusal's code, for example `invalid_client`.
    public var code: String? { details.oauthError }

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}
