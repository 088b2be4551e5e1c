internal import AxoniumEngine
import Foundation

/// An idempotency key that this request always comes to, in every language of this SDK: a SHA-256 of `namespace`, path and
/// body as canonical JSON (RFC 8785). A program that is started again asks for the same, and pays once.
///
/// ```swift
/// let key = try deriveKey(namespace: "order-4417", request: request)
/// let completion = try await client.chat(request, idempotencyKey: key)
/// ```
/// If the call failed, whether the gateway still holds the key is undefined; it remembers finished ones for 24 hours.
///
/// - Parameters:
///   - namespace: What the answer is for: without it, two uses of one prompt would share one generation.
///   - request: What is asked.
///   - extraBody: What the call gives besides.
///
/// Throws ``AxoniumError/invalidRequest(_:)`` for an empty namespace, or a request that JSON cannot hold.
public func deriveKey(namespace: String, request: ChatRequest, extraBody: JSONObject? = nil) throws -> String {
    try derivedKey(namespace, request.json, extraBody)
}

/// The key of a response, as ``deriveKey(namespace:request:extraBody:)`` makes that of a chat.
public func deriveKey(namespace: String, request: ResponseRequest, extraBody: JSONObject? = nil) throws -> String {
    try derivedKey(namespace, request.json, extraBody)
}

private func derivedKey(_ namespace: String, _ request: JSONValue, _ extraBody: JSONObject?) throws -> String {
    var body = JSONObject()
    if case .object(let fields) = request { body = fields }
    for (key, value) in extraBody ?? [:] {
        body[key] = value
    }
    do {
        return try deriveKey(namespace: namespace, body: body.json.serialized())
    } catch let error as NotJSON {
        throw AxoniumError.notJSON(path: error.path)
    }
}

/// The key of a request whose body is known.
package func deriveKey(namespace: String, body: Data) throws -> String {
    do {
        return try AxoniumEngine.deriveKey(namespace: namespace, body: body)
    } catch {
        throw packageError(error)
    }
}

/// The idempotency keys of a run of several steps that may be resumed: the same run and step always have the same key, in
/// every language of this SDK. A run that was killed and started again reproduces what it had, instead of paying twice.
///
/// ```swift
/// let keys = try RunKeys(runID: "import-2026-11-30")
/// let summary = try await client.chat(request, idempotencyKey: keys.step("summary"))
/// ```
public struct RunKeys: Sendable, Hashable {
    public let runID: String

    /// The keys of the run of that id: any text that the run has again when it is resumed.
    ///
    /// Throws ``AxoniumError/invalidRequest(_:)`` for an empty one.
    public init(runID: String) throws {
        self.runID = runID
        _ = try step("first")
    }

    /// The key of the step of that name. Throws ``AxoniumError/invalidRequest(_:)`` for an empty one.
    public func step(_ name: String) throws -> String {
        do {
            return try runKey(runId: runID, step: name)
        } catch {
            throw packageError(error)
        }
    }
}
