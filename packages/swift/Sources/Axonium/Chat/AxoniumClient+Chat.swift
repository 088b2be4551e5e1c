import Foundation

extension AxoniumClient {
    /// Asks a model and returns its answer.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - idempotencyKey: 1 to 255 bytes of visible ASCII; ``deriveKey(namespace:request:extraBody:)`` and ``RunKeys``
    ///     make such that stay the same, and `auto` stands for a random one. With it a repeat of this call is a replay,
    ///     never a second generation; so the SDK also repeats after a timeout or a lost connection.
    ///   - timeout: Seconds for everything, attempts and waits together.
    ///   - deadline: The moment when the call must be over, whatever it is doing. Of it and `timeout` the sooner holds.
    ///   - instance: A replica to pin the request to; see ``Meta/instance``.
    ///   - extraHeaders: More headers for this call's requests.
    ///   - extraBody: Request fields that ``ChatRequest`` has no name for. One that it has is refused.
    ///   - retry: Replaces what it sets of the client's policy.
    ///   - routes: Where the request may go, instead of the client's; an empty list uses none.
    ///   - onTimeout: What a timeout leads to. Anything but ``OnTimeout/raise`` needs a key or `mayBillTwice`.
    ///   - fallback: Who is asked, in this order, once the model has timed out twice; replaces the client's.
    ///   - mayBillTwice: Whether the request may be sent again without a key though the model may have run.
    public func chat(
        _ request: ChatRequest, idempotencyKey: String? = nil, timeout: Double? = nil, deadline: Date? = nil,
        instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil
    ) async throws -> ChatCompletion {
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, routes: routes, onTimeout: onTimeout,
            fallback: fallback, mayBillTwice: mayBillTwice)
        return try await chatAnswer(request, options).answer
    }

    /// Asks a model and returns its answer as it is made. Returns once the server has accepted the request.
    ///
    /// - Parameters:
    ///   - partial: What the error of a broken stream carries.
    ///   - resume: What a stream that was lost after it began leads to. ``Resume/replay`` needs a key.
    ///   - retryClean: Whether the stream is held back whole and begun anew when it breaks. Needs `mayBillTwice`, and ``PartialOutput/discard``. The
    ///     others are those of `chat`.
    public func chatStream(
        _ request: ChatRequest, idempotencyKey: String? = nil, timeout: Double? = nil, deadline: Date? = nil,
        instance: String? = nil,
        extraHeaders: [String: String]? = nil, extraBody: JSONObject? = nil, retry: RetryPolicy? = nil,
        partial: PartialOutput? = nil,
        routes: [Route]? = nil, onTimeout: OnTimeout? = nil, fallback: [Fallback]? = nil, mayBillTwice: Bool? = nil,
        resume: Resume? = nil, retryClean: Bool? = nil
    ) async throws -> ChatStream {
        let options = CallOptions(
            idempotencyKey: idempotencyKey, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: extraHeaders, extraBody: extraBody, retry: retry, partial: partial, routes: routes,
            onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice, resume: resume,
            retryClean: retryClean)
        return try await openChat(request, options)
    }

    func chatAnswer(
        _ request: ChatRequest, _ options: CallOptions
    ) async throws -> (answer: ChatCompletion, parsed: String?) {
        let (body, raw, done) = try await session.perform(
            "chat.completions.create", body: request.json, options: options, as: ChatCompletionBody.self)
        let answer = ChatCompletion(body: body, raw: raw, refusal: done.refusal, usage: done.usage, meta: done.meta)
        return (answer, done.parsed)
    }

    func openChat(_ request: ChatRequest, _ options: CallOptions) async throws -> ChatStream {
        let call = try session.start("chat.completions.stream", body: request.json, options: options)
        return ChatStream(try await EventSource(opening: call))
    }
}
