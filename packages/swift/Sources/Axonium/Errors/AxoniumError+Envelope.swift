import Foundation

extension AxoniumError {
    /// The error that an envelope of the engine tells of; see bindings/engine.
    init(envelope data: Data) {
        do {
            self.init(try JSONDecoder().decode(ErrorDetails.self, from: data))
        } catch {
            self = .other(.internalFault("the engine's error could not be read: \(error)"))
        }
    }

    /// The error of its kind.
    init(_ details: ErrorDetails) {
        switch details.kind {
        case .configuration: self = .configuration(RefusedFieldError(details: details))
        case .invalidRequest: self = .invalidRequest(RefusedFieldError(details: details))
        case .connection: self = .connection(ConnectionError(details: details))
        case .timeout: self = .timeout(TimeoutError(details: details))
        case .streamInterrupted: self = .streamInterrupted(StreamInterruptedError(details: details))
        case .decode: self = .decode(details)
        case .malformedOutput: self = .malformedOutput(MalformedOutputError(details: details))
        case .refusal: self = .refusal(RefusalError(details: details))
        case let kind where kind.isA(.oauth): self = .oauth(OAuthError(details: details))
        case let kind where kind.isA(.api): self = .api(APIError(details: details))
        default: self = .other(details)
        }
    }

    /// A request that holds what JSON cannot: found while the body was written, so nothing was sent.
    static func notJSON(path: String) -> AxoniumError {
        .refusing(path, notFinite, kind: .invalidRequest)
    }

    /// A configuration that holds what JSON cannot.
    static func configurationNotJSON(path: String) -> AxoniumError {
        .refusing(path, notFinite, kind: .configuration)
    }

    /// A setting or a field that is refused before anything is sent.
    static func refusing(_ field: String, _ message: String, kind: ErrorKind) -> AxoniumError {
        AxoniumError(
            .made(
                kind: kind, message: "\(field): \(message)", isLocal: true, body: nil, meta: .nothingSent, field: field)
        )
    }

    private static var notFinite: String {
        "not a finite number, which JSON cannot hold; leave it out or give a number"
    }

    /// A success whose shape is not the documented one.
    static func unreadable(_ what: String, _ error: any Error, body: Data, meta: Meta) -> AxoniumError {
        let message = "\(what) is not what was asked for: \(describe(error))"
        return .decode(
            .made(
                kind: .decode, message: message, isLocal: false,
                body: String(decoding: body.prefix(4096), as: UTF8.self), meta: meta))
    }

    /// What a decoder found wrong, and where.
    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        default: return "\(error)"
        }
    }
}

extension ErrorDetails {
    /// An internal fault, for what cannot happen while package and engine are of one version.
    static func internalFault(_ message: String) -> ErrorDetails {
        made(kind: .`internal`, message: message, isLocal: true, body: nil, meta: .nothingSent)
    }

    fileprivate static func made(
        kind: ErrorKind, message: String, isLocal: Bool, body: String?, meta: Meta, field: String? = nil
    ) -> ErrorDetails {
        ErrorDetails(
            kind: kind, message: message, explanation: "\(message)\n\(kind.remedy ?? kind.meaning)", status: nil,
            type: nil, title: nil, detail: nil, code: nil, hint: kind.remedy, isRetryable: kind.isRetryable,
            retryAfter: nil, reason: nil, isLocal: isLocal, requestID: meta.requestID, traceID: meta.traceID,
            scope: nil, body: body, errors: nil, partial: nil, outputs: nil, refusal: nil, sawOutput: nil, cause: nil,
            meta: meta, field: field, wasSent: nil, phase: nil, oauthError: nil)
    }
}

extension Meta {
    /// The meta of a call that ended before it began.
    static var nothingSent: Meta {
        Meta(
            requestID: nil, traceID: nil, instance: nil, instanceID: nil, rateLimit: nil, ignoredParameters: nil,
            idempotentReplay: false, idempotentReplayOf: nil, attempts: 0, waitedFor: 0, elapsed: 0, route: nil,
            fallbackFrom: nil, sequenceGaps: 0, stripped: nil, history: [])
    }
}
