import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct ResponseConnectionTests {
    private let request = asking(forResponseTo: "hi")

    private func turn(_ text: String, id: String) -> JSONValue {
        ResponseTransport.webSocket.step(events(saying: [text], id: id))
    }

    @Test func turnsFollowEachOtherOnOneConnection() async throws {
        let gateway = try startGateway()
        try gateway.script([turn("one", id: "resp_1"), turn("two", id: "resp_2")])
        let connection = try await gateway.client().responseConnection()
        let first = try await connection.response(request)
        var next = asking(forResponseTo: "and then?")
        next.previousResponseID = first.id
        let second = try await connection.stream(next).final()
        #expect([first.outputText, second.outputText] == ["one", "two"])
        #expect([first.id, second.id] == ["resp_1", "resp_2"])
        #expect(first.meta.attempts == 1 && second.meta.attempts == 1)
        let frames = try gateway.requests().map { try JSONDecoder().decode(JSONValue.self, from: Data($0.body.utf8)) }
        #expect(frames.map { $0["type"] } == ["response.create", "response.create"])
        #expect(frames.map { $0["previous_response_id"] } == [nil, "resp_1"])
        #expect(try gateway.connections() == 1)
        connection.close()
    }

    @Test func aHundredTurnsNeedOneConnectionAndLeaveNothingOpen() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        let connection = try await client.responseConnection()
        for number in 0..<100 {
            let answer = try await connection.response(asking(forResponseTo: "turn \(number)"))
            #expect(answer.outputText == "turn \(number)" && answer.meta.attempts == 1)
        }
        #expect(try gateway.connections() == 1 && gateway.ledger().billed == 100)
        #expect(try client.openCalls() == 0)
    }

    @Test func aConnectionThatClosedBetweenTurnsIsOpenedAgainTheSameWay() async throws {
        let gateway = try startGateway()
        var closing = JSONObject()
        closing["websocket"] = turn("one", id: "resp_1")["websocket"]
        closing["close_idle"] = true
        try gateway.script([.object(closing), turn("two", id: "resp_2")])
        let connection = try await gateway.client().responseConnection(
            instance: "replica-2", extraHeaders: ["X-Job": "9"])
        let first = try await connection.response(request)
        let second = try await connection.response(request)
        #expect([first.outputText, second.outputText] == ["one", "two"])
        #expect(try gateway.connections() == 2)
        for request in try gateway.requests() {
            #expect(request.header("X-Job") == "9" && request.header("X-Prometheus-Instance") == "replica-2")
        }
    }

    @Test func aSecondTurnIsRefusedWhileOneIsActive() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        let hanging = ResponseTransport.webSocket.step(opening(saying: ["one"]), then: .hang)
        try gateway.script([hanging])
        let connection = try await gateway.client().responseConnection()
        let active = try await connection.stream(request)
        let error = try await failure { try await connection.response(request) }
        guard case .invalidRequest(let refused) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refused.field == "connection" && refused.isLocal && refused.meta.attempts == 0)
        active.cancel()
    }

    @Test func aCancelledTurnLeavesTheConnectionUsable() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        let hanging = ResponseTransport.webSocket.step(opening(saying: ["one"]), then: .hang)
        try gateway.script([hanging, turn("two", id: "resp_2")])
        let connection = try await gateway.client().responseConnection()
        let stream = try await connection.stream(request)
        let (begun, signal) = AsyncStream<Void>.makeStream()
        let (error, took) = await cancelled(when: begun) {
            for try await case .outputTextDelta in stream { signal.yield() }
        }
        #expect(error is CancellationError)
        #expect(took < .seconds(5))
        #expect(stream.outputText == "one")
        #expect(try await connection.response(request).outputText == "two")
    }

    @Test func aTurnCancelledBetweenTwoEventsHasEndedOnceThatIsThrown() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        let hanging = ResponseTransport.webSocket.step(opening(saying: ["one"]), then: .hang)
        try gateway.script([hanging, turn("two", id: "resp_2")])
        let connection = try await gateway.client().responseConnection()
        let stream = try await connection.stream(request)
        let reading = Task {
            for try await case .outputTextDelta in stream {
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(try await connection.response(request).outputText == "two")
    }

    @Test func closingCutsOffTheActiveTurnAndRefusesLaterOnes() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        let hanging = ResponseTransport.webSocket.step(opening(saying: ["one"]), then: .hang)
        try gateway.script([hanging])
        let connection = try await gateway.client().responseConnection()
        let stream = try await connection.stream(request)
        for try await case .outputTextDelta in stream { break }
        connection.close()
        await #expect(throws: CancellationError.self) { try await stream.final() }
        #expect(stream.outputText == "one")
        connection.close()
        let error = try await failure { try await connection.response(request) }
        guard case .invalidRequest(let refused) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refused.field == "connection" && refused.isLocal)
    }

    @Test func aCancelledTaskCanStillClose() async throws {
        let gateway = try startGateway()
        let connection = try await gateway.client().responseConnection()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            connection.close()
        }
        await task.value
        let error = try await failure { try await connection.response(request) }
        #expect(error?.kind == .invalidRequest && error?.isLocal == true)
    }

    @Test func aTurnOutlivesTheConnectionThatItsCallerLetGo() async throws {
        let gateway = try startGateway()
        try gateway.script([turn("one", id: "resp_1")])
        func open() async throws -> ResponseStream {
            try await gateway.client().responseConnection().stream(request)
        }
        let stream = try await open()
        #expect(try await stream.final().outputText == "one")
    }

    @Test func aHandshakeThatIsRefusedIsAnOrdinaryError() async throws {
        let gateway = try startGateway()
        try gateway.script([["problem": "token-revoked"]])
        let error = try await failure { try await gateway.client().responseConnection() }
        #expect(error?.kind == .tokenRevoked && error?.status == 401)
    }
}
