import Foundation

/// One event of a streamed answer.
public struct ChatChunk: Sendable {
    public let id: String?
    public let model: String?
    public let choices: [Choice]
    /// The event's data as it came.
    public let raw: Data

    /// The part of one choice that this event adds.
    public struct Choice: Sendable, Hashable, Decodable {
        public let index: Int?
        public let delta: Delta?
        /// Set on a choice's last event.
        public let finishReason: String?

        enum CodingKeys: String, CodingKey {
            case index, delta
            case finishReason = "finish_reason"
        }
    }

    /// What is added.
    public struct Delta: Sendable, Hashable {
        public let role: String?
        public let content: String?
        public let reasoning: String?
        public let refusal: String?
        public let toolCalls: [ToolCallFragment]
    }

    /// A piece of a tool call; ``ChatStream/toolCalls`` joins them.
    public struct ToolCallFragment: Sendable, Hashable, Decodable {
        public let index: Int?
        public let id: String?
        public let function: Function?

        public struct Function: Sendable, Hashable, Decodable {
            public let name: String?
            public let arguments: String?
        }
    }

    /// The first choice's text; nil for an event that adds none.
    public var content: String? { choices.first?.delta?.content }
    /// The first choice's reasoning.
    public var reasoning: String? { choices.first?.delta?.reasoning }
    /// Why the first choice ended, on its last event.
    public var finishReason: String? { choices.first?.finishReason }
}

extension ChatChunk.Delta: Decodable {
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
        toolCalls = try container.decodeIfPresent([ChatChunk.ToolCallFragment].self, forKey: .toolCalls) ?? []
    }
}

extension ChatChunk {
    private struct Body: Decodable {
        let id: String?
        let model: String?
        let choices: [Choice]?
    }

    init(_ event: Data) throws {
        let body: Body
        do {
            body = try JSONDecoder().decode(Body.self, from: event)
        } catch {
            guard let repaired = event.replacingLoneSurrogates() else { throw error }
            body = try JSONDecoder().decode(Body.self, from: repaired)
        }
        self.init(id: body.id, model: body.model, choices: body.choices ?? [], raw: event)
    }
}
