import Axonium

/// The calls of chat completions.
extension CallJob {
    func chat(_ client: AxoniumClient) async throws -> ChatCompletion {
        let (request, extra) = chatRequest(request, options["extra_body"])
        return try await client.chat(
            request, idempotencyKey: key, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: headers, extraBody: extra, retry: retry, routes: routes, onTimeout: onTimeout,
            fallback: fallback, mayBillTwice: mayBillTwice)
    }

    func chatParse(_ client: AxoniumClient) async throws -> Outcome {
        let (request, extra) = chatRequest(request, options["extra_body"])
        let parse = parse ?? ParseJob([:])
        let answer = try await client.chatParse(
            request, as: JSON.self, schema: parse.schema, name: parse.name, lenient: parse.lenient,
            maxRepairs: parse.maxRepairs, sendSchema: parse.sendSchema, idempotencyKey: key, timeout: timeout,
            deadline: deadline, instance: instance, extraHeaders: headers, extraBody: extra, retry: retry,
            routes: routes, onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice)
        var value = fields(answer.answer)
        value["parsed"] = answer.parsed
        return .ok(value, raw: answer.raw)
    }

    func playChatStream(_ client: AxoniumClient) async throws -> Outcome {
        let (request, extra) = chatRequest(request, options["extra_body"])
        guard let parse else {
            let stream = try await client.chatStream(
                request, idempotencyKey: key, timeout: timeout, deadline: deadline, instance: instance,
                extraHeaders: headers, extraBody: extra, retry: retry, partial: partial, routes: routes,
                onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice, resume: resume,
                retryClean: retryClean)
            let (text, chunks, error) = await readText(stream)
            return outcome(stream.completion, text, chunks, error)
        }
        let stream = try await client.chatStream(
            request, as: JSON.self, schema: parse.schema, name: parse.name, lenient: parse.lenient,
            sendSchema: parse.sendSchema, idempotencyKey: key, timeout: timeout, deadline: deadline,
            instance: instance, extraHeaders: headers, extraBody: extra, retry: retry, partial: partial, routes: routes,
            onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice, resume: resume,
            retryClean: retryClean)
        let (text, chunks, error) = await readText(stream)
        let parsed: JSONObject = [
            "parsed": error == nil ? try await stream.final().parsed ?? .null : .null,
            "parsed_partial": stream.parsedPartial ?? .null,
        ]
        return outcome(stream.completion, text, chunks, error, parsed)
    }

    private func readText<Stream: AsyncSequence & Sendable>(
        _ stream: Stream
    ) async -> (text: String, chunks: Int, error: (any Error)?) where Stream.Element == ChatChunk {
        var text = ""
        let (chunks, error) = await read(stream) { text += $0.content ?? "" }
        return (text, chunks, error)
    }

    private func outcome(
        _ completion: ChatCompletion, _ text: String, _ chunks: Int, _ error: (any Error)?, _ parsed: JSONObject = [:]
    ) -> Outcome {
        var value = fields(completion)
        value["text"] = .string(text)
        for (key, said) in parsed { value[key] = said }
        return Outcome(
            value, chunks: chunks, broke: error, finalOnly: ["id", "model", "finish_reason", "refusal"])
    }
}
