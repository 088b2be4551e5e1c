import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// How calls fail, one function a row of docs/how-calls-fail.md: what happens, and what the caller sees of it.
@Suite struct HowCallsFailTests {
    private let gateway: Gateway
    private let client: AxoniumClient
    /// Gives up on a request after half a second.
    private let hasty: AxoniumClient
    private let request = ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")])
    private let counting = ChatRequest(model: "qwen3-0.6b", messages: [.user("count to 9")])

    init() throws {
        gateway = try startGateway()
        client = try gateway.client()
        hasty = try gateway.client(configuration: AxoniumConfiguration(timeouts: Timeouts(request: 0.5)))
    }

    /// A 429 was refused at the door: it is waited out.
    @Test func rateLimit() async throws {
        try gateway.script([["problem": "rate-limit-exceeded-requests", "headers": ["Retry-After": "36"]]])
        let completion = try await client.chat(request)
        #expect(completion.meta.attempts == 2 && completion.meta.waitedFor == 36)
        #expect(try gateway.ledger().billed == 1)
    }

    /// A wait beyond `maxBackoff` (60 seconds) is the caller's to take.
    @Test func waitTooLong() async throws {
        try gateway.script([["problem": "rate-limit-exceeded-requests", "headers": ["Retry-After": "90"]]])
        let error = try await failure { try await client.chat(request) }
        #expect(error?.kind == .rateLimit && error?.retryAfter == 90 && error?.reason?.code == "wait-too-long")
    }

    /// No connection was made, so nothing was generated: it is tried again, then thrown.
    @Test func notSent() async throws {
        let closed = try startGateway(GatewayConfiguration(refuseConnections: true))
        let error = try await failure { try await closed.client().chat(request) }
        guard case .connection(let refused)? = error else { throw Unexpected(error) }
        #expect(!refused.wasSent && refused.meta.attempts == 3)
    }

    /// The request had left: a repeat could start a second generation.
    @Test func lostWithoutKey() async throws {
        try gateway.script([["gateway": true, "close": "before_headers"]])
        let error = try await failure { try await client.chat(request) }
        guard case .connection(let lost)? = error else { throw Unexpected(error) }
        #expect(lost.wasSent && lost.meta.attempts == 1 && lost.reason?.code == "lost-without-key")
    }

    /// The key turns the repeat into a replay of the answer that got lost.
    @Test func lostWithKey() async throws {
        try gateway.script([["gateway": true, "close": "before_headers"]])
        let completion = try await client.chat(request, idempotencyKey: "order-4417")
        #expect(completion.meta.attempts == 2 && completion.meta.idempotentReplay)
        #expect(try gateway.ledger().billed == 1)
    }

    /// The model is probably still generating: a repeat would start a second generation.
    @Test func timeoutWithoutKey() async throws {
        try gateway.script([["gateway": true, "hang": true]])
        let error = try await failure { try await hasty.chat(request) }
        guard case .timeout(let passed)? = error else { throw Unexpected(error) }
        #expect(passed.phase == .response && passed.meta.attempts == 1)
        #expect(passed.reason?.code == "timeout-without-key")
    }

    /// The repeat collects what the model has generated meanwhile.
    @Test func timeoutWithKey() async throws {
        try gateway.script([["gateway": true, "hang": true]])
        let completion = try await hasty.chat(request, idempotencyKey: "order-4417")
        #expect(completion.meta.idempotentReplay && completion.meta.attempts == 2)
        #expect(try gateway.ledger().billed == 1)
    }

    /// The first request with this key still runs: its result is waited for, which costs no attempt of the policy.
    @Test func inProgress() async throws {
        try gateway.script([["problem": "idempotency-in-progress", "headers": ["Retry-After": "5"]]])
        let completion = try await client.chat(
            request, idempotencyKey: "order-4417", retry: RetryPolicy(maxAttempts: 1))
        #expect(completion.meta.waitedFor == 5 && completion.content == "hi")
    }

    /// A key belongs to one request: another one is refused, and no new key is made up.
    @Test func keyReuse() async throws {
        _ = try await client.chat(request, idempotencyKey: "order-4417")
        let error = try await failure { try await client.chat(counting, idempotencyKey: "order-4417") }
        #expect(error?.kind == .idempotencyKeyReuse && error?.isRetryable == false)
        #expect(try gateway.ledger().generations == 1)
    }

