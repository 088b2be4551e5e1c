import Axonium
import Foundation

/// The calls of the Responses API.
extension CallJob {
    func response(_ client: AxoniumClient, _ kept: KeptConnection) async throws -> Response {
        let (request, extra) = responseRequest(request, options["extra_body"])
        if isOnConnection {
            return try await kept.open.response(
                request, timeout: timeout, deadline: deadline, extraBody: extra, retry: retry, partial: partial,
                routes: routes)
        }
        return try await client.response(
            request, idempotencyKey: key, timeout: timeout, deadline: deadline, instance: instance,
            extraHeaders: headers, extraBody: extra, retry: retry, routes: routes, onTimeout: onTimeout,
            fallback: fallback, mayBillTwice: mayBillTwice)
    }

    func responseParse(_ client: AxoniumClient) async throws -> Outcome {
        let (request, extra) = responseRequest(request, options["extra_body"])
        let parse = parse ?? ParseJob([:])
        let answer = try await client.responseParse(
            request, as: JSON.self, schema: parse.schema, name: parse.name, lenient: parse.lenient,
            maxRepairs: parse.maxRepairs, sendSchema: parse.sendSchema, idempotencyKey: key, timeout: timeout,
            deadline: deadline, instance: instance, extraHeaders: headers, extraBody: extra, retry: retry,
            routes: routes, onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice)
        var value = fields(answer.answer)
        value["parsed"] = answer.parsed
        return .ok(value, raw: answer.raw)
    }

    func playResponseStream(_ client: AxoniumClient, _ kept: KeptConnection) async throws -> Outcome {
        guard let parse else {
            let stream = try await responseStream(client, kept)
            let (value, chunks, error) = await readEvents(stream)
            return outcome(stream.response, stream.sawOutput, value, chunks, error)
        }
        let (request, extra) = responseRequest(request, options["extra_body"])
        let stream = try await client.responseStream(
            request, as: JSON.self, schema: parse.schema, name: parse.name, lenient: parse.lenient,
            sendSchema: parse.sendSchema, transport: transport, idempotencyKey: key, timeout: timeout,
            deadline: deadline, instance: instance, extraHeaders: headers, extraBody: extra, retry: retry,
            partial: partial, routes: routes, onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice,
            resume: resume, retryClean: retryClean)
        var (value, chunks, error) = await readEvents(stream)
        value["parsed"] = error == nil ? try await stream.final().parsed : .null
        value["parsed_partial"] = stream.parsedPartial ?? .null
        return outcome(stream.response, stream.sawOutput, value, chunks, error)
    }

    private func responseStream(_ client: AxoniumClient, _ kept: KeptConnection) async throws -> ResponseStream {
        let (request, extra) = responseRequest(request, options["extra_body"])
        if isOnConnection {
            return try await kept.open.stream(
                request, timeout: timeout, deadline: deadline, extraBody: extra, retry: retry, partial: partial,
                routes: routes)
        }
        return try await client.responseStream(
            request, transport: transport, idempotencyKey: key, timeout: timeout, deadline: deadline,
            instance: instance, extraHeaders: headers, extraBody: extra, retry: retry, partial: partial, routes: routes,
            onTimeout: onTimeout, fallback: fallback, mayBillTwice: mayBillTwice, resume: resume,
            retryClean: retryClean)
    }

    private var isOnConnection: Bool { options["connection"]?.bool == true }

    private var transport: ResponseTransport? {
        options["transport"]?.stringValue.flatMap(ResponseTransport.init)
    }

    private func readEvents<Stream: AsyncSequence & Sendable>(
        _ stream: Stream
    ) async -> (read: JSONObject, chunks: Int, error: (any Error)?) where Stream.Element == ResponseEvent {
        var text = ""
        var events: [String] = []
        let (chunks, error) = await read(stream) { event in
            events.append(event.type)
            if case .outputTextDelta(let delta) = event { text += delta.delta }
        }
        return (["text": .string(text), "events": JSON(events)], chunks, error)
    }

    private func outcome(
        _ response: Response, _ sawOutput: Bool, _ read: JSONObject, _ chunks: Int, _ error: (any Error)?
    ) -> Outcome {
        var value = fields(response)
        value["saw_output"] = .bool(sawOutput)
        for (key, said) in read { value[key] = said }
        return Outcome(
            value, chunks: chunks, broke: error, finalOnly: ["id", "model", "status", "incomplete_reason"])
    }

    func connect(_ client: AxoniumClient, _ kept: KeptConnection) async throws -> JSONObject {
        let connection = try await client.responseConnection(
            timeout: timeout, instance: instance, extraHeaders: headers, retry: retry, routes: routes)
        kept.open = connection
        return ["meta": fields(connection.meta)]
    }

    func disconnect(_ kept: KeptConnection) -> JSONObject {
        kept.open.close()
        return [:]
    }
}

/// The connection that a job's calls share once one of them has opened it.
final class KeptConnection: @unchecked Sendable {
    private let lock = NSLock()
    private var connection: ResponseConnection?

    var open: ResponseConnection {
        get {
            guard let connection = lock.withLock({ connection }) else {
                fatalError("a call names a connection that no call before it opened")
            }
            return connection
        }
        set { lock.withLock { connection = newValue } }
    }
}
