import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// Errors as JSON: the form that is the same in every language, and that `axonium explain` reads.
@Suite struct ErrorJSONTests {
    /// Every key of the contract, bindings/engine/README.md, with a value of its own.
    private let whole = #"""
        {
          "kind": "StreamInterrupted", "message": "lost", "explain": "StreamInterrupted: lost\nNot repeated.",
          "code": "server_error", "status": 200, "type": "https://errors.example/lost", "title": "Lost",
          "detail": "The line went dead.", "hint": "Ask again.", "retry_after_s": 1.5, "request_id": "req-1",
          "trace_id": "trace-1", "scope": "chat_completions", "body": "data: …", "errors": [{"loc": ["body", 1], "ok": null}],
          "retryable": true, "reason": {"code": "output-delivered", "text": "output had arrived"}, "local": false,
          "sent": true, "phase": "idle", "field": "messages", "oauth_error": "invalid_client", "saw_output": true,
          "partial": {
            "content": "Hel", "reasoning": null, "finish_reason": null,
            "tool_calls": [{"id": null, "type": "function", "function": {"name": "weather", "arguments": "{\"c"}}],
            "usage": {
              "prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3, "cache_read_tokens": null,
              "reasoning_tokens": 0, "estimated": true
            }
          },
          "cause": {"kind": "Connection", "message": "reset", "code": null},
          "outputs": [{"text": "{", "error": "ends early"}, {"text": "[]", "error": "is no object"}],
          "refusal": {"code": "content_filter", "text": null},
          "meta": {
            "request_id": "req-1", "trace_id": "trace-1", "instance": "#1", "instance_id": "a", "attempts": 2,
            "rate_limit": {
              "scope": "chat_completions", "limit_requests": 5, "remaining_requests": 4, "reset_requests": 3,
              "limit_tokens": 50, "remaining_tokens": 40, "reset_tokens": 30
            },
            "ignored_parameters": ["seed"], "idempotent_replay": true, "idempotent_replay_of": "req-0",
            "waited_s": 7, "elapsed_s": 7.25, "route": "far", "sequence_gaps": 1, "stripped": "```json",
            "fallback_from": "near",
            "history": [{
              "route": "near", "status": 429, "kind": "RateLimit", "request_id": "req-0", "waited_before_s": 0,
              "duration_s": 0.125, "reason": "refused-before-generation"
            }]
          }
        }
        """#

    @Test func whatOneLanguageWroteAnotherWritesAgain() throws {
        let written = Data(whole.utf8)
        let error = try JSONDecoder().decode(AxoniumError.self, from: written)
        guard case .streamInterrupted(let broken) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(broken.sawOutput && broken.partial?.content == "Hel" && broken.refusalCode == "content_filter")
        let expected = try all()
        #expect(try json(error) == expected)
        #expect(try json(broken) == expected)
    }

    @Test(arguments: [
        "RateLimit", "InvalidRequest", "Connection", "Timeout", "InvalidClient", "MalformedOutput", "Refusal",
    ])
    func eachTypeOfErrorWritesAllKeys(kind: String) throws {
        var fields = try #require(object(try all()))
        fields["kind"] = .string(kind)
        let error = try JSONDecoder().decode(AxoniumError.self, from: JSONEncoder().encode(JSONValue.object(fields)))
        #expect(error.kind.rawValue == kind)
        let own: any Encodable =
            switch error {
            case .api(let error): error
            case .configuration(let error), .invalidRequest(let error): error
            case .connection(let error): error
            case .timeout(let error): error
            case .streamInterrupted(let error): error
            case .oauth(let error): error
            case .malformedOutput(let error): error
            case .refusal(let error): error
            case .decode(let details), .other(let details): details
            }
        #expect(try json(own) == .object(fields))
    }

    @Test func anErrorOfACallIsWrittenWithAllItsKeys() async throws {
        let gateway = try startGateway()
        try gateway.script([rateLimited(retryAfter: 61)])
        let error = try #require(try await failure { try await gateway.client().chat(asking("hi")) })
        let written = try json(error)
        #expect(written["kind"] == "RateLimit" && written["retry_after_s"] == 61 && written["sent"] == .null)
        #expect(written["reason"]?["code"] == "wait-too-long" && written["meta"]?["attempts"] == 1)
        #expect(written["meta"]?["history"] != nil && written["explain"]?.stringValue == "\(error)")
        #expect(try keys(written) == keys(all()))
    }

    @Test func anErrorThatThePackageFoundIsWrittenToo() async throws {
        var request = asking("hi")
        request.temperature = .infinity
        let gateway = try startGateway()
        let error = try #require(try await failure { try await gateway.client().chat(request) })
        let written = try json(error)
        #expect(written["kind"] == "InvalidRequest" && written["field"] == "temperature" && written["local"] == true)
        #expect(try keys(written) == keys(all()))
    }

    @Test func theOutputsOfAMalformedAnswerAreAtHand() throws {
        var fields = try #require(object(try all()))
        fields["kind"] = "MalformedOutput"
        let data = try JSONEncoder().encode(JSONValue.object(fields))
        guard case .malformedOutput(let error) = try JSONDecoder().decode(AxoniumError.self, from: data) else {
            Issue.record("not a malformed output")
            return
        }
        #expect(error.outputs.map(\.text) == ["{", "[]"] && error.outputs.map(\.error).last == "is no object")
    }

    private func json(_ value: any Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    private func all() throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(whole.utf8))
    }

    private func object(_ value: JSONValue) -> JSONObject? {
        if case .object(let object) = value { object } else { nil }
    }

    private func keys(_ value: JSONValue) throws -> Set<String> {
        Set(try #require(object(value)).map(\.key))
    }
}
