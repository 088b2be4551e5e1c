import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct CancellationTests {
    @Test func cancellingEndsAWaitAtOnce() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([rateLimited(retryAfter: 50)], repeating: true)
        let (begun, signal) = AsyncStream<Void>.makeStream()
        let hooks = Hooks(onWait: { _ in signal.yield() })
        let client = try gateway.client(configuration: AxoniumConfiguration(hooks: hooks))
        let (error, took) = await cancelled(when: begun) { _ = try await client.chat(asking("hi")) }
        #expect(error is CancellationError)
        #expect(took < .seconds(5))
        #expect(try gateway.requests().count == 1)
    }

    @Test func cancellingEndsARequestThatHangs() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([["hang": true]])
        let (begun, signal) = AsyncStream<Void>.makeStream()
        let hooks = Hooks(onRequest: { _ in signal.yield() })
        let client = try gateway.client(configuration: AxoniumConfiguration(hooks: hooks))
        let (error, took) = await cancelled(when: begun) { _ = try await client.chat(asking("hi")) }
        #expect(error is CancellationError)
        #expect(took < .seconds(5))
    }

    @Test func cancellingEndsAStreamInTheMiddle() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([["sse": [["data": ["choices": [["delta": ["content": "Hel"]]]]]], "hang": true]])
        let client = try gateway.client()
        let (begun, signal) = AsyncStream<Void>.makeStream()
        let stream = try await client.chatStream(asking("hi"))
        let (error, took) = await cancelled(when: begun) {
            for try await _ in stream { signal.yield() }
        }
        #expect(error is CancellationError)
        #expect(took < .seconds(5))
        #expect(stream.content == "Hel")
    }

    @Test func aTaskThatIsCancelledAlreadySendsNothing() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client.chat(asking("hi"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try gateway.requests().isEmpty)
    }

    @Test func oneCancelledCallLeavesTheOthersAlone() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client.chat(asking("no"))
        }
        #expect(try await client.chat(asking("yes")).content == "yes")
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func cancellingAStreamByHandEndsIt() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([["sse": [["data": ["choices": [["delta": ["content": "Hel"]]]]]], "hang": true]])
        let stream = try await gateway.client().chatStream(asking("hi"))
        for try await _ in stream { break }
        stream.cancel()
        await #expect(throws: CancellationError.self) { try await stream.final() }
        #expect(stream.content == "Hel")
    }
}
