import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct StreamTests {
    @Test func chunksAddUpToTheAnswer() async throws {
        let gateway = try startGateway()
        let stream = try await gateway.client().chatStream(asking("count to 5"))
        #expect(stream.meta.attempts == 1)
        var text = ""
        for try await chunk in stream {
            text += chunk.content ?? ""
        }
        #expect(text == "1 2 3 4 5" && stream.content == text)
        #expect(stream.finishReason == "stop" && stream.usage?.completionTokens == 5)
        #expect(stream.toolCalls.isEmpty && stream.meta.history.count == 1)
        #expect(try await stream.final().content == text)
    }

    @Test func toolCallFragmentsAreJoined() async throws {
        let gateway = try startGateway()
        var request = asking("call weather {\"city\": \"Rome\"}")
        request.tools = [.function(name: "weather")]
        request.chatTemplateKwargs = ["enable_thinking": true]
        let stream = try await gateway.client().chatStream(request)
        let completion = try await stream.final()
        #expect(completion.toolCalls.map(\.function.name) == ["weather"])
        #expect(stream.toolCalls == completion.toolCalls && stream.reasoning == completion.reasoning)
        #expect(completion.reasoning?.isEmpty == false)
    }

    @Test func aSecondLoopGoesOnWhereTheFirstStopped() async throws {
        let gateway = try startGateway()
        let stream = try await gateway.client().chatStream(asking("count to 9"))
        var first = ""
        for try await chunk in stream {
            first += chunk.content ?? ""
            if first.contains("4") { break }
        }
        var rest = ""
        for try await chunk in stream {
            rest += chunk.content ?? ""
        }
        #expect(first == "1 2 3 4" && rest == " 5 6 7 8 9")
    }

    @Test func aRefusalIsThrownOnOpeningAfterItsWaits() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        try gateway.script([rateLimited(retryAfter: 5)])
        let stream = try await client.chatStream(asking("hi"))
        #expect(stream.meta.waitedFor == 5 && stream.meta.attempts == 2)

        try gateway.script([["problem": "spend-cap-exceeded"]])
        let error = try await failure { try await client.chatStream(asking("hi")) }
        #expect(error?.kind == .spendCapExceeded && error?.meta.attempts == 1)
    }

    @Test func aBrokenStreamKeepsWhatHadArrived() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        try gateway.script([["gateway": true, "model_breaks_after": 3]])
        let stream = try await client.chatStream(asking("count to 9"), idempotencyKey: "k")
        var text = ""
        do {
            for try await chunk in stream {
                text += chunk.content ?? ""
            }
            Issue.record("the stream did not break")
        } catch let AxoniumError.streamInterrupted(error) {
            #expect(error.sawOutput && error.partial?.content == "1 2 3")
            #expect(error.meta.attempts == 1 && error.reason != nil)
        }
        #expect(text == "1 2 3" && stream.content == text)
        #expect(try gateway.ledger().generations == 1)
        // The failure stays: reading on does not look like an end.
        let again = try await failure { try await stream.final() }
        #expect(again?.kind == .streamInterrupted)
    }

    @Test func discardLeavesNoPartialText() async throws {
        let gateway = try startGateway()
        try gateway.script([["gateway": true, "model_breaks_after": 3]])
        let stream = try await gateway.client().chatStream(asking("count to 9"), partial: .discard)
        let error = try await failure { try await stream.final() }
        guard case .streamInterrupted(let broken) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(broken.sawOutput && broken.partial?.content == nil)
    }

    @Test func aStreamLeftUnreadIsClosed() async throws {
        let gateway = try startGateway(
            GatewayConfiguration(models: [GatewayModel(id: "slow", wordsPerSecond: 1)]))
        let client = try gateway.client()
        do {
            let stream = try await client.chatStream(asking("count to 1000", model: "slow"))
            #expect(stream.meta.attempts == 1)
            #expect(try client.openCalls() == 1)
        }
        #expect(try client.openCalls() == 0)
    }

    @Test func aStreamOutlivesItsClient() async throws {
        let gateway = try startGateway()
        func open() async throws -> ChatStream {
            try await gateway.client().chatStream(asking("count to 3"))
        }
        let stream = try await open()
        #expect(try await stream.final().content == "1 2 3")
    }

    @Test func aCharacterThatWasCutInTwoIsWholeInTheEnd() async throws {
        let gateway = try startGateway()
        let halves = [#"\ud83d"#, #"\ude00"#].map { half in
            #"data: {"choices":[{"delta":{"content":"\#(half)"},"finish_reason":null}]}"# + "\n\n"
        }
        let body = Data((halves.joined() + "data: [DONE]\n\n").utf8)
        try gateway.script([["sse_base64": .string(body.base64EncodedString())]])
        let stream = try await gateway.client().chatStream(asking("hi"))
        var chunks: [String] = []
        for try await chunk in stream {
            chunks.append(chunk.content ?? "")
        }
        #expect(chunks == ["\u{fffd}", "\u{fffd}"] && stream.content == "😀")
    }

    @Test func aChunkOfAnotherShapeIsADecodeError() async throws {
        let gateway = try startGateway()
        try gateway.script([["sse": [["data": ["choices": [["delta": ["content": 7]]]]], ["data": "[DONE]"]]]])
        let stream = try await gateway.client().chatStream(asking("hi"))
        let error = try await failure { try await stream.final() }
        #expect(error?.kind == .decode && error?.message.contains("content") == true)
    }
}
