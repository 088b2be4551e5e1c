import Axonium

/// A job's chat request in the package's types, and what those have no name for, to go into `extraBody`.
func chatRequest(_ request: JSON, _ extraBody: JSON?) -> (ChatRequest, JSONObject?) {
    var fields = request.object
    func take(_ name: String) -> JSON? { fields.removeValue(forKey: name)?.unlessNull }
    let typed = ChatRequest(
        model: take("model")?.stringValue ?? "",
        messages: take("messages")?.array.map(Message.init) ?? [],
        maxTokens: take("max_tokens")?.int,
        temperature: take("temperature")?.double,
        topP: take("top_p")?.double,
        stop: take("stop").map { stop in
            stop.stringValue.map { [$0] } ?? stop.array.compactMap(\.stringValue)
        },
        tools: take("tools")?.array.map(Tool.init(json:)),
        toolChoice: take("tool_choice").map(ToolChoice.other),
        responseFormat: take("response_format").map(ResponseFormat.other),
        logprobs: take("logprobs")?.bool,
        topLogprobs: take("top_logprobs")?.int,
        seed: take("seed")?.int,
        presencePenalty: take("presence_penalty")?.double,
        frequencyPenalty: take("frequency_penalty")?.double,
        n: take("n")?.int,
        user: take("user")?.stringValue,
        parallelToolCalls: take("parallel_tool_calls")?.bool,
        requireParameters: take("require_parameters")?.bool,
        chatTemplateKwargs: take("chat_template_kwargs")?.fields,
        streamOptions: take("stream_options")?.fields
    )
    let extra = fields.merging(extraBody?.object ?? [:]) { _, given in given }
    return (typed, extra.isEmpty ? nil : JSONObject(extra.map { ($0.key, $0.value) }))
}

extension Message {
    init(_ message: JSON) {
        var fields = message.object
        func take(_ name: String) -> JSON? { fields.removeValue(forKey: name)?.unlessNull }
        self.init(
            role: Role(rawValue: take("role")?.stringValue ?? ""),
            content: take("content").map(Content.init),
            name: take("name")?.stringValue,
            toolCalls: take("tool_calls")?.array.map(ToolCall.init),
            toolCallID: take("tool_call_id")?.stringValue,
            extraFields: JSONObject(fields.map { ($0.key, $0.value) })
        )
    }
}

extension Message.Content {
    init(_ content: JSON) {
        if let text = content.stringValue {
            self = .text(text)
        } else {
            self = .parts(
                content.array.map { part in .other(part.fields) })
        }
    }
}

extension ToolCall {
    init(_ call: JSON) {
        let function = call["function"] ?? [:]
        self.init(
            id: call["id"]?.stringValue, type: call["type"]?.stringValue,
            function: Function(
                name: function["name"]?.stringValue, arguments: function["arguments"]?.stringValue ?? ""))
    }
}
