import Foundation

extension Data {
    /// JSON with each half of a character that stands alone replaced; nil if there is none.
    ///
    /// Servers cut where tokens end, also within a character: then JSON holds a half, which a Swift string cannot.
    func replacingLoneSurrogates() -> Data? {
        let bytes = [UInt8](self)
        var out: [UInt8] = []
        var start = 0
        var next = 0
        while next < bytes.count {
            guard bytes[next] == UInt8(ascii: "\\") else {
                next += 1
                continue
            }
            switch (codeUnit(bytes.dropFirst(next)), codeUnit(bytes.dropFirst(next + 6))) {
            case (0xD800...0xDBFF, 0xDC00...0xDFFF):
                next += 12
            case (0xD800...0xDFFF, _):
                out += bytes[start..<next] + Array(#"\ufffd"#.utf8)
                next += 6
                start = next
            default:
                // The byte after a backslash belongs to it, another backslash included.
                next += 2
            }
        }
        return start == 0 ? nil : Data(out + bytes[start...])
    }
}

/// The UTF-16 code unit of an escape such as `\u00e9`; 0 where there is none.
private func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    let escape = bytes.prefix(6)
    guard escape.count == 6, escape.starts(with: #"\u"#.utf8) else { return 0 }
    return UInt16(String(decoding: escape.dropFirst(2), as: UTF8.self), radix: 16) ?? 0
}
