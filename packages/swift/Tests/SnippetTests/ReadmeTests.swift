import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// The package's README: each block of Swift is code of this folder, and runs.
@Suite struct ReadmeTests {
    init() {
        _ = Environment.gateway
    }

    @Test func everyBlockIsCompiled() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try ["ReadmeTests.swift", "SnippetTests.swift"]
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        let readme = folder.appending(path: "../../README.md")
        let blocks = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == 10)
        for block in blocks {
            #expect(flush(source).contains(flush(block)), "not compiled: \(block)")
        }
    }

    @Test func aConfiguration() async throws {
        let secret = "hush"
        let configuration = AxoniumConfiguration(
            gatewayBaseURL: "https://gateway.example", clientID: "app", clientSecret: secret,
            retry: RetryPolicy(maxAttempts: 5), timeouts: Timeouts(request: 120),
            hooks: Hooks(onWait: { wait in print(wait.message) }))
        let client = try AxoniumClient(configuration: configuration)
        client.shutdown()
        #expect(!"\(configuration)".contains(secret))
    }

    @Test func aStream() async throws {
        let gateway = try Gateway()
        let client = try gateway.client()
        let stream = try await client.chatStream(ChatRequest(model: "qwen3-0.6b", messages: [.user("Count to 3.")]))
        for try await chunk in stream {
            print(chunk.content ?? "", terminator: "")
        }
        print(stream.usage?.totalTokens ?? 0, stream.meta.attempts)
        #expect(stream.usage != nil)
    }

    @Test func responses() async throws {
        let gateway = try Gateway()
        let client = try gateway.client()
        let request = ResponseRequest(model: "qwen3-0.6b", input: "Count to 3.", maxOutputTokens: 100)
        let response = try await client.response(request)
        print(response.outputText ?? "", response.usage?.outputTokens ?? 0)

        let stream = try await client.responseStream(request, transport: .webSocket)
        for try await event in stream {
            if case .outputTextDelta(let text) = event {
                print(text.delta, terminator: "")
            }
        }
        print(stream.sawOutput, stream.usage?.outputTokens ?? 0)
        #expect(response.outputText == "1 2 3" && stream.outputText == response.outputText)
        #expect(try gateway.ledger().billed == 2)
    }

    @Test func aConnection() async throws {
        let gateway = try Gateway()
        let client = try gateway.client()
        let connection = try await client.responseConnection()
        let first = try await connection.response(
            ResponseRequest(model: "qwen3-0.6b", input: "The capital of Italy?", store: true))
        let second = try await connection.response(
            ResponseRequest(model: "qwen3-0.6b", input: "And of Peru?", previousResponseID: first.id))
        print(second.outputText ?? "")
        connection.close()
        #expect([first.outputText, second.outputText] == ["The capital of Italy?", "And of Peru?"])
        #expect(try gateway.connections() == 1)
    }

    @Test func routes() async throws {
        let gateways = (try Gateway(), try Gateway())
        let (near, far) = (gateways.0.url, gateways.1.url)
        let (nearKey, farKey) = ("a", "b")
        try gateways.0.script([["problem": "rate-limit-exceeded-requests"]])
        let configuration = AxoniumConfiguration(routes: [
            Route(name: "near", gatewayBaseURL: near, apiKey: nearKey),
            Route(name: "far", gatewayBaseURL: far, apiKey: farKey, model: "count-to-20"),
        ])
        let client = try AxoniumClient(configuration: configuration)
        let completion = try await client.chat(ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")]))
        print(completion.meta.route ?? "", completion.meta.history.map(\.route))
        #expect(completion.meta.history.map(\.route) == ["near", "far"])
    }

    @Test func typedAnswers() async throws {
        let gateway = try Gateway()
        let client = try gateway.client()
        let request = ChatRequest(model: "qwen3-0.6b", messages: [.user(#"{"name": "Rome", "inhabitants": 2750000}"#)])
        struct City: SchemaDescribed {
            let name: String
            let inhabitants: Int

            static let jsonSchema = JSONSchema.object(
                properties: ["name": .string(), "inhabitants": .integer(minimum: 0)])
        }

        let answer = try await client.chatParse(request, as: City.self)
        if let city = answer.parsed {
            print(city.name, city.inhabitants, answer.meta.attempts)
        }

        let stream = try await client.chatStream(request, as: City.self)
        for try await _ in stream {
            print(stream.parsedPartial?["name"]?.stringValue ?? "…")
        }
        print(try await stream.final().parsed?.inhabitants ?? 0)
        #expect(answer.parsed?.name == "Rome" && stream.parsedPartial?["inhabitants"] == 2_750_000)
    }

    @Test func whenItMustNotFail() async throws {
        let gateway = try Gateway()
        let client = try gateway.client()
        let request = ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")])
        let keys = try RunKeys(runID: "import-2026-11-30")
        let completion = try await client.chat(
            request, idempotencyKey: keys.step("summary"), deadline: Date(timeIntervalSinceNow: 60),
            onTimeout: .retryOnceThenFallback, fallback: ["qwen3-0.6b-fast"])
        print(completion.meta.fallbackFrom ?? "answered by the model that was asked")

        let stream = try await client.chatStream(
            request, idempotencyKey: deriveKey(namespace: "order-4417", request: request), resume: .replay)
        print(try await stream.final().content ?? "")
        #expect(completion.meta.fallbackFrom == nil && stream.content == "hi")
        #expect(try gateway.ledger().billed == 2)
    }

    @Test func errors() async throws {
        let gateway = try Gateway()
        let client = try gateway.client()
        try gateway.script([["problem": "unknown-model"]])
        let request = ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")])
        do {
            let completion = try await client.chat(request)
            print(completion.content ?? "")
        } catch let AxoniumError.api(error) where error.kind == .spendCapExceeded {
            print(error.message)
        } catch let AxoniumError.api(error) where error.isRetryable {
            print("again in", error.retryAfter ?? 60, "after", error.meta.waitedFor, "of waiting")
        } catch let AxoniumError.streamInterrupted(error) {
            print(error.partial?.content ?? "", error.reason?.text ?? "")
        } catch let error as AxoniumError {
            print(client.explain(error))
        }
        #expect(try gateway.requests().count == 1)
    }

    @Test func testing() async throws {
        let gateway = try Gateway()
        let client = try gateway.client()
        try gateway.script([
            ["status": 429, "headers": ["Retry-After": "36"], "problem": "rate-limit-exceeded-requests"]
        ])
        let completion = try await client.chat(ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")]))
        #expect(completion.meta.waitedFor == 36)
        #expect(try gateway.ledger().billed == 1)
    }

    /// Without indentation and blank lines: a block stands in a function here.
    private func flush(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
