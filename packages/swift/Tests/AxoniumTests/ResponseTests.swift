import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct ResponseTests {
    @Test func anAnswerCarriesTextCallsUsageMetaAndBody() async throws {
        let gateway = try startGateway()
        let body: JSONValue = [
            "id": "resp_7", "status": "completed", "model": "m",
            "output": [
                ["type": "reasoning", "id": "rs_1", "summary": [["type": "summary_text", "text": "Think."]]],
                [
                    "type": "message", "id": "msg_1", "role": "assistant",
                    "content": [
                        ["type": "output_text", "text": "It is "], ["type": "output_text", "text": "sunny."],
                    ],
                ],
                [
                    "type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather",
                    "arguments": "{\"city\": \"Rome\"}",
                ],
            ],
            "usage": [
                "input_tokens": 3, "output_tokens": 5, "total_tokens": 8,
                "input_tokens_details": ["cached_tokens": 1], "output_tokens_details": ["reasoning_tokens": 2],
            ],
        ]
        try gateway.script([["body": body]])
        let answer = try await gateway.client().response(asking(forResponseTo: "hi"))
        #expect(answer.id == "resp_7" && answer.status == "completed" && answer.model == "m")
        #expect(answer.outputText == "It is sunny." && answer.reasoning == "Think." && answer.refusal == nil)
        #expect(answer.output.map(\.type) == ["reasoning", "message", "function_call"])
        #expect(answer.output.map(\.id) == ["rs_1", "msg_1", "fc_1"])
        let call = ToolCall(id: "call_1", function: .init(name: "weather", arguments: "{\"city\": \"Rome\"}"))
        #expect(answer.toolCalls == [call])
        let usage = try #require(answer.usage)
        #expect(usage.inputTokens == 3 && usage.promptTokens == 3 && usage.cacheReadTokens == 1)
        #expect(usage.outputTokens == 5 && usage.completionTokens == 5 && usage.reasoningTokens == 2)
        #expect(usage.totalTokens == 8 && !usage.isEstimated)
        #expect(answer.meta.attempts == 1 && answer.meta.history.map(\.status) == [200])
        #expect(answer.incompleteDetails == nil && answer.error == nil)
        #expect(try JSONDecoder().decode(JSONValue.self, from: answer.raw) == body)
    }

    @Test func anIncompleteResponseSaysWhy() async throws {
        let gateway = try startGateway()
        var body = response(saying: "It was the best of", status: "incomplete")
        body["incomplete_details"] = ["reason": "max_output_tokens"]
        try gateway.script([["body": .object(body)]])
        let answer = try await gateway.client().response(asking(forResponseTo: "hi"))
        #expect(answer.status == "incomplete" && answer.incompleteDetails?.reason == "max_output_tokens")
        #expect(answer.outputText == "It was the best of")
    }

    @Test func unsetFieldsAreNotSentAndOrderIsKept() async throws {
        let gateway = try startGateway()
        try gateway.script([responding("ok")])
        let schema: JSONValue = [
            "type": "object", "properties": ["zebra": ["type": "string"], "ant": ["type": "null"]],
        ]
        let request = ResponseRequest(
            model: "m", input: "hi", instructions: "Be brief.", maxOutputTokens: 9,
            tools: [.function(name: "f", parameters: schema, strict: true)], toolChoice: .function("f"),
            reasoning: ["effort": "low"], store: false, metadata: ["team": "a"])
        _ = try await gateway.client().response(request, extraBody: ["min_p": 0.1])
        #expect(
            try gateway.requests().first?.body == """
                {"model":"m","input":"hi","instructions":"Be brief.","max_output_tokens":9,"tools":[{"type":"function",\
                "name":"f","parameters":{"type":"object","properties":{"zebra":{"type":"string"},"ant":{"type":"null"}}},\
                "strict":true}],"tool_choice":{"type":"function","name":"f"},"reasoning":{"effort":"low"},"store":false,\
                "metadata":{"team":"a"},"min_p":0.1}
                """)
    }

    @Test func anAnswersOutputIsTheNextInput() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        let called: JSONValue = [
            "type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather", "arguments": "{}",
        ]
        try gateway.script([
            ["body": ["id": "resp_1", "status": "completed", "output": [called]]],
            responding("sunny"),
        ])
        let first = try await client.response(asking(forResponseTo: "The weather?"))
        let results = first.toolCalls.map { ResponseItem.functionCallOutput("20 degrees", callID: $0.id ?? "") }
        let image = "data:image/png;base64,AA=="
        let asked: [ResponseItem] = [
            .developer("Be brief."), .user([.text("Here?"), .image(dataURI: image, detail: "low")]),
        ]
        _ = try await client.response(ResponseRequest(model: "m", input: .items(asked + first.output + results)))
        let sent = try JSONDecoder().decode(JSONValue.self, from: Data(try gateway.requests()[1].body.utf8))
        #expect(
            sent["input"] == [
                ["type": "message", "role": "developer", "content": "Be brief."],
                [
                    "type": "message", "role": "user",
                    "content": [
                        ["type": "input_text", "text": "Here?"],
                        ["type": "input_image", "image_url": .string(image), "detail": "low"],
                    ],
                ],
                called,
                ["type": "function_call_output", "call_id": "call_1", "output": "20 degrees"],
            ])
    }

    @Test func optionsReachTheWireAndAWaitIsReported() async throws {
        let gateway = try startGateway()
        try gateway.script([rateLimited(retryAfter: 36), responding("hello")])
        let answer = try await gateway.client().response(
            asking(forResponseTo: "hi"), idempotencyKey: "k-1", timeout: 60, instance: "replica-2",
            extraHeaders: ["X-Job": "9"])
        #expect(answer.meta.waitedFor == 36 && answer.meta.attempts == 2)
        for request in try gateway.requests() {
            #expect(request.method == "POST" && request.path == "/v1/responses")
            #expect(request.header("Idempotency-Key") == "k-1" && request.header("X-Job") == "9")
            #expect(request.header("X-Prometheus-Instance") == "replica-2")
        }
    }

    @Test func theServersOwnCodeIsOnTheError() async throws {
        let gateway = try startGateway()
        let body: JSONValue = ["error": ["message": "No credit.", "code": "insufficient_balance"]]
        try gateway.script([["status": 402, "body": body]])
        let error = try await failure { try await gateway.client().response(asking(forResponseTo: "hi")) }
        #expect(error?.code == "insufficient_balance" && error?.status == 402)
        #expect(error?.meta.attempts == 1)
    }

    @Test func aFailedResponseIsTheErrorOfItsCall() async throws {
        let gateway = try startGateway()
        var body = response(saying: "It was the best of", status: "failed")
        body["error"] = ["code": "server_error", "message": "The model stopped."]
        try gateway.script([["body": .object(body)]])
        let error = try await failure { try await gateway.client().response(asking(forResponseTo: "hi")) }
        #expect(error?.code == "server_error" && error?.kind.isA(.api) == true)
        #expect(error?.partial?.content == "It was the best of" && error?.partial?.usage?.totalTokens == 5)
        #expect(error?.meta.attempts == 1)
    }

    @Test func badInputIsRefusedBeforeAnythingIsSent() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        func refusedField(_ call: () async throws -> Any) async throws -> String? {
            let error = try await failure(of: call)
            guard case .invalidRequest(let refused) = error else { return "\(String(describing: error))" }
            #expect(refused.isLocal && refused.meta.attempts == 0)
            return refused.field
        }
        var request = asking(forResponseTo: "hi")
        request.maxOutputTokens = 0
        #expect(try await refusedField { try await client.response(request) } == "max_output_tokens")
        request = ResponseRequest(model: "m", input: .items([]))
        #expect(try await refusedField { try await client.response(request) } == "input")
        request = asking(forResponseTo: "hi")
        let extra: JSONObject = ["store": true]
        #expect(try await refusedField { try await client.response(request, extraBody: extra) } == "extra_body.store")
        #expect(
            try await refusedField {
                try await client.responseStream(request, transport: .webSocket, idempotencyKey: "k")
            } == "idempotency_key")
        request.background = true
        #expect(
            try await refusedField { try await client.responseStream(request, transport: .webSocket) }
                == "background")
        #expect(try gateway.requests().isEmpty)
    }
}
