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
    private let call: Call
    private let state: Locked<State>

    private struct State {
        var arrived: ArraySlice<Data> = []
        var ending: Ending?
        var opened: Data?
    }

    private enum Ending {
        case done
        case failed(any Error)
    }

    /// Waits until the server has accepted the stream; what it refuses is thrown here.
    init(opening call: Call) async throws {
        self.call = call
        state = Locked(State())
        while !state.withLock({ $0.opened != nil || $0.ending != nil }) {
            try await receive()
        }
        if case .failed(let error) = state.withLock({ $0.opened == nil ? $0.ending : nil }) {
            throw error
        }
    }

    /// The text so far.
    public var content: String? { completion.content }
    /// The reasoning so far.
    public var reasoning: String? { completion.reasoning }
    /// The refusal so far.
    public var refusal: String? { completion.refusal }
    /// The tool calls so far; complete once the stream has ended.
    public var toolCalls: [ToolCall] { completion.toolCalls }
    /// Why the first choice ended; nil until then.
    public var finishReason: String? { completion.finishReason }
    /// Tokens, once the server has told.
    public var usage: Usage? { completion.usage }
    /// How the stream came about; final once it has ended.
    public var meta: Meta { completion.meta }

    /// What has arrived so far as one completion, also after a failure.
    public var completion: ChatCompletion {
        (try? ChatCompletion(snapshot: call.snapshot())) ?? .empty
    }

    /// Reads what is left and returns the whole answer.
    public func final() async throws -> ChatCompletion {
        for try await _ in self {}
        return completion
    }

    /// Ends the request. What had arrived stays readable.
    public func cancel() {
        call.cancel()
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

    private func next() async throws -> ChatChunk? {
        while true {
            try Task.checkCancellation()
            let (event, ending) = state.withLock { ($0.arrived.popFirst(), $0.ending) }
            if let event {
                return try chunk(event)
            }
            switch ending {
            case nil: try await receive()
            case .done: return nil
            case .failed(let error): throw error
            }
        }
    }

    private func receive() async throws {
        let batch = try await call.pull()
        state.withLock { state in
            state.opened = batch.opened ?? state.opened
            state.arrived.append(contentsOf: batch.items)
            switch batch.end {
            case nil: break
            case .done: state.ending = .done
            case .failed(let envelope): state.ending = .failed(callError(envelope))
            }
        }
    }

    private func chunk(_ event: Data) throws -> ChatChunk {
        do {
            return try ChatChunk(event)
        } catch {
            call.cancel()
            throw AxoniumError.unreadable("a chunk", error, body: event, meta: meta)
        }
    }
}
