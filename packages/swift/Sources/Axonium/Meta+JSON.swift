/// The form of a meta in the JSON of an error; see bindings/engine.
extension Meta: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.put("request_id", requestID)
        object.put("trace_id", traceID)
        object.put("instance", instance)
        object.put("instance_id", instanceID)
        object.put("rate_limit", rateLimit)
        object.put("ignored_parameters", ignoredParameters)
        object.put("idempotent_replay", idempotentReplay)
        object.put("idempotent_replay_of", idempotentReplayOf)
        object.put("attempts", attempts)
        object.put("waited_s", waitedFor)
        object.put("elapsed_s", elapsed)
        object.put("route", route)
        object.put("fallback_from", fallbackFrom)
        object.put("sequence_gaps", sequenceGaps)
        object.put("stripped", stripped)
        object.put("history", history)
        return .object(object)
    }
}

extension Meta.Attempt: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.put("route", route)
        object.put("status", status)
        object.put("kind", kind?.rawValue)
        object.put("request_id", requestID)
        object.put("waited_before_s", waitedBefore)
        object.put("duration_s", duration)
        object.put("reason", reason)
        return .object(object)
    }
}

extension RateLimit: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.put("scope", scope)
        object.put("limit_requests", limitRequests)
        object.put("remaining_requests", remainingRequests)
        object.put("reset_requests", resetRequests)
        object.put("limit_tokens", limitTokens)
        object.put("remaining_tokens", remainingTokens)
        object.put("reset_tokens", resetTokens)
        return .object(object)
    }
}

extension Usage: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.put("prompt_tokens", promptTokens)
        object.put("completion_tokens", completionTokens)
        object.put("total_tokens", totalTokens)
        object.put("cache_read_tokens", cacheReadTokens)
        object.put("reasoning_tokens", reasoningTokens)
        object.put("estimated", isEstimated)
        return .object(object)
    }
}
