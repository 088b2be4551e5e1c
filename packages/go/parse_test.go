package axonium_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

type order struct {
	Number string `json:"number"`
	Items  []item `json:"items"`
}

type item struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

const orderText = `{"number": "R-7", "items": [{"name": "nail", "count": 3}]}`

// answering is a chat's answer of this text, which ended for this reason.
func answering(text, reason string) axoniumtest.Step {
	return axoniumtest.Step{Body: object{
		"id": "c-1", "model": "m", "choices": []object{{
			"index": 0, "message": object{"role": "assistant", "content": text}, "finish_reason": reason,
		}}, "usage": object{"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
	}}
}

func TestAnAnswerFillsAStruct(t *testing.T) {
	client, gateway := newClient(t) // Its model says what it is told.
	var parsed order
	completion := must[*axonium.Completion](t)(client.Chat.Parse(context.Background(), say(orderText), &parsed))
	if fmt.Sprint(parsed) != "{R-7 [{nail 3}]}" || string(completion.Parsed) != orderText || completion.Content() != orderText {
		t.Errorf("parsed %+v of %s", parsed, completion.Parsed)
	}
	var again order
	response := must[*axonium.Response](t)(client.Responses.Parse(context.Background(), respond(orderText), &again))
	if fmt.Sprint(again) != fmt.Sprint(parsed) || string(response.Parsed) != orderText {
		t.Errorf("parsed %+v of %s", again, response.Parsed)
	}
	schema := must[[]byte](t)(json.Marshal(axonium.SchemaOf[order]()))
	for i, path := range []string{"response_format.json_schema", "text.format"} {
		var body any
		if err := json.Unmarshal([]byte(gateway.Requests()[i].Body), &body); err != nil {
			t.Fatal(err)
		}
		for key := range strings.SplitSeq(path, ".") {
			body = body.(object)[key]
		}
		format := body.(object)
		if format["name"] != "order" || format["strict"] != true || !holds(format["schema"], schema) {
			t.Errorf("%s is %v", path, format)
		}
	}
}

// holds reports whether a schema that was made strict names the properties of the one that was given.
func holds(strict any, given []byte) bool {
	var wanted map[string]any
	if json.Unmarshal(given, &wanted) != nil {
		return false
	}
	made, ok := strict.(object)
	return ok && made["additionalProperties"] == false &&
		fmt.Sprint(made["properties"].(object)["number"]) == fmt.Sprint(wanted["properties"].(object)["number"])
}

func TestAMalformedAnswerIsRepairedOnce(t *testing.T) {
	client, gateway := newClient(t, answering(`{"number": 7}`, "stop"), answering(orderText, "stop"))
	request := say("order")
	request.IdempotencyKey = "k-1"
	var parsed order
	completion := must[*axonium.Completion](t)(client.Chat.Parse(context.Background(), request, &parsed))
	if parsed.Number != "R-7" || completion.Meta.Attempts != 2 || *completion.Usage.TotalTokens != 14 {
		t.Errorf("parsed %+v, meta %+v, usage %+v", parsed, completion.Meta, completion.Usage)
	}
	requests := gateway.Requests()
	if len(requests) != 2 || requests[1].Header.Get("Idempotency-Key") != "k-1:repair:1" {
		t.Errorf("sent %+v", requests)
	}
}

func TestAnAnswerThatStaysMalformedIsShown(t *testing.T) {
	client, gateway := newClient(t, answering("sorry", "stop"), answering(`{"number": 7, "items": []}`, "stop"))
	var parsed order
	_, err := client.Chat.Parse(context.Background(), say("order"), &parsed)
	var malformed *axonium.MalformedOutputError
	if !errors.As(err, &malformed) || !errors.Is(err, axonium.ErrMalformedOutput) || len(malformed.Outputs) != 2 {
		t.Fatalf("got %v", err)
	}
	first, second := malformed.Outputs[0], malformed.Outputs[1]
	if first.Text != "sorry" || !strings.Contains(first.Error, "JSON") || !strings.Contains(second.Error, "/number") {
		t.Errorf("outputs %+v", malformed.Outputs)
	}
	if parsed.Number != "" || malformed.Meta.Attempts != 2 || malformed.Reason == nil {
		t.Errorf("parsed %+v, meta %+v, reason %v", parsed, malformed.Meta, malformed.Reason)
	}
	outputs, _ := asJSON(t, err)["outputs"].([]any)
	if len(outputs) != 2 || outputs[0].(object)["text"] != "sorry" {
		t.Errorf("outputs %v", outputs)
	}
	gateway.Script(answering("sorry", "stop"))
	request := say("order")
	request.Parse = &axonium.ParseOptions{MaxRepairs: axonium.Ptr(0)}
	if _, err = client.Chat.Parse(context.Background(), request, &parsed); !errors.As(err, &malformed) || malformed.Meta.Attempts != 1 {
		t.Errorf("got %v", err)
	}
}

func TestARepairThatIsRefusedKeepsWhatItWasFor(t *testing.T) {
	client, _ := newClient(t, answering("sorry", "stop"), rateLimited("700"))
	var parsed order
	_, err := client.Chat.Parse(context.Background(), say("order"), &parsed)
	var failure *axonium.Error
	if !errors.As(err, &failure) || !errors.Is(err, axonium.ErrRateLimit) || len(failure.Outputs) != 1 || failure.Outputs[0].Text != "sorry" {
		t.Errorf("got %v", err)
	}
}

func TestCalledToolsLeaveTheTargetAsItIs(t *testing.T) {
	client, _ := newClient(t, axoniumtest.Step{Body: object{"choices": []object{{"index": 0, "finish_reason": "tool_calls", "message": object{
		"role": "assistant", "content": nil, "tool_calls": []object{{
			"id": "call_1", "type": "function", "function": object{"name": "find", "arguments": "{}"},
		}}}}}}})
	parsed := order{Number: "R-1"}
	completion := must[*axonium.Completion](t)(client.Chat.Parse(context.Background(), say("order"), &parsed))
	if parsed.Number != "R-1" || completion.Parsed != nil || len(completion.ToolCalls()) != 1 {
		t.Errorf("parsed %+v, completion %+v", parsed, completion)
	}
}

func TestWhatIsCutOffOrDeclinedIsNotRepaired(t *testing.T) {
	client, gateway := newClient(t, answering(`{"number": "R-`, "length"))
	var parsed order
	_, err := client.Chat.Parse(context.Background(), say("order"), &parsed)
	var malformed *axonium.MalformedOutputError
	if !errors.As(err, &malformed) || malformed.Reason == nil || malformed.Reason.Code != "output-truncated" || malformed.Meta.Attempts != 1 {
		t.Errorf("got %v", err)
	}
	for code, step := range map[string]axoniumtest.Step{
		"refusal":        declining,
		"content_filter": answering("", "content_filter"),
	} {
		gateway.Script(step)
		_, err = client.Chat.Parse(context.Background(), say("order"), &parsed)
		var failure *axonium.Error
		if !errors.As(err, &failure) || !errors.Is(err, axonium.ErrRefusal) || failure.Refusal == nil || failure.Refusal.Code != code {
			t.Fatalf("%s: got %v", code, err)
		}
		if text := failure.Refusal.Text; failure.Meta.Attempts != 1 || code == "refusal" && (text == nil || *text != "Not that.") {
			t.Errorf("%s: refusal %+v, meta %+v", code, failure.Refusal, failure.Meta)
		}
		gateway.Script(step)
		plain := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("order")))
		if plain.RefusalCode() != code || code == "refusal" && plain.Refusal() != "Not that." {
			t.Errorf("%s: a plain answer has %q", code, plain.RefusalCode())
		}
	}
	if plain := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi"))); plain.RefusalCode() != "" || plain.Parsed != nil {
		t.Errorf("nothing was declined: %q", plain.RefusalCode())
	}
}

