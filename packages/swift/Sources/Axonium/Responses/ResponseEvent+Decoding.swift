import Foundation

/// An event of a type that is not known here, or of a known one whose fields are not what they should be.
public struct UnknownResponseEvent: Sendable {
    /// What the server calls it; empty if it gave no type.
    public let type: String
    /// Its number in the stream; nil if the server does not number its events.
    public let sequenceNumber: Int?
    /// The event's data as it came.
    public let raw: Data
}

extension ResponseEvent {
    /// Reads an event out of its data. Never fails: what is none of the known events is ``unknown(_:)``.
    public init(_ data: Data) {
        self.init(json: data, raw: data)
        if case .unknown = self, let repaired = data.replacingLoneSurrogates() {
            self.init(json: repaired, raw: data)
        }
    }

    private init(json: Data, raw: Data) {
        let decoder = JSONDecoder()
        decoder.userInfo[EventFields.rawData] = raw
        let read = try? decoder.decode(Read.self, from: json)
        self = read?.event ?? .unknown(UnknownResponseEvent(type: "", sequenceNumber: nil, raw: raw))
    }

    private struct Read: Decodable {
        let event: ResponseEvent

        init(from decoder: any Decoder) throws {
            let fields = try EventFields(decoder)
            let type = (try? fields.text("type")) ?? ""
            if let known = try? ResponseEvent(known: type, fields) {
                event = known
            } else {
                let number = try? fields.integer("sequence_number")
                event = .unknown(UnknownResponseEvent(type: type, sequenceNumber: number, raw: fields.raw))
            }
        }
    }
}

/// The fields of an event, each read as the type it is declared to be: nil where it is absent or null, an error where
/// it has another type.
struct EventFields {
    static let rawData = CodingUserInfoKey(rawValue: "axonium.event")!

    let raw: Data
    private let container: KeyedDecodingContainer<Name>

    init(_ decoder: any Decoder) throws {
        raw = decoder.userInfo[Self.rawData] as? Data ?? Data()
        container = try decoder.container(keyedBy: Name.self)
    }

    func text(_ name: String) throws -> String? {
        try container.decodeIfPresent(String.self, forKey: Name(stringValue: name))
    }

    func integer(_ name: String) throws -> Int? {
        try container.decodeIfPresent(Int.self, forKey: Name(stringValue: name))
    }

    func array(_ name: String) throws -> [JSONValue]? {
        try container.decodeIfPresent([JSONValue].self, forKey: Name(stringValue: name))
    }

    func object(_ name: String) throws -> JSONObject? {
        let key = Name(stringValue: name)
        switch try container.decodeIfPresent(JSONValue.self, forKey: key) {
        case nil: return nil
        case .object(let object): return object
        default: throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "no object")
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }
}
