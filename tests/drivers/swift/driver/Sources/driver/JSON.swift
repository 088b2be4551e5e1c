import Axonium
import Foundation

typealias JSON = JSONValue

extension JSONValue {
    var object: [String: JSONValue] {
        guard case .object(let fields) = self else { return [:] }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0.value) })
    }

    /// An object's fields, as requests take them.
    var fields: JSONObject {
        if case .object(let fields) = self { fields } else { [:] }
    }

    var array: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }

    var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    var int: Int? {
        if case .integer(let value) = self { Int(value) } else { nil }
    }

    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// Null stands for nothing in options.
    var unlessNull: JSONValue? {
        self == .null ? nil : self
    }

    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }
    init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }
    init(_ texts: [String]?) { self = texts.map { .array($0.map(JSONValue.string)) } ?? .null }
}

/// What is written for one job. A body must come out as it came in, so it is put in as text, not as a value.
struct Answer {
    private static let mark = "\u{E000}raw\u{E000}"
    private var bodies: [Data] = []
    private var fields: JSONValue = .null

    /// A place in the answer where this body's text goes.
    mutating func place(_ body: Data) -> JSONValue {
        bodies.append(body)
        return .string("\(Self.mark)\(bodies.count - 1)")
    }

    mutating func fill(_ fields: JSONValue) {
        self.fields = fields
    }

    var line: Data {
        // These are texts and finite numbers, which always encode.
        var text =
            (try? JSONEncoder().encode(fields)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
        for (index, body) in bodies.enumerated() {
            // Line ends of JSON stand between its values only, where a space does as well.
            let body = String(decoding: body, as: UTF8.self)
                .replacingOccurrences(of: "\n", with: " ").replacingOccurrences(of: "\r", with: " ")
            text = text.replacingOccurrences(of: "\"\(Self.mark)\(index)\"", with: body)
        }
        return Data((text + "\n").utf8)
    }
}