func TestWhatStandsAroundTheJSONIsSaid(t *testing.T) {
	fenced := "Here it is:\n```json\n" + orderText + "\n```"
	client, gateway := newClient(t, answering(fenced, "stop"))
	request := say("order")
	request.Parse = &axonium.ParseOptions{Lenient: true, Name: "an_order", SendSchema: axonium.Ptr(false)}
	var parsed order
	completion := must[*axonium.Completion](t)(client.Chat.Parse(context.Background(), request, &parsed))
	if parsed.Number != "R-7" || string(completion.Parsed) != orderText || !strings.Contains(completion.Meta.Stripped, "Here it is:") {
		t.Errorf("parsed %s, stripped %q", completion.Parsed, completion.Meta.Stripped)
	}
	if body := gateway.Requests()[0].Body; strings.Contains(body, "response_format") {
		t.Errorf("sent %s", body)
	}
}

func TestASchemaOfOnesOwn(t *testing.T) {
	client, gateway := newClient(t)
	request := say(`{"total": 7}`)
	schema := object{"type": "object", "properties": object{"total": object{"type": "integer"}}, "required": []string{"total"}}
	request.Parse = &axonium.ParseOptions{Schema: schema, Name: "sum"}
	parsed := map[string]int{}
	must[*axonium.Completion](t)(client.Chat.Parse(context.Background(), request, &parsed))
	if parsed["total"] != 7 || !strings.Contains(gateway.Requests()[0].Body, `"name":"sum"`) {
		t.Errorf("parsed %v, sent %s", parsed, gateway.Requests()[0].Body)
	}
	completion := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), request))
	if string(completion.Parsed) != `{"total": 7}` {
		t.Errorf("parsed %s", completion.Parsed)
	}
}

