package axonium_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestAResponseShowsWhatItBecame(t *testing.T) {
	client, gateway := newClient(t)
	response := must[*axonium.Response](t)(client.Responses.Create(context.Background(), respond("one two three")))
	if response.OutputText() != "one two three" || response.Status != "completed" || response.ID == "" || response.Model != "qwen3-0.6b" {
		t.Errorf("response %+v says %q", response, response.OutputText())
	}
	if response.IncompleteDetails != nil || response.Error != nil || response.Refusal() != "" || len(response.ToolCalls()) != 0 {
		t.Errorf("response %+v", response)
	}
	usage := response.Usage
	if usage == nil || *usage.OutputTokens() != 3 || usage.OutputTokens() != usage.CompletionTokens || usage.InputTokens() != usage.PromptTokens {
		t.Errorf("usage %+v", usage)
	}
	ledger := gateway.Ledger()
	if ledger.Generations != 1 || response.Meta.Attempts != 1 || response.Meta.RequestID != ledger.Entries[0].RequestID {
		t.Errorf("meta %+v, ledger %+v", response.Meta, ledger)
	}
	var body struct{ Object string }
	if err := json.Unmarshal(response.Raw, &body); err != nil || body.Object != "response" {
		t.Errorf("raw %s", response.Raw)
	}
}

func TestAResponseIsWaitedForAndReplayed(t *testing.T) {
	client, gateway := newClient(t, rateLimited("36"), axoniumtest.Step{Gateway: true})
	request := respond("hi")
	request.IdempotencyKey = "k-1"
	first := must[*axonium.Response](t)(client.Responses.Create(context.Background(), request))
	if first.Meta.Attempts != 2 || first.Meta.WaitedFor.Seconds() != 36 {
		t.Errorf("meta %+v", first.Meta)
	}
	again := must[*axonium.Response](t)(client.Responses.Create(context.Background(), request))
	if !again.Meta.IdempotentReplay || again.Meta.IdempotentReplayOf != first.Meta.RequestID || again.OutputText() != "hi" {
		t.Errorf("meta %+v", again.Meta)
	}
	if ledger := gateway.Ledger(); ledger.Generations != 1 || ledger.Billed != 1 {
		t.Errorf("ledger %+v", ledger)
	}
}

// manifold is a response with an item of every kind.
const manifold = `{"id": "resp_7", "object": "response", "status": "incomplete", "model": "m-7",
	"incomplete_details": {"reason": "max_output_tokens"}, "error": null, "service_tier": "flex",
	"output": [
		{"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "It was asked."}]},
		{"type": "message", "id": "msg_1", "status": "completed", "role": "assistant",
			"content": [{"type": "output_text", "text": "It rains", "annotations": []}, {"type": "output_text", "text": " in Paris.", "annotations": []}]},
		{"type": "message", "id": "msg_2", "status": "incomplete", "role": "assistant", "content": [{"type": "refusal", "refusal": "Not that."}]},
		{"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather", "arguments": "{\"city\": \"Paris\"}", "status": "completed"},
		{"type": "custom_tool_call", "id": "ct_1", "call_id": "call_2", "name": "shell", "input": "ls"}],
	"usage": {"input_tokens": 9, "output_tokens": 7, "total_tokens": 16,
		"input_tokens_details": {"cached_tokens": 4}, "output_tokens_details": {"reasoning_tokens": 5}}}`

