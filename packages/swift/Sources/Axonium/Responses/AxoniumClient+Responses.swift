import Foundation

extension AxoniumClient {
    /// Asks a model through the Responses API and returns its answer.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - extraBody: Request fields that ``ResponseRequest`` has no name for. One that it has is refused. The others are
    ///     those of `chat`.
    public func response(
        _ request: ResponseRequest, idempotencyKey: String? = nil, timeout: Double? = nil, deadline: Date? = nil,
        instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil
    ) async throws -> Response {
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, routes: routes, onTimeout: onTimeout,
            fallback: fallback, mayBillTwice: mayBillTwice)
        return try await responseAnswer(request, options).answer
    }

    /// Asks a model through the Responses API and returns its answer as it is made. Returns once the server has accepted
    /// the request.
    ///
    /// - Parameters:
    ///   - transport: What the answer travels on. An idempotency key cannot travel on a WebSocket, and is refused there.
    ///   - extraBody: Request fields that ``ResponseRequest`` has no name for. One that it has is refused. The others are
    ///     those of `chat` and `chatStream`.
    public func responseStream(
        _ request: ResponseRequest, transport: ResponseTransport? = nil, idempotencyKey: String? = nil,
        timeout: Double? = nil, deadline: Date? = nil, instance: String? = nil, extraHeaders: [String: String]? = nil,
        extraBody: JSONObject? = nil, retry: RetryPolicy? = nil, partial: PartialOutput? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil,
        resume: Resume? = nil, retryClean: Bool? = nil
    ) async throws -> ResponseStream {
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, partial: partial, routes: routes,
            transport: transport, onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice,
            resume: resume, retryClean: retryClean)
        return try await openResponse(request, options)
    }

    func responseAnswer(
        _ request: ResponseRequest, _ options: CallOptions
    ) async throws -> (answer: Response, parsed: String?) {
        let (body, raw, done) = try await session.perform(
            "responses.create", body: request.json, options: options, as: ResponseBody.self)
        let answer = Response(
            body: body, answer: done.answer, raw: raw, refusal: done.refusal, usage: done.usage, meta: done.meta)
        return (answer, done.parsed)
    }

    func openResponse(_ request: ResponseRequest, _ options: CallOptions) async throws -> ResponseStream {
        let call = try session.start("responses.stream", body: request.json, options: options)
        return ResponseStream(try await EventSource(opening: call))
    }

    /// Opens a WebSocket that is kept for many turns.
    ///
    /// - Parameters:
    ///   - timeout: Seconds for opening it, attempts and waits together.
    ///   - instance: A replica to pin it to; see ``Meta/instance``.
    ///   - extraHeaders: More headers for its opening request.
    ///   - retry: Replaces what it sets of the client's policy, also for its turns.
    ///   - routes: Where it, and its turns, may go, instead of the client's; an empty list uses none.
    public func responseConnection(
        timeout: Double? = nil, instance: String? = nil, extraHeaders: [String: String]? = nil,
        retry: RetryPolicy? = nil, routes: [Route]? = nil
    ) async throws -> ResponseConnection {
        let options = CallOptions(
            timeout: timeout, instance: instance, extraHeaders: extraHeaders, retry: retry, routes: routes)
        let (body, _, done) = try await session.perform("responses.connect", options: options, as: ConnectionBody.self)
        return ResponseConnection(session: session, id: body.connection, opening: options, meta: done.meta)
    }
}
