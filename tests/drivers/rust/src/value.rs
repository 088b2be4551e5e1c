//! Answers under their canonical names.

use axonium::{
    AttemptRecord, ChatCompletion, ChatStream, CircuitStatus, Meta, Model, ModelList, Parsed, RateLimit, RequestUsage,
    Response, ResponseStream, TokenGrant, ToolCall, Usage,
};
use serde_json::{Value, json};

pub(crate) fn completion(completion: &ChatCompletion) -> Value {
    json!({
        "id": completion.id, "model": completion.model, "content": completion.content(), "reasoning": completion.reasoning(),
        "finish_reason": completion.finish_reason(), "tool_calls": tool_calls(completion.tool_calls()),
        "refusal": completion.refusal(), "refusal_code": completion.refusal_code(), "usage": completion.usage.as_ref().map(usage), "meta": meta(&completion.meta),
        "raw": serde_json::from_slice::<Value>(&completion.raw).unwrap_or_default(),
    })
}

pub(crate) fn circuits(circuits: &[CircuitStatus]) -> Value {
    let shown = circuits.iter().map(|circuit| {
        json!({
            "origin": circuit.origin, "model": circuit.model, "state": circuit.state.name(),
            "refused_for_s": circuit.refused_for.map(|left| left.as_secs_f64()),
        })
    });
    json!({"circuits": shown.collect::<Vec<_>>()})
}

pub(crate) fn stream(stream: &ChatStream, text: &str) -> Value {
    json!({
        "content": stream.content(), "reasoning": stream.reasoning(), "tool_calls": tool_calls(&stream.tool_calls()),
        "refusal_code": stream.refusal_code(), "parsed_partial": stream.parsed_partial(),
        "usage": stream.usage().as_ref().map(usage), "meta": meta(&stream.meta()), "text": text,
    })
}

/// The value of a call whose output was parsed.
pub(crate) fn parsed<A>(answer: &Parsed<A, Value>, shown: impl FnOnce(&A) -> Value) -> Value {
    let mut value = shown(&answer.answer);
    value["parsed"] = answer.parsed.clone().into();
    value
}

/// The JSON that a stream was parsed to, once it has ended.
pub(crate) fn json(text: Option<String>) -> Value {
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

pub(crate) fn response(response: &Response) -> Value {
    json!({
        "id": response.id, "model": response.model, "status": response.status, "output_text": response.output_text(),
        "reasoning": response.reasoning(), "refusal": response.refusal(), "refusal_code": response.refusal_code(), "tool_calls": tool_calls(&response.tool_calls()),
        "incomplete_reason": response.incomplete_details.as_ref().and_then(|details| details.reason.as_deref()),
        "usage": response.usage.as_ref().map(usage), "meta": meta(&response.meta),
        "raw": serde_json::from_slice::<Value>(&response.raw).unwrap_or_default(),
    })
}

pub(crate) fn response_stream(stream: &ResponseStream) -> Value {
    json!({
        "output_text": stream.output_text(), "reasoning": stream.reasoning(), "refusal": stream.refusal(),
        "refusal_code": stream.refusal_code(), "parsed_partial": stream.parsed_partial(), "tool_calls": tool_calls(&stream.tool_calls()),
        "usage": stream.usage().as_ref().map(usage), "meta": meta(&stream.meta()), "saw_output": stream.saw_output(),
    })
}

/// No calls are absent, not an empty list.
fn tool_calls(calls: &[ToolCall]) -> Option<Vec<Value>> {
    let shown = |call: &ToolCall| {
        let function = json!({"name": call.function.name, "arguments": call.function.arguments});
        json!({"id": call.id, "type": call.kind, "function": function})
    };
    (!calls.is_empty()).then(|| calls.iter().map(shown).collect())
}

fn usage(usage: &Usage) -> Value {
    json!({
        "prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens, "total_tokens": usage.total_tokens,
        "cache_read_tokens": usage.cache_read_tokens, "reasoning_tokens": usage.reasoning_tokens, "estimated": usage.estimated,
    })
}

pub(crate) fn models(models: &ModelList) -> Value {
    let shown: Vec<Value> = models.data.iter().map(model).collect();
    json!({"ids": models.ids().collect::<Vec<_>>(), "models": shown, "meta": meta(&models.meta)})
}

fn model(model: &Model) -> Value {
    json!({
        "id": model.id, "owned_by": model.owned_by, "context_length": model.context_length, "family": model.family,
        "quantization": model.quantization, "modality": model.modality, "payload_schema": model.payload_schema,
        "served_by": model.served_by,
    })
}

pub(crate) fn usage_row(row: &RequestUsage) -> Value {
    json!({
        "request_id": row.request_id, "model": row.model, "usage": row.usage.as_ref().map(usage), "cost_usd": row.cost_usd,
        "termination_reason": row.termination_reason, "interrupted": row.interrupted, "instance_id": row.instance_id,
        "created_at": row.created_at, "meta": meta(&row.meta),
    })
}

pub(crate) fn token(token: &TokenGrant) -> Value {
    json!({"scope": token.scope, "meta": meta(&token.meta)})
}

pub(crate) fn meta(meta: &Meta) -> Value {
    json!({
        "request_id": meta.request_id, "trace_id": meta.trace_id, "instance": meta.instance, "instance_id": meta.instance_id,
        "rate_limit": meta.rate_limit.as_ref().map(rate_limit), "ignored_parameters": meta.ignored_parameters,
        "idempotent_replay": meta.idempotent_replay, "idempotent_replay_of": meta.idempotent_replay_of,
        "attempts": meta.attempts, "waited_s": meta.waited_for.as_secs_f64(), "elapsed_s": meta.elapsed.as_secs_f64(),
        "route": meta.route, "sequence_gaps": meta.sequence_gaps, "stripped": meta.stripped, "fallback_from": meta.fallback_from,
        "history": meta.history.iter().map(attempt).collect::<Vec<_>>(),
    })
}

fn attempt(attempt: &AttemptRecord) -> Value {
    json!({
        "route": attempt.route, "status": attempt.status, "kind": attempt.kind, "request_id": attempt.request_id,
        "waited_before_s": attempt.waited_before.as_secs_f64(), "duration_s": attempt.duration.as_secs_f64(),
        "reason": attempt.reason,
    })
}

fn rate_limit(limit: &RateLimit) -> Value {
    json!({
        "scope": limit.scope, "limit_requests": limit.limit_requests, "remaining_requests": limit.remaining_requests,
        "reset_requests": limit.reset_requests, "limit_tokens": limit.limit_tokens, "remaining_tokens": limit.remaining_tokens,
        "reset_tokens": limit.reset_tokens,
    })
}