func TestEveryPartOfAnAnswerIsShown(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{Body: json.RawMessage(manifold)})
	response := must[*axonium.Response](t)(client.Responses.Create(context.Background(), respond("weather?")))
	got := strings.Join([]string{response.ID, response.Status, response.Model, response.IncompleteDetails.Reason}, " ")
	if got != "resp_7 incomplete m-7 max_output_tokens" || response.Error != nil {
		t.Errorf("response %s", got)
	}
	got = fmt.Sprintf("%s|%s|%s", response.OutputText(), response.Reasoning(), response.Refusal())
	if got != "It rains in Paris.|It was asked.|Not that." {
		t.Errorf("answer %s", got)
	}
	calls := response.ToolCalls()
	if len(calls) != 2 || calls[0].ID != "call_1" || calls[0].Function.Name != "weather" || calls[1].ID != "call_2" || calls[1].Function.Arguments != "ls" {
		t.Fatalf("calls %+v", calls)
	}
	var arguments struct{ City string }
	if err := calls[0].DecodeArguments(&arguments); err != nil || arguments.City != "Paris" {
		t.Errorf("arguments %+v, %v", arguments, err)
	}
	usage := response.Usage
	if *usage.InputTokens() != 9 || *usage.OutputTokens() != 7 || *usage.TotalTokens != 16 || *usage.CacheReadTokens != 4 || *usage.ReasoningTokens != 5 {
		t.Errorf("usage %+v", usage)
	}
	types := []string{}
	for _, item := range response.Output {
		types = append(types, item.Type+" "+item.ID+" "+item.Status)
	}
	want := "reasoning rs_1 ,message msg_1 completed,message msg_2 incomplete,function_call fc_1 completed,custom_tool_call ct_1 "
	if got := strings.Join(types, ","); got != want {
		t.Errorf("output %s", got)
	}
	checkSameJSON(t, string(response.Raw), manifold)
	checkTheNextTurn(t, client, gateway, response)
}

// checkTheNextTurn sends a response's output back, with the result of its call.
func checkTheNextTurn(t *testing.T, client *axonium.Client, gateway *axoniumtest.Gateway, response *axonium.Response) {
	t.Helper()
	gateway.Reset()
	gateway.Script(axoniumtest.Step{Body: json.RawMessage(manifold)})
	request := respond("")
	request.Input = append(response.InputItems(), axonium.ToolOutputItem{ToolCallID: "call_1", Output: "rain"})
	must[*axonium.Response](t)(client.Responses.Create(context.Background(), request))
	var before struct{ Output []json.RawMessage }
	var sent struct{ Input []json.RawMessage }
	if err := errors.Join(json.Unmarshal([]byte(manifold), &before), json.Unmarshal([]byte(gateway.Requests()[0].Body), &sent)); err != nil {
		t.Fatal(err)
	}
	want := append(before.Output, json.RawMessage(`{"type": "function_call_output", "call_id": "call_1", "output": "rain"}`))
	checkSameJSON(t, string(must[[]byte](t)(json.Marshal(sent.Input))), string(must[[]byte](t)(json.Marshal(want))))
}

