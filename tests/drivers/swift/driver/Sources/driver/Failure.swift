import Axonium

/// An error under the names that all drivers share: its kind by the pattern that caught it, its parents by those that
/// were checked to catch it as well.
func fields(_ error: any Error) -> JSON {
    guard let error = error as? AxoniumError else {
        return ["name": error is CancellationError ? "Cancelled" : .string("\(type(of: error))")]
    }
    var fields = common(error.details)
    fields["name"] = .string(
        caughtAs(error) ? error.kind.rawValue : "uncaught \(error.kind.rawValue)")
    fields["parents"] = JSON(error.kind.parents.filter(error.kind.isA).map(\.rawValue))
    switch error {
    case .configuration(let refused), .invalidRequest(let refused):
        fields["field"] = JSON(refused.field)
    case .connection(let lost): fields["sent"] = .bool(lost.wasSent)
    case .timeout(let passed): fields["phase"] = JSON(passed.phase?.rawValue)
    case .oauth(let refusal): fields["oauth_error"] = JSON(refusal.code)
    case .streamInterrupted(let broken):
        fields["phase"] = JSON(broken.phase?.rawValue)
    case .api, .decode, .malformedOutput, .refusal, .other: break
    }
    return .object(fields)
}

/// Whether the case that the documentation names for the kind is the one that catches it.
private func caughtAs(_ error: AxoniumError) -> Bool {
    switch error {
    case .configuration(let error): error.kind == .configuration
    case .invalidRequest(let error): error.kind == .invalidRequest
    case .connection(let error): error.kind == .connection
    case .timeout(let error): error.kind == .timeout
    case .streamInterrupted(let error): error.kind == .streamInterrupted
    case .decode(let error): error.kind == .decode
    case .oauth(let error): error.kind.isA(.oauth)
    case .api(let error): error.kind.isA(.api)
    case .malformedOutput(let error): error.kind == .malformedOutput
    case .refusal(let error): error.kind == .refusal
    case .other(let error): error.kind.parent == nil
    }
}

private func common(_ error: ErrorDetails) -> JSONObject {
    [
        "status": JSON(error.status), "title": JSON(error.title), "detail": JSON(error.detail),
        "code": JSON(error.code), "hint": JSON(error.hint), "retryable": .bool(error.isRetryable),
        "retry_after_s": JSON(error.retryAfter),
        "reason": JSON(error.reason?.code), "local": .bool(error.isLocal),
        "request_id": JSON(error.requestID),
        "trace_id": JSON(error.traceID), "partial_content": JSON(error.partial?.content),
        "partial_reasoning": JSON(error.partial?.reasoning),
        "partial_tool_calls": error.partial.map { fields($0.toolCalls) } ?? .null, "message": .string(error.message),
        "outputs": error.outputs.map { .array($0.map { ["text": .string($0.text), "error": .string($0.error)] }) }
            ?? .null,
        "saw_output": JSON(error.sawOutput), "refusal_code": JSON(error.refusalCode),
        "refusal_text": JSON(error.refusal?.text), "meta": fields(error.meta),
    ]
}
