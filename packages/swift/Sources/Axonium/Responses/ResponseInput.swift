/// What a response answers: a text, or the items of a conversation.
///
/// ```swift
/// let first: ResponseInput = "The capital of Italy?"
/// let next = ResponseInput.items([.user("The capital of Italy?")] + response.output + [.user("And of Peru?")])
/// ```
public enum ResponseInput: Sendable, Hashable {
    /// What a person says.
    case text(String)
    /// Messages, outputs of earlier responses, results of tools.
    case items([ResponseItem])
}

/// One item of a conversation, given as input or answered as output.
public struct ResponseItem: Sendable, Hashable {
    /// The item as the server gets or gave it.
    public var json: JSONValue

    /// An item of a kind that this version has no name for.
    public init(json: JSONValue) {
        self.json = json
    }

    /// `message`, `function_call`, `reasoning`, …
    public var type: String? { json["type"]?.stringValue }
    /// The server's id of an output item.
    public var id: String? { json["id"]?.stringValue }

    /// Instructions for the whole conversation.
    public static func system(_ text: String) -> ResponseItem { message(role: .system, .text(text)) }

    /// Instructions of the application's developer.
    public static func developer(_ text: String) -> ResponseItem { message(role: .developer, .text(text)) }

    /// What a person says.
    public static func user(_ text: String) -> ResponseItem { message(role: .user, .text(text)) }

    /// What a person says and shows.
    public static func user(_ parts: [ContentPart]) -> ResponseItem { message(role: .user, .parts(parts)) }

    /// What the model said before.
    public static func assistant(_ text: String) -> ResponseItem { message(role: .assistant, .text(text)) }

    /// The result of a function that the model called; `callID` is the ``ToolCall/id``.
    public static func functionCallOutput(_ output: String, callID: String) -> ResponseItem {
        ResponseItem(
            json: ["type": "function_call_output", "call_id": .string(callID), "output": .string(output)])
    }

    private static func message(role: Message.Role, _ content: Message.Content) -> ResponseItem {
        let said: JSONValue =
            switch content {
            case .text(let text): .string(text)
            case .parts(let parts): .array(parts.map(\.inputJSON))
            }
        return ResponseItem(json: ["type": "message", "role": .string(role.rawValue), "content": said])
    }
}

extension ContentPart {
    /// The part as the Responses API names it.
    fileprivate var inputJSON: JSONValue {
        switch self {
        case .text(let text): return ["type": "input_text", "text": .string(text)]
        case .image(let uri, let detail):
            var image: JSONObject = ["type": "input_image", "image_url": .string(uri)]
            image.set("detail", detail)
            return .object(image)
        case .other(let object): return .object(object)
        }
    }
}

extension ResponseInput: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(arrayLiteral elements: ResponseItem...) { self = .items(elements) }
}

extension ResponseInput: JSONRepresentable {
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .items(let items): items.json
        }
    }
}

extension ResponseItem: JSONRepresentable {}

extension ResponseItem: Decodable {
    public init(from decoder: any Decoder) throws {
        json = try JSONValue(from: decoder)
    }
}
