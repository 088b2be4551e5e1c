import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// What a timeout leads to where the caller allows more than a repeat under the same key.
@Suite struct FallbackTests {
    private let impatient = AxoniumConfiguration(timeouts: Timeouts(request: 0.2))

    @Test func aModelThatTimesOutTwiceIsReplacedAndTheAnswerSaysSo() async throws {
        let gateway = try startGateway()
        try gateway.script([["hang": true], ["hang": true]])
        let client = try gateway.client(configuration: impatient)
        let completion = try await client.chat(
            asking("hi"), idempotencyKey: "order-1", onTimeout: .retryOnceThenFallback, fallback: ["count-to-20"])
        #expect(completion.content?.hasPrefix("1 2 3") == true && completion.meta.fallbackFrom == "qwen3-0.6b")
        #expect(completion.meta.history.map(\.kind) == [.timeout, .timeout, nil])
        let keys = try gateway.requests().map { $0.header("Idempotency-Key") }
        #expect(keys == ["order-1", "order-1", "order-1:fallback:1"])
    }

    @Test func aFallbackMayBeARouteAndTheClientsOwnChoice() async throws {
        let (near, far) = (try startGateway(), try startGateway())
        try near.script([["hang": true], ["hang": true]])
        var configuration = impatient
        configuration.onTimeout = .retryOnceThenFallback
        configuration.fallback = [.route(Route(name: "far", gatewayBaseURL: far.url, apiKey: "key-2"))]
        configuration.mayBillTwice = true
        let completion = try await near.client(configuration: configuration).chat(asking("hi"))
        #expect(completion.content == "hi" && completion.meta.route == "far")
        #expect(try far.requests().map { $0.header("Authorization") } == ["Bearer key-2"])
    }

    @Test func aStreamThatIsLostGoesOnWithItsReplayIfTheClientSaysSo() async throws {
        let gateway = try startGateway()
        try gateway.script([["gateway": true, "close_after_events": 4]])
        let client = try gateway.client(configuration: AxoniumConfiguration(resume: .replay))
        let stream = try await client.chatStream(asking("count to 9"), idempotencyKey: "order-1")
        var text = ""
        for try await chunk in stream { text += chunk.content ?? "" }
        #expect(text == "1 2 3 4 5 6 7 8 9" && stream.content == text)
        #expect(stream.meta.attempts == 2 && stream.meta.idempotentReplay)
        #expect(try gateway.ledger().billed == 1)
    }

    @Test func aStreamThatBreaksIsBegunAnewIfNoneOfItWasShown() async throws {
        let gateway = try startGateway()
        try gateway.script([["gateway": true, "close_after_events": 4]])
        let stream = try await gateway.client().chatStream(
            asking("count to 9"), partial: .discard, mayBillTwice: true, retryClean: true)
        var text = ""
        for try await chunk in stream { text += chunk.content ?? "" }
        #expect(text == "1 2 3 4 5 6 7 8 9" && stream.meta.attempts == 2)
        #expect(try gateway.ledger().generations == 2)
    }

    @Test func whatCouldBeBilledTwiceIsRefusedUnlessTheCallerAccepts() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        func refusedField(
            key: String? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil,
            partial: PartialOutput? = nil, resume: Resume? = nil, retryClean: Bool? = nil
        ) async throws -> String? {
            let error = try await failure {
                try await client.chatStream(
                    asking("hi"), idempotencyKey: key, partial: partial, onTimeout: onTimeout, fallback: fallback,
                    mayBillTwice: mayBillTwice, resume: resume, retryClean: retryClean)
            }
            guard case .invalidRequest(let refused) = error else { return "\(String(describing: error))" }
            #expect(refused.isLocal && refused.meta.attempts == 0)
            return refused.field
        }
        let falling = OnTimeout.retryOnceThenFallback
        #expect(try await refusedField(onTimeout: falling, fallback: ["other"]) == "may_bill_twice")
        #expect(try await refusedField(key: "k", onTimeout: falling) == "fallback")
        #expect(try await refusedField(key: "k", fallback: ["other"]) == "on_timeout")
        #expect(try await refusedField(key: "k", onTimeout: falling, fallback: ["qwen3-0.6b"]) == "fallback[0]")
        #expect(try await refusedField(key: "k", onTimeout: falling, fallback: ["a", ""]) == "fallback[1]")
        #expect(try await refusedField(resume: .replay) == "idempotency_key")
        #expect(try await refusedField(partial: .discard, retryClean: true) == "may_bill_twice")
        #expect(try await refusedField(mayBillTwice: true, retryClean: true) == "partial")
        #expect(try gateway.requests().isEmpty)
    }

    @Test func whatCannotWorkIsRefusedWhenTheClientIsMade() throws {
        func refusedField(_ configuration: AxoniumConfiguration) throws -> String? {
            do {
                _ = try startGateway().client(configuration: configuration)
                return nil
            } catch let AxoniumError.configuration(error) {
                return error.field
            }
        }
        #expect(try refusedField(AxoniumConfiguration(onTimeout: .retryOnceThenFallback)) == "fallback")
        #expect(try refusedField(AxoniumConfiguration(fallback: ["other"])) == "on_timeout")
        #expect(try refusedField(AxoniumConfiguration(retryClean: true)) == "may_bill_twice")
        #expect(try refusedField(AxoniumConfiguration(resume: .replay)) == nil)
    }

    @Test func aDeadlineBoundsACallAndItsWaits() async throws {
        let gateway = try startGateway()
        try gateway.script([rateLimited(retryAfter: 30)])
        let client = try gateway.client()
        let soon = try await failure { try await client.chat(asking("hi"), deadline: Date(timeIntervalSinceNow: 20)) }
        #expect(soon?.kind == .rateLimit && soon?.meta.waitedFor == 0)
        try gateway.script([rateLimited(retryAfter: 30)])
        let later = try await client.chat(asking("hi"), deadline: Date(timeIntervalSinceNow: 60))
        #expect(later.meta.waitedFor == 30)
        let over = try await failure { try await client.chat(asking("hi"), deadline: Date(timeIntervalSinceNow: -1)) }
        #expect(over?.kind == .timeout)
    }
}
