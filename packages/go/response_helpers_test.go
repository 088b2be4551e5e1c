package axonium_test

import (
	"strings"
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func respond(text string) axonium.ResponseRequest {
	return axonium.ResponseRequest{Model: "qwen3-0.6b", Input: axonium.TextInput(text)}
}

// object is a JSON object.
type object = map[string]any

var created = object{"type": "response.created", "response": object{"id": "resp_1", "status": "in_progress", "model": "m", "output": []any{}}}

func delta(text string) object {
	return object{"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0, "content_index": 0, "delta": text}
}

// completed is the terminal event of a response that said this.
func completed(text string) object {
	message := object{
		"type": "message", "id": "msg_1", "status": "completed", "role": "assistant",
		"content": []any{object{"type": "output_text", "text": text, "annotations": []any{}}},
	}
	return object{"type": "response.completed", "response": object{
		"id": "resp_1", "status": "completed", "model": "m", "output": []any{message},
		"usage": object{
			"input_tokens": 3, "output_tokens": 2, "total_tokens": 5,
			"output_tokens_details": object{"reasoning_tokens": 1}, "input_tokens_details": object{"cached_tokens": 2},
		},
	}}
}

// said are the events of a response that says these words, one after the other.
func said(words ...string) []object {
	events := []object{created}
	for _, word := range words {
		events = append(events, delta(word))
	}
	return append(events, completed(strings.Join(words, "")))
}

// over is a step that sends these events by a transport, and then, if it is told so, stays silent.
func over(transport axonium.Transport, events []object, silent bool) axoniumtest.Step {
	var step axoniumtest.Step
	if transport == axonium.TransportSSE {
		for _, event := range events {
			step.SSE = append(step.SSE, axoniumtest.Event{Data: event})
		}
		step.Hang = silent
		return step
	}
	for _, event := range events {
		step.WebSocket = append(step.WebSocket, axoniumtest.Frame{JSON: event})
	}
	if silent {
		step.WebSocket = append(step.WebSocket, axoniumtest.Frame{Hang: true})
	}
	return step
}

// overBoth runs a test once for each transport.
func overBoth(t *testing.T, test func(t *testing.T, transport axonium.Transport)) {
	for _, transport := range []axonium.Transport{axonium.TransportSSE, axonium.TransportWebSocket} {
		t.Run(string(transport), func(t *testing.T) { test(t, transport) })
	}
}
