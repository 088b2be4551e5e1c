package main

import (
	"context"
	"errors"

	"github.com/axonium/axonium-go"
)

// describe is an error under its canonical names, found the way a program finds them.
func describe(err error) map[string]any {
	if errors.Is(err, context.Canceled) {
		return map[string]any{"name": string(axonium.ErrCancelled)}
	}
	var failure *axonium.Error
	if !errors.As(err, &failure) || !errors.Is(err, failure.Kind) {
		return map[string]any{"name": "not an *axonium.Error", "message": err.Error()}
	}
	value := map[string]any{
		"name": string(failure.Kind), "parents": parents(err, failure.Kind), "status": nonZero(failure.Status),
		"code": orNull(failure.Code), "title": orNull(failure.Title), "detail": orNull(failure.Detail), "hint": orNull(failure.Hint),
		"retryable": failure.Retryable(), "retry_after_s": secondsValue(failure.RetryAfter), "local": failure.Local,
		"request_id": orNull(failure.RequestID), "trace_id": orNull(failure.TraceID), "message": failure.Message,
		"partial_content": orNull(failure.PartialContent), "partial_reasoning": orNull(failure.PartialReasoning),
		"partial_tool_calls": toolCallsValue(failure.PartialToolCalls), "saw_output": failure.SawOutput, "meta": metaValue(&failure.Meta),
	}
	if refusal := failure.Refusal; refusal != nil {
		value["refusal_code"], value["refusal_text"] = refusal.Code, refusal.Text
	}
	if failure.Outputs != nil {
		value["outputs"] = failure.Outputs
	}
	if failure.Reason != nil {
		value["reason"] = failure.Reason.Code
	}
	family(err, value)
	return value
}

// parents are the kinds above this one that errors.Is finds too, nearest first.
func parents(err error, kind axonium.Kind) []string {
	found := []string{}
	for parent := kind.Parent(); parent != ""; parent = parent.Parent() {
		if errors.Is(err, parent) {
			found = append(found, string(parent))
		}
	}
	return found
}

// family adds what only the error's own type knows.
func family(err error, value map[string]any) {
	var (
		oauth         *axonium.OAuthError
		configuration *axonium.ConfigurationError
		invalid       *axonium.InvalidRequestError
		connection    *axonium.ConnectionError
		timeout       *axonium.TimeoutError
		interrupted   *axonium.StreamInterruptedError
	)
	switch {
	case errors.As(err, &oauth):
		value["oauth_error"] = orNull(oauth.Code)
	case errors.As(err, &configuration):
		value["field"] = orNull(configuration.Field)
	case errors.As(err, &invalid):
		value["field"] = orNull(invalid.Field)
	case errors.As(err, &connection):
		value["sent"] = connection.Sent
	case errors.As(err, &timeout):
		value["phase"] = orNull(string(timeout.Phase))
	case errors.As(err, &interrupted):
		value["phase"] = orNull(string(interrupted.Phase))
	}
}

func nonZero(status int) *int {
	if status == 0 {
		return nil
	}
	return &status
}
