import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

@Suite struct RouteTests {
    /// Two gateways, and a route to each.
    private struct Two {
        let first: Gateway
        let second: Gateway
        let routes: [Route]

        init() throws {
            first = try startGateway()
            second = try startGateway()
            routes = [
                Route(name: "first", gatewayBaseURL: first.url, apiKey: "key-1"),
                Route(name: "second", gatewayBaseURL: second.url, apiKey: "key-2", model: "count-to-20"),
            ]
        }
    }

    @Test func aRefusedRequestGoesToTheNextRouteInsteadOfWaiting() async throws {
        let two = try Two()
        try two.first.script([rateLimited(retryAfter: 36)])
        let told = Collected<String>()
        let hooks = Hooks(onDecision: { told.append("\($0.action) after \($0.attempt)") })
        let client = try two.first.client(configuration: AxoniumConfiguration(routes: two.routes, hooks: hooks))
        let completion = try await client.chat(asking("hi"))
        #expect(completion.meta.route == "second" && completion.meta.waitedFor == 0)
        #expect(completion.meta.history.map(\.route) == ["first", "second"])
        #expect(completion.meta.history.map(\.kind) == [.rateLimit, nil])
        #expect(told.values == ["next-route after 1"])
        let request = try #require(try two.second.requests().first)
        #expect(request.header("Authorization") == "Bearer key-2" && request.body.contains("\"count-to-20\""))
        #expect(try two.first.requests().map { $0.header("Authorization") } == ["Bearer key-1"])
    }

    @Test(arguments: [ResponseTransport.sse, .webSocket])
    func aStreamThatFailedBeforeItsOutputIsReplayedOnTheNextRoute(over transport: ResponseTransport) async throws {
        let two = try Two()
        let failed: JSONValue = [
            "type": "response.failed", "sequence_number": 2,
            "response": ["id": "resp_1", "status": "failed", "error": ["code": "server_error", "message": "No."]],
        ]
        try two.first.script([transport.step(opening(saying: []) + [failed])])
        try two.second.script([transport.step(events(saying: ["Hi"], id: "resp_2"))])
        let client = try two.first.client()
        let stream = try await client.responseStream(
            asking(forResponseTo: "hi"), transport: transport, routes: two.routes)
        var types: [String] = []
        for try await event in stream { types.append(event.type) }
        #expect(
            types == [
                "response.created", "response.in_progress", "response.output_text.delta", "response.completed",
            ])
        #expect(stream.response.id == "resp_2" && stream.outputText == "Hi")
        #expect(stream.meta.route == "second" && stream.meta.history.map(\.route) == ["first", "second"])
    }

    @Test func aCallsRoutesReplaceTheClients() async throws {
        let two = try Two()
        let client = try two.first.client(configuration: AxoniumConfiguration(routes: two.routes))
        #expect(try await client.chat(asking("hi"), routes: [two.routes[1]]).meta.route == "second")
        try two.first.script([rateLimited(retryAfter: 5)])
        let waited = try await client.chat(asking("hi"), routes: [])
        #expect(waited.meta.route == nil && waited.meta.waitedFor == 5)
        #expect(try two.second.requests().count == 1)
    }

    @Test func holdingBackEndsAtItsLimit() async throws {
        let two = try Two()
        let failed: JSONValue = [
            "type": "response.failed", "sequence_number": 2,
            "response": ["id": "resp_1", "status": "failed", "error": ["code": "server_error", "message": "No."]],
        ]
        try two.first.script([ResponseTransport.sse.step(opening(saying: []) + [failed])])
        let client = try two.first.client(
            configuration: AxoniumConfiguration(routes: two.routes, maxHoldBackBytes: 1))
        let stream = try await client.responseStream(asking(forResponseTo: "hi"))
        let error = try await failure { try await stream.final() }
        #expect(error?.kind == .streamInterrupted && error?.meta.route == "first")
        #expect(try two.second.requests().isEmpty)
    }

    @Test func unusableRoutesAreNamed() async throws {
        let gateway = try startGateway()
        func refusedField(_ routes: [Route]) async throws -> String? {
            let error = try await failure { try await gateway.client().chat(asking("hi"), routes: routes) }
            guard case .invalidRequest(let refused) = error else { return "\(String(describing: error))" }
            return refused.field
        }
        let twice = [Route(name: "a"), Route(name: "a", model: "m")]
        #expect(try await refusedField(twice)?.hasPrefix("routes") == true)
        let noScheme = [Route(name: "a", gatewayBaseURL: "gateway.internal", apiKey: "k")]
        #expect(try await refusedField(noScheme)?.hasPrefix("routes") == true)
        #expect(try gateway.requests().isEmpty)
    }

    @Test func aRoutesSecretsAreNeverShown() {
        let route = Route(
            name: "far", gatewayBaseURL: "https://u:s3cret@far.example", apiKey: "s3cret", clientID: "app",
            clientSecret: "s3cret")
        let configuration = AxoniumConfiguration(routes: [route])
        var dumped = ""
        dump(route, to: &dumped)
        dump(configuration, to: &dumped)
        for shown in [
            "\(route)", String(reflecting: route), "\([route])", "\(configuration)", dumped,
        ] {
            #expect(!shown.contains("s3cret"))
            #expect(shown.contains("far.example") && shown.contains("app"))
        }
    }
}
