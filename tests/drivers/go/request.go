package main

import (
	"encoding/json"
	"maps"

	"github.com/axonium/axonium-go"
)

// options are a call's options as scenarios write them; how it is to be cancelled is the driver's own.
type options struct {
	IdempotencyKey    string            `json:"idempotency_key"`
	Timeout           *float64          `json:"timeout_s"`
	Instance          string            `json:"instance"`
	ExtraHeaders      map[string]string `json:"extra_headers"`
	ExtraBody         map[string]any    `json:"extra_body"`
	Retry             *retryWire        `json:"retry"`
	Partial           axonium.Partial   `json:"partial"`
	CancelAfterMS     *int              `json:"cancel_after_ms"`
	CancelAfterChunks *int              `json:"cancel_after_chunks"`
}

// chatRequest maps a scenario's request. A field that ChatRequest does not declare goes where users put it.
func chatRequest(fields map[string]json.RawMessage, options *options) (axonium.ChatRequest, error) {
	request := axonium.ChatRequest{
		IdempotencyKey: options.IdempotencyKey, Timeout: duration(options.Timeout), Instance: options.Instance,
		ExtraHeaders: options.ExtraHeaders, Retry: options.Retry.policy(), Partial: options.Partial,
		Extra: maps.Clone(options.ExtraBody),
	}
	declared := map[string]any{
		"model": &request.Model, "messages": &request.Messages, "max_tokens": &request.MaxTokens,
		"temperature": &request.Temperature, "top_p": &request.TopP, "stop": &request.Stop, "tools": &request.Tools,
		"logprobs": &request.Logprobs, "top_logprobs": &request.TopLogprobs,
		"require_parameters": &request.RequireParameters,
	}
	open := map[string]*any{"tool_choice": &request.ToolChoice, "response_format": &request.ResponseFormat}
	for name, value := range fields {
		switch {
		case declared[name] != nil:
			if err := json.Unmarshal(value, declared[name]); err != nil {
				return request, err
			}
		case open[name] != nil:
			*open[name] = marked(value)
		case name == "chat_template_kwargs":
			request.ChatTemplateKwargs, _ = marked(value).(map[string]any)
		case name == "stream_options":
			request.StreamOptions, _ = marked(value).(map[string]any)
		default:
			if request.Extra == nil {
				request.Extra = map[string]any{}
			}
			request.Extra[name] = marked(value)
		}
	}
	return request, nil
}

// marked is a value with what JSON cannot say in the place of its mark.
func marked(raw json.RawMessage) any {
	var value any
	_ = json.Unmarshal(raw, &value) // It was part of a job that parsed.
	return replaceMarks(value)
}

func replaceMarks(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 1 && value["$unserialisable"] == true {
			return make(chan int)
		}
		for name, item := range value {
			value[name] = replaceMarks(item)
		}
	case []any:
		for i, item := range value {
			value[i] = replaceMarks(item)
		}
	}
	return value
}
