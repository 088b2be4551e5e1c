import Axonium
import Foundation

/// One call of a job.
struct CallJob: Sendable {
    private let operation: String
    let request: JSON
    let options: JSON

    init(_ call: JSON) {
        operation = call["op"]?.stringValue ?? ""
        request = call["request"] ?? [:]
        options = call["options"] ?? [:]
    }

    /// Runs in a task of its own, which is what a caller would cancel.
    func play(_ client: AxoniumClient, _ kept: KeptConnection) async -> Outcome {
        let task = Task { await perform(client, kept) }
        guard let delay = options["cancel_after_ms"]?.double else { return await task.value }
        let canceller = Task {
            try await Task.sleep(for: .milliseconds(delay))
            task.cancel()
        }
        defer { canceller.cancel() }
        return await task.value
    }

    private func perform(_ client: AxoniumClient, _ kept: KeptConnection) async -> Outcome {
        do {
            switch operation {
            case "chat.completions.create":
                let completion = try await chat(client)
                return .ok(fields(completion), raw: completion.raw)
            case "chat.completions.parse": return try await chatParse(client)
            case "chat.completions.stream": return try await playChatStream(client)
            case "responses.create":
                let response = try await response(client, kept)
                return .ok(fields(response), raw: response.raw)
            case "responses.parse": return try await responseParse(client)
            case "responses.stream": return try await playResponseStream(client, kept)
            case "responses.connect": return .ok(try await connect(client, kept))
            case "responses.disconnect": return .ok(disconnect(kept))
            case "models.list": return .ok(fields(try await client.models(timeout: timeout, retry: retry)))
            case "models.mine": return .ok(fields(try await client.myModels(timeout: timeout, retry: retry)))
            case "usage.retrieve":
                let id = request["request_id"]?.stringValue ?? ""
                return .ok(fields(try await client.usage(requestID: id, timeout: timeout, retry: retry)))
            case "token.fetch":
                let grant = try await client.token(timeout: timeout)
                return .ok(["scope": JSON(grant.scope), "meta": fields(grant.meta)])
            case "circuits": return .ok(fields(try client.circuits()))
            case "keys.derive": return .ok(["key": .string(try derivedKey())])
            case "keys.run": return .ok(["key": .string(try runKey())])
            default: fatalError("unknown operation \(operation)")
            }
        } catch {
            return .error(error)
        }
    }

    /// Reads a stream to its end, or to where the call is to be cancelled.
    func read<Stream: AsyncSequence & Sendable>(
        _ stream: Stream, _ take: (Stream.Element) -> Void
    ) async -> (chunks: Int, error: (any Error)?) {
        var chunks = 0
        do {
            for try await chunk in stream {
                chunks += 1
                take(chunk)
                if chunks == options["cancel_after_chunks"]?.int {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            return (chunks, nil)
        } catch {
            return (chunks, error)
        }
    }

    var key: String? { options["idempotency_key"]?.stringValue }
    var timeout: Double? { options["timeout_s"]?.double }
    var deadline: Date? { options["deadline_unix_s"]?.double.map(Date.init(timeIntervalSince1970:)) }
    var instance: String? { options["instance"]?.stringValue }
    var headers: [String: String]? {
        options["extra_headers"]?.object.compactMapValues(\.stringValue)
    }
    var retry: RetryPolicy? { options["retry"]?.unlessNull.map(RetryPolicy.init) }
    var partial: PartialOutput? { options["partial"]?.stringValue.flatMap(PartialOutput.init) }
    var routes: [Route]? { options["routes"]?.unlessNull.map(Route.list) }
    var onTimeout: OnTimeout? { options["on_timeout"]?.stringValue.flatMap(OnTimeout.init) }
    var fallback: [Fallback]? { options["fallback"]?.unlessNull.map(Fallback.list) }
    var mayBillTwice: Bool? { options["may_bill_twice"]?.bool }
    var resume: Resume? { options["resume"]?.stringValue.flatMap(Resume.init) }
    var retryClean: Bool? { options["retry_clean"]?.bool }
    var parse: ParseJob? { options["parse"]?.unlessNull.map(ParseJob.init) }
}
