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
	Routes            []routeWire       `json:"routes"`
	Transport         axonium.Transport `json:"transport"`
	Connection        bool              `json:"connection"`
	Deadline          *float64          `json:"deadline_unix_s"`
	Parse             *parseWire        `json:"parse"`
	OnTimeout         axonium.OnTimeout `json:"on_timeout"`
	Fallback          []fallbackWire    `json:"fallback"`
	MayBillTwice      *bool             `json:"may_bill_twice"`
	Resume            axonium.Resume    `json:"resume"`
	RetryClean        *bool             `json:"retry_clean"`
	CancelAfterMS     *int              `json:"cancel_after_ms"`
	CancelAfterChunks *int              `json:"cancel_after_chunks"`
}

// parseWire is what an answer is to be; its schema is a plain JSON Schema.
type parseWire struct {
	Schema     json.RawMessage `json:"schema"`
	Name       string          `json:"name"`
	Lenient    bool            `json:"lenient"`
	MaxRepairs *int            `json:"max_repairs"`
	SendSchema *bool           `json:"send_schema"`
}

func (w *parseWire) options() *axonium.ParseOptions {
	if w == nil {
		return nil
	}
	options := axonium.ParseOptions{Name: w.Name, Lenient: w.Lenient, MaxRepairs: w.MaxRepairs, SendSchema: w.SendSchema}
	if w.Schema != nil {
		options.Schema = w.Schema
	}
	return &options
}

// chatRequest maps a scenario's request. A field that ChatRequest does not declare goes where users put it.
func chatRequest(fields map[string]json.RawMessage, options *options) (axonium.ChatRequest, error) {
	request := axonium.ChatRequest{
		IdempotencyKey: options.IdempotencyKey, Timeout: duration(options.Timeout), Instance: options.Instance,
		ExtraHeaders: options.ExtraHeaders, Retry: options.Retry.policy(), Partial: options.Partial,
		Routes: routes(options.Routes), Extra: maps.Clone(options.ExtraBody),
		Deadline: moment(options.Deadline), Parse: options.Parse.options(), OnTimeout: options.OnTimeout,
		Fallback: fallback(options.Fallback), MayBillTwice: options.MayBillTwice, Resume: options.Resume,
		RetryClean: options.RetryClean,
	}
	declared := map[string]any{
		"model": &request.Model, "messages": &request.Messages, "max_tokens": &request.MaxTokens,
		"temperature": &request.Temperature, "top_p": &request.TopP, "stop": &request.Stop, "tools": &request.Tools,
		"logprobs": &request.Logprobs, "top_logprobs": &request.TopLogprobs,
		"require_parameters": &request.RequireParameters,
	}
	var kwargs, streamOptions any
	open := map[string]*any{
		"tool_choice": &request.ToolChoice, "response_format": &request.ResponseFormat,
		"chat_template_kwargs": &kwargs, "stream_options": &streamOptions,
	}
	err := fill(fields, declared, open, &request.Extra)
	request.ChatTemplateKwargs, _ = kwargs.(map[string]any)
	request.StreamOptions, _ = streamOptions.(map[string]any)
	return request, err
}

// responseRequest maps a scenario's request for a response.
func responseRequest(fields map[string]json.RawMessage, options *options) (axonium.ResponseRequest, error) {
	request := axonium.ResponseRequest{
		IdempotencyKey: options.IdempotencyKey, Timeout: duration(options.Timeout), Instance: options.Instance,
		ExtraHeaders: options.ExtraHeaders, Retry: options.Retry.policy(), Partial: options.Partial,
		Routes: routes(options.Routes), Transport: options.Transport, Extra: maps.Clone(options.ExtraBody),
		Deadline: moment(options.Deadline), Parse: options.Parse.options(), OnTimeout: options.OnTimeout,
		Fallback: fallback(options.Fallback), MayBillTwice: options.MayBillTwice, Resume: options.Resume,
		RetryClean: options.RetryClean,
	}
	var input json.RawMessage
	var tools []json.RawMessage
	declared := map[string]any{
		"model": &request.Model, "input": &input, "instructions": &request.Instructions,
		"max_output_tokens": &request.MaxOutputTokens, "temperature": &request.Temperature, "top_p": &request.TopP,
		"tools": &tools, "store": &request.Store, "previous_response_id": &request.PreviousResponseID,
		"background": &request.Background, "parallel_tool_calls": &request.ParallelToolCalls,
		"truncation": &request.Truncation, "include": &request.Include, "metadata": &request.Metadata,
		"user": &request.User,
	}
	open := map[string]*any{
		"tool_choice": &request.ToolChoice, "text": &request.Text, "reasoning": &request.Reasoning,
		"conversation": &request.Conversation,
	}
	err := fill(fields, declared, open, &request.Extra)
	request.Input = responseInput(input)
	for _, tool := range tools {
		request.Tools = append(request.Tools, axonium.JSONTool(tool))
	}
	return request, err
}

// responseInput is nil for input that is not there.
func responseInput(raw json.RawMessage) axonium.ResponseInput {
	var text string
	var items []json.RawMessage
	switch {
	case raw == nil:
		return nil
	case json.Unmarshal(raw, &text) == nil:
		return axonium.TextInput(text)
	case json.Unmarshal(raw, &items) != nil:
		return axonium.ItemsInput{axonium.JSONItem(raw)}
	}
	input := axonium.ItemsInput{}
	for _, item := range items {
		input = append(input, axonium.JSONItem(item))
	}
	return input
}

// fill sets what a request declares, and puts the rest where users put it.
func fill(fields map[string]json.RawMessage, declared map[string]any, open map[string]*any, extra *map[string]any) error {
	for name, value := range fields {
		switch {
		case declared[name] != nil:
			if err := json.Unmarshal(value, declared[name]); err != nil {
				return err
			}
		case open[name] != nil:
			*open[name] = marked(value)
		default:
			if *extra == nil {
				*extra = map[string]any{}
			}
			(*extra)[name] = marked(value)
		}
	}
	return nil
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
