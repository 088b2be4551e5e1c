/// A ``ChatStream`` whose text follows a schema. All that the stream has is at hand.
///
/// ```swift
/// let stream = try await client.chatStream(request, as: Weather.self)
/// for try await _ in stream {
///     print(stream.parsedPartial?["city"]?.stringValue ?? "…")
/// }
/// print(try await stream.final().parsed?.degrees ?? 0)
/// ```
/// What it says is held against the schema at its end, once; if it does not follow it, reading throws
/// ``AxoniumError/malformedOutput(_:)``, and ``AxoniumError/refusal(_:)`` if the model declined.
@dynamicMemberLookup
public final class ParsedChatStream<Output: Decodable & Sendable>: AsyncSequence, Sendable {
    private let stream: ChatStream

    init(_ stream: ChatStream) {
        self.stream = stream
    }

    /// What the output so far amounts to: texts, lists and objects closed where they stand. Nil while there is none. It is
    /// not held against the schema.
    public var parsedPartial: JSONValue? { stream.snapshot.parsedPartial }

    /// Reads what is left and returns the whole answer.
    public func final() async throws -> ParsedChatCompletion<Output> {
        let completion = try await stream.final()
        return try Parsed(stream.parsedText, of: completion, meta: completion.meta)
    }

    /// Ends the request. What had arrived stays readable.
    public func cancel() {
        stream.cancel()
    }

    public func makeAsyncIterator() -> ChatStream.Iterator {
        stream.makeAsyncIterator()
    }

    public subscript<Value>(dynamicMember path: KeyPath<ChatStream, Value>) -> Value { stream[keyPath: path] }
}

/// A ``ResponseStream`` whose text follows a schema. All that the stream has is at hand; see ``ParsedChatStream``.
@dynamicMemberLookup
public final class ParsedResponseStream<Output: Decodable & Sendable>: AsyncSequence, Sendable {
    private let stream: ResponseStream

    init(_ stream: ResponseStream) {
        self.stream = stream
    }

    /// What the output so far amounts to: texts, lists and objects closed where they stand. Nil while there is none. It is
    /// not held against the schema.
    public var parsedPartial: JSONValue? { stream.snapshot.parsedPartial }

    /// Reads what is left and returns the whole response.
    public func final() async throws -> ParsedResponse<Output> {
        let response = try await stream.final()
        return try Parsed(stream.parsedText, of: response, meta: response.meta)
    }

    /// Ends the request. What had arrived stays readable.
    public func cancel() {
        stream.cancel()
    }

    public func makeAsyncIterator() -> ResponseStream.Iterator {
        stream.makeAsyncIterator()
    }

    public subscript<Value>(dynamicMember path: KeyPath<ResponseStream, Value>) -> Value { stream[keyPath: path] }
}