func TestAResponseRequestIsSentAsItIsWritten(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{Body: json.RawMessage(manifold)})
	request := axonium.ResponseRequest{
		Model: "m", Instructions: "<be> brief & exact",
		Input: axonium.ItemsInput{
			axonium.MessageItem{Role: "user", Content: axonium.Text("ünï")},
			axonium.MessageItem{Role: "user", Content: axonium.Parts{
				axonium.TextPart{Text: "look"}, axonium.ImagePart{URL: "data:image/png;base64,AA==", Detail: "low"},
				axonium.JSONPart(`{"type": "input_file", "file_data": "data:,x"}`),
			}},
			axonium.MessageItem{Role: "assistant", Content: axonium.Parts{axonium.TextPart{Text: "a cat"}}},
			axonium.JSONItem(`{"type": "custom_tool_call_output", "call_id": "c", "output": "x"}`),
		},
		MaxOutputTokens: axonium.Ptr(int64(5)), Temperature: axonium.Ptr(0.0), TopP: axonium.Ptr(0.5),
		Tools: []axonium.ResponseTool{
			axonium.FunctionTool("weather", "The weather.", object{"type": "object"}), axonium.JSONTool(`{"type": "web_search"}`),
		},
		ToolChoice: "auto", Text: object{"format": object{"type": "json_object"}}, Reasoning: object{"effort": "low"},
		Store: axonium.Ptr(false), PreviousResponseID: "resp_0", Conversation: "conv_1", Background: axonium.Ptr(false),
		ParallelToolCalls: axonium.Ptr(true), Truncation: "auto", Include: []string{"reasoning.encrypted_content"},
		Metadata: map[string]string{"job": "17"}, User: "u",
		Extra: map[string]any{"service_tier": "flex"}, IdempotencyKey: "k-1", ExtraHeaders: map[string]string{"X-Job": "17"},
	}
	must[*axonium.Response](t)(client.Responses.Create(context.Background(), request))
	sent := gateway.Requests()[0]
	checkSameJSON(t, sent.Body, `{"model":"m","instructions":"<be> brief & exact","input":[
		{"type":"message","role":"user","content":"ünï"},
		{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},
			{"type":"input_image","image_url":"data:image/png;base64,AA==","detail":"low"},{"type":"input_file","file_data":"data:,x"}]},
		{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a cat"}]},
		{"type":"custom_tool_call_output","call_id":"c","output":"x"}],
		"max_output_tokens":5,"temperature":0,"top_p":0.5,
		"tools":[{"type":"function","name":"weather","description":"The weather.","parameters":{"type":"object"}},{"type":"web_search"}],
		"tool_choice":"auto","text":{"format":{"type":"json_object"}},"reasoning":{"effort":"low"},"store":false,
		"previous_response_id":"resp_0","conversation":"conv_1","background":false,"parallel_tool_calls":true,"truncation":"auto",
		"include":["reasoning.encrypted_content"],"metadata":{"job":"17"},"user":"u","service_tier":"flex"}`)
	if sent.Path != "/v1/responses" || sent.Header.Get("Idempotency-Key") != "k-1" || sent.Header.Get("X-Job") != "17" {
		t.Errorf("sent %+v", sent)
	}
}

func TestValuesOfAResponseThatJSONCannotCarryAreRefusedByName(t *testing.T) {
	cases := map[string]func(*axonium.ResponseRequest){
		"input": func(r *axonium.ResponseRequest) { r.Input = axonium.TextInput(notUTF8) },
		"input[0].content": func(r *axonium.ResponseRequest) {
			r.Input = axonium.ItemsInput{axonium.MessageItem{Role: "user", Content: axonium.Text(notUTF8)}}
		},
		"input[0].content[1].text": func(r *axonium.ResponseRequest) {
			parts := axonium.Parts{axonium.TextPart{Text: "a"}, axonium.TextPart{Text: notUTF8}}
			r.Input = axonium.ItemsInput{axonium.MessageItem{Role: "user", Content: parts}}
		},
		"input[0].output": func(r *axonium.ResponseRequest) {
			r.Input = axonium.ItemsInput{axonium.ToolOutputItem{Output: notUTF8}}
		},
		"input[0]": func(r *axonium.ResponseRequest) { r.Input = axonium.ItemsInput{axonium.JSONItem(`{"type": `)} },
		"tools[0].parameters": func(r *axonium.ResponseRequest) {
			r.Tools = []axonium.ResponseTool{axonium.FunctionTool("f", "", func() {})}
		},
		"tools[0]":  func(r *axonium.ResponseRequest) { r.Tools = []axonium.ResponseTool{axonium.JSONTool("{")} },
		"text":      func(r *axonium.ResponseRequest) { r.Text = make(chan int) },
		"reasoning": func(r *axonium.ResponseRequest) { r.Reasoning = object{"effort": math.NaN()} },
		"seed":      func(r *axonium.ResponseRequest) { r.Extra = object{"seed": math.Inf(1)} },
		"routes[0].model": func(r *axonium.ResponseRequest) {
			r.Routes = []axonium.Route{{Name: "a", Model: notUTF8}}
		},
	}
	client, gateway := newClient(t)
	for field, change := range cases {
		t.Run(field, func(t *testing.T) {
			request := respond("hi")
			change(&request)
			_, err := client.Responses.Create(context.Background(), request)
			checkRefused(t, err, field)
			_, err = client.Responses.Stream(context.Background(), request)
			checkRefused(t, err, field)
		})
	}
	if requests := gateway.Requests(); len(requests) != 0 {
		t.Errorf("sent %d requests", len(requests))
	}
}

