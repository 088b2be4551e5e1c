import Foundation

/// Models of the gateway; a collection of ``Model``.
public struct ModelList: Sendable, RandomAccessCollection {
    public let models: [Model]
    /// How the answer came about.
    public let meta: Meta
    /// The body as it came.
    public let raw: Data

    public var startIndex: Int { models.startIndex }
    public var endIndex: Int { models.endIndex }
    public subscript(position: Int) -> Model { models[position] }
}

/// A model that the gateway serves.
public struct Model: Sendable, Hashable, Decodable {
    /// What ``ChatRequest/model`` takes.
    public let id: String
    public let ownedBy: String?
    /// Tokens; nil for models without a context, such as image models.
    public let contextLength: Int?
    public let family: String?
    public let quantization: String?
    /// `text`, `vision`, `embedding`, `image`, `rerank`, `classification`, `zero_shot`, `typed_decision`.
    public let modality: String?
    public let payloadSchema: JSONValue?
    public let servedBy: JSONValue?

    enum CodingKeys: String, CodingKey {
        case id, family, quantization, modality
        case ownedBy = "owned_by"
        case contextLength = "context_length"
        case payloadSchema = "payload_schema"
        case servedBy = "served_by"
    }
}

struct ModelListBody: Decodable {
    let data: [Model]?
}
