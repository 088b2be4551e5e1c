import Foundation

extension AxoniumClient {
    /// Asks a model through the Responses API for an answer that follows a schema, and returns it as a type.
    /// It does what `chatParse` does, with the same parameters.
    public func responseParse<Output: Decodable & Sendable>(
        _ request: ResponseRequest, as type: Output.Type, schema: JSONSchema? = nil, name: String? = nil,
        lenient: Bool? = nil, maxRepairs: Int? = nil, sendSchema: Bool? = nil, idempotencyKey: String? = nil,
        timeout: Double? = nil, deadline: Date? = nil, instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil
    ) async throws -> ParsedResponse<Output> {
        let parse = try ParseOption(
            type, schema: schema, name: name, lenient: lenient, maxRepairs: maxRepairs, sendSchema: sendSchema)
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, routes: routes, parse: parse,
            onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice)
        let (answer, parsed) = try await responseAnswer(request, options)
        return try Parsed(parsed, of: answer, meta: answer.meta)
    }

    /// The same as `responseStream`, whose text follows a schema: what there is of it can be read on the way. Nothing is
    /// repaired, as the output was delivered. Parameters are those of `chatParse` and `responseStream`.
    public func responseStream<Output: Decodable & Sendable>(
        _ request: ResponseRequest, as type: Output.Type, schema: JSONSchema? = nil, name: String? = nil,
        lenient: Bool? = nil, sendSchema: Bool? = nil, transport: ResponseTransport? = nil,
        idempotencyKey: String? = nil, timeout: Double? = nil, deadline: Date? = nil, instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        partial: PartialOutput? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil,
        resume: Resume? = nil, retryClean: Bool? = nil
    ) async throws -> ParsedResponseStream<Output> {
        let parse = try ParseOption(
            type, schema: schema, name: name, lenient: lenient, sendSchema: sendSchema)
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, partial: partial, routes: routes,
            transport: transport, parse: parse, onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice,
            resume: resume,
            retryClean: retryClean)
        return ParsedResponseStream(try await openResponse(request, options))
    }
}
