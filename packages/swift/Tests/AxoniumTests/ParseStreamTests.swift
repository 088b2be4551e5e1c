import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// Streams that follow a schema.
@Suite struct ParseStreamTests {
    private let sunny = #"{"city": "Rome", "degrees": 21.5}"#

    @Test func aStreamedAnswerBecomesItsType() async throws {
        let gateway = try startGateway()
        let stream = try await gateway.client().chatStream(asking(sunny), as: Weather.self)
        var text = ""
        for try await chunk in stream { text += chunk.content ?? "" }
        #expect(text == sunny && stream.parsedPartial == ["city": "Rome", "degrees": 21.5])
        let answer = try await stream.final()
        #expect(answer.parsed == Weather(city: "Rome", degrees: 21.5) && answer.finishReason == "stop")
        #expect(stream.content == sunny && stream.meta.attempts == 1)
    }

    @Test(arguments: [ResponseTransport.sse, .webSocket])
    func aStreamedResponseBecomesItsType(over transport: ResponseTransport) async throws {
        let gateway = try startGateway()
        let stream = try await gateway.client().responseStream(
            asking(forResponseTo: sunny), as: Weather.self, transport: transport)
        let answer = try await stream.final()
        #expect(answer.parsed?.city == "Rome" && answer.outputText == sunny && stream.sawOutput)
        #expect(stream.parsedPartial == ["city": "Rome", "degrees": 21.5])
    }

    @Test func whatDoesNotFollowTheSchemaIsToldAtTheEndAndNotRepaired() async throws {
        let gateway = try startGateway()
        let stream = try await gateway.client().chatStream(asking("It is warm."), as: Weather.self)
        var text = ""
        do {
            for try await chunk in stream { text += chunk.content ?? "" }
            Issue.record("taken for the weather")
        } catch let AxoniumError.malformedOutput(error) {
            #expect(error.outputs.map(\.text) == ["It is warm."] && error.meta.attempts == 1)
        }
        #expect(text == "It is warm.")
        #expect(try gateway.requests().count == 1)
    }

    @Test func aPlainStreamSaysThatTheModelDeclined() async throws {
        let gateway = try startGateway()
        let pieces: [JSONValue] = [
            ["choices": [["delta": ["role": "assistant", "refusal": "I would rather not."]]]],
            ["choices": [["delta": [:], "finish_reason": "stop"]]],
        ]
        try gateway.script([["sse": .array(pieces.map { ["data": $0] } + [["data": "[DONE]"]])]], repeating: true)
        let client = try gateway.client()
        let plain = try await client.chatStream(asking("hi"))
        let completion = try await plain.final()
        #expect(completion.refusalCode == "refusal" && plain.refusalCode == "refusal")
        #expect(plain.refusal == "I would rather not.")
        let parsed = try await client.chatStream(asking("hi"), as: Weather.self)
        let error = try await failure { try await parsed.final() }
        #expect(error?.kind == .refusal && error?.refusalCode == "refusal")
    }

    @Test func whatThereIsOfAnAnswerCanBeReadWhenItIsCancelled() async throws {
        let gateway = try startGateway(GatewayConfiguration(clock: .real))
        try gateway.script([
            ["sse": [["data": ["choices": [["delta": ["content": .string(#"{"city": "Ro"#)]]]]]], "hang": true]
        ])
        let stream = try await gateway.client().chatStream(asking("hi"), as: Weather.self)
        for try await _ in stream { break }
        #expect(stream.parsedPartial == ["city": "Ro"])
        stream.cancel()
        await #expect(throws: CancellationError.self) { try await stream.final() }
        #expect(stream.parsedPartial == ["city": "Ro"])
    }
}
