import Foundation

extension JSONValue {
    /// Reads JSON text, for example a tool's parameters kept in a file. Fields stay in their order, which Foundation's
    /// decoder forgets.
    ///
    /// Throws what that decoder throws of text that is no JSON.
    public init(text: String) throws {
        _ = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        var reader = JSONReader(bytes: Array(text.utf8))
        self = try reader.value()
    }
}

/// Goes through text that is known to be JSON, of a depth that the decoder has bounded.
private struct JSONReader {
    let bytes: [UInt8]
    private var next = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func value() throws -> JSONValue {
        switch peek() {
        case UInt8(ascii: "{"): .object(try object())
        case UInt8(ascii: "["): .array(try array())
        case UInt8(ascii: "\""): .string(try string())
        default: try decoded(until: { ",]} \t\r\n".utf8.contains($0) })
        }
    }

    private mutating func object() throws -> JSONObject {
        var object = JSONObject()
        try members(closedBy: "}") { reader in
            let key = try reader.string()
            _ = reader.peek()
            reader.next += 1
            object[key] = try reader.value()
        }
        return object
    }

    private mutating func array() throws -> [JSONValue] {
        var values: [JSONValue] = []
        try members(closedBy: "]") { values.append(try $0.value()) }
        return values
    }

    /// Reads what stands between brackets, from the opening one to behind the closing one.
    private mutating func members(
        closedBy close: Unicode.Scalar, _ member: (inout JSONReader) throws -> Void
    ) throws {
        next += 1
        if peek() == UInt8(ascii: close) {
            next += 1
            return
        }
        repeat {
            _ = peek()
            try member(&self)
            _ = peek()
            next += 1
        } while bytes[next - 1] == UInt8(ascii: ",")
    }

    private mutating func string() throws -> String {
        var isEscaped = true
        // The quote that opens it is stepped over like an escaped one.
        return try decoded { byte in
            defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
            return !isEscaped && byte == UInt8(ascii: "\"")
        }
    }

    /// Decodes what stands here up to the byte that ends it; a quote belongs to what it ends.
    private mutating func decoded<Value: Decodable>(until ends: (UInt8) -> Bool) throws -> Value {
        let start = next
        next = bytes[start...].firstIndex(where: ends) ?? bytes.endIndex
        if next < bytes.endIndex, bytes[next] == UInt8(ascii: "\"") {
            next += 1
        }
        return try JSONDecoder().decode(Value.self, from: Data(bytes[start..<next]))
    }

    /// The next byte that is no white space.
    private mutating func peek() -> UInt8 {
        while " \t\r\n".utf8.contains(bytes[next]) {
            next += 1
        }
        return bytes[next]
    }
}
