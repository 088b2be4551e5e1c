import Foundation

/// A model's answer.
public struct ChatCompletion: Sendable {
    public let id: String?
    /// The model that answered.
    public let model: String?
    /// Seconds since 1970.
    public let created: Int?
    public let choices: [Choice]
    /// That the model declined, and how: `refusal`, `content_filter`, or a server's own code. Nil: it did not.
    public let refusalCode: String?
    /// Tokens; normalised over servers.
    public let usage: Usage?
    /// How the answer came about.
    public let meta: Meta
    /// The body as it came: every field, every number's own text. A stream's is put together from its chunks.
    public let raw: Data

    /// One answer of the `n` that were asked for.
    public struct Choice: Sendable, Hashable, Decodable {
        public let index: Int?
        public let message: AnsweredMessage
        /// `stop`, `length`, `tool_calls`, `content_filter`, …
        public let finishReason: String?
        public let logprobs: JSONValue?

        enum CodingKeys: String, CodingKey {
            case index, message, logprobs
            case finishReason = "finish_reason"
        }
    }

    /// What the model said.
    public struct AnsweredMessage: Sendable, Hashable {
        public let role: String?
        public let content: String?
        /// The model's thinking, where it is told apart from the answer.
        public let reasoning: String?
        /// What the model said instead of an answer it declined to give.
        public let refusal: String?
        public let toolCalls: [ToolCall]
    }

    /// The first choice's text; nil if it has none, for example because it calls a tool.
    public var content: String? { choices.first?.message.content }
    /// The first choice's reasoning.
    public var reasoning: String? { choices.first?.message.reasoning }
    /// The first choice's refusal.
    public var refusal: String? { choices.first?.message.refusal }
    /// The first choice's tool calls.
    public var toolCalls: [ToolCall] { choices.first?.message.toolCalls ?? [] }
    /// Why the first choice ended.
    public var finishReason: String? { choices.first?.finishReason }
}

extension ChatCompletion.AnsweredMessage: Decodable {
    enum CodingKeys: String, CodingKey {
        case role, content, reasoning, refusal
        case reasoningContent = "reasoning_content"
        case toolCalls = "tool_calls"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        role = try container.decodeIfPresent(String.self, forKey: .role)
        content = try container.decodeIfPresent(String.self, forKey: .content)
        reasoning =
            try container.decodeIfPresent(String.self, forKey: .reasoningContent)
            ?? container.decodeIfPresent(String.self, forKey: .reasoning)
        refusal = try container.decodeIfPresent(String.self, forKey: .refusal)
        toolCalls = try container.decodeIfPresent([ToolCall].self, forKey: .toolCalls) ?? []
    }
}

/// The part of a completion that its body tells.
struct ChatCompletionBody: Decodable {
    let id: String?
    let model: String?
    let created: Int?
    let choices: [ChatCompletion.Choice]?
}

extension ChatCompletion {
    init(body: ChatCompletionBody, raw: Data, refusal: Refusal?, usage: Usage?, meta: Meta) {
        self.init(
            id: body.id, model: body.model, created: body.created, choices: body.choices ?? [],
            refusalCode: refusal?.code, usage: usage, meta: meta, raw: raw)
    }
}

/// The engine's word about a stream so far; see bindings/engine.
struct ChatSnapshot: Decodable {
    let completion: ChatCompletion
    let parsedPartial: JSONValue?

    enum CodingKeys: String, CodingKey {
        case completion, refusal, usage, meta
        case parsedPartial = "parsed_partial"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        completion = ChatCompletion(
            body: try container.decode(ChatCompletionBody.self, forKey: .completion),
            raw: try container.decode(JSONValue.self, forKey: .completion).serialized(),
            refusal: try container.decodeIfPresent(Refusal.self, forKey: .refusal),
            usage: try container.decodeIfPresent(Usage.self, forKey: .usage),
            meta: try container.decode(Meta.self, forKey: .meta))
        parsedPartial = try container.decodeIfPresent(JSONValue.self, forKey: .parsedPartial)
    }

    private init() {
        let body = ChatCompletionBody(id: nil, model: nil, created: nil, choices: nil)
        completion = ChatCompletion(body: body, raw: Data("{}".utf8), refusal: nil, usage: nil, meta: .nothingSent)
        parsedPartial = nil
    }

    /// What is known of a stream whose client was shut down.
    static var empty: ChatSnapshot { ChatSnapshot() }
}
