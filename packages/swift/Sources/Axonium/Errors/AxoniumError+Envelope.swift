import Foundation

/// The engine's form of every error; see bindings/engine.
struct ErrorEnvelope: Decodable {
    let details: ErrorDetails
    let field: String?
    let sent: Bool?
    let phase: TimeoutError.Phase?
    let sawOutput: Bool?
    let oauthError: String?

    enum CodingKeys: String, CodingKey {
        case field, sent, phase
        case sawOutput = "saw_output"
        case oauthError = "oauth_error"
    }

    init(from decoder: any Decoder) throws {
        details = try ErrorDetails(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        field = try container.decodeIfPresent(String.self, forKey: .field)
        sent = try container.decodeIfPresent(Bool.self, forKey: .sent)
        phase = try container.decodeIfPresent(TimeoutError.Phase.self, forKey: .phase)
        sawOutput = try container.decodeIfPresent(Bool.self, forKey: .sawOutput)
        oauthError = try container.decodeIfPresent(String.self, forKey: .oauthError)
    }
}

extension AxoniumError {
    /// The error that an envelope of the engine tells of.
    init(envelope data: Data) {
        do {
            self.init(try JSONDecoder().decode(ErrorEnvelope.self, from: data))
        } catch {
            self = .other(.internalFault("the engine's error could not be read: \(error)"))
        }
    }

    private init(_ envelope: ErrorEnvelope) {
        let details = envelope.details
        switch details.kind {
        case .configuration: self = .configuration(RefusedFieldError(details: details, field: envelope.field))
        case .invalidRequest: self = .invalidRequest(RefusedFieldError(details: details, field: envelope.field))
        case .connection: self = .connection(ConnectionError(details: details, wasSent: envelope.sent ?? true))
        case .timeout: self = .timeout(TimeoutError(details: details, phase: envelope.phase))
        case .streamInterrupted:
            self = .streamInterrupted(
                StreamInterruptedError(
                    details: details, sawOutput: envelope.sawOutput ?? true, phase: envelope.phase))
        case .decode: self = .decode(details)
        case let kind where kind.isA(.oauth): self = .oauth(OAuthError(details: details, code: envelope.oauthError))
        case let kind where kind.isA(.api): self = .api(APIError(details: details))
        default: self = .other(details)
        }
    }

    /// A request that holds what JSON cannot: found while the body was written, so nothing was sent.
    static func notJSON(path: String) -> AxoniumError {
        .invalidRequest(RefusedFieldError(details: .notJSON(kind: .invalidRequest, path: path), field: path))
    }

    /// A configuration that holds what JSON cannot.
    static func configurationNotJSON(path: String) -> AxoniumError {
        .configuration(RefusedFieldError(details: .notJSON(kind: .configuration, path: path), field: path))
    }

    /// A success whose shape is not the documented one.
    static func unreadable(_ what: String, _ error: any Error, body: Data, meta: Meta) -> AxoniumError {
        let message = "\(what) is not what was asked for: \(describe(error))"
        return .decode(
            .made(
                kind: .decode, message: message, isLocal: false,
                body: String(decoding: body.prefix(4096), as: UTF8.self), meta: meta))
    }

    private static func describe(_ error: any Error) -> String {
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

    fileprivate static func notJSON(kind: ErrorKind, path: String) -> ErrorDetails {
        made(
            kind: kind, message: "\(path): not a finite number, which JSON cannot hold; leave it out or give a number",
            isLocal: true, body: nil, meta: .nothingSent)
    }

    fileprivate static func made(
        kind: ErrorKind, message: String, isLocal: Bool, body: String?, meta: Meta
    ) -> ErrorDetails {
        ErrorDetails(
            kind: kind, message: message, explanation: "\(message)\n\(kind.remedy ?? kind.meaning)", status: nil,
            type: nil, title: nil, detail: nil, code: nil, hint: kind.remedy, isRetryable: kind.isRetryable,
            retryAfter: nil, reason: nil, isLocal: isLocal, requestID: meta.requestID, traceID: meta.traceID,
            scope: nil, body: body, errors: nil, partial: nil, cause: nil, meta: meta)
    }
}

extension Meta {
    /// The meta of a call that ended before it began.
    static var nothingSent: Meta {
        Meta(
            requestID: nil, traceID: nil, instance: nil, instanceID: nil, rateLimit: nil, ignoredParameters: nil,
            idempotentReplay: false, idempotentReplayOf: nil, attempts: 0, waitedFor: 0, elapsed: 0, route: nil,
            sequenceGaps: 0, history: [])
    }
}
