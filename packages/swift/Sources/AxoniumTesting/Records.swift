import Axonium

/// A request as it arrived.
public struct RecordedRequest: Sendable, Hashable, Decodable {
    /// One header, its name in lower case.
    public struct Header: Sendable, Hashable, Decodable {
        public let name: String
        public let value: String

        public init(from decoder: any Decoder) throws {
            var pair = try decoder.unkeyedContainer()
            name = try pair.decode(String.self)
            value = try pair.decode(String.self)
        }
    }

    public let method: String
    public let path: String
    /// In the order they came.
    public let headers: [Header]
    /// As text.
    public let body: String

    /// The first value of a header, whatever the case of its name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}

/// All generations since the gateway started or was reset.
public struct Ledger: Sendable, Hashable {
    /// How many were begun.
    public let generations: Int
    /// How many of them are paid for.
    public let billed: Int
    /// How many bills were taken back, because nothing was delivered.
    public let refunded: Int
    /// How many answers were replays.
    public let replayed: Int
    /// The same by model: the ledger of a route, where routes are models of one gateway.
    public let byModel: [String: Totals]
    /// Each generation, oldest first.
    public let entries: [Entry]

    /// What is counted of one model.
    public struct Totals: Sendable, Hashable, Decodable {
        public let generations: Int
        public let billed: Int
        public let refunded: Int
        public let replayed: Int
    }

    /// One generation.
    public struct Entry: Sendable, Hashable {
        /// The request that started it.
        public let requestID: String
        public let model: String
        /// Nil while it runs.
        public let usage: Tokens?
        public let isBilled: Bool
        /// Whether its bill was taken back.
        public let isRefunded: Bool
        /// How often its answer was sent again under its idempotency key.
        public let replays: Int
        /// `complete`, `upstream_error`, `client_disconnected`; nil while it runs.
        public let terminationReason: String?
    }

    /// Tokens of a generation; the embedded model counts a word as one.
    public struct Tokens: Sendable, Hashable, Decodable {
        public let promptTokens: Int
        public let completionTokens: Int
        public let totalTokens: Int

        enum CodingKeys: String, CodingKey {
            case promptTokens = "prompt_tokens"
            case completionTokens = "completion_tokens"
            case totalTokens = "total_tokens"
        }
    }
}

extension Ledger: Decodable {
    enum CodingKeys: String, CodingKey {
        case generations, billed, refunded, replayed, entries
        case byModel = "by_model"
    }
}

extension Ledger.Entry: Decodable {
    enum CodingKeys: String, CodingKey {
        case model, usage, replays
        case requestID = "request_id"
        case isBilled = "billed"
        case isRefunded = "refunded"
        case terminationReason = "termination_reason"
    }
}
