import Foundation

extension AxoniumClient {
    /// Asks a model for an answer that follows a schema, and returns it as a type.
    ///
    /// ```swift
    /// let answer = try await client.chatParse(request, as: Weather.self)
    /// if let weather = answer.parsed {
    ///     print(weather.degrees, answer.meta.attempts)
    /// }
    /// ```
    /// An output that does not follow the schema is repaired once: the model is told what is wrong and asked again, which
    /// is a second generation, and in ``Meta/history``. If that fails too, or a limit of tokens cut the output off,
    /// ``AxoniumError/malformedOutput(_:)`` is thrown; ``AxoniumError/refusal(_:)`` if the model declined.
    ///
    /// - Parameters:
    ///   - type: What the answer becomes.
    ///   - schema: What the output must follow. Unset: the type's own; see ``SchemaDescribed``.
    ///   - name: What the server is told the schema is called. Engine's default: its title, else `output`.
    ///   - lenient: Whether JSON with a fence or with words around it will do; ``Meta/stripped`` says what was taken away.
    ///   - maxRepairs: 0 or 1. Engine's default: 1.
    ///   - sendSchema: Whether the server gets the schema, made strict. Engine's default: true; false is for servers that
    ///     know none, and then the request has to say what is wanted. The others are those of `chat`.
    public func chatParse<Output: Decodable & Sendable>(
        _ request: ChatRequest, as type: Output.Type, schema: JSONSchema? = nil, name: String? = nil,
        lenient: Bool? = nil, maxRepairs: Int? = nil, sendSchema: Bool? = nil, idempotencyKey: String? = nil,
        timeout: Double? = nil, deadline: Date? = nil, instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil
    ) async throws -> ParsedChatCompletion<Output> {
        let parse = try ParseOption(
            type, schema: schema, name: name, lenient: lenient, maxRepairs: maxRepairs, sendSchema: sendSchema)
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, routes: routes, parse: parse,
            onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice)
        let (answer, parsed) = try await chatAnswer(request, options)
        return try Parsed(parsed, of: answer, meta: answer.meta)
    }

    /// The same as `chatStream`, whose text follows a schema: what there is of it can be read on the way. Nothing is
    /// repaired, as the output was delivered. Parameters are those of `chatParse` and `chatStream`.
    public func chatStream<Output: Decodable & Sendable>(
        _ request: ChatRequest, as type: Output.Type, schema: JSONSchema? = nil, name: String? = nil,
        lenient: Bool? = nil, sendSchema: Bool? = nil, idempotencyKey: String? = nil, timeout: Double? = nil,
        deadline: Date? = nil, instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        partial: PartialOutput? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil,
        resume: Resume? = nil, retryClean: Bool? = nil
    ) async throws -> ParsedChatStream<Output> {
        let parse = try ParseOption(
            type, schema: schema, name: name, lenient: lenient, sendSchema: sendSchema)
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, partial: partial, routes: routes,
            parse: parse, onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice, resume: resume,
            retryClean: retryClean)
        return ParsedChatStream(try await openChat(request, options))
    }
}
