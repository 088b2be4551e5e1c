import Axonium
import Foundation

func fields(_ completion: ChatCompletion) -> JSONObject {
    [
        "id": JSON(completion.id), "model": JSON(completion.model), "content": JSON(completion.content),
        "reasoning": JSON(completion.reasoning), "finish_reason": JSON(completion.finishReason),
        "tool_calls": fields(completion.toolCalls), "refusal": JSON(completion.refusal),
        "refusal_code": JSON(completion.refusalCode),
        "usage": fields(completion.usage), "meta": fields(completion.meta),
    ]
}

func fields(_ response: Response) -> JSONObject {
    [
        "id": JSON(response.id), "model": JSON(response.model), "status": JSON(response.status),
        "output_text": JSON(response.outputText), "reasoning": JSON(response.reasoning),
        "refusal": JSON(response.refusal), "refusal_code": JSON(response.refusalCode),
        "tool_calls": fields(response.toolCalls),
        "incomplete_reason": JSON(response.incompleteDetails?.reason), "usage": fields(response.usage),
        "meta": fields(response.meta),
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

private func fields(_ usage: Usage?) -> JSON {
    guard let usage else { return .null }
    return [
        "prompt_tokens": JSON(usage.promptTokens), "completion_tokens": JSON(usage.completionTokens),
        "total_tokens": JSON(usage.totalTokens), "cache_read_tokens": JSON(usage.cacheReadTokens),
        "reasoning_tokens": JSON(usage.reasoningTokens), "estimated": .bool(usage.isEstimated),
    ]
}

func fields(_ list: ModelList) -> JSONObject {
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

func fields(_ record: UsageRecord) -> JSONObject {
    [
        "request_id": JSON(record.requestID), "model": JSON(record.model),
        "usage": fields(record.usage),
        "cost_usd": JSON(record.costUSD.map { NSDecimalNumber(decimal: $0).doubleValue }),
        "termination_reason": JSON(record.terminationReason), "interrupted": JSON(record.interrupted),
        "instance_id": JSON(record.instanceID), "created_at": JSON(record.createdAt),
        "meta": fields(record.meta),
    ]
}

func fields(_ circuits: [Circuit]) -> JSONObject {
    let shown: [JSON] = circuits.map { circuit in
        [
            "origin": .string(circuit.origin), "model": .string(circuit.model),
            "state": .string(circuit.state.rawValue), "refused_for_s": JSON(circuit.refusedFor),
        ]
    }
    return ["circuits": .array(shown)]
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
        "route": JSON(meta.route), "sequence_gaps": JSON(meta.sequenceGaps),
        "stripped": JSON(meta.stripped), "fallback_from": JSON(meta.fallbackFrom),
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
