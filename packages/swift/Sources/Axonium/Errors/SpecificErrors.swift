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
    public let field: String?

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// A connection that was never made, or was lost before a response.
@dynamicMemberLookup
public struct ConnectionError: Error, Sendable {
    public let details: ErrorDetails
    /// Whether the request may have reached the server; false: it cannot have, and a repeat is safe.
    public let wasSent: Bool

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
    public let phase: Phase?

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}

/// A stream that broke.
@dynamicMemberLookup
public struct StreamInterruptedError: Error, Sendable {
    public let details: ErrorDetails
    /// Whether any output had arrived. A repeat would be a new generation either way, not a continuation.
    public let sawOutput: Bool
    /// The limit that passed, if one broke the stream.
    public let phase: TimeoutError.Phase?

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

/// A refusal of the token endpoint (RFC 6749, section 5.2).
@dynamicMemberLookup
public struct OAuthError: Error, Sendable {
    public let details: ErrorDetails
    /// The refusal's code, for example `invalid_client`.
    public let code: String?

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value { details[keyPath: path] }
}
