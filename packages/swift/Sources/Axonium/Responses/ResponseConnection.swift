import Foundation

/// A WebSocket that is kept open for many turns, one after the other.
///
/// ```swift
/// let connection = try await client.responseConnection()
/// let first = try await connection.response(
///     ResponseRequest(model: "qwen3-0.6b", input: "The capital of Italy?", store: true))
/// let second = try await connection.response(
///     ResponseRequest(model: "qwen3-0.6b", input: "And of Peru?", previousResponseID: first.id))
/// print(second.outputText ?? "")
/// connection.close()
/// ```
/// One turn is active at a time; a second is refused until the first has ended: was read to its end, has failed, or has
/// thrown the cancellation of its task. A connection that closed between turns is opened again by the next one, also
/// after the 60 minutes it may live; one that is lost during a turn breaks the turn.
/// Letting go of it closes it, once no turn is read any more.
public final class ResponseConnection: Sendable {
    private let session: Session
    private let id: Int
    /// Turns that open it again do so with the same.
    private let opening: CallOptions
    /// How it came to be opened: attempts, waits, history.
    public let meta: Meta

    init(session: Session, id: Int, opening: CallOptions, meta: Meta) {
        self.session = session
        self.id = id
        self.opening = opening
        self.meta = meta
    }

    deinit {
        close()
    }

    /// Runs a turn and returns its answer as it is made.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - timeout: Seconds for the whole turn.
    ///   - deadline: The moment when the turn must be over. Of it and `timeout` the sooner holds.
    ///   - extraBody: Request fields that ``ResponseRequest`` has no name for. One that it has is refused.
    ///   - retry: The turn's policy, instead of the connection's.
    ///   - partial: What the error of a broken turn carries.
    ///   - routes: Where the turn may go, instead of the connection's; an empty list uses none.
    public func stream(
        _ request: ResponseRequest, timeout: Double? = nil, deadline: Date? = nil, extraBody: JSONObject? = nil,
        retry: RetryPolicy? = nil, partial: PartialOutput? = nil, routes: [Route]? = nil
    ) async throws -> ResponseStream {
        let options = CallOptions(
            timeout: timeout, deadline: deadline, instance: opening.instance, extraHeaders: opening.extraHeaders,
            extraBody: extraBody,
            retry: retry ?? opening.retry, partial: partial, routes: routes ?? opening.routes, connection: id)
        let call = try session.start("responses.stream", body: request.json, options: options)
        return ResponseStream(try await EventSource(opening: call), on: self)
    }

    /// Runs a turn to its end and returns its answer. Parameters are those of
    /// ``stream(_:timeout:deadline:extraBody:retry:partial:routes:)``.
    public func response(
        _ request: ResponseRequest, timeout: Double? = nil, deadline: Date? = nil, extraBody: JSONObject? = nil,
        retry: RetryPolicy? = nil, partial: PartialOutput? = nil, routes: [Route]? = nil
    ) async throws -> Response {
        try await stream(
            request, timeout: timeout, deadline: deadline, extraBody: extraBody, retry: retry, partial: partial,
            routes: routes
        ).final()
    }

    /// Closes it. An active turn is cut off, and throws `CancellationError`; later ones are refused. Closing twice does
    /// nothing.
    public func close() {
        session.disconnect(id)
    }
}

/// The engine's word about an opened connection; see bindings/engine.
struct ConnectionBody: Decodable {
    let connection: Int
}
