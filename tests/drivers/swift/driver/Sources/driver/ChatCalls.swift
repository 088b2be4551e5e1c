import Axonium

/// The calls of chat completions.
extension CallJob {
    func chat(_ client: AxoniumClient) async throws -> ChatCompletion {
        let (request, extra) = chatRequest(request, options["extra_body"])
        return try await client.chat(
            request, idempotencyKey: key, timeout: timeout, instance: instance, extraHeaders: headers,
            extraBody: extra, retry: retry, routes: routes)
    }

    func chatStream(_ client: AxoniumClient) async throws -> ChatStream {
        let (request, extra) = chatRequest(request, options["extra_body"])
        return try await client.chatStream(
            request, idempotencyKey: key, timeout: timeout, instance: instance, extraHeaders: headers,
            extraBody: extra, retry: retry, partial: partial, routes: routes)
    }

    func read(_ stream: ChatStream) async -> Outcome {
        var text = ""
        let (chunks, error) = await read(stream) { text += $0.content ?? "" }
        var value = fields(stream.completion)
        value["text"] = .string(text)
        return Outcome(
            value, chunks: chunks, broke: error, finalOnly: ["id", "model", "finish_reason", "refusal"])
    }
}
