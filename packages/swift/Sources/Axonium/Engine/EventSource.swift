import Foundation

/// The events of a streamed call as they came, read once, and how the call ended.
final class EventSource: Sendable {
    private let call: Call
    private let state: Locked<State>

    private struct State {
        var arrived: ArraySlice<Data> = []
        var ending: Ending?
        var opened: Data?
        var parsed: String?
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

    /// The next event's data; nil at the end. A failure stays: it is thrown again by whoever reads on.
    func next() async throws -> Data? {
        while true {
            if Task.isCancelled {
                try await abandon()
            }
            let (event, ending) = state.withLock { ($0.arrived.popFirst(), $0.ending) }
            if let event {
                return event
            }
            switch ending {
            case nil: try await receive()
            case .done: return nil
            case .failed(let error): throw error
            }
        }
    }

    /// What has arrived so far, put together.
    func snapshot() throws -> Data {
        try call.snapshot()
    }

    /// The text that was held against a schema, once the call has ended well.
    var parsed: String? { state.withLock { $0.parsed } }

    func cancel() {
        call.cancel()
    }

    /// Ends the call and waits until it has ended: then a connection that it ran on is free again.
    private func abandon() async throws {
        call.cancel()
        while state.withLock({ $0.ending == nil }) {
            try await receive()
        }
        throw CancellationError()
    }

    private func receive() async throws {
        let batch = try await call.pull()
        try state.withLock { state in
            state.opened = batch.opened ?? state.opened
            state.arrived.append(contentsOf: batch.items)
            switch batch.end {
            case nil: break
            case .done(let envelope):
                state.parsed = try JSONDecoder().decode(DoneEnvelope.self, from: envelope).parsed
                state.ending = .done
            case .failed(let envelope): state.ending = .failed(callError(envelope))
            }
        }
    }
}
