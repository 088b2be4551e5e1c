import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

private let transports: [ResponseTransport] = [.sse, .webSocket]

/// What holds whether a response comes as server-sent events or over a WebSocket.
@Suite struct ResponseStreamTests {
    private let request = asking(forResponseTo: "hi")

    @Test(arguments: transports)
    func eventsAreTypedAndAddUpToTheResponse(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        try gateway.script([transport.step(events(saying: ["Hel", "lo"]))])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        var text = ""
        var types: [String] = []
        for try await event in stream {
            types.append(event.type)
            if case .outputTextDelta(let piece) = event { text += piece.delta }
        }
        #expect(
            types == [
                "response.created", "response.in_progress", "response.output_text.delta",
                "response.output_text.delta", "response.completed",
            ])
        #expect(text == "Hello" && stream.outputText == text && stream.sawOutput)
        #expect(stream.usage?.inputTokens == 3 && stream.usage?.outputTokens == 2)
        #expect(stream.meta.attempts == 1 && stream.meta.sequenceGaps == 0)
        let final = try await stream.final()
        #expect(final.id == "resp_1" && final.status == "completed" && final.outputText == text)
        #expect(final.output.map(\.type) == ["message"])
    }

    @Test(arguments: transports)
    func theGatewaysOwnStreamIsReadWhole(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        let asked = ResponseRequest(model: "qwen3-0.6b", input: "count to 5", maxOutputTokens: 4)
        let stream = try await gateway.client().responseStream(asked, transport: transport)
        let final = try await stream.final()
        #expect(final.status == "incomplete" && final.incompleteDetails?.reason == "max_output_tokens")
        #expect(final.outputText == "1 2 3 4" && final.usage?.outputTokens == 4)
        #expect(final.meta.requestID != nil && final.meta.sequenceGaps == 0)
        #expect(try gateway.ledger().byModel["qwen3-0.6b"]?.billed == 1)
    }

    @Test(arguments: transports)
    func anEventOfAnUnknownTypeComesThrough(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        let unknown: JSONValue = ["type": "response.hologram.delta", "sequence_number": 3, "depth": 7]
        var sent = opening(saying: ["Hi"])
        sent.append(unknown)
        sent.append([
            "type": "response.completed", "sequence_number": 4, "response": .object(response(saying: "Hi")),
        ])
        try gateway.script([transport.step(sent)])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        var seen: [JSONValue] = []
        for try await event in stream {
            if case .unknown(let unknown) = event {
                #expect(unknown.type == "response.hologram.delta" && unknown.sequenceNumber == 3)
                seen.append(try JSONDecoder().decode(JSONValue.self, from: unknown.raw))
            }
        }
        #expect(seen == [unknown])
    }

    @Test(arguments: transports)
    func callsAndReasoningAreReadFromEvents(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        let call: JSONObject = [
            "type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather", "arguments": "{}",
        ]
        var begun = call
        begun["arguments"] = ""
        let summary: JSONValue = [
            "type": "reasoning", "id": "rs_1", "summary": [["type": "summary_text", "text": "Think."]],
        ]
        let events: [JSONValue] = [
            ["type": "response.created", "response": ["id": "resp_1", "status": "in_progress", "output": []]],
            [
                "type": "response.output_item.added", "output_index": 0,
                "item": ["type": "reasoning", "id": "rs_1", "summary": []],
            ],
            [
                "type": "response.reasoning_summary_text.delta", "item_id": "rs_1", "output_index": 0,
                "summary_index": 0, "delta": "Think.",
            ],
            ["type": "response.output_item.added", "output_index": 1, "item": .object(begun)],
            [
                "type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 1,
                "delta": "{}",
            ],
            ["type": "response.output_item.done", "output_index": 1, "item": .object(call)],
            [
                "type": "response.completed",
                "response": ["id": "resp_1", "status": "completed", "output": [summary, .object(call)]],
            ],
        ]
        try gateway.script([transport.step(events)])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        let final = try await stream.final()
        #expect(final.toolCalls == [ToolCall(id: "call_1", function: .init(name: "weather", arguments: "{}"))])
        #expect(final.reasoning == "Think." && final.outputText == nil)
        #expect(stream.toolCalls == final.toolCalls && stream.reasoning == final.reasoning)
    }

    @Test(arguments: transports)
    func anIncompleteResponseIsAnOutcomeWithItsReason(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        var cut = response(saying: "It was", status: "incomplete")
        cut["incomplete_details"] = ["reason": "max_output_tokens"]
        let end: JSONValue = ["type": "response.incomplete", "sequence_number": 3, "response": .object(cut)]
        try gateway.script([transport.step(opening(saying: ["It was"]) + [end])])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        let final = try await stream.final()
        #expect(final.status == "incomplete" && final.incompleteDetails?.reason == "max_output_tokens")
        #expect(final.outputText == "It was" && final.usage?.totalTokens == 5)
    }

    @Test(arguments: transports)
    func aStreamWithoutItsEndIsBrokenAndKeepsWhatArrived(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        try gateway.script([transport.step(opening(saying: ["Hel", "lo"]), then: .cut)])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        let error = try await failure { try await stream.final() }
        guard case .streamInterrupted(let broken) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(broken.sawOutput && broken.partial?.content == "Hello" && broken.meta.attempts == 1)
        #expect(stream.outputText == "Hello" && stream.sawOutput)
        // The failure stays: reading on does not look like an end.
        let again = try await failure { try await stream.final() }
        #expect(again?.kind == .streamInterrupted)
    }

    @Test(arguments: transports)
    func aFailedResponseIsThrownWithItsCode(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        let failed: JSONValue = [
            "type": "response.failed", "sequence_number": 2,
            "response": [
                "id": "resp_1", "status": "failed", "output": [],
                "error": ["code": "stream_read_error", "message": "The upstream stream broke."],
            ],
        ]
        try gateway.script([transport.step(opening(saying: []) + [failed])])
        let error = try await failure {
            try await gateway.client().responseStream(request, transport: transport).final()
        }
        guard case .streamInterrupted(let broken) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!broken.sawOutput && broken.partial?.content == nil)
        #expect([broken.code, broken.cause?.code].contains("stream_read_error"))
    }

    @Test(arguments: transports)
    func missingEventsAreCounted(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        var sent = events(saying: ["a", "b", "c"])
        sent.remove(at: 3)
        try gateway.script([transport.step(sent)])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        #expect(try await stream.final().outputText == "abc")
        #expect(stream.meta.sequenceGaps == 1)
    }

    @Test(arguments: transports)
    func aSecondLoopGoesOnWhereTheFirstStopped(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        try gateway.script([transport.step(events(saying: ["a", "b", "c"]))])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        var texts: [String] = []
        for try await case .outputTextDelta(let piece) in stream {
            texts.append(piece.delta)
            break
        }
        for try await case .outputTextDelta(let piece) in stream {
            texts.append(piece.delta)
        }
        #expect(texts == ["a", "b", "c"])
    }

    @Test(arguments: transports)
    func cancellingEndsATurnAtOnce(over transport: ResponseTransport) async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([transport.step(opening(saying: ["Hel"]), then: .hang)])
        let stream = try await gateway.client().responseStream(request, transport: transport)
        let (begun, signal) = AsyncStream<Void>.makeStream()
        let (error, took) = await cancelled(when: begun) {
            for try await case .outputTextDelta in stream { signal.yield() }
        }
        #expect(error is CancellationError)
        #expect(took < .seconds(5))
        #expect(stream.outputText == "Hel")
    }

    @Test(arguments: transports)
    func aStreamLeftUnreadIsClosed(over transport: ResponseTransport) async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([transport.step(opening(saying: ["Hel"]), then: .hang)])
        let client = try gateway.client()
        do {
            let stream = try await client.responseStream(request, transport: transport)
            #expect(stream.meta.attempts == 1)
            #expect(try client.openCalls() == 1)
        }
        #expect(try client.openCalls() == 0)
    }
}
