import Foundation

/// A streamed answer: a sequence of chunks, read once.
///
/// ```swift
/// let stream = try await client.chatStream(request)
/// for try await chunk in stream {
///     print(chunk.content ?? "", terminator: "")
/// }
/// print(stream.usage?.totalTokens ?? 0, stream.meta.attempts)
/// ```
/// Reading pulls: while nobody reads, the server is not read either. Cancelling the reading task ends the request and
/// throws `CancellationError`; letting go of the stream, or ``cancel()``, ends it as well.
/// A second loop goes on where the first stopped.
public final class ChatStream: AsyncSequence, Sendable {
    private let events: EventSource

    init(_ events: EventSource) {
        self.events = events
    }

    /// The text so far.
    public var content: String? { completion.content }
    /// The reasoning so far.
    public var reasoning: String? { completion.reasoning }
    /// The refusal so far.
    public var refusal: String? { completion.refusal }
    /// That the model declined, and how: `refusal`, `content_filter`, or a server's own code.
    public var refusalCode: String? { completion.refusalCode }
    /// The tool calls so far; complete once the stream has ended.
    public var toolCalls: [ToolCall] { completion.toolCalls }
    /// Why the first choice ended; nil until then.
    public var finishReason: String? { completion.finishReason }
    /// Tokens, once the server has told.
    public var usage: Usage? { completion.usage }
    /// How the stream came about; final once it has ended.
    public var meta: Meta { completion.meta }

    /// What has arrived so far as one completion, also after a failure.
    public var completion: ChatCompletion { snapshot.completion }

    /// Reads what is left and returns the whole answer.
    public func final() async throws -> ChatCompletion {
        for try await _ in self {}
        return completion
    }

    /// Ends the request. What had arrived stays readable.
    public func cancel() {
        events.cancel()
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: self)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ChatStream

        public mutating func next() async throws -> ChatChunk? {
            try await stream.next()
        }
    }

    var snapshot: ChatSnapshot {
        (try? JSONDecoder().decode(ChatSnapshot.self, from: events.snapshot())) ?? .empty
    }

    /// The text that was held against the schema; see ``ParsedChatStream``.
    var parsedText: String? { events.parsed }

    private func next() async throws -> ChatChunk? {
        guard let event = try await events.next() else { return nil }
        do {
            return try ChatChunk(event)
        } catch {
            events.cancel()
            throw AxoniumError.unreadable("a chunk", error, body: event, meta: meta)
        }
    }
}
