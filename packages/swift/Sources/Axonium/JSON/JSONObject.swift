/// A JSON object that keeps the order of its fields: models follow the order of a schema's properties when they answer.
public struct JSONObject: Sendable, Hashable {
    private var keys: [String] = []
    private var values: [String: JSONValue] = [:]

    /// An object without fields.
    public init() {}

    /// The fields in this order; of two with one key the last value holds, at the first one's place.
    public init(_ fields: some Sequence<(String, JSONValue)>) {
        for (key, value) in fields {
            self[key] = value
        }
    }

    /// The value of a field. Setting a new key appends it; setting nil removes the field.
    public subscript(key: String) -> JSONValue? {
        get { values[key] }
        set {
            let old = values.updateValue(newValue ?? .null, forKey: key)
            if newValue == nil {
                values[key] = nil
                keys.removeAll { $0 == key }
            } else if old == nil {
                keys.append(key)
            }
        }
    }

    /// Whether there are no fields.
    public var isEmpty: Bool { keys.isEmpty }

    /// Equal if the fields are: JSON gives their order no meaning.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.values == right.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}

extension JSONObject: Sequence {
    public func makeIterator() -> AnyIterator<(key: String, value: JSONValue)> {
        var remaining = keys.makeIterator()
        return AnyIterator {
            guard let key = remaining.next() else { return nil }
            return (key, values[key] ?? .null)
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}

extension JSONObject {
    /// Sets a field only if there is a value: unset stays unset on the wire.
    mutating func set(_ key: String, _ value: (some JSONRepresentable)?) {
        if let value {
            self[key] = value.json
        }
    }

    /// Sets a field in any case, null where there is no value: what is reported has all its keys.
    mutating func put(_ key: String, _ value: (some JSONRepresentable)?) {
        self[key] = value?.json ?? .null
    }
}
