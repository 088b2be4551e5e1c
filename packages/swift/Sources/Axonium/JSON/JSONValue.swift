import Foundation

/// Any JSON value: for tools, response formats, and fields that this version has no name for.
///
/// Write it as a literal; the order of an object's fields is kept on the way to the model:
///
/// ```swift
/// let schema: JSONValue = ["type": "object", "properties": ["city": ["type": "string"]], "required": ["city"]]
/// ```
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// JSON has no NaN and no infinities: a request that holds one is refused, naming where.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The value of any `Encodable`, for example a schema kept as a Swift type.
    ///
    /// Throws ``AxoniumError/invalidRequest(_:)`` naming the field that JSON cannot hold.
    public init(encoding value: some Encodable) throws {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
        } catch let EncodingError.invalidValue(_, context) {
            throw AxoniumError.notJSON(path: context.codingPath.map(\.stringValue).joined(separator: "."))
        }
    }

    /// The field of an object; nil where there is none, and for values that are no object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The text of a string; nil for any other value.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            // Foundation's decoder forgets the order of fields; a sorted one is at least the same every time.
            let fields = try container.decode([String: JSONValue].self)
            self = .object(JSONObject(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let object):
            try container.encode(Dictionary(uniqueKeysWithValues: object.map { ($0.key, $0.value) }))
        }
    }
}
