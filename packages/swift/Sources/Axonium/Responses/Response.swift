import Foundation

/// A model's answer through the Responses API.
public struct Response: Sendable {
    public let id: String?
    /// `completed`, `incomplete`, `failed`, `in_progress`, `queued`, `cancelled`.
    public let status: String?
    /// The model that answered.
    public let model: String?
    /// What the model said and did, item by item: also the input of a next request.
    public let output: [ResponseItem]
    /// All text of the output; nil if there is none, for example because the model calls a tool.
    public let outputText: String?
    /// The model's thinking or its summaries, where the server shows them.
    public let reasoning: String?
    /// What the model said instead of an answer it declined to give.
    public let refusal: String?
    /// That the model declined, and how: `refusal`, `content_filter`, or a server's own code. Nil: it did not.
    public let refusalCode: String?
    /// The calls of functions and custom tools. `id` is the call's id, which its result names.
    public let toolCalls: [ToolCall]
    /// Why an `incomplete` response is not complete.
    public let incompleteDetails: IncompleteDetails?
    /// What the server says went wrong; nil where nothing did. A response that failed is the error of its call.
    public let error: Failure?
    /// Tokens; normalised over servers.
    public let usage: Usage?
    /// How the answer came about.
    public let meta: Meta
    /// The body as it came: every field, every number's own text. A stream's is put together from its events.
    public let raw: Data

    /// Why a response is not complete.
    public struct IncompleteDetails: Sendable, Hashable, Decodable {
        /// `max_output_tokens`, `content_filter`, …
        public let reason: String?
    }

    /// What went wrong.
    public struct Failure: Sendable, Hashable, Decodable {
        /// The server's code.
        public let code: String?
        public let message: String?
    }
}

/// The part of a response that its body tells.
struct ResponseBody: Decodable {
    let id: String?
    let status: String?
    let model: String?
    let output: [ResponseItem]?
    let incompleteDetails: Response.IncompleteDetails?
    let error: Response.Failure?

    enum CodingKeys: String, CodingKey {
        case id, status, model, output, error
        case incompleteDetails = "incomplete_details"
    }
}

/// What the engine read out of a response's output; see bindings/engine.
struct ResponseAnswer: Decodable {
    let content: String?
    let reasoning: String?
    let refusal: String?
    let toolCalls: [ToolCall]

    enum CodingKeys: String, CodingKey {
        case content, reasoning, refusal
        case toolCalls = "tool_calls"
    }
}

extension Response {
    init(body: ResponseBody, answer: ResponseAnswer?, raw: Data, refusal: Refusal?, usage: Usage?, meta: Meta) {
        self.init(
            id: body.id, status: body.status, model: body.model, output: body.output ?? [],
            outputText: answer?.content, reasoning: answer?.reasoning, refusal: answer?.refusal,
            refusalCode: refusal?.code, toolCalls: answer?.toolCalls ?? [], incompleteDetails: body.incompleteDetails,
            error: body.error,
            usage: usage, meta: meta, raw: raw)
    }
}

/// The engine's word about a streamed response so far; see bindings/engine.
struct ResponseSnapshot: Decodable {
    let response: Response
    let sawOutput: Bool
    let parsedPartial: JSONValue?

    enum CodingKeys: String, CodingKey {
        case response, answer, refusal, usage, meta
        case sawOutput = "saw_output"
        case parsedPartial = "parsed_partial"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let raw = try container.decode(JSONValue.self, forKey: .response).serialized()
        response = Response(
            body: try container.decode(ResponseBody.self, forKey: .response),
            answer: try container.decode(ResponseAnswer.self, forKey: .answer),
            raw: raw,
            refusal: try container.decodeIfPresent(Refusal.self, forKey: .refusal),
            usage: try container.decodeIfPresent(Usage.self, forKey: .usage),
            meta: try container.decode(Meta.self, forKey: .meta))
        sawOutput = try container.decode(Bool.self, forKey: .sawOutput)
        parsedPartial = try container.decodeIfPresent(JSONValue.self, forKey: .parsedPartial)
    }

    private init() {
        let body = ResponseBody(
            id: nil, status: nil, model: nil, output: nil, incompleteDetails: nil, error: nil)
        response = Response(body: body, answer: nil, raw: Data("{}".utf8), refusal: nil, usage: nil, meta: .nothingSent)
        sawOutput = false
        parsedPartial = nil
    }

    /// What is known of a stream whose client was shut down.
    static var empty: ResponseSnapshot { ResponseSnapshot() }
}
