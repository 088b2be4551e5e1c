/// What has a form in JSON: requests and settings are built from these, so that nothing unset is ever sent.
protocol JSONRepresentable {
    var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable {
    var json: JSONValue { self }
}

extension JSONObject: JSONRepresentable {
    var json: JSONValue { .object(self) }
}

extension Bool: JSONRepresentable {
    var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
    var json: JSONValue { .integer(Int64(self)) }
}

extension Double: JSONRepresentable {
    var json: JSONValue { .number(self) }
}

extension String: JSONRepresentable {
    var json: JSONValue { .string(self) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONRepresentable where Key == String, Value: JSONRepresentable {
    var json: JSONValue {
        .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }
}
