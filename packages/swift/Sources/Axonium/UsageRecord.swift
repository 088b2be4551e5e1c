import Foundation

/// What one request used and cost.
public struct UsageRecord: Sendable {
    public let requestID: String?
    public let model: String?
    public let usage: Usage?
    /// US dollars; nil is unknown, not free.
    public let costUSD: Decimal?
    /// `complete`, `upstream_error`, `client_disconnected`.
    public let terminationReason: String?
    public let interrupted: Bool?
    /// The replica that ran it.
    public let instanceID: String?
    /// RFC 3339.
    public let createdAt: String?
    /// How this answer came about.
    public let meta: Meta
    /// The body as it came.
    public let raw: Data
}

struct UsageRecordBody: Decodable {
    let requestID: String?
    let model: String?
    let costUSD: Decimal?
    let terminationReason: String?
    let interrupted: Bool?
    let instanceID: String?
    let createdAt: String?

    enum CodingKeys: String, CodingKey {
        case model, interrupted
        case requestID = "request_id"
        case costUSD = "cost_usd"
        case terminationReason = "termination_reason"
        case instanceID = "instance_id"
        case createdAt = "created_at"
    }
}

extension UsageRecord {
    init(body: UsageRecordBody, raw: Data, usage: Usage?, meta: Meta) {
        self.init(
            requestID: body.requestID, model: body.model, usage: usage, costUSD: body.costUSD,
            terminationReason: body.terminationReason, interrupted: body.interrupted, instanceID: body.instanceID,
            createdAt: body.createdAt, meta: meta, raw: raw)
    }
}
