import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// What a timeout leads to where the caller allows more than a repeat under the same key.
@Suite struct FallbackTests {
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
