import Axonium
import Foundation

/// The calls of the Responses API.
extension CallJob {
    func response(_ client: AxoniumClient, _ kept: KeptConnection) async throws -> Response {
        let (request, extra) = responseRequest(request, options["extra_body"])
        if isOnConnection {
            return try await kept.open.response(
                request, timeout: timeout, extraBody: extra, retry: retry, partial: partial, routes: routes)
        }
        return try await client.response(
            request, idempotencyKey: key, timeout: timeout, instance: instance, extraHeaders: headers,
            extraBody: extra, retry: retry, routes: routes)
    }

    func responseStream(_ client: AxoniumClient, _ kept: KeptConnection) async throws -> ResponseStream {
        let (request, extra) = responseRequest(request, options["extra_body"])
        if isOnConnection {
            return try await kept.open.stream(
                request, timeout: timeout, extraBody: extra, retry: retry, partial: partial, routes: routes)
        }
        return try await client.responseStream(
            request, transport: options["transport"]?.stringValue.flatMap(ResponseTransport.init),
            idempotencyKey: key, timeout: timeout, instance: instance, extraHeaders: headers, extraBody: extra,
            retry: retry, partial: partial, routes: routes)
    }

    private var isOnConnection: Bool { options["connection"]?.bool == true }

    func read(_ stream: ResponseStream) async -> Outcome {
        var text = ""
        var events: [String] = []
        let (chunks, error) = await read(stream) { event in
            events.append(event.type)
            if case .outputTextDelta(let delta) = event { text += delta.delta }
        }
        var value = fields(stream.response)
        value["text"] = .string(text)
        value["events"] = JSON(events)
        value["saw_output"] = .bool(stream.sawOutput)
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
