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
        do {
            engine = try Engine(config: settings)
        } catch {
            throw packageError(error)
        }
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
        do {
            let id = try engine.start(operation: operation, body: bytes.body, options: bytes.options)
            return Call(id: id, engine: engine, tokenProvider: tokenProvider, hooks: hooks)
        } catch {
            throw packageError(error)
        }
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
                    throw AxoniumError.unreadable("the answer", error, body: raw, meta: done.meta)
                }
            }
        }
    }

    /// Closes a connection that is kept. That is done once the call is started, whose end need not be waited for.
    func disconnect(_ connection: Int) {
        let body = Data(#"{"connection":\#(connection)}"#.utf8)
        // An engine that was shut down has closed it already.
        guard let call = try? engine.start(operation: "responses.disconnect", body: body, options: Data("{}".utf8))
        else { return }
        engine.close(call: call)
    }

    func openCalls() throws -> Int {
        struct Stats: Decodable {
            let open_calls: Int
        }
        return try JSONDecoder().decode(Stats.self, from: engine.stats()).open_calls
    }

    func circuits() throws -> [Circuit] {
        try JSONDecoder().decode([Circuit].self, from: engine.circuits())
    }

    func shutdown() {
        engine.shutdown()
    }
}

/// The engine's word about a call that went well.
struct DoneEnvelope: Decodable {
    let meta: Meta
    let usage: Usage?
    /// Of a response only.
    let answer: ResponseAnswer?
    /// The text that was held against a schema.
    let parsed: String?
    let refusal: Refusal?
}
