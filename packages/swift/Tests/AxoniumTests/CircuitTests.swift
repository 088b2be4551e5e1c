import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct CircuitTests {
    @Test func aServerThatKeepsFailingIsLeftAloneUntilAProbeSucceeds() async throws {
        let gateway = try startGateway()
        let told = Collected<String>()
        let configuration = AxoniumConfiguration(
            cooldown: false, circuitBreaker: CircuitBreaker(failures: 2, window: 600, open: 600),
            hooks: Hooks(onDecision: { if $0.action == "circuit" { told.append($0.reason) } }))
        let client = try gateway.client(configuration: configuration)
        #expect(try client.circuits().isEmpty)
        try gateway.script([["status": 500], ["status": 500]])
        for _ in 1...2 { #expect(try await failure { try await client.chat(asking("hi")) } != nil) }
        let circuit = try #require(try client.circuits().first)
        #expect(circuit.state == .open && circuit.model == "qwen3-0.6b")
        // The virtual clock passes on by itself as well.
        #expect((500...600).contains(try #require(circuit.refusedFor)))
        #expect(circuit.origin == gateway.url)

        let error = try await failure { try await client.chat(asking("hi")) }
        guard case .other(let refused) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refused.kind == .circuitOpen && refused.isLocal && refused.meta.attempts == 0)
        #expect((500...600).contains(try #require(refused.retryAfter)) && refused.isRetryable)
        #expect(try gateway.requests().count == 2)

        try gateway.advance(seconds: 600)
        #expect(try client.circuits().map(\.state) == [.halfOpen])
        #expect(try await client.chat(asking("hi")).content == "hi")
        #expect(try client.circuits().map(\.state) == [.closed])
        #expect(told.values == ["circuit-opened", "circuit-half-open", "circuit-closed"])
    }

    @Test func aBreakerThatCannotWorkIsNamed() throws {
        let gateway = try startGateway()
        do {
            _ = try gateway.client(configuration: AxoniumConfiguration(circuitBreaker: CircuitBreaker(failures: 0)))
            Issue.record("a breaker of no failures was taken")
        } catch let AxoniumError.configuration(error) {
            #expect(error.field == "circuit_breaker.failures")
        }
    }
}
