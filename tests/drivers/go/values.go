package main

import (
	"time"

	"github.com/axonium/axonium-go"
)

// Answers under their canonical names; what is absent is null.

func completionValue(completion *axonium.Completion) map[string]any {
	value := map[string]any{
		"id": orNull(completion.ID), "model": orNull(completion.Model),
		"finish_reason": orNull(completion.FinishReason()), "tool_calls": toolCallsValue(completion.ToolCalls()),
		"refusal_code": orNull(completion.RefusalCode()), "parsed": completion.Parsed,
		"usage": completion.Usage, "meta": metaValue(&completion.Meta), "raw": completion.Raw,
	}
	if len(completion.Choices) > 0 {
		message := completion.Choices[0].Message
		value["content"], value["reasoning"], value["refusal"] = message.Content, message.Reasoning, message.Refusal
	}
	return value
}

// brokenValue is what a stream shows that did not come to its end.
func brokenValue(stream *axonium.Stream) map[string]any {
	meta := stream.Meta()
	return map[string]any{
		"content": stream.Content(), "reasoning": orNull(stream.Reasoning()),
		"refusal_code": orNull(stream.RefusalCode()), "tool_calls": toolCallsValue(stream.ToolCalls()), "usage": stream.Usage(),
		"meta": metaValue(&meta),
	}
}

func toolCallsValue(calls []axonium.ToolCall) any {
	if len(calls) == 0 {
		return nil
	}
	values := make([]map[string]any, 0, len(calls))
	for _, call := range calls {
		values = append(values, map[string]any{
			"id": orNull(call.ID), "type": orNull(call.Type),
			"function": map[string]any{"name": call.Function.Name, "arguments": call.Function.Arguments},
		})
	}
	return values
}

func modelsValue(list *axonium.ModelList) map[string]any {
	ids, models := []string{}, []map[string]any{}
	for _, model := range list.Models {
		ids = append(ids, model.ID)
		models = append(models, map[string]any{
			"id": model.ID, "owned_by": orNull(model.OwnedBy), "context_length": model.ContextLength,
			"family": orNull(model.Family), "quantization": orNull(model.Quantization), "modality": orNull(model.Modality),
			"payload_schema": model.PayloadSchema, "served_by": model.ServedBy,
		})
	}
	return map[string]any{"ids": ids, "models": models, "meta": metaValue(&list.Meta)}
}

func usageValue(record *axonium.UsageRecord) map[string]any {
	return map[string]any{
		"request_id": orNull(record.RequestID), "model": orNull(record.Model), "usage": record.Usage,
		"cost_usd": record.CostUSD, "termination_reason": orNull(record.TerminationReason),
		"interrupted": record.Interrupted, "instance_id": orNull(record.InstanceID),
		"created_at": orNull(record.CreatedAt), "meta": metaValue(&record.Meta),
	}
}

func tokenValue(token *axonium.Token) map[string]any {
	return map[string]any{"scope": orNull(token.Scope), "meta": metaValue(&token.Meta)}
}

func circuitsValue(circuits *[]axonium.Circuit) map[string]any {
	values := []map[string]any{}
	for _, circuit := range *circuits {
		values = append(values, map[string]any{
			"origin": circuit.Origin, "model": circuit.Model, "state": string(circuit.State),
			"refused_for_s": secondsValue(circuit.RefusedFor),
		})
	}
	return map[string]any{"circuits": values}
}

func metaValue(meta *axonium.Meta) map[string]any {
	history := []map[string]any{}
	for _, attempt := range meta.History {
		history = append(history, map[string]any{
			"route": orNull(attempt.Route), "status": attempt.Status, "kind": orNull(string(attempt.Kind)),
			"request_id": orNull(attempt.RequestID), "waited_before_s": attempt.WaitedBefore.Seconds(),
			"duration_s": attempt.Duration.Seconds(), "reason": orNull(attempt.Reason),
		})
	}
	return map[string]any{
		"request_id": orNull(meta.RequestID), "trace_id": orNull(meta.TraceID), "instance": orNull(meta.Instance),
		"instance_id": orNull(meta.InstanceID), "rate_limit": meta.RateLimit,
		"ignored_parameters": meta.IgnoredParameters, "idempotent_replay": meta.IdempotentReplay,
		"idempotent_replay_of": orNull(meta.IdempotentReplayOf), "attempts": meta.Attempts,
		"waited_s": meta.WaitedFor.Seconds(), "elapsed_s": meta.Elapsed.Seconds(), "route": orNull(meta.Route),
		"sequence_gaps": meta.SequenceGaps, "stripped": orNull(meta.Stripped), "fallback_from": orNull(meta.FallbackFrom),
		"history": history,
	}
}

func secondsValue(duration *time.Duration) *float64 {
	if duration == nil {
		return nil
	}
	return axonium.Ptr(duration.Seconds())
}

// orNull is null for a text that is not there.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
