/// What a model is asked through the Responses API. Unset fields are not sent. A field this version has no name for goes
/// into `extraBody` of the call.
///
/// ```swift
/// ResponseRequest(model: "qwen3-0.6b", input: "Summarise order 4417.", instructions: "Answer in one sentence.")
/// ```
public struct ResponseRequest: Sendable, Hashable {
    /// An id of ``AxoniumClient/models(timeout:retry:)``.
    public var model: String
    /// A text, or the items of a conversation; nil where the server goes on from what it keeps.
    public var input: ResponseInput?
    /// What the model is told before the input.
    public var instructions: String?
    /// The longest output, in tokens, reasoning included.
    public var maxOutputTokens: Int?
    /// 0 to 2.
    public var temperature: Double?
    /// Above 0, up to 1.
    public var topP: Double?
    public var tools: [ResponseTool]?
    public var toolChoice: ResponseToolChoice?
    public var parallelToolCalls: Bool?
    /// The form of the text, for example `["format": ["type": "json_object"], "verbosity": "low"]`.
    public var text: JSONObject?
    /// How the model thinks, for example `["effort": "low", "summary": "auto"]`.
    public var reasoning: JSONObject?
    /// What else the response is to hold, for example `reasoning.encrypted_content`.
    public var include: [String]?
    /// What the server does with an input that is too long: `auto` or `disabled`.
    public var truncation: String?
    /// Whether the server keeps the response. A stored one is bound to its route.
    public var store: Bool?
    /// The response that this one goes on from. Binds the request to its route.
    public var previousResponseID: String?
    /// The id of a conversation kept by the server. Binds the request to its route.
    public var conversation: String?
    /// Whether the server answers at once and goes on by itself. Not over a WebSocket.
    public var background: Bool?
    /// The caller's own notes, kept with the response.
    public var metadata: [String: String]?
    public var user: String?

    public init(
        model: String, input: ResponseInput? = nil, instructions: String? = nil, maxOutputTokens: Int? = nil,
        temperature: Double? = nil, topP: Double? = nil, tools: [ResponseTool]? = nil,
        toolChoice: ResponseToolChoice? = nil, parallelToolCalls: Bool? = nil, text: JSONObject? = nil,
        reasoning: JSONObject? = nil, include: [String]? = nil, truncation: String? = nil, store: Bool? = nil,
        previousResponseID: String? = nil, conversation: String? = nil, background: Bool? = nil,
        metadata: [String: String]? = nil, user: String? = nil
    ) {
        self.model = model
        self.input = input
        self.instructions = instructions
        self.maxOutputTokens = maxOutputTokens
        self.temperature = temperature
        self.topP = topP
        self.tools = tools
        self.toolChoice = toolChoice
        self.parallelToolCalls = parallelToolCalls
        self.text = text
        self.reasoning = reasoning
        self.include = include
        self.truncation = truncation
        self.store = store
        self.previousResponseID = previousResponseID
        self.conversation = conversation
        self.background = background
        self.metadata = metadata
        self.user = user
    }
}

extension ResponseRequest: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("model", model)
        object.set("input", input)
        object.set("instructions", instructions)
        object.set("max_output_tokens", maxOutputTokens)
        object.set("temperature", temperature)
        object.set("top_p", topP)
        object.set("tools", tools)
        object.set("tool_choice", toolChoice)
        object.set("parallel_tool_calls", parallelToolCalls)
        object.set("text", text)
        object.set("reasoning", reasoning)
        object.set("include", include)
        object.set("truncation", truncation)
        object.set("store", store)
        object.set("previous_response_id", previousResponseID)
        object.set("conversation", conversation)
        object.set("background", background)
        object.set("metadata", metadata)
        object.set("user", user)
        return .object(object)
    }
}
