/// A client of one gateway. Make one and share it: it is `Sendable`, and calls run side by side.
///
/// ```swift
/// let client = try AxoniumClient()
/// let completion = try await client.chat(ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")]))
/// print(completion.content ?? "", completion.meta.waitedFor)
/// ```
/// Calls throw ``AxoniumError``, and `CancellationError` when their task is cancelled. Cancelling ends a request at
/// once, also while it waits to be repeated.
public final class AxoniumClient: Sendable {
    let session: Session

    /// Throws ``AxoniumError/configuration(_:)`` naming the setting that is missing or unusable.
    public init(configuration: AxoniumConfiguration = AxoniumConfiguration()) throws {
        session = try Session(configuration)
    }

    /// The models that run now and that the credential may use. None is no error.
    public func models(timeout: Double? = nil, retry: RetryPolicy? = nil) async throws -> ModelList {
        try await modelList("models.list", CallOptions(timeout: timeout, retry: retry))
    }

    /// The models granted to the credential.
    public func myModels(timeout: Double? = nil, retry: RetryPolicy? = nil) async throws -> ModelList {
        try await modelList("models.mine", CallOptions(timeout: timeout, retry: retry))
    }

    /// What one request used and cost. A replay's own id has none: ask for ``Meta/idempotentReplayOf``.
    public func usage(requestID: String, timeout: Double? = nil, retry: RetryPolicy? = nil) async throws -> UsageRecord
    {
        let (body, raw, done) = try await session.perform(
            "usage.retrieve", body: ["request_id": .string(requestID)],
            options: CallOptions(timeout: timeout, retry: retry), as: UsageRecordBody.self)
        return UsageRecord(body: body, raw: raw, usage: done.usage, meta: done.meta)
    }

    /// Fetches the access token ahead of the first call, or looks at the one in use: what it allows and for how long.
    public func token(timeout: Double? = nil) async throws -> TokenGrant {
        let (body, _, done) = try await session.perform(
            "token.fetch", options: CallOptions(timeout: timeout), as: TokenGrantBody.self)
        return TokenGrant(scope: body.scope, expiresIn: body.expiresIn, meta: done.meta)
    }

    /// What happened, what was tried, why it was not repeated, and what can be done: two lines.
    public func explain(_ error: any Error) -> String {
        switch error {
        case let error as AxoniumError: error.details.explanation
        case is CancellationError: "The call was cancelled by its task.\nNothing was repeated."
        default: "\(error)"
        }
    }

    /// The circuit breakers of what this client, and those of its ``AxoniumConfiguration/cooldownGroup``, have called.
    /// Empty while none is switched on.
    public func circuits() throws -> [Circuit] {
        try session.circuits()
    }

    /// Ends all calls of this client; later ones are refused. A client that is let go needs no shutdown: its engine ends
    /// with the last of its calls and streams.
    public func shutdown() {
        session.shutdown()
    }

    /// Calls and streams that are not let go yet.
    package func openCalls() throws -> Int {
        try session.openCalls()
    }

    private func modelList(_ operation: String, _ options: CallOptions) async throws -> ModelList {
        let (body, raw, done) = try await session.perform(operation, options: options, as: ModelListBody.self)
        return ModelList(models: body.data ?? [], meta: done.meta, raw: raw)
    }
}
