/// One message of a conversation.
///
/// ```swift
/// [.system("Answer in one word."), .user("The capital of Italy?")]
/// ```
public struct Message: Sendable, Hashable {
    /// Who speaks; write any role that the server knows as a string literal.
    public struct Role: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        public static let system: Role = "system"
        public static let developer: Role = "developer"
        public static let user: Role = "user"
        public static let assistant: Role = "assistant"
        public static let tool: Role = "tool"
    }

    /// What is said: plain text, or parts of several kinds.
    public enum Content: Sendable, Hashable {
        case text(String)
        case parts([ContentPart])
    }

    public var role: Role
    /// Nil for an assistant's message that only calls tools.
    public var content: Content?
    /// The speaker's name, to tell speakers of one role apart.
    public var name: String?
    /// The calls an assistant made, when its message is handed back.
    public var toolCalls: [ToolCall]?
    /// For a tool's answer: the call it answers.
    public var toolCallID: String?
    /// Fields that this version has no name for, for example `reasoning_content`.
    public var extraFields: JSONObject

    public init(
        role: Role, content: Content?, name: String? = nil, toolCalls: [ToolCall]? = nil, toolCallID: String? = nil,
        extraFields: JSONObject = [:]
    ) {
        self.role = role
        self.content = content
        self.name = name
        self.toolCalls = toolCalls
        self.toolCallID = toolCallID
        self.extraFields = extraFields
    }

    /// Instructions for the whole conversation.
    public static func system(_ text: String) -> Message { Message(role: .system, content: .text(text)) }

    /// Instructions of the application's developer, for models that tell them from the system's.
    public static func developer(_ text: String) -> Message { Message(role: .developer, content: .text(text)) }

    /// What a person says.
    public static func user(_ text: String) -> Message { Message(role: .user, content: .text(text)) }

    /// What a person says and shows.
    public static func user(_ parts: [ContentPart]) -> Message { Message(role: .user, content: .parts(parts)) }

    /// What the model said before.
    public static func assistant(_ text: String?, toolCalls: [ToolCall]? = nil) -> Message {
        Message(role: .assistant, content: text.map(Content.text), toolCalls: toolCalls)
    }

    /// The result of a tool that the model called.
    public static func tool(_ result: String, toolCallID: String) -> Message {
        Message(role: .tool, content: .text(result), toolCallID: toolCallID)
    }
}

/// A piece of a message.
public enum ContentPart: Sendable, Hashable {
    case text(String)
    /// An image as a `data:` URI. Addresses of the web are refused: the gateway must not be made to fetch them.
    case image(dataURI: String, detail: String? = nil)
    /// A part of another kind, as the server expects it.
    case other(JSONObject)
}

extension Message: JSONRepresentable {
    var json: JSONValue {
        var object: JSONObject = ["role": .string(role.rawValue)]
        object.set("content", content)
        object.set("name", name)
        object.set("tool_calls", toolCalls)
        object.set("tool_call_id", toolCallID)
        for (key, value) in extraFields {
            object[key] = value
        }
        return .object(object)
    }
}

extension Message.Content: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .parts(let parts): parts.json
        }
    }
}

extension ContentPart: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .text(let text): return ["type": "text", "text": .string(text)]
        case .image(let uri, let detail):
            var image: JSONObject = ["url": .string(uri)]
            image.set("detail", detail)
            return ["type": "image_url", "image_url": .object(image)]
        case .other(let object): return .object(object)
        }
    }
}
