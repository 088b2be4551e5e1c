internal import AxoniumEngine
import Foundation

/// One call under way. Letting go of it ends it.
final class Call: Sendable {
    private let id: UInt64
    private let engine: Engine
    private let tokenProvider: AxoniumConfiguration.TokenProvider?
    private let hooks: Hooks

    init(id: UInt64, engine: Engine, tokenProvider: AxoniumConfiguration.TokenProvider?, hooks: Hooks) {
        self.id = id
        self.engine = engine
        self.tokenProvider = tokenProvider
        self.hooks = hooks
    }

    deinit {
        engine.close(call: id)
    }

    /// Waits for the next batch. Cancelling the task ends the request at once, also out of a wait.
    func pull() async throws -> Batch {
        try await withTaskCancellationHandler {
            do {
                let batch = try await engine.pull(call: id, maxItems: 256, maxBytes: 1 << 20)
                for notice in batch.notices {
                    try await handle(notice)
                }
                return batch
            } catch {
                throw packageError(error)
            }
        } onCancel: {
            engine.cancel(call: id)
        }
    }

    /// What has arrived so far, put together.
    func snapshot() throws -> Data {
        try engine.snapshot(call: id)
    }

    func cancel() {
        engine.cancel(call: id)
    }

    private func handle(_ data: Data) async throws {
        switch try JSONDecoder().decode(Notice.self, from: data) {
        case .wait(let notice): hooks.onWait?(notice)
        case .request(let notice): hooks.onRequest?(notice)
        case .response(let notice): hooks.onResponse?(notice)
        case .decision(let notice): hooks.onDecision?(notice)
        case .token(let wanted): await provideToken(wanted)
        }
    }

    private func provideToken(_ wanted: TokenNotice) async {
        guard let tokenProvider else { return }
        do {
            let token = try await tokenProvider(wanted.rejected)
            engine.answerToken(call: id, ticket: wanted.ticket, token: token)
        } catch {
            engine.refuseToken(call: id, ticket: wanted.ticket, message: "\(error)")
        }
    }
}

/// The engine wants a token of the caller's provider.
struct TokenNotice: Decodable {
    let ticket: UInt64
    let rejected: String?
}

private enum Notice: Decodable {
    case wait(WaitNotice)
    case request(RequestNotice)
    case response(ResponseNotice)
    case decision(DecisionNotice)
    case token(TokenNotice)

    enum Kind: String, Decodable {
        case wait, request, response, decision, token
    }

    enum CodingKeys: String, CodingKey {
        case kind
    }

    init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .kind) {
        case .wait: self = .wait(try WaitNotice(from: decoder))
        case .request: self = .request(try RequestNotice(from: decoder))
        case .response: self = .response(try ResponseNotice(from: decoder))
        case .decision: self = .decision(try DecisionNotice(from: decoder))
        case .token: self = .token(try TokenNotice(from: decoder))
        }
    }
}
