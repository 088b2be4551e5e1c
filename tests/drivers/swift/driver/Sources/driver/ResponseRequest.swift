import Axonium

/// A job's request in the package's types, and what those have no name for, to go into `extraBody`.
func responseRequest(_ request: JSON, _ extraBody: JSON?) -> (ResponseRequest, JSONObject?) {
    var fields = request.object
    func take(_ name: String) -> JSON? { fields.removeValue(forKey: name)?.unlessNull }
    let typed = ResponseRequest(
        model: take("model")?.stringValue ?? "",
        input: take("input").map(ResponseInput.init),
        instructions: take("instructions")?.stringValue,
        maxOutputTokens: take("max_output_tokens")?.int,
        temperature: take("temperature")?.double,
        topP: take("top_p")?.double,
        tools: take("tools")?.array.map(ResponseTool.init(json:)),
        toolChoice: take("tool_choice").map(ResponseToolChoice.other),
        parallelToolCalls: take("parallel_tool_calls")?.bool,
        text: take("text")?.fields,
        reasoning: take("reasoning")?.fields,
        include: take("include")?.array.compactMap(\.stringValue),
        truncation: take("truncation")?.stringValue,
        store: take("store")?.bool,
        previousResponseID: take("previous_response_id")?.stringValue,
        conversation: take("conversation").flatMap { $0.stringValue ?? $0["id"]?.stringValue },
        background: take("background")?.bool,
        metadata: take("metadata")?.object.compactMapValues(\.stringValue),
        user: take("user")?.stringValue
    )
    let extra = fields.merging(extraBody?.object ?? [:]) { _, given in given }
    return (typed, extra.isEmpty ? nil : JSONObject(extra.map { ($0.key, $0.value) }))
}

extension ResponseInput {
    init(_ input: JSON) {
        self = input.stringValue.map(ResponseInput.text) ?? .items(input.array.map(ResponseItem.init(json:)))
    }
}
