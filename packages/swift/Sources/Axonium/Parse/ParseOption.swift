import Foundation

/// How an answer is to be parsed; see bindings/engine.
struct ParseOption {
    let schema: JSONSchema
    var name: String?
    var lenient: Bool?
    var maxRepairs: Int?
    var sendSchema: Bool?

    /// The type's own schema, unless the caller gives one.
    init(
        _ type: (some Decodable).Type, schema: JSONSchema?, name: String?, lenient: Bool?, maxRepairs: Int? = nil,
        sendSchema: Bool?
    ) throws {
        guard let schema = schema ?? (type as? any SchemaDescribed.Type)?.jsonSchema else {
            throw AxoniumError.refusing(
                "parse.schema", "\(type) names no schema; give one, or make it \(SchemaDescribed.self)",
                kind: .invalidRequest)
        }
        self.schema = schema
        self.name = name
        self.lenient = lenient
        self.maxRepairs = maxRepairs
        self.sendSchema = sendSchema
    }
}

extension ParseOption: JSONRepresentable {
    var json: JSONValue {
        var object: JSONObject = ["schema": schema.json]
        object.set("name", name)
        object.set("lenient", lenient)
        object.set("max_repairs", maxRepairs)
        object.set("send_schema", sendSchema)
        return .object(object)
    }
}

/// An answer that follows a schema: the answer itself, whose properties are at hand, and what it says as a type.
@dynamicMemberLookup
public struct Parsed<Output: Sendable, Answer: Sendable>: Sendable {
    /// What the answer says; nil where the model wants tools called instead.
    public let parsed: Output?
    /// The answer it was read from.
    public let answer: Answer

    public subscript<Value>(dynamicMember path: KeyPath<Answer, Value>) -> Value { answer[keyPath: path] }
}

/// A chat completion whose text follows a schema.
public typealias ParsedChatCompletion<Output: Sendable> = Parsed<Output, ChatCompletion>

/// A response whose text follows a schema.
public typealias ParsedResponse<Output: Sendable> = Parsed<Output, Response>

extension Parsed where Output: Decodable {
    /// Decodes the text that the engine has held against the schema.
    ///
    /// Throws ``AxoniumError/decode(_:)`` where the schema allows what the type does not.
    init(_ text: String?, of answer: Answer, meta: Meta) throws {
        guard let text = text.map({ Data($0.utf8) }) else {
            self.init(parsed: nil, answer: answer)
            return
        }
        do {
            self.init(parsed: try JSONDecoder().decode(Output.self, from: text), answer: answer)
        } catch {
            throw AxoniumError.unreadable("an answer that follows its schema", error, body: text, meta: meta)
        }
    }
}
