import Foundation

/// A value that JSON cannot hold, and where it stands: `tools[0].function.parameters.minimum`.
struct NotJSON: Error {
    let path: String
}

extension JSONValue {
    /// The value as UTF-8 text, fields in their order. Foundation's encoder would lose that order.
    func serialized() throws(NotJSON) -> Data {
        var writer = JSONWriter()
        try writer.write(self)
        return Data(writer.bytes)
    }
}

private struct JSONWriter {
    var bytes: [UInt8] = []
    private var path = ""

    mutating func write(_ value: JSONValue) throws(NotJSON) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .number(let value):
            guard value.isFinite else { throw NotJSON(path: path) }
            append(String(describing: value))
        case .string(let text): write(text)
        case .array(let values): try write(values)
        case .object(let object): try write(object)
        }
    }

    private mutating func write(_ values: [JSONValue]) throws(NotJSON) {
        append("[")
        for (index, value) in values.enumerated() {
            if index > 0 { append(",") }
            let parent = path
            path = "\(parent)[\(index)]"
            try write(value)
            path = parent
        }
        append("]")
    }

    private mutating func write(_ object: JSONObject) throws(NotJSON) {
        append("{")
        var isFirst = true
        for (key, value) in object {
            if !isFirst { append(",") }
            isFirst = false
            write(key)
            append(":")
            let parent = path
            path = parent.isEmpty ? key : "\(parent).\(key)"
            try write(value)
            path = parent
        }
        append("}")
    }

    private mutating func write(_ text: String) {
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x00..<0x20: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        append("\"")
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
