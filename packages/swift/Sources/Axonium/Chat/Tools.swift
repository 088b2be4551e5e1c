/// What the model may ask the caller to run.
public struct Tool: Sendable, Hashable {
    /// The tool as the server gets it.
    public var json: JSONValue

    /// A tool of a kind that this version has no name for.
    public init(json: JSONValue) {
        self.json = json
    }

    /// A function. `parameters` is the JSON Schema of its arguments; `strict` asks that arguments follow it exactly.
    public static func function(
        name: String, description: String? = nil, parameters: JSONValue? = nil, strict: Bool? = nil
    ) -> Tool {
        var function: JSONObject = ["name": .string(name)]
        function.set("description", description)
        function.set("parameters", parameters)
        function.set("strict", strict)
        return Tool(json: ["type": "function", "function": .object(function)])
    }
}

/// Whether and which tool the model calls.
public enum ToolChoice: Sendable, Hashable {
    /// The model decides.
    case auto
    /// It calls none.
    case none
    /// It calls at least one.
    case required
    /// It calls this one.
    case function(String)
    /// Another form, as the server expects it.
    case other(JSONValue)
}

/// The form of the answer.
public enum ResponseFormat: Sendable, Hashable {
    case text
    /// Any JSON object.
    case jsonObject
    /// JSON that follows a schema.
    case jsonSchema(name: String, schema: JSONValue, strict: Bool? = nil)
    /// Another form, as the server expects it.
    case other(JSONValue)
}

/// A call of a tool that a model made.
public struct ToolCall: Sendable, Hashable {
    public var id: String?
    /// `function`.
    public var type: String?
    public var function: Function

    public struct Function: Sendable, Hashable {
        public var name: String?
        /// The model's own text: JSON if the model kept to it.
        public var arguments: String

        public init(name: String?, arguments: String) {
            self.name = name
            self.arguments = arguments
        }
    }

    public init(id: String?, type: String? = "function", function: Function) {
        self.id = id
        self.type = type
        self.function = function
    }
}

extension ToolCall: Decodable {
    enum CodingKeys: String, CodingKey {
        case id, type, function
    }
}

extension ToolCall.Function: Decodable {
    enum CodingKeys: String, CodingKey {
        case name, arguments
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        arguments = try container.decodeIfPresent(String.self, forKey: .arguments) ?? ""
    }
}

extension Tool: JSONRepresentable {}

extension ToolChoice: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .auto: "auto"
        case .none: "none"
        case .required: "required"
        case .function(let name): ["type": "function", "function": ["name": .string(name)]]
        case .other(let value): value
        }
    }
}

extension ResponseFormat: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .text: return ["type": "text"]
        case .jsonObject: return ["type": "json_object"]
        case .jsonSchema(let name, let schema, let strict):
            var format: JSONObject = ["name": .string(name), "schema": schema]
            format.set("strict", strict)
            return ["type": "json_schema", "json_schema": .object(format)]
        case .other(let value): return value
        }
    }
}

extension ToolCall: JSONRepresentable {
    var json: JSONValue {
        var call = JSONObject()
        call.set("id", id)
        call.set("type", type)
        var called = JSONObject()
        called.set("name", function.name)
        called.set("arguments", function.arguments)
        call.set("function", called)
        return .object(call)
    }
}
