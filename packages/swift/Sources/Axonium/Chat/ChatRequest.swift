/// What a model is asked. Unset fields are not sent. A field this version has no name for goes into `extraBody` of the call.
public struct ChatRequest: Sendable, Hashable {
    /// An id of ``AxoniumClient/models()``.
    public var model: String
    public var messages: [Message]
    /// The longest answer, in tokens.
    public var maxTokens: Int?
    /// 0 to 2.
    public var temperature: Double?
    /// Above 0, up to 1.
    public var topP: Double?
    /// Texts that end the answer.
    public var stop: [String]?
    public var tools: [Tool]?
    public var toolChoice: ToolChoice?
    public var responseFormat: ResponseFormat?
    /// Whether the answer tells the probability of each token.
    public var logprobs: Bool?
    /// 0 to 20 alternatives of each token; needs `logprobs`.
    public var topLogprobs: Int?
    public var seed: Int?
    public var presencePenalty: Double?
    public var frequencyPenalty: Double?
    /// How many answers.
    public var n: Int?
    public var user: String?
    public var parallelToolCalls: Bool?
    /// Whether the gateway refuses fields it would otherwise ignore.
    public var requireParameters: Bool?
    /// Values for the model's chat template.
    public var chatTemplateKwargs: JSONObject?
    /// Options of a stream, for example `["include_usage": true]`.
    public var streamOptions: JSONObject?

    public init(
        model: String, messages: [Message], maxTokens: Int? = nil, temperature: Double? = nil, topP: Double? = nil,
        stop: [String]? = nil, tools: [Tool]? = nil, toolChoice: ToolChoice? = nil,
        responseFormat: ResponseFormat? = nil, logprobs: Bool? = nil, topLogprobs: Int? = nil, seed: Int? = nil,
        presencePenalty: Double? = nil, frequencyPenalty: Double? = nil, n: Int? = nil, user: String? = nil,
        parallelToolCalls: Bool? = nil, requireParameters: Bool? = nil, chatTemplateKwargs: JSONObject? = nil,
        streamOptions: JSONObject? = nil
    ) {
        self.model = model
        self.messages = messages
        self.maxTokens = maxTokens
        self.temperature = temperature
        self.topP = topP
        self.stop = stop
        self.tools = tools
        self.toolChoice = toolChoice
        self.responseFormat = responseFormat
        self.logprobs = logprobs
        self.topLogprobs = topLogprobs
        self.seed = seed
        self.presencePenalty = presencePenalty
        self.frequencyPenalty = frequencyPenalty
        self.n = n
        self.user = user
        self.parallelToolCalls = parallelToolCalls
        self.requireParameters = requireParameters
        self.chatTemplateKwargs = chatTemplateKwargs
        self.streamOptions = streamOptions
    }
}

extension ChatRequest: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("model", model)
        object.set("messages", messages)
        object.set("max_tokens", maxTokens)
        object.set("temperature", temperature)
        object.set("top_p", topP)
        object.set("stop", stop)
        object.set("tools", tools)
        object.set("tool_choice", toolChoice)
        object.set("response_format", responseFormat)
        object.set("logprobs", logprobs)
        object.set("top_logprobs", topLogprobs)
        object.set("seed", seed)
        object.set("presence_penalty", presencePenalty)
        object.set("frequency_penalty", frequencyPenalty)
        object.set("n", n)
        object.set("user", user)
        object.set("parallel_tool_calls", parallelToolCalls)
        object.set("require_parameters", requireParameters)
        object.set("chat_template_kwargs", chatTemplateKwargs)
        object.set("stream_options", streamOptions)
        return .object(object)
    }
}
