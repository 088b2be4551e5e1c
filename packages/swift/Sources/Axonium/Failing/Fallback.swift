/// What a timeout leads to.
public enum OnTimeout: String, Sendable, Hashable {
    /// What is always done: a repeat where an idempotency key makes that safe, else the error. The engine's default.
    case raise
    /// One repeat, then each ``Fallback`` in turn. Needs a fallback; and, as the model may have run already, an idempotency
    /// key, under which the repeat is a replay, or `mayBillTwice`.
    case retryOnceThenFallback = "retry_once_then_fallback"
}

/// Who answers where the model that was asked did not in time: another model, or another ``Route``.
///
/// ```swift
/// try await client.chat(
///     request, idempotencyKey: "order-4417", onTimeout: .retryOnceThenFallback, fallback: ["qwen3-0.6b-fast"])
/// ```
/// An answer of a fallback says so in ``Meta/fallbackFrom``.
public enum Fallback: Sendable, Hashable, ExpressibleByStringLiteral {
    /// Another model of the same gateway.
    case model(String)
    case route(Route)

    public init(stringLiteral value: String) { self = .model(value) }
}

/// What a stream that was lost after it began leads to.
public enum Resume: String, Sendable, Hashable {
    /// The error. The engine's default.
    case off
    /// The same request under the same key, whose replay is read from where the stream broke: every chunk is delivered
    /// once, and one generation is billed. Needs an idempotency key, and server-sent events.
    case replay
}

extension OnTimeout: JSONRepresentable {
    var json: JSONValue { .string(rawValue) }
}

extension Fallback: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .model(let model): .string(model)
        case .route(let route): route.json
        }
    }
}

extension Resume: JSONRepresentable {
    var json: JSONValue { .string(rawValue) }
}