func TestTheEngineRefusesResponsesThatNoServerTakes(t *testing.T) {
	cases := map[string]func(*axonium.ResponseRequest){
		"model":           func(r *axonium.ResponseRequest) { r.Model = "" },
		"temperature":     func(r *axonium.ResponseRequest) { r.Temperature = axonium.Ptr(3.0) },
		"transport":       func(r *axonium.ResponseRequest) { r.Transport = "carrier-pigeon" },
		"extra_body.user": func(r *axonium.ResponseRequest) { r.User, r.Extra = "u", map[string]any{"user": "v"} },
		"background": func(r *axonium.ResponseRequest) {
			r.Transport, r.Background = axonium.TransportWebSocket, axonium.Ptr(true)
		},
		"idempotency_key": func(r *axonium.ResponseRequest) {
			r.Transport, r.IdempotencyKey = axonium.TransportWebSocket, "k-1"
		},
	}
	client, gateway := newClient(t)
	for field, change := range cases {
		t.Run(field, func(t *testing.T) {
			request := respond("hi")
			change(&request)
			_, err := client.Responses.Stream(context.Background(), request)
			checkRefused(t, err, field)
		})
	}
	if requests := gateway.Requests(); len(requests) != 0 {
		t.Errorf("sent %d requests", len(requests))
	}
}

func TestAFailedResponseIsAnErrorWithWhatItSaid(t *testing.T) {
	said := object{"type": "message", "content": []any{object{"type": "output_text", "text": "It rai"}}}
	body := object{
		"id": "resp_1", "object": "response", "status": "failed", "model": "m", "output": []any{said},
		"error": object{"code": "server_error", "message": "The model fell over."},
	}
	client, gateway := newClient(t, axoniumtest.Step{Body: body}, axoniumtest.Step{Body: body})
	_, err := client.Responses.Create(context.Background(), respond("weather?"))
	var apiErr *axonium.APIError
	if !errors.As(err, &apiErr) || apiErr.Code != "server_error" || apiErr.PartialContent != "It rai" || apiErr.Meta.Attempts != 1 {
		t.Errorf("got %+v", err)
	}
	request := respond("weather?")
	request.Partial = axonium.PartialDiscard
	if _, err = client.Responses.Create(context.Background(), request); !errors.As(err, &apiErr) || apiErr.PartialContent != "" {
		t.Errorf("got %+v", err)
	}
	if sent := gateway.Requests(); len(sent) != 2 {
		t.Errorf("a response that ran is not repeated, sent %d", len(sent))
	}
}

func TestTheServersOwnCodeIsShown(t *testing.T) {
	body := object{"error": object{"code": "insufficient_balance", "type": "billing", "message": "Top up."}}
	client, _ := newClient(t, axoniumtest.Step{Status: 402, Body: body})
	_, err := client.Responses.Create(context.Background(), respond("hi"))
	var apiErr *axonium.APIError
	if !errors.As(err, &apiErr) || apiErr.Code != "insufficient_balance" || apiErr.Status != 402 {
		t.Errorf("got %v", err)
	}
}

// checkRefused holds an error against what a refusal of a field promises.
func checkRefused(t *testing.T, err error, field string) {
	t.Helper()
	var refused *axonium.InvalidRequestError
	if !errors.As(err, &refused) || !errors.Is(err, axonium.ErrInvalidRequest) {
		t.Fatalf("got %v", err)
	}
	if !strings.HasPrefix(refused.Field, field) || !refused.Local || refused.Message == "" {
		t.Errorf("field %q: %s", refused.Field, refused.Message)
	}
}
