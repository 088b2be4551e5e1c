internal import AxoniumEngine
import Foundation

/// One engine and what the caller wants to be asked and told: everything a call needs.
final class Session: Sendable {
    private let engine: Engine
    private let tokenProvider: AxoniumConfiguration.TokenProvider?
    private let hooks: Hooks

    init(_ configuration: AxoniumConfiguration) throws {
        let settings: Data
        do {
            settings = try configuration.json.serialized()
        } catch {
            throw AxoniumError.configurationNotJSON(path: error.path)
        }
        engine = try rethrowing { try Engine(config: settings) }
        tokenProvider = configuration.tokenProvider
        hooks = configuration.hooks
    }

    /// Begins a call. Nothing is sent for a task that is cancelled already.
    func start(_ operation: String, body: JSONValue?, options: CallOptions) throws -> Call {
        try Task.checkCancellation()
        let bytes: (body: Data, options: Data)
        do {
            bytes = (try body?.serialized() ?? Data(), try options.json.serialized())
        } catch {
            throw AxoniumError.notJSON(path: error.path)
        }
        let id = try rethrowing { try engine.start(operation: operation, body: bytes.body, options: bytes.options) }
        return Call(id: id, engine: engine, tokenProvider: tokenProvider, hooks: hooks)
    }

    /// Runs a call that has one answer.
    func perform<Answer: Decodable>(
        _ operation: String, body: JSONValue? = nil, options: CallOptions, as type: Answer.Type
    ) async throws -> (answer: Answer, raw: Data, done: DoneEnvelope) {
        let call = try start(operation, body: body, options: options)
        var raw = Data()
        while true {
            let batch = try await call.pull()
            raw = batch.items.first ?? raw
            switch batch.end {
            case nil: continue
            case .failed(let envelope): throw callError(envelope)
            case .done(let envelope):
                let done = try JSONDecoder().decode(DoneEnvelope.self, from: envelope)
                do {
                    return (try JSONDecoder().decode(type, from: raw), raw, done)
                } catch {
                    throw AxoniumError.unreadable(error, body: raw, meta: done.meta)
                }
            }
        }
    }

    func shutdown() {
        engine.shutdown()
    }
}

/// The engine's word about a call that went well.
struct DoneEnvelope: Decodable {
    let meta: Meta
    let usage: Usage?
}

/// The error of a failed call: a cancelled one throws what Swift's tasks throw.
func callError(_ envelope: Data) -> any Error {
    let error = AxoniumError(envelope: envelope)
    return error.kind == .cancelled ? CancellationError() : error
}

/// Runs a function of the engine and turns its error into the package's.
func rethrowing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch EngineError.Failed(let envelope) {
        throw callError(envelope)
    }
}