func TestWhatCannotBeParsedIntoIsRefusedBeforeSending(t *testing.T) {
	client, gateway := newClient(t)
	var none *order
	own := func(options axonium.ParseOptions) axonium.ChatRequest {
		request := say("order")
		request.Parse = &options
		return request
	}
	beside := say("order")
	beside.ResponseFormat = object{"type": "json_object"}
	cases := []struct {
		request axonium.ChatRequest
		target  any
		field   string
		why     string
	}{
		{say("order"), order{}, "target", "address"},
		{say("order"), nil, "target", "address"},
		{say("order"), none, "target", "address"},
		{say("order"), new(any), "parse.schema", "ParseOptions.Schema"},
		{say("order"), new(struct{ Call func() }), "parse.schema", "Call: "},
		{say("order"), new(struct{ Totals map[int]string }), "parse.schema", "Totals: "},
		{own(axonium.ParseOptions{Schema: axonium.Schema{}}), new(order), "parse.schema", "SchemaOf"},
		{own(axonium.ParseOptions{Schema: "an order"}), new(order), "parse.schema", "object"},
		{own(axonium.ParseOptions{Schema: object{"type": "thing"}}), new(order), "parse.schema", "JSON Schema"},
		{own(axonium.ParseOptions{MaxRepairs: axonium.Ptr(2)}), new(order), "parse.max_repairs", "0 or 1"},
		{own(axonium.ParseOptions{Name: "two words"}), new(order), "parse.name", "letters"},
		{beside, new(order), "response_format", "parse"},
	}
	for _, test := range cases {
		_, err := client.Chat.Parse(context.Background(), test.request, test.target)
		var refused *axonium.InvalidRequestError
		if !errors.As(err, &refused) || refused.Field != test.field || !strings.Contains(refused.Message, test.why) || !refused.Local {
			t.Errorf("%T: got %v", test.target, err)
		}
		response := respond("order")
		response.Parse = test.request.Parse
		if test.field == "response_format" {
			response.Text, test.field = object{"format": object{"type": "json_object"}}, "text.format"
		}
		_, err = client.Responses.Parse(context.Background(), response, test.target)
		checkRefused(t, err, test.field)
	}
	if sent := gateway.Requests(); len(sent) != 0 {
		t.Errorf("sent %d requests", len(sent))
	}
}

func TestWhatGoReadsMoreNarrowlyDoesNotFit(t *testing.T) {
	client, _ := newClient(t)
	var moment struct{ At json.Number }
	request := say(`{"At": true}`)
	request.Parse = &axonium.ParseOptions{Schema: object{"type": "object"}}
	_, err := client.Chat.Parse(context.Background(), request, &moment)
	var malformed *axonium.MalformedOutputError
	if !errors.As(err, &malformed) || len(malformed.Outputs) != 1 || malformed.Outputs[0].Text != `{"At": true}` || malformed.Meta.Attempts != 1 {
		t.Fatalf("got %v", err)
	}
	if object := asJSON(t, err); object["kind"] != "MalformedOutput" || object["request_id"] != malformed.Meta.RequestID {
		t.Errorf("got %v", object)
	}
}

