import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationTests {
    private func refused(_ configuration: AxoniumConfiguration) throws -> RefusedFieldError? {
        _ = Environment.gateway
        do {
            _ = try AxoniumClient(configuration: configuration)
            return nil
        } catch let AxoniumError.configuration(error) {
            return error
        }
    }

    @Test func unusableSettingsAreNamed() throws {
        #expect(try refused(AxoniumConfiguration(gatewayBaseURL: "gateway.internal"))?.field == "gateway_base_url")
        #expect(try refused(AxoniumConfiguration(apiKey: "a", caBundle: "/no/such.pem"))?.field == "ca_bundle")
        let two = AxoniumConfiguration(clientID: "app", clientSecret: "hush-hush", apiKey: "key-of-two")
        let error = try #require(try refused(two))
        #expect(error.kind == .configuration && error.isLocal)
        #expect(!error.message.contains("hush-hush") && !error.message.contains("key-of-two"))
        let negative = AxoniumConfiguration(timeouts: Timeouts(request: -1))
        #expect(try refused(negative)?.field?.contains("timeouts") == true)
        let notANumber = AxoniumConfiguration(retry: RetryPolicy(initialBackoff: .nan))
        #expect(try refused(notANumber)?.field == "retry.initial_backoff_s")
    }

    @Test func secretsAreNeverShown() {
        let configuration = AxoniumConfiguration(
            gatewayBaseURL: "https://u:s3cret@gw", clientID: "app", clientSecret: "s3cret", apiKey: "s3cret",
            tokenProvider: { _ in "s3cret" }, proxy: "http://u:s3cret@proxy:3128/p?q",
            defaultHeaders: ["Authorization": "s3cret"])
        var dumped = ""
        dump(configuration, to: &dumped)
        for shown in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!shown.contains("s3cret"))
            #expect(shown.contains("app") && shown.contains("proxy:3128") && shown.contains("Authorization"))
        }
    }

    @Test func theTokenProviderIsAskedAndToldWhatWasRejected() async throws {
        let gateway = try startGateway(GatewayConfiguration(apiKey: "second"))
        try gateway.script([["problem": "token-expired"]])
        let asked = Collected<String?>()
        let configuration = AxoniumConfiguration(tokenProvider: { rejected in
            asked.append(rejected)
            return rejected == nil ? "first" : "second"
        })
        let completion = try await gateway.client(configuration: configuration).chat(asking("hi"))
        #expect(completion.meta.attempts == 2)
        #expect(asked.values == [nil, "first"])
        let bearers = try gateway.requests().map { $0.header("Authorization") }
        #expect(bearers == ["Bearer first", "Bearer second"])
    }

    @Test func aTokenProviderThatFailsFailsTheCall() async throws {
        struct NoToken: Error, CustomStringConvertible {
            let description = "the vault is sealed"
        }
        let gateway = try startGateway()
        let configuration = AxoniumConfiguration(tokenProvider: { _ in throw NoToken() })
        let error = try await failure {
            try await gateway.client(configuration: configuration).chat(asking("hi"))
        }
        #expect(error?.message.contains("the vault is sealed") == true)
        #expect(try gateway.requests().isEmpty)
    }

    @Test func hooksTellOfWaitsRequestsResponsesAndDecisions() async throws {
        let gateway = try startGateway()
        try gateway.script([rateLimited(retryAfter: 2)])
        let told = Collected<String>()
        let waits = Collected<WaitNotice>()
        let hooks = Hooks(
            onWait: { waits.append($0) },
            onRequest: { told.append("request \($0.attempt) \($0.method) \($0.path)") },
            onResponse: { told.append("response \($0.attempt) \($0.status)") },
            onDecision: { told.append("\($0.action) after \($0.attempt)") })
        _ = try await gateway.client(configuration: AxoniumConfiguration(hooks: hooks)).chat(asking("hi"))
        let path = "POST /v1/chat/completions"
        #expect(
            told.values == [
                "request 1 \(path)", "response 1 429", "repeat after 1", "request 2 \(path)", "response 2 200",
            ])
        let wait = try #require(waits.values.first)
        #expect(waits.values.count == 1 && wait.level == .info && wait.wait == 2 && wait.model == "qwen3-0.6b")
    }

    @Test func aClientThatWasShutDownRefusesCalls() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        client.shutdown()
        let error = try await failure { try await client.chat(asking("hi")) }
        #expect(error?.kind == .configuration)
    }

    @Test func valuesOfTheCallersOwnTypesBecomeJSON() throws {
        struct Limits: Encodable {
            let low: Double
        }
        #expect(try JSONValue(encoding: ["a": [1, 2]]) == ["a": [1, 2]])
        #expect(throws: AxoniumError.self) { try JSONValue(encoding: Limits(low: .nan)) }
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = 3
        object["b"] = nil
        #expect(object.map(\.key) == ["a", "c"] && object == ["c": 3, "a": 2])
    }
}
