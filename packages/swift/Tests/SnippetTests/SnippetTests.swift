// The lines stand as they are documented:
// swift-format-ignore-file

import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// The lines that users read, compiled and run as they stand there. This target alone is built with warnings allowed:
/// a line such as `completion.meta.attempts` shows a name and uses nothing.
@Suite(.serialized) struct SnippetTests {
    /// The gateway that `AxoniumClient()` finds.
    private let gateway = Environment.gateway
    private let request = ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")])

    @Test func aCallOfThePackagesReadme() async throws {
        try gateway.reset()
        let client = try AxoniumClient()
        let completion = try await client.chat(
            ChatRequest(model: "qwen3-0.6b", messages: [.user("Summarise order 4417.")]),
            idempotencyKey: "order-4417-summary")
        print(completion.content ?? "", completion.usage?.totalTokens ?? 0)
        print(completion.meta.attempts, completion.meta.waitedFor, completion.meta.idempotentReplay)
        #expect(completion.content == "Summarise order 4417.")
    }

    @Test func aCallAndItsMeta() async throws {
        try gateway.reset()
        let client = try AxoniumClient()                       // AxoniumConfiguration(gatewayBaseURL:, clientID:, clientSecret:, retry:, timeouts:)
        let completion = try await client.chat(ChatRequest(model: "qwen3-0.6b", messages: [.user("...")]), idempotencyKey: "order-4417-summary")
        completion.meta.waitedFor; completion.meta.attempts; completion.meta.idempotentReplay; completion.meta.idempotentReplayOf; completion.content
        #expect(completion.content == "..." && completion.meta.attempts == 1 && !completion.meta.idempotentReplay)
    }

    @Test func aStream() async throws {
        let client = try gateway.client()
        var read = 0
        let stream = try await client.chatStream(ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")])); for try await chunk in stream { chunk.content ?? ""; read += 1 }
        #expect(read > 0 && stream.content == "hi")
    }

    @Test func aWaitIsDataOnTheAnswer() async throws {
        let client = try gateway.client()
        try gateway.script([["headers": ["Retry-After": "36"], "problem": "rate-limit-exceeded-requests"]])
        let completion = try await client.chat(request)

        completion.meta.waitedFor   // 36s
        completion.meta.attempts    // 2

        #expect(completion.meta.waitedFor == 36 && completion.meta.attempts == 2)
    }

    @Test func aKeyMakesARepeatAReplay() async throws {
        try gateway.reset()
        let client = try gateway.client()
        for isRepeat in [false, true] {
            let completion = try await client.chat(
                ChatRequest(model: "qwen3-0.6b", messages: [.user("...")]),
                idempotencyKey: "order-4417-summary")

            if completion.meta.idempotentReplay {
                let billed = completion.meta.idempotentReplayOf
            }

            #expect(completion.meta.idempotentReplay == isRepeat)
            #expect((completion.meta.idempotentReplayOf != nil) == isRepeat)
        }
        #expect(try gateway.ledger().billed == 1)
    }

    @Test(arguments: ["spend-cap-exceeded", "rate-limit-exceeded-requests", "unknown-model"])
    func catching(suffix: String) async throws {
        let client = try gateway.client(configuration: AxoniumConfiguration(retry: RetryPolicy(maxAttempts: 1)))
        try gateway.script([["problem": .string(suffix)]])
        var caught = "nothing"
        do {
            do {
                let completion = try await client.chat(request)
            } catch let AxoniumError.api(error) where error.kind == .spendCapExceeded {
                // not retryable, ever; a human decision
                caught = "spend-cap-exceeded"
            } catch let AxoniumError.api(error) where error.isRetryable {
                // ...
                caught = "rate-limit-exceeded-requests"
            }
        } catch let AxoniumError.api(error) {
            #expect(error.kind == .unknownModel)
            caught = "unknown-model"
        }
        #expect(caught == suffix)
    }

    @Test func theEnvironmentIsReadWhereNothingIsGiven() async throws {
        try gateway.reset()
        _ = try await AxoniumClient().chat(request)
        #expect(try gateway.requests().map { $0.header("Authorization") } == ["Bearer from-the-environment"])
    }

    @Test func theProjectsReadme() async throws {
        try gateway.reset()
        let client = try AxoniumClient()
        do {
            let completion = try await client.chat(
                ChatRequest(model: "qwen3-0.6b", messages: [.user("Summarise order 4417.")]),
                idempotencyKey: "order-4417-summary")
            print(completion.content ?? "", completion.meta.attempts, completion.meta.waitedFor)
        } catch let AxoniumError.api(error) where error.kind == .rateLimit {
            print("try again in", error.retryAfter ?? 0, "seconds")
        }
        #expect(try gateway.ledger().billed == 1)
    }
}