    /// A new token is fetched, and the request sent once more.
    @Test func tokenExpired() async throws {
        try gateway.script([["problem": "token-expired"]])
        let client = try gateway.client(configuration: AxoniumConfiguration(clientID: "app", clientSecret: "secret"))
        let completion = try await client.chat(request)
        #expect(completion.meta.attempts == 2)
        #expect(try gateway.tokenRequests().count == 2)
    }

    /// The gateway's own attempts failed, and one may have generated: the caller has to allow another.
    @Test func upstreamError() async throws {
        try gateway.script([["problem": "upstream-error"], ["problem": "upstream-error"]])
        let error = try await failure { try await client.chat(request) }
        #expect(error?.kind == .upstream && error?.reason?.code == "upstream-not-opted-in")
        let completion = try await client.chat(request, retry: RetryPolicy(retryUpstreamErrors: true))
        #expect(completion.meta.attempts == 2)
    }

    /// The server does not say that nothing was generated: it is waited out under a key only.
    @Test func capacityExhausted() async throws {
        try gateway.script([["problem": "capacity-exhausted"], ["problem": "capacity-exhausted"]])
        let error = try await failure { try await client.chat(request) }
        #expect(error?.kind == .capacityExhausted && error?.isRetryable == true && error?.meta.attempts == 1)
        let completion = try await client.chat(request, idempotencyKey: "order-4417")
        #expect(completion.meta.attempts == 2)
    }

    /// The answer was generated, and cannot be read: only a key can collect it.
    @Test func damagedAnswer() async throws {
        try gateway.script([["text": "<html>not JSON</html>"]])
        let error = try await failure { try await client.chat(request) }
        #expect(error?.kind == .decode && error?.body == "<html>not JSON</html>" && error?.meta.attempts == 1)
        try gateway.script([["gateway": true, "close_after_bytes": 20]])
        let completion = try await client.chat(request, idempotencyKey: "order-4417")
        #expect(completion.meta.idempotentReplay)
    }

