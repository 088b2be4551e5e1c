import Axonium
import Foundation

/// One call of a job.
struct CallJob: Sendable {
    private let operation: String
    private let request: JSON
    private let options: JSON

    init(_ call: JSON) {
        operation = call["op"]?.stringValue ?? ""
        request = call["request"] ?? [:]
        options = call["options"] ?? [:]
    }

    /// Runs in a task of its own, which is what a caller would cancel.
    func play(_ client: AxoniumClient) async -> Outcome {
        let task = Task { await perform(client) }
        guard let delay = options["cancel_after_ms"]?.double else { return await task.value }
        let canceller = Task {
            try await Task.sleep(for: .milliseconds(delay))
            task.cancel()
        }
        defer { canceller.cancel() }
        return await task.value
    }

    private func perform(_ client: AxoniumClient) async -> Outcome {
        do {
            switch operation {
            case "chat.completions.create": return .chat(try await chat(client))
            case "chat.completions.stream": return await read(try await open(client))
            case "models.list": return .models(try await client.models(timeout: timeout, retry: retry))
            case "models.mine": return .models(try await client.myModels(timeout: timeout, retry: retry))
            case "usage.retrieve":
                let id = request["request_id"]?.stringValue ?? ""
                return .usage(try await client.usage(requestID: id, timeout: timeout, retry: retry))
            case "token.fetch": return .token(try await client.token(timeout: timeout))
            default: fatalError("unknown operation \(operation)")
            }
        } catch {
            return .error(error)
        }
    }

    private func chat(_ client: AxoniumClient) async throws -> ChatCompletion {
        let (request, extra) = chatRequest(request, options["extra_body"])
        return try await client.chat(
            request, idempotencyKey: key, timeout: timeout, instance: instance, extraHeaders: headers,
            extraBody: extra, retry: retry)
    }

    private func open(_ client: AxoniumClient) async throws -> ChatStream {
        let (request, extra) = chatRequest(request, options["extra_body"])
        return try await client.chatStream(
            request, idempotencyKey: key, timeout: timeout, instance: instance, extraHeaders: headers,
            extraBody: extra, retry: retry,
            partial: options["partial"]?.stringValue.flatMap(PartialOutput.init))
    }

    private func read(_ stream: ChatStream) async -> Outcome {
        var chunks = 0
        var text = ""
        do {
            for try await chunk in stream {
                chunks += 1
                text += chunk.content ?? ""
                if chunks == options["cancel_after_chunks"]?.int {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            return .stream(stream.completion, text: text, chunks: chunks)
        } catch {
            return .brokenStream(error, stream.completion, text: text, chunks: chunks)
        }
    }

    private var key: String? { options["idempotency_key"]?.stringValue }
    private var timeout: Double? { options["timeout_s"]?.double }
    private var instance: String? { options["instance"]?.stringValue }
    private var headers: [String: String]? {
        options["extra_headers"]?.object.compactMapValues(\.stringValue)
    }
    private var retry: RetryPolicy? { options["retry"]?.unlessNull.map(RetryPolicy.init) }
}
