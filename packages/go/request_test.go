package axonium_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

const notUTF8 = "half \xed\xa0\x80 of it"

func TestValuesThatJSONCannotCarryAreRefusedByName(t *testing.T) {
	loop := map[string]any{}
	loop["loop"] = loop
	cases := map[string]struct {
		change func(*axonium.ChatRequest)
		field  string
	}{
		"text": {func(r *axonium.ChatRequest) {
			r.Messages = append(r.Messages, axonium.TextMessage("user", notUTF8))
		}, "messages[1].content"},
		"part": {func(r *axonium.ChatRequest) {
			r.Messages = []axonium.Message{axonium.PartsMessage("user", axonium.TextPart{Text: "a"}, axonium.TextPart{Text: notUTF8})}
		}, "messages[0].content[1].text"},
		"channel": {func(r *axonium.ChatRequest) {
			r.Extra = map[string]any{"seed": 1, "options": []any{0, make(chan int)}}
		}, "options[1]"},
		"function": {func(r *axonium.ChatRequest) { r.ResponseFormat = func() {} }, "response_format"},
		"number":   {func(r *axonium.ChatRequest) { r.Temperature = axonium.Ptr(math.NaN()) }, "temperature"},
		"infinity": {func(r *axonium.ChatRequest) { r.ToolChoice = map[string]any{"a": math.Inf(1)} }, "tool_choice.a"},
		"loop":     {func(r *axonium.ChatRequest) { r.Extra = loop }, "loop.loop"},
		"raw JSON": {func(r *axonium.ChatRequest) {
			r.Messages = []axonium.Message{axonium.JSONMessage(json.RawMessage(`{"role": `))}
		}, "messages[0]"},
		"schema": {func(r *axonium.ChatRequest) {
			r.Tools = []axonium.Tool{axonium.FunctionTool("f", "", json.RawMessage("{\"a\": \"\xff\"}"))}
		}, "tools[0].function.parameters"},
		"header": {func(r *axonium.ChatRequest) { r.ExtraHeaders = map[string]string{"X-Job": notUTF8} }, "extra_headers.X-Job"},
		"key":    {func(r *axonium.ChatRequest) { r.IdempotencyKey = notUTF8 }, "idempotency_key"},
	}
	client, gateway := newClient(t)
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			request := say("hi")
			test.change(&request)
			_, err := client.Chat.Create(context.Background(), request)
			var refused *axonium.InvalidRequestError
			if !errors.As(err, &refused) || !errors.Is(err, axonium.ErrInvalidRequest) {
				t.Fatalf("got %v", err)
			}
			if !strings.HasPrefix(refused.Field, test.field) || !refused.Local || !strings.Contains(refused.Message, test.field) {
				t.Errorf("field %q: %s", refused.Field, refused.Message)
			}
		})
	}
	if requests := gateway.Requests(); len(requests) != 0 {
		t.Errorf("sent %d requests", len(requests))
	}
}

func TestTheEngineRefusesWhatNoServerTakes(t *testing.T) {
	cases := map[string]func(*axonium.ChatRequest){
		"model":           func(r *axonium.ChatRequest) { r.Model = "" },
		"messages":        func(r *axonium.ChatRequest) { r.Messages = nil },
		"temperature":     func(r *axonium.ChatRequest) { r.Temperature = axonium.Ptr(3.0) },
		"top_logprobs":    func(r *axonium.ChatRequest) { r.TopLogprobs = axonium.Ptr(int64(3)) },
		"idempotency_key": func(r *axonium.ChatRequest) { r.IdempotencyKey = strings.Repeat("k", 256) },
		"timeout":         func(r *axonium.ChatRequest) { r.Timeout = axonium.Ptr(-time.Second) },
		"image_url": func(r *axonium.ChatRequest) {
			r.Messages = []axonium.Message{axonium.PartsMessage("user", axonium.ImagePart{URL: "https://example.com/cat.png"})}
		},
		// An extra that collides with a declared field.
		"stop": func(r *axonium.ChatRequest) {
			r.Stop, r.Extra = []string{"."}, map[string]any{"stop": "!"}
		},
	}
	client, gateway := newClient(t)
	for field, change := range cases {
		t.Run(field, func(t *testing.T) {
			request := say("hi")
			change(&request)
			_, err := client.Chat.Create(context.Background(), request)
			var refused *axonium.InvalidRequestError
			if !errors.As(err, &refused) || !strings.Contains(refused.Field, field) || !refused.Local {
				t.Errorf("got %v", err)
			}
		})
	}
	if requests := gateway.Requests(); len(requests) != 0 {
		t.Errorf("sent %d requests", len(requests))
	}
}

func TestARequestIsSentAsItIsWritten(t *testing.T) {
	gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{
		Models: []axoniumtest.Model{{ID: "see", Modality: "vision", Replicas: []string{"one", "two"}}},
	})
	client := gateway.Client(t, axonium.Config{APIKey: "k"})
	request := axonium.ChatRequest{
		Model: "see",
		Messages: []axonium.Message{
			axonium.TextMessage("system", "<be> brief & exact"),
			axonium.PartsMessage("user", axonium.TextPart{Text: "look"}, axonium.ImagePart{URL: "data:image/png;base64,AA==", Detail: "low"}),
			{Role: "assistant", ToolCalls: []axonium.ToolCall{{ID: "c1", Type: "function", Function: axonium.FunctionCall{Name: "f", Arguments: "{}"}}}},
			axonium.ToolMessage("c1", "done"),
			axonium.JSONMessage(json.RawMessage(`{"role": "user", "content": "ünï", "cache": true}`)),
		},
		MaxTokens: axonium.Ptr(int64(5)), Temperature: axonium.Ptr(0.0), Stop: []string{"\n"},
		Extra:    map[string]any{"seed": 7},
		Instance: "#2", ExtraHeaders: map[string]string{"X-Job": "17"},
	}
	must[*axonium.Completion](t)(client.Chat.Create(context.Background(), request))
	sent := gateway.Requests()[0]
	want := `{"model":"see","messages":[{"role":"system","content":"<be> brief & exact"},` +
		`{"role":"user","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA==","detail":"low"}}]},` +
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},` +
		`{"role":"tool","content":"done","tool_call_id":"c1"},{"role":"user","content":"ünï","cache":true}],` +
		`"max_tokens":5,"temperature":0,"stop":["\n"],"seed":7}`
	checkSameJSON(t, sent.Body, want)
	for header, value := range map[string]string{
		"X-Job": "17", "X-Prometheus-Instance": "#2", "Authorization": "Bearer k", "User-Agent": "axonium-go/" + axonium.Version,
	} {
		if got := sent.Header.Get(header); got != value {
			t.Errorf("%s: %q, want %q", header, got, value)
		}
	}
}

func TestAStoredConversationIsReadBack(t *testing.T) {
	stored := `[{"role":"user","content":"hi"},{"role":"user","content":[{"type":"text","text":"a"}]},` +
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},` +
		`{"role":"user","content":"x","unknown":[1]}]`
	var messages []axonium.Message
	if err := json.Unmarshal([]byte(stored), &messages); err != nil {
		t.Fatal(err)
	}
	if messages[0].Content != axonium.Text("hi") || messages[2].ToolCalls[0].ID != "c" {
		t.Errorf("messages %+v", messages)
	}
	checkSameJSON(t, string(must[[]byte](t)(json.Marshal(messages))), stored)
}

func checkSameJSON(t *testing.T, got, want string) {
	t.Helper()
	normal := func(text string) string {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return string(must[[]byte](t)(json.Marshal(value)))
	}
	if normal(got) != normal(want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
