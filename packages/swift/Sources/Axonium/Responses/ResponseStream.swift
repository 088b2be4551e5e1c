import Foundation

/// A streamed response: a sequence of events, read once.
///
/// ```swift
/// let stream = try await client.responseStream(request)
/// for try await event in stream {
///     if case .outputTextDelta(let text) = event { print(text.delta, terminator: "") }
/// }
/// print(stream.usage?.outputTokens ?? 0, stream.meta.attempts)
/// ```
/// Reading pulls: while nobody reads, the server is not read either. Cancelling the reading task ends the request, or
/// closes the WebSocket, and throws `CancellationError`; letting go of the stream, or ``cancel()``, ends it as well.
/// A second loop goes on where the first stopped. An event that cannot be read as its type says is ``ResponseEvent/unknown(_:)``.
public final class ResponseStream: AsyncSequence, Sendable {
    private let events: EventSource
    /// Kept open as long as its turn is read.
    private let connection: ResponseConnection?

    init(_ events: EventSource, on connection: ResponseConnection? = nil) {
        self.events = events
        self.connection = connection
    }

    /// The text so far.
    public var outputText: String? { response.outputText }
    /// The reasoning, or its summaries, so far.
    public var reasoning: String? { response.reasoning }
    /// The refusal so far.
    public var refusal: String? { response.refusal }
    /// That the model declined, and how: `refusal`, `content_filter`, or a server's own code.
    public var refusalCode: String? { response.refusalCode }
    /// The tool calls so far; complete once the stream has ended.
    public var toolCalls: [ToolCall] { response.toolCalls }
    /// Tokens, once the server has told.
    public var usage: Usage? { response.usage }
    /// How the stream came about; final once it has ended.
    public var meta: Meta { response.meta }
    /// Whether any output has arrived: text, reasoning, a refusal, a tool call. Events about the response alone are none.
    public var sawOutput: Bool { snapshot.sawOutput }

    /// What has arrived so far as one response, also after a failure.
    public var response: Response { snapshot.response }

    /// Reads what is left and returns the whole response.
    public func final() async throws -> Response {
        for try await _ in self {}
        return response
    }

    /// Ends the request. What had arrived stays readable.
    public func cancel() {
        events.cancel()
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: self)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ResponseStream

        public mutating func next() async throws -> ResponseEvent? {
            try await stream.events.next().map { ResponseEvent($0) }
        }
    }

    /// The text that was held against the schema; see ``ParsedResponseStream``.
    var parsedText: String? { events.parsed }

    var snapshot: ResponseSnapshot {
        (try? JSONDecoder().decode(ResponseSnapshot.self, from: events.snapshot())) ?? .empty
    }
}
