import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct ChatTests {
    @Test func anAnswerCarriesTextUsageMetaAndBody() async throws {
        let gateway = try startGateway()
        let completion = try await gateway.client().chat(asking("hello there"))
        #expect(completion.content == "hello there")
        #expect(completion.finishReason == "stop")
        #expect(completion.choices.count == 1)
        #expect(completion.toolCalls.isEmpty && completion.refusal == nil && completion.reasoning == nil)
        #expect(completion.usage?.totalTokens == 4 && completion.usage?.isEstimated == false)
        #expect(completion.meta.attempts == 1 && completion.meta.waitedFor == 0)
        #expect(completion.meta.history.map(\.status) == [200])
        #expect(try JSONDecoder().decode(JSONValue.self, from: completion.raw)["object"] == "chat.completion")
    }

    @Test func unsetFieldsAreNotSentAndOrderIsKept() async throws {
        let gateway = try startGateway()
        let schema: JSONValue = [
            "type": "object", "properties": ["zebra": ["type": "string"], "ant": ["type": "null"]],
        ]
        var request = asking("hi \"there\" \u{1F600}\n")
        request.tools = [.function(name: "f", parameters: schema)]
        request.temperature = 0.5
        _ = try await gateway.client().chat(request, extraBody: ["min_p": 0.1])
        let body = try #require(try gateway.requests().first?.body)
        #expect(
            body == """
                {"model":"qwen3-0.6b","messages":[{"role":"user","content":"hi \\"there\\" \u{1F600}\\u000a"}],\
                "temperature":0.5,"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object",\
                "properties":{"zebra":{"type":"string"},"ant":{"type":"null"}}}}}],"min_p":0.1}
                """)
    }

    @Test func perCallOptionsReachTheWire() async throws {
        let gateway = try startGateway()
        let configuration = AxoniumConfiguration(defaultHeaders: ["X-Team": "a"], userAgentSuffix: "shop/7")
        let client = try gateway.client(configuration: configuration)
        _ = try await client.chat(
            asking("hi"), idempotencyKey: "k-1", timeout: 60, instance: "replica-2", extraHeaders: ["X-Job": "9"])
        let request = try #require(try gateway.requests().first)
        #expect(request.method == "POST" && request.path == "/v1/chat/completions")
        #expect(request.header("Idempotency-Key") == "k-1")
        #expect(request.header("X-Prometheus-Instance") == "replica-2")
        #expect(request.header("X-Team") == "a" && request.header("X-Job") == "9")
        #expect(request.header("User-Agent") == "axonium-swift/\(axoniumVersion) shop/7")
    }

    @Test func toolCallsReasoningAndPartsAreTyped() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        var request = asking("call weather {\"city\": \"Rome\"}")
        request.tools = [.function(name: "weather", description: "Weather of a city")]
        request.chatTemplateKwargs = ["enable_thinking": true]
        let completion = try await client.chat(request)
        let call = try #require(completion.toolCalls.first)
        #expect(call.function.name == "weather" && call.function.arguments.contains("Rome"))
        #expect(completion.finishReason == "tool_calls")
        #expect(completion.reasoning?.hasPrefix("The user said:") == true)

        let answered = ChatRequest(
            model: "qwen3-0.6b",
            messages: [
                .system("Be brief."), .user([.text("and now?")]), .assistant(nil, toolCalls: completion.toolCalls),
                .tool("sunny", toolCallID: call.id ?? ""), .user("thanks"),
            ])
        #expect(try await client.chat(answered).content == "thanks")
        #expect(try gateway.requests().last?.body.contains("\"tool_call_id\":\"\(call.id ?? "")\"") == true)
    }

    @Test func aWaitIsReportedAndAReplayIsToldApart() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        try gateway.script([rateLimited(retryAfter: 36)])
        let waited = try await client.chat(asking("hi"), idempotencyKey: "k")
        #expect(waited.meta.waitedFor == 36 && waited.meta.attempts == 2)
        #expect(waited.meta.history.map(\.kind) == [.rateLimit, nil])
        #expect(waited.meta.history.last?.waitedBefore == 36)

        let replay = try await client.chat(asking("hi"), idempotencyKey: "k")
        #expect(replay.meta.idempotentReplay && !waited.meta.idempotentReplay)
        #expect(replay.meta.idempotentReplayOf == waited.meta.requestID)
        let ledger = try gateway.ledger()
        #expect(ledger.generations == 1 && ledger.billed == 1 && ledger.replayed == 1)
    }

    @Test func modelsUsageAndTokens() async throws {
        let model = GatewayModel(id: "paid", usdPerMillionTokens: 2)
        let gateway = try startGateway(
            GatewayConfiguration(clientID: "app", clientSecret: "hush", models: [model]))
        let client = try gateway.client(
            configuration: AxoniumConfiguration(clientID: "app", clientSecret: "hush", scope: "inference:read"))
        let models = try await client.models()
        #expect(models.map(\.id) == ["paid"] && models[0].modality == "text" && models.meta.attempts == 1)
        #expect(try await client.myModels().count == 1)

        let completion = try await client.chat(asking("one two", model: "paid"))
        let record = try await client.usage(requestID: try #require(completion.meta.requestID))
        #expect(record.model == "paid" && record.usage?.totalTokens == 4)
        #expect(record.costUSD == Decimal(string: "0.000008"))
        #expect(record.terminationReason == "complete" && record.interrupted == false)
        #expect(try await client.token().scope == "inference:read")
        #expect(try gateway.tokenRequests().count == 1)
    }

    @Test func sixtyFourCallsAtOnceEachGetTheirOwnAnswer() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        let answers = try await withThrowingTaskGroup(of: (Int, String?, String?).self) { group in
            for number in 0..<64 {
                group.addTask {
                    let completion = try await client.chat(asking("number \(number)"))
                    let streamed = try await client.chatStream(asking("stream \(number)")).final()
                    return (number, completion.content, streamed.content)
                }
            }
            return try await group.reduce(into: [Int: (String?, String?)]()) { $0[$1.0] = ($1.1, $1.2) }
        }
        #expect(answers.count == 64)
        for (number, answer) in answers {
            #expect(answer.0 == "number \(number)" && answer.1 == "stream \(number)")
        }
        #expect(try gateway.ledger().generations == 128)
        #expect(try client.openCalls() == 0)
    }
}
