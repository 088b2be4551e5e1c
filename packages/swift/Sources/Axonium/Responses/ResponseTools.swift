/// What the model of a response may call: the caller's functions, or tools that the server runs itself.
public struct ResponseTool: Sendable, Hashable {
    /// The tool as the server gets it.
    public var json: JSONValue

    /// A tool of the server's, for example `ResponseTool(json: ["type": "web_search"])`.
    public init(json: JSONValue) {
        self.json = json
    }

    /// A function. `parameters` is the JSON Schema of its arguments; `strict` asks that arguments follow it exactly.
    public static func function(
        name: String, description: String? = nil, parameters: JSONValue? = nil, strict: Bool? = nil
    ) -> ResponseTool {
        var function: JSONObject = ["type": "function", "name": .string(name)]
        function.set("description", description)
        function.set("parameters", parameters)
        function.set("strict", strict)
        return ResponseTool(json: .object(function))
    }
}

/// Whether and which tool the model of a response calls.
public enum ResponseToolChoice: Sendable, Hashable {
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

/// What a streamed response travels on.
public enum ResponseTransport: String, Sendable, Hashable {
    /// An HTTP response of server-sent events. The engine's default.
    case sse
    /// A WebSocket of its own. For several turns on one, see ``AxoniumClient/responseConnection(timeout:instance:extraHeaders:retry:routes:)``.
    case webSocket = "websocket"
}

extension ResponseTool: JSONRepresentable {}

extension ResponseToolChoice: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .auto: "auto"
        case .none: "none"
        case .required: "required"
        case .function(let name): ["type": "function", "name": .string(name)]
        case .other(let value): value
        }
    }
}

extension ResponseTransport: JSONRepresentable {
    var json: JSONValue { .string(rawValue) }
}
