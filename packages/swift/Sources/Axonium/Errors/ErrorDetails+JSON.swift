/// The form that errors have outside, the same in every language; see bindings/engine.
extension ErrorDetails: JSONRepresentable, Encodable {
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue), "message": .string(message)]
        object.put("explain", explanation)
        object.put("status", status)
        object.put("type", type)
        object.put("title", title)
        object.put("detail", detail)
        object.put("code", code)
        object.put("hint", hint)
        object.put("retryable", isRetryable)
        object.put("retry_after_s", retryAfter)
        object.put("reason", reason.map { ["code": $0.code, "text": $0.text] })
        object.put("local", isLocal)
        object.put("sent", wasSent)
        object.put("phase", phase?.rawValue)
        object.put("field", field)
        object.put("oauth_error", oauthError)
        object.put("request_id", requestID)
        object.put("trace_id", traceID)
        object.put("scope", scope)
        object.put("body", body)
        object.put("errors", errors)
        object.put("saw_output", sawOutput)
        object.put("partial", partial)
        object.put("cause", cause)
        object.put("outputs", outputs?.map { ["text": $0.text, "error": $0.error] })
        object.put("refusal", refusal)
        object.put("meta", meta)
        return .object(object)
    }
}

extension AxoniumError: Codable {
    /// An error that was written as JSON, in any language.
    public init(from decoder: any Decoder) throws { self.init(try ErrorDetails(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension APIError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension RefusedFieldError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension ConnectionError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension TimeoutError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension StreamInterruptedError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension MalformedOutputError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension RefusalError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension OAuthError: Encodable {
    public func encode(to encoder: any Encoder) throws { try details.encode(to: encoder) }
}

extension PartialCompletion: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.put("content", content)
        object.put("reasoning", reasoning)
        object.put("tool_calls", toolCalls.map(\.report))
        object.put("finish_reason", finishReason)
        object.put("usage", usage)
        return .object(object)
    }
}

extension ErrorDetails.Cause: JSONRepresentable {
    var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue), "message": .string(message)]
        object.put("code", code)
        return .object(object)
    }
}

extension Refusal: JSONRepresentable {
    var json: JSONValue {
        var object: JSONObject = ["code": .string(code)]
        object.put("text", text)
        return .object(object)
    }
}

extension ToolCall {
    /// The call with all its keys; a request's leaves out what is unset.
    fileprivate var report: JSONValue {
        var called = JSONObject()
        called.put("name", function.name)
        called.put("arguments", function.arguments)
        var call = JSONObject()
        call.put("id", id)
        call.put("type", type)
        call.put("function", called)
        return .object(call)
    }
}
