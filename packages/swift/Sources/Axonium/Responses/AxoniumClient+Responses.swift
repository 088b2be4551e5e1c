extension AxoniumClient {
    /// Asks a model through the Responses API and returns its answer.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - extraBody: Request fields that ``ResponseRequest`` has no name for. One that it has is refused.
    ///   - routes: Where the request may go, instead of the client's; an empty list uses none. The others are those of
    ///     ``chat(_:idempotencyKey:timeout:instance:extraHeaders:extraBody:retry:routes:)``.
    public func response(
        _ request: ResponseRequest, idempotencyKey: String? = nil, timeout: Double? = nil, instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        routes: [Route]? = nil
    ) async throws -> Response {
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, instance: instance, extraHeaders: extraHeaders,
            extraBody: extraBody, retry: retry, routes: routes)
        let (body, raw, done) = try await session.perform(
            "responses.create", body: request.json, options: options, as: ResponseBody.self)
        return Response(body: body, answer: done.answer, raw: raw, usage: done.usage, meta: done.meta)
    }

    /// Asks a model through the Responses API and returns its answer as it is made. Returns once the server has accepted
    /// the request.
    ///
    /// - Parameters:
    ///   - transport: What the answer travels on. An idempotency key cannot travel on a WebSocket, and is refused there.
    ///   - partial: What the error of a broken stream carries. The others are those of
    ///     ``response(_:idempotencyKey:timeout:instance:extraHeaders:extraBody:retry:routes:)``.
    public func responseStream(
        _ request: ResponseRequest, transport: ResponseTransport? = nil, idempotencyKey: String? = nil,
        timeout: Double? = nil, instance: String? = nil, extraHeaders: [String: String]? = nil,
        extraBody: JSONObject? = nil, retry: RetryPolicy? = nil, partial: PartialOutput? = nil, routes: [Route]? = nil
    ) async throws -> ResponseStream {
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, instance: instance, extraHeaders: extraHeaders,
            extraBody: extraBody, retry: retry, partial: partial, routes: routes, transport: transport)
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
