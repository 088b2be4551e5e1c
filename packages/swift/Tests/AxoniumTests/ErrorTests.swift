import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct ErrorTests {
    @Test func aFailedCallExplainsItsDuration() async throws {
        let gateway = try startGateway()
        try gateway.script([rateLimited(retryAfter: 7)], repeating: true)
        let client = try gateway.client()
        let error = try #require(try await failure { try await client.chat(asking("hi")) })
        guard case .api(let refused) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(refused.kind == .rateLimit && refused.kind.isA(.clientError) && !refused.kind.isA(.serverError))
        #expect(refused.status == 429 && refused.isRetryable && refused.retryAfter == 7)
        #expect(refused.meta.attempts == 3 && refused.meta.waitedFor == 14)
        #expect(refused.meta.history.map(\.kind) == [.rateLimit, .rateLimit, .rateLimit])
        #expect(refused.requestID != nil && refused.traceID != nil && !refused.isLocal)
        #expect(refused.reason?.code == "attempts-exhausted")
        let explained = client.explain(error)
        #expect(explained == "\(error)" && explained.split(separator: "\n").count == 2)
        #expect(error.localizedDescription == refused.message)
    }

    @Test func aWaitThatIsTooLongIsHandedBack() async throws {
        let gateway = try startGateway()
        try gateway.script([rateLimited(retryAfter: 61)])
        let error = try await failure { try await gateway.client().chat(asking("hi")) }
        #expect(error?.retryAfter == 61 && error?.meta.attempts == 1 && error?.meta.waitedFor == 0)
    }

    @Test(arguments: [
        ("unknown-model", ErrorKind.unknownModel, [ErrorKind.badRequest, .clientError, .api]),
        ("token-revoked", .tokenRevoked, [.unauthorized, .clientError, .api]),
        ("spend-cap-exceeded", .spendCapExceeded, [.clientError, .api]),
        ("idempotency-key-reuse", .idempotencyKeyReuse, [.conflict, .clientError, .api]),
        ("capacity-exhausted", .capacityExhausted, [.serverError, .api]),
    ])
    func aProblemIsItsKindAndAllItsParents(suffix: String, kind: ErrorKind, parents: [ErrorKind]) async throws {
        let gateway = try startGateway()
        try gateway.script([["problem": .string(suffix)]])
        let error = try await failure { try await gateway.client().chat(asking("hi")) }
        #expect(error?.kind == kind && error?.kind.parents == parents)
    }

    @Test func aTimeoutWithoutAKeyIsRaisedAndSaysWhy() async throws {
        let gateway = try startGateway()
        try gateway.script([["hang": true]])
        let client = try gateway.client(configuration: AxoniumConfiguration(timeouts: Timeouts(request: 0.1)))
        let error = try await failure { try await client.chat(asking("hi")) }
        guard case .timeout(let passed) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(passed.phase == .response && passed.reason?.code == "timeout-without-key")
        #expect(passed.meta.attempts == 1)
    }

    @Test func aTimeoutWithAKeyIsCollected() async throws {
        let gateway = try startGateway()
        try gateway.script([["gateway": true, "hang": true]])
        let client = try gateway.client(configuration: AxoniumConfiguration(timeouts: Timeouts(request: 0.2)))
        let completion = try await client.chat(asking("hi"), idempotencyKey: "k")
        #expect(completion.meta.idempotentReplay && completion.meta.attempts == 2)
        #expect(try gateway.ledger().billed == 1)
    }

    @Test func aRefusedConnectionWasNotSent() async throws {
        let gateway = try startGateway(GatewayConfiguration(refuseConnections: true))
        let error = try await failure { try await gateway.client().chat(asking("hi")) }
        guard case .connection(let lost) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!lost.wasSent && lost.isRetryable && lost.meta.attempts == 3 && lost.status == nil)
    }

    @Test func aRefusedTokenIsAnOAuthError() async throws {
        let gateway = try startGateway(GatewayConfiguration(clientID: "app", clientSecret: "right"))
        let configuration = AxoniumConfiguration(clientID: "app", clientSecret: "not-the-secret")
        let client = try gateway.client(configuration: configuration)
        let error = try await failure { try await client.chat(asking("hi")) }
        guard case .oauth(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.kind == .invalidClient && refusal.code == "invalid_client")
        #expect(!"\(refusal.details)".contains("not-the-secret"))
    }

    @Test func anAnswerOfAnotherShapeIsADecodeError() async throws {
        let gateway = try startGateway()
        try gateway.script([["body": ["choices": [["message": ["content": ["not", "a", "text"]]]]]]])
        let error = try await failure { try await gateway.client().chat(asking("hi")) }
        guard case .decode(let details) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(details.message.contains("content") && details.body?.contains("not") == true)
        #expect(details.meta.attempts == 1)
    }

    @Test func badInputIsRefusedBeforeAnythingIsSent() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        func refusedField(_ request: ChatRequest, _ key: String? = nil, _ extra: JSONObject? = nil) async throws
            -> String?
        {
            let error = try await failure {
                try await client.chat(request, idempotencyKey: key, extraBody: extra)
            }
            guard case .invalidRequest(let refused) = error else { return "\(String(describing: error))" }
            #expect(refused.isLocal && refused.meta.attempts == 0 && refused.kind == .invalidRequest)
            return refused.field
        }
        #expect(try await refusedField(asking("hi", model: "")) == "model")
        #expect(try await refusedField(ChatRequest(model: "m", messages: [])) == "messages")
        #expect(try await refusedField(asking("hi"), "line\nbreak") == "idempotency_key")
        #expect(try await refusedField(asking("hi"), nil, ["temperature": 1]) == "extra_body.temperature")
        var request = asking("hi")
        request.temperature = .nan
        #expect(try await refusedField(request) == "temperature")
        request = asking("hi")
        request.tools = [.function(name: "f", parameters: ["minimum": .number(-.infinity)])]
        #expect(try await refusedField(request) == "tools[0].function.parameters.minimum")
        #expect(try gateway.requests().isEmpty)
    }

    @Test func everyKindKnowsItsNameMeaningAndFamily() throws {
        #expect(Set(ErrorKind.allCases.map(\.rawValue)).count == ErrorKind.allCases.count)
        for kind in ErrorKind.allCases {
            #expect(!kind.meaning.isEmpty)
            #expect(!kind.parents.contains(kind))
            #expect(try JSONDecoder().decode(ErrorKind.self, from: Data("\"\(kind.rawValue)\"".utf8)) == kind)
        }
        #expect(try JSONDecoder().decode(ErrorKind.self, from: Data("\"FromTheFuture\"".utf8)) == .internal)
    }
}
