import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// What a model says of the weather.
struct Weather: SchemaDescribed, Equatable {
    let city: String
    let degrees: Double

    static let jsonSchema = JSONSchema.object(properties: ["city": .string(), "degrees": .number()])
}

/// Answers that follow a schema.
@Suite struct ParseTests {
    private let sunny = #"{"city": "Rome", "degrees": 21.5}"#
    private let rome = Weather(city: "Rome", degrees: 21.5)

    @Test func anAnswerBecomesItsType() async throws {
        let gateway = try startGateway()
        let answer = try await gateway.client().chatParse(asking(sunny), as: Weather.self)
        #expect(answer.parsed == rome && answer.content == sunny && answer.answer.finishReason == "stop")
        #expect(answer.meta.attempts == 1 && answer.meta.stripped == nil && answer.refusalCode == nil)
        let format = try json(of: try #require(gateway.requests().first))["response_format"]
        #expect(format?["type"] == "json_schema" && format?["json_schema"]?["strict"] == true)
        #expect(format?["json_schema"]?["schema"]?["required"] == ["city", "degrees"])
    }

    @Test func aResponseBecomesItsType() async throws {
        let gateway = try startGateway()
        let answer = try await gateway.client().responseParse(asking(forResponseTo: sunny), as: Weather.self)
        #expect(answer.parsed == rome && answer.outputText == sunny && answer.status == "completed")
        let format = try json(of: try #require(gateway.requests().first))["text"]?["format"]
        #expect(format?["type"] == "json_schema" && format?["schema"]?["properties"]?["city"] == ["type": "string"])
    }

    @Test func theCallsSchemaTakesThePlaceOfTheTypes() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        let warm = JSONSchema.object(properties: ["city": .string(), "degrees": .number(minimum: 25)])
        let error = try await failure {
            try await client.chatParse(asking(sunny), as: Weather.self, schema: warm, name: "warm", maxRepairs: 0)
        }
        #expect(error?.kind == .malformedOutput)
        #expect(try json(of: gateway.requests()[0])["response_format"]?["json_schema"]?["name"] == "warm")
        try gateway.reset()
        let untyped = try await client.chatParse(
            asking(sunny), as: JSONValue.self, schema: Weather.jsonSchema, sendSchema: false)
        #expect(untyped.parsed == ["city": "Rome", "degrees": 21.5])
        #expect(try json(of: gateway.requests()[0])["response_format"] == nil)
    }

    @Test func aMalformedOutputIsRepairedOnceWithItsError() async throws {
        let gateway = try startGateway()
        try gateway.script([saying("It is 21.5 degrees."), saying(sunny)])
        let answer = try await gateway.client().chatParse(asking("Rome?"), as: Weather.self, idempotencyKey: "k")
        #expect(answer.parsed == rome && answer.meta.attempts == 2 && answer.usage?.totalTokens == 10)
        let requests = try gateway.requests()
        #expect(requests.map { $0.header("Idempotency-Key") } == ["k", "k:repair:1"])
        guard case .array(let messages) = try json(of: requests[1])["messages"] else {
            Issue.record("no messages")
            return
        }
        #expect(messages.map { $0["role"] } == ["user", "assistant", "user"])
        #expect(messages[1]["content"] == "It is 21.5 degrees.")
    }

    @Test func anOutputThatStaysMalformedIsThrownWithBothOutputs() async throws {
        let gateway = try startGateway()
        try gateway.script([saying("{"), saying(#"{"city": "Rome"}"#)])
        let error = try await failure { try await gateway.client().chatParse(asking("Rome?"), as: Weather.self) }
        guard case .malformedOutput(let malformed) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(malformed.outputs.map(\.text) == ["{", #"{"city": "Rome"}"#])
        #expect(malformed.outputs.last?.error.contains("degrees") == true && malformed.meta.attempts == 2)
        #expect(try gateway.requests().count == 2)
    }

    @Test func anOutputThatWasCutOffIsNotAskedForAgain() async throws {
        let gateway = try startGateway()
        try gateway.script([saying(#"{"city": "Ro"#, finishReason: "length")])
        let error = try await failure { try await gateway.client().chatParse(asking("Rome?"), as: Weather.self) }
        #expect(error?.kind == .malformedOutput && error?.reason?.code == "output-truncated")
        #expect(try gateway.requests().count == 1)
    }

    @Test func aRefusalIsThrownByParseAndShownByAPlainCall() async throws {
        let gateway = try startGateway()
        let refusing = answering(with: ["role": "assistant", "content": nil, "refusal": "I would rather not."])
        try gateway.script([refusing], repeating: true)
        let client = try gateway.client()
        let error = try await failure { try await client.chatParse(asking("Rome?"), as: Weather.self) }
        guard case .refusal(let refused) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refused.refusalCode == "refusal" && refused.refusal?.text == "I would rather not.")
        #expect(try gateway.requests().count == 1)
        let completion = try await client.chat(asking("Rome?"))
        #expect(completion.refusalCode == "refusal" && completion.refusal == "I would rather not.")
        try gateway.script([saying("", finishReason: "content_filter")])
        #expect(try await client.chat(asking("Rome?")).refusalCode == "content_filter")
    }

    @Test func aModelThatWantsAToolCalledHasSaidNothingYet() async throws {
        let gateway = try startGateway()
        var request = asking("call weather {}")
        request.tools = [.function(name: "weather")]
        let answer = try await gateway.client().chatParse(request, as: Weather.self)
        #expect(answer.parsed == nil && answer.toolCalls.map(\.function.name) == ["weather"])
        #expect(try gateway.requests().count == 1)
    }

    @Test func lenientTakesAFenceAwayAndSaysSo() async throws {
        let gateway = try startGateway()
        try gateway.script([saying("```json\n\(sunny)\n```")], repeating: true)
        let client = try gateway.client()
        let answer = try await client.chatParse(asking("Rome?"), as: Weather.self, lenient: true)
        #expect(answer.parsed == rome && answer.meta.attempts == 1)
        #expect(answer.meta.stripped?.contains("```json") == true)
        let error = try await failure {
            try await client.chatParse(asking("Rome?"), as: Weather.self, maxRepairs: 0)
        }
        #expect(error?.kind == .malformedOutput)
    }

    @Test func anAnswerThatItsSchemaAllowsAndItsTypeDoesNotIsADecodeError() async throws {
        let gateway = try startGateway()
        let error = try await failure {
            try await gateway.client().chatParse(
                asking(#"{"city": "Rome"}"#), as: Weather.self, schema: .object(properties: ["city": .string()]))
        }
        guard case .decode(let details) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(details.message.contains("degrees") && details.body == #"{"city": "Rome"}"#)
        #expect(details.meta.attempts == 1)
    }

    @Test func whatCannotBeParsedIsRefusedBeforeAnythingIsSent() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        func refusedField(
            _ schema: JSONSchema? = nil, maxRepairs: Int? = nil, format: ResponseFormat? = nil
        ) async throws -> String? {
            var request = asking("hi")
            request.responseFormat = format
            let error = try await failure {
                try await client.chatParse(request, as: [String].self, schema: schema, maxRepairs: maxRepairs)
            }
            guard case .invalidRequest(let refused) = error else { return "\(String(describing: error))" }
            #expect(refused.isLocal && refused.meta.attempts == 0)
            return refused.field
        }
        #expect(try await refusedField() == "parse.schema")
        #expect(try await refusedField(JSONSchema(json: ["type": "objekt"])) == "parse.schema")
        #expect(try await refusedField(JSONSchema(json: "object")) == "parse.schema")
        #expect(try await refusedField(.array(of: .string()), maxRepairs: 2) == "parse.max_repairs")
        #expect(try await refusedField(.array(of: .string()), format: .jsonObject) == "response_format")
        #expect(try gateway.requests().isEmpty)
    }
}