    /// Cancelling a task ends its request, also out of a wait, and nothing is repeated.
    @Test func cancelled() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([["problem": "rate-limit-exceeded-requests", "headers": ["Retry-After": "36"]]])
        let (waiting, signal) = AsyncStream<Void>.makeStream()
        let hooks = Hooks(onWait: { _ in signal.yield() })
        let client = try gateway.client(configuration: AxoniumConfiguration(hooks: hooks))
        let task = Task { [request] in try await client.chat(request) }
        for await _ in waiting { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try gateway.requests().count == 1)
    }

    /// Part of the answer was delivered and billed: what had arrived is in the error.
    @Test func streamBroken() async throws {
        try gateway.script([["gateway": true, "model_breaks_after": 3]])
        let stream = try await client.chatStream(counting, idempotencyKey: "order-4417")
        let error = try await failure { try await stream.final() }
        guard case .streamInterrupted(let broken)? = error else { throw Unexpected(error) }
        #expect(broken.sawOutput && broken.partial?.content == "1 2 3" && broken.meta.attempts == 1)
    }

    /// The stream was accepted and lost before its first event: only a key can collect it.
    @Test func streamLostBeforeOutput() async throws {
        let lost: JSONValue = ["gateway": true, "close": "after_headers"]
        try gateway.script([lost, lost])
        let stream = try await client.chatStream(counting)
        let error = try await failure { try await stream.final() }
        guard case .streamInterrupted(let broken)? = error else { throw Unexpected(error) }
        #expect(!broken.sawOutput && broken.reason?.code == "lost-without-key")
        let repeated = try await client.chatStream(counting, idempotencyKey: "order-4417").final()
        #expect(repeated.content == "1 2 3 4 5 6 7 8 9" && repeated.meta.idempotentReplay)
    }

    /// No wait lifts it: a person must decide.
    @Test func spendCap() async throws {
        try gateway.script([["problem": "spend-cap-exceeded"]])
        let error = try await failure { try await client.chat(request) }
        #expect(error?.kind == .spendCapExceeded && error?.isRetryable == false && error?.meta.attempts == 1)
    }

    /// While a 503's Retry-After runs, calls to that model fail at once, without a request.
    @Test func cooldown() async throws {
        try gateway.script([["problem": "backend-unavailable", "headers": ["Retry-After": "120"]]])
        for kind in [ErrorKind.backendUnavailable, .cooldownActive] {
            let error = try await failure { try await client.chat(request) }
            #expect(error?.kind == kind && error?.isLocal == (kind == .cooldownActive))
            #expect((100...120).contains(try #require(error?.retryAfter)))
        }
        #expect(try gateway.requests().count == 1)
    }

    /// Two failures open the circuit; after ten minutes one call is let through to try.
    @Test func circuitOpen() async throws {
        try gateway.script([["problem": "upstream-error"], ["problem": "upstream-error"]])
        let breaker = CircuitBreaker(failures: 2, window: 600, open: 600)
        let client = try gateway.client(configuration: AxoniumConfiguration(circuitBreaker: breaker))
        for kind in [ErrorKind.upstream, .upstream, .circuitOpen] {
            #expect(try await failure { try await client.chat(request) }?.kind == kind)
        }
        #expect(try client.circuits().map(\.state) == [.open] && gateway.requests().count == 2)
        try gateway.advance(seconds: 600)
        #expect(try await client.chat(request).content == "hi")
        #expect(try client.circuits().map(\.state) == [.closed])
    }

    /// The model is shown its output and the error once; then both outputs are in the error.
    @Test func malformedOutput() async throws {
        try gateway.script([saying("Rome, warm"), saying(#"{"city": "Rome"}"#)])
        let error = try await failure { try await client.chatParse(request, as: Weather.self) }
        guard case .malformedOutput(let malformed)? = error else { throw Unexpected(error) }
        #expect(malformed.outputs.map(\.text) == ["Rome, warm", #"{"city": "Rome"}"#])
        #expect(malformed.meta.attempts == 2)
    }

    /// Asking again would cut it off again.
    @Test func truncatedOutput() async throws {
        try gateway.script([saying(#"{"city": "Ro"#, finishReason: "length")])
        let error = try await failure { try await client.chatParse(request, as: Weather.self) }
        #expect(error?.kind == .malformedOutput && error?.reason?.code == "output-truncated")
        #expect(error?.meta.attempts == 1)
    }

    /// The model declined: parsing throws, a plain answer says so.
    @Test func refusal() async throws {
        let refusing = answering(with: ["role": "assistant", "content": nil, "refusal": "I would rather not."])
        try gateway.script([refusing, refusing])
        let error = try await failure { try await client.chatParse(request, as: Weather.self) }
        #expect(error?.kind == .refusal && error?.refusalCode == "refusal" && error?.meta.attempts == 1)
        let completion = try await client.chat(request)
        #expect(completion.refusal == "I would rather not." && completion.refusalCode == "refusal")
    }

    /// Two timeouts, then another model answers; the answer says so.
    @Test func timeoutThenFallback() async throws {
        try gateway.script([["hang": true], ["hang": true]])
        let completion = try await hasty.chat(
            request, idempotencyKey: "order-4417", onTimeout: .retryOnceThenFallback, fallback: ["count-to-20"])
        #expect(completion.meta.fallbackFrom == "qwen3-0.6b" && completion.meta.attempts == 3)
        #expect(completion.content?.hasSuffix("20") == true)
    }

    /// The replay is read from where the stream broke: each chunk comes once, and one generation is billed.
    @Test func resume() async throws {
        try gateway.script([["gateway": true, "close_after_events": 4]])
        let stream = try await client.chatStream(counting, idempotencyKey: "order-4417", resume: .replay)
        var text = ""
        for try await chunk in stream { text += chunk.content ?? "" }
        #expect(text == "1 2 3 4 5 6 7 8 9" && stream.meta.attempts == 2)
        #expect(try gateway.ledger().billed == 1)
    }
}

/// An error that is not the one the row promises.
private struct Unexpected: Error {
    let error: AxoniumError?

    init(_ error: AxoniumError?) { self.error = error }
}
