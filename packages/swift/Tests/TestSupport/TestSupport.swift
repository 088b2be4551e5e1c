import Axonium
import AxoniumTesting
import Foundation

/// The gateway that the environment names, for what is written without a configuration. The environment is set once,
/// before any client is made: every test gets its gateway from here.
package enum Environment {
    package static let gateway: Gateway = {
        do {
            let gateway = try Gateway()
            setenv("AXONIUM_GATEWAY_BASE_URL", gateway.url, 1)
            setenv("AXONIUM_API_KEY", "from-the-environment", 1)
            return gateway
        } catch {
            fatalError("no gateway: \(error)")
        }
    }()
}

/// A gateway of the test's own.
package func startGateway(_ configuration: GatewayConfiguration = GatewayConfiguration()) throws -> Gateway {
    _ = Environment.gateway
    return try Gateway(configuration: configuration)
}

/// A request that the embedded gateway echoes.
package func asking(_ text: String, model: String = "qwen3-0.6b") -> ChatRequest {
    ChatRequest(model: model, messages: [.user(text)])
}

/// A refusal for want of budget that names a wait.
package func rateLimited(retryAfter: Int) -> JSONValue {
    [
        "status": 429, "headers": ["Retry-After": .string("\(retryAfter)")],
        "problem": "rate-limit-exceeded-requests",
    ]
}

/// The error that a call throws; nil if it throws none of the package's.
package func failure<Answer>(of call: () async throws -> Answer) async throws -> AxoniumError? {
    do {
        _ = try await call()
        return nil
    } catch let error as AxoniumError {
        return error
    }
}

/// Starts `call` in a task, cancels it once `begun` says so, and returns what it threw and how long that took.
package func cancelled(
    when begun: AsyncStream<Void>, _ call: @escaping @Sendable () async throws -> Void
) async -> (error: (any Error)?, took: Duration) {
    let task = Task { try await call() }
    for await _ in begun { break }
    let start = ContinuousClock.now
    task.cancel()
    let error: (any Error)? =
        switch await task.result {
        case .success: nil
        case .failure(let error): error
        }
    return (error, .now - start)
}

/// Values that closures of many tasks add to.
package final class Collected<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var collected: [Value] = []

    package init() {}

    package var values: [Value] { lock.withLock { collected } }

    package func append(_ value: Value) {
        lock.withLock { collected.append(value) }
    }
}

/// The step of a script that answers a chat with a text of 2 tokens.
package func saying(_ text: String, finishReason: String = "stop") -> JSONValue {
    let message: JSONValue = ["role": "assistant", "content": .string(text)]
    return answering(with: message, finishReason: finishReason)
}

/// The step of a script that answers a chat with a message.
package func answering(with message: JSONValue, finishReason: String = "stop") -> JSONValue {
    [
        "body": [
            "id": "chat-1", "object": "chat.completion", "model": "qwen3-0.6b",
            "choices": [["index": 0, "message": message, "finish_reason": .string(finishReason)]],
            "usage": ["prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5],
        ]
    ]
}

/// The body of a request as JSON.
package func json(of request: RecordedRequest) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(request.body.utf8))
}