func TestAStreamShowsItsValueAsItGrows(t *testing.T) {
	client, _ := newClient(t)
	request := say(`{"number": "R-7", "items": []}`)
	request.Parse = &axonium.ParseOptions{Schema: axonium.SchemaOf[order]()}
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	defer stream.Close()
	final := must[*axonium.Completion](t)(stream.Final())
	if string(final.Parsed) != `{"number": "R-7", "items": []}` {
		t.Errorf("parsed %s", final.Parsed)
	}
	checkSameJSON(t, string(stream.ParsedPartial()), string(final.Parsed))
}

func TestAHalfOfAStreamHasAValueToo(t *testing.T) {
	partials := map[string]func(client *axonium.Client, schema axonium.Schema) (json.RawMessage, error){
		"chat": func(client *axonium.Client, schema axonium.Schema) (json.RawMessage, error) {
			request := say("order")
			request.Parse = &axonium.ParseOptions{Schema: schema}
			stream, err := client.Chat.Stream(context.Background(), request)
			if err != nil {
				return nil, err
			}
			defer stream.Close()
			if !stream.Next() {
				return nil, stream.Err()
			}
			return stream.ParsedPartial(), nil
		},
		"responses": func(client *axonium.Client, schema axonium.Schema) (json.RawMessage, error) {
			request := respond("order")
			request.Parse = &axonium.ParseOptions{Schema: schema}
			stream, err := client.Responses.Stream(context.Background(), request)
			if err != nil {
				return nil, err
			}
			defer stream.Close()
			for range 2 {
				if !stream.Next() {
					return nil, stream.Err()
				}
			}
			return stream.ParsedPartial(), nil
		},
	}
	const half = `{"number": "R-7", "items": [{"name": "na`
	for name, read := range partials {
		step := axoniumtest.Step{SSE: chunks(half), Hang: true}
		if name == "responses" {
			step = over(axonium.TransportSSE, []object{created, delta(half)}, true)
		}
		client, _ := onRealTime(t, step)
		partial := must[json.RawMessage](t)(read(client, axonium.SchemaOf[order]()))
		checkSameJSON(t, string(partial), `{"number": "R-7", "items": [{"name": "na"}]}`)
	}
}

func TestAStreamIsHeldAgainstItsSchemaAtTheEnd(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{SSE: chunks(`{"number": `, `7}`)})
	request := say("order")
	request.Parse = &axonium.ParseOptions{Schema: axonium.SchemaOf[order]()}
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	defer stream.Close()
	text := ""
	for stream.Next() {
		text += stream.Current().Content()
	}
	var malformed *axonium.MalformedOutputError
	if !errors.As(stream.Err(), &malformed) || len(malformed.Outputs) != 1 || malformed.Outputs[0].Text != text {
		t.Fatalf("read %q, got %v", text, stream.Err())
	}
	if sent := len(gateway.Requests()); sent != 1 || malformed.Meta.Attempts != 1 {
		t.Errorf("%d requests: a stream is never repaired", sent)
	}
}

func TestAStreamThatDeclinesSaysSo(t *testing.T) {
	refused := axoniumtest.Step{SSE: []axoniumtest.Event{
		{Data: object{"choices": []object{{"index": 0, "delta": object{"refusal": "Not that."}, "finish_reason": "stop"}}}}, {Data: "[DONE]"},
	}}
	client, gateway := newClient(t, refused)
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("order")))
	final := must[*axonium.Completion](t)(stream.Final())
	if final.RefusalCode() != "refusal" || stream.RefusalCode() != "refusal" || stream.Refusal() != "Not that." || final.Refusal() != "Not that." {
		t.Errorf("final %q, stream %q %q", final.RefusalCode(), stream.RefusalCode(), stream.Refusal())
	}
	gateway.Script(refused)
	request := say("order")
	request.Parse = &axonium.ParseOptions{Schema: axonium.SchemaOf[order]()}
	stream = must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	if _, err := stream.Final(); !errors.Is(err, axonium.ErrRefusal) {
		t.Errorf("got %v", err)
	}
}
