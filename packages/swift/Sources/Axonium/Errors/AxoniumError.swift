import Foundation

/// Everything that can go wrong with a call, apart from `CancellationError`, which is thrown when its task is cancelled.
///
/// Match the case for what happened, and `kind` for exactly what:
/// ```swift
/// do {
///     let completion = try await client.chat(request)
/// } catch let AxoniumError.api(error) where error.kind == .spendCapExceeded {
///     // not retryable, ever; a human decision
/// } catch let AxoniumError.api(error) where error.isRetryable {
///     // error.retryAfter, error.meta.waitedFor
/// }
/// ```
/// The fields of ``ErrorDetails`` are at hand on every case and on the error itself: `error.kind`, `error.meta`, …
@dynamicMemberLookup
public enum AxoniumError: Error {
    /// The gateway, or what stands in for it, answered with an error.
    case api(APIError)
    /// A setting is missing or unusable.
    case configuration(RefusedFieldError)
    /// The request was refused before anything was sent.
    case invalidRequest(RefusedFieldError)
    /// The request never produced a response.
    case connection(ConnectionError)
    /// A time limit passed.
    case timeout(TimeoutError)
    /// A stream broke after it was opened, or ended without its terminal event.
    case streamInterrupted(StreamInterruptedError)
    /// A success whose body could not be understood.
    case decode(ErrorDetails)
    /// The token endpoint refused to issue a token.
    case oauth(OAuthError)
    /// The output did not follow its schema, and the repair failed too.
    case malformedOutput(MalformedOutputError)
    /// The model declined to give the answer that was to be parsed.
    case refusal(RefusalError)
    /// Any other failure, told apart by `kind`: `.cooldownActive`, `.circuitOpen`, `.authTransport`, `.internal`, …
    case other(ErrorDetails)

    /// What all errors carry.
    public var details: ErrorDetails {
        switch self {
        case .api(let error): error.details
        case .configuration(let error), .invalidRequest(let error): error.details
        case .connection(let error): error.details
        case .timeout(let error): error.details
        case .streamInterrupted(let error): error.details
        case .oauth(let error): error.details
        case .malformedOutput(let error): error.details
        case .refusal(let error): error.details
        case .decode(let details), .other(let details): details
        }
    }

    public subscript<Value>(dynamicMember path: KeyPath<ErrorDetails, Value>) -> Value {
        details[keyPath: path]
    }
}

extension AxoniumError: CustomStringConvertible, LocalizedError {
    /// What happened, what was tried, why it was not repeated, and what the caller can do.
    public var description: String { details.explanation }
    public var errorDescription: String? { details.message }
    public var recoverySuggestion: String? { details.hint }
}
