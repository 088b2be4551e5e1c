import Axonium
import Foundation

/// What a call came to.
enum Outcome: Sendable {
    case chat(ChatCompletion)
    case models(ModelList)
    case usage(UsageRecord)
    case token(TokenGrant)
    case stream(ChatCompletion, text: String, chunks: Int)
    case brokenStream(any Error, ChatCompletion, text: String, chunks: Int)
    case error(any Error)

    /// The result under the names that all drivers share; see ../README.md.
    func json(_ answer: inout Answer) -> JSON {
        switch self {
        case .chat(let completion):
            var value = fields(completion)
            value["raw"] = answer.place(completion.raw)
            return ["outcome": "ok", "value": .object(value)]
        case .models(let list): return ["outcome": "ok", "value": fields(list)]
        case .usage(let record): return ["outcome": "ok", "value": fields(record)]
        case .token(let grant):
            return ["outcome": "ok", "value": ["scope": JSON(grant.scope), "meta": fields(grant.meta)]]
        case .stream(let completion, let text, let chunks):
            return ["outcome": "stream", "value": fields(completion, text), "chunks": JSON(chunks)]
        case .brokenStream(let error, let completion, let text, let chunks):
            return [
                "outcome": "stream_error", "error": fields(error), "value": partialFields(completion, text),
                "chunks": JSON(chunks),
            ]
        case .error(let error): return ["outcome": "error", "error": fields(error)]
        }
    }
}

private func fields(_ completion: ChatCompletion, _ text: String) -> JSON {
    var value = fields(completion)
    value["text"] = .string(text)
    return .object(value)
}

/// What a broken stream has come to: what only a final answer says is left out, as all drivers do.
private func partialFields(_ completion: ChatCompletion, _ text: String) -> JSON {
    var value = fields(completion)
    for key in ["id", "model", "finish_reason", "refusal"] { value[key] = .null }
    value["text"] = .string(text)
    return .object(value)
}

private func fields(_ completion: ChatCompletion) -> JSONObject {
    [
        "id": JSON(completion.id), "model": JSON(completion.model), "content": JSON(completion.content),
        "reasoning": JSON(completion.reasoning), "finish_reason": JSON(completion.finishReason),
        "tool_calls": fields(completion.toolCalls), "refusal": JSON(completion.refusal),
        "usage": fields(completion.usage), "meta": fields(completion.meta),
    ]
}

/// No calls are written as nothing, as all drivers do.
func fields(_ calls: [ToolCall]) -> JSON {
    guard !calls.isEmpty else { return .null }
    return .array(
        calls.map { call in
            [
                "id": JSON(call.id), "type": JSON(call.type),
                "function": [
                    "name": JSON(call.function.name), "arguments": .string(call.function.arguments),
                ],
            ]
        })
}

func fields(_ usage: Usage?) -> JSON {
    guard let usage else { return .null }
    return [
        "prompt_tokens": JSON(usage.promptTokens), "completion_tokens": JSON(usage.completionTokens),
        "total_tokens": JSON(usage.totalTokens), "cache_read_tokens": JSON(usage.cacheReadTokens),
        "estimated": .bool(usage.isEstimated),
    ]
}

private func fields(_ list: ModelList) -> JSON {
    let models: [JSON] = list.map { model in
        [
            "id": .string(model.id), "owned_by": JSON(model.ownedBy),
            "context_length": JSON(model.contextLength),
            "family": JSON(model.family), "quantization": JSON(model.quantization),
            "modality": JSON(model.modality),
            "payload_schema": model.payloadSchema ?? .null, "served_by": model.servedBy ?? .null,
        ]
    }
    return ["ids": JSON(list.map(\.id)), "models": .array(models), "meta": fields(list.meta)]
}

private func fields(_ record: UsageRecord) -> JSON {
    [
        "request_id": JSON(record.requestID), "model": JSON(record.model),
        "usage": fields(record.usage),
        "cost_usd": JSON(record.costUSD.map { NSDecimalNumber(decimal: $0).doubleValue }),
        "termination_reason": JSON(record.terminationReason), "interrupted": JSON(record.interrupted),
        "instance_id": JSON(record.instanceID), "created_at": JSON(record.createdAt),
        "meta": fields(record.meta),
    ]
}

func fields(_ meta: Meta) -> JSON {
    [
        "request_id": JSON(meta.requestID), "trace_id": JSON(meta.traceID),
        "instance": JSON(meta.instance),
        "instance_id": JSON(meta.instanceID), "rate_limit": fields(meta.rateLimit),
        "ignored_parameters": JSON(meta.ignoredParameters),
        "idempotent_replay": .bool(meta.idempotentReplay),
        "idempotent_replay_of": JSON(meta.idempotentReplayOf), "attempts": JSON(meta.attempts),
        "waited_s": .number(meta.waitedFor), "elapsed_s": .number(meta.elapsed),
        "route": JSON(meta.route),
        "history": .array(meta.history.map(fields)),
    ]
}

private func fields(_ attempt: Meta.Attempt) -> JSON {
    [
        "route": JSON(attempt.route), "status": JSON(attempt.status),
        "kind": JSON(attempt.kind?.rawValue),
        "request_id": JSON(attempt.requestID), "waited_before_s": .number(attempt.waitedBefore),
        "duration_s": .number(attempt.duration), "reason": JSON(attempt.reason),
    ]
}

private func fields(_ limit: RateLimit?) -> JSON {
    guard let limit else { return .null }
    return [
        "scope": JSON(limit.scope), "limit_requests": JSON(limit.limitRequests),
        "remaining_requests": JSON(limit.remainingRequests),
        "reset_requests": JSON(limit.resetRequests),
        "limit_tokens": JSON(limit.limitTokens), "remaining_tokens": JSON(limit.remainingTokens),
        "reset_tokens": JSON(limit.resetTokens),
    ]
}
