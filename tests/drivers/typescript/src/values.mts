/** Answers under their canonical names. What is undefined is left out of the JSON. */
import type {
  ChatCompletion,
  ChatCompletionStream,
  Circuit,
  Meta,
  ModelList,
  Response,
  ResponseConnection,
  ResponseStream,
  TokenInfo,
  ToolCall,
  Usage,
  UsageRecord,
} from "axonium";

/** A chat answer. */
export function completionValue(completion: ChatCompletion) {
  return {
    id: completion.id,
    model: completion.model,
    content: completion.content,
    reasoning: completion.reasoning,
    finish_reason: completion.finishReason,
    tool_calls: toolCallsValue(completion.toolCalls),
    refusal: completion.refusal,
    refusal_code: completion.refusalCode,
    usage: usageValue(completion.usage),
    meta: metaValue(completion.meta),
    raw: completion.raw,
  };
}

/** A chat stream that did not come to its end, by what it shows. */
export function brokenStreamValue(stream: ChatCompletionStream): object {
  return {
    content: stream.content,
    reasoning: stream.reasoning,
    refusal_code: stream.refusalCode,
    tool_calls: toolCallsValue(stream.toolCalls),
    usage: usageValue(stream.usage),
    meta: metaValue(stream.meta),
  };
}

/** A response. */
export function responseValue(response: Response) {
  return {
    id: response.id,
    model: response.model,
    status: response.status,
    output_text: response.outputText,
    reasoning: response.reasoning,
    refusal: response.refusal,
    refusal_code: response.refusalCode,
    tool_calls: toolCallsValue(response.toolCalls),
    incomplete_reason: response.incompleteDetails?.reason,
    usage: usageValue(response.usage),
    meta: metaValue(response.meta),
    raw: response.raw,
  };
}

/** A response stream that did not come to its end, by what it shows. */
export function brokenResponseValue(stream: ResponseStream): object {
  return {
    output_text: stream.outputText,
    reasoning: stream.reasoning,
    refusal: stream.refusal,
    refusal_code: stream.refusalCode,
    tool_calls: toolCallsValue(stream.toolCalls),
    usage: usageValue(stream.usage),
    meta: metaValue(stream.meta),
  };
}

/** A kept connection, by how opening it went. */
export function connectionValue(connection: ResponseConnection): object {
  return { meta: metaValue(connection.meta) };
}

/** A catalogue. */
export function modelsValue(models: ModelList): object {
  return {
    ids: models.ids,
    models: models.data.map((model) => ({
      id: model.id,
      owned_by: model.ownedBy,
      context_length: model.contextLength,
      family: model.family,
      quantization: model.quantization,
      modality: model.modality,
      payload_schema: model.payloadSchema,
      served_by: model.servedBy,
    })),
    meta: metaValue(models.meta),
  };
}

/** A usage record. */
export function usageRecordValue(record: UsageRecord): object {
  return {
    request_id: record.requestId,
    model: record.model,
    usage: usageValue(record.usage),
    cost_usd: record.costUsd,
    termination_reason: record.terminationReason,
    interrupted: record.interrupted,
    instance_id: record.instanceId,
    created_at: record.createdAt,
    meta: metaValue(record.meta),
  };
}

/** Circuit breakers. */
export function circuitsValue(circuits: readonly Circuit[]): object {
  return {
    circuits: circuits.map(({ origin, model, state, refusedForMs }) => ({
      origin,
      model,
      state,
      refused_for_s: refusedForMs === undefined ? undefined : refusedForMs / 1000,
    })),
  };
}

/** What is known of a token. */
export function tokenValue(token: TokenInfo): object {
  return { scope: token.scope, meta: metaValue(token.meta) };
}

/** How a call went. */
export function metaValue(meta: Meta): object {
  const limit = meta.rateLimit;
  return {
    request_id: meta.requestId,
    trace_id: meta.traceId,
    instance: meta.instance,
    instance_id: meta.instanceId,
    rate_limit: limit && {
      scope: limit.scope,
      limit_requests: limit.limitRequests,
      remaining_requests: limit.remainingRequests,
      reset_requests: limit.resetRequests,
      limit_tokens: limit.limitTokens,
      remaining_tokens: limit.remainingTokens,
      reset_tokens: limit.resetTokens,
    },
    ignored_parameters: meta.ignoredParameters,
    idempotent_replay: meta.idempotentReplay,
    idempotent_replay_of: meta.idempotentReplayOf,
    attempts: meta.attempts,
    waited_s: meta.waitedMs / 1000,
    elapsed_s: meta.elapsedMs / 1000,
    route: meta.route,
    sequence_gaps: meta.sequenceGaps,
    stripped: meta.stripped,
    fallback_from: meta.fallbackFrom,
    history: meta.history.map((attempt) => ({
      route: attempt.route,
      status: attempt.status,
      kind: attempt.kind,
      request_id: attempt.requestId,
      waited_before_s: attempt.waitedBeforeMs / 1000,
      duration_s: attempt.durationMs / 1000,
      reason: attempt.reason,
    })),
  };
}

/** Tool calls; none are absent, not an empty list. */
export function toolCallsValue(calls: readonly ToolCall[] | undefined): object[] | undefined {
  return calls?.length ? calls.map(({ id, type, function: called }) => ({ id, type, function: called })) : undefined;
}

/** JSON text, with bigints as the numbers they are. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (_, member) => (typeof member === "bigint" ? `#bigint:${member}#` : member));
  return text.replace(/"#bigint:(-?\d+)#"/g, "$1");
}

function usageValue(usage: Usage | undefined): object | undefined {
  return (
    usage && {
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      total_tokens: usage.totalTokens,
      cache_read_tokens: usage.cacheReadTokens,
      reasoning_tokens: usage.reasoningTokens,
      estimated: usage.estimated,
    }
  );
}
