package axonium_test

import (
	"encoding/json"
	"testing"

	"github.com/axonium/axonium-go"
)

func TestALifecycleEventHoldsTheResponse(t *testing.T) {
	event := readEvent[axonium.ResponseCreated](t, `{"type": "response.created", "sequence_number": 0, "response": {"id": "r-1"}}`)
	var response struct{ ID string }
	if err := json.Unmarshal(event.Response, &response); err != nil || response.ID != "r-1" {
		t.Errorf("response %s, %v", event.Response, err)
	}
	if number := event.SequenceNumber(); event.Type() != "response.created" || number == nil || *number != 0 {
		t.Errorf("type %q, number %v", event.Type(), number)
	}
}

func TestATerminalEventLeavesUnsetWhatItDoesNotKnow(t *testing.T) {
	event := readEvent[axonium.ErrorEvent](t, `{"type": "error", "code": null, "message": "overloaded", "sequence_number": 4}`)
	if event.Message != "overloaded" || event.Code != nil || event.Status != nil || event.Error != nil {
		t.Errorf("got %+v", event)
	}
}

func TestAnOutputEventSaysWhereItsDeltaBelongs(t *testing.T) {
	data := `{ "type":"response.output_text.delta", "item_id":"m-1","output_index":2,"content_index":1,"delta":"Hel","obfuscation":"x"}`
	event := readEvent[axonium.OutputTextDelta](t, data)
	if event.ItemID != "m-1" || event.OutputIndex != 2 || event.ContentIndex != 1 || event.Delta != "Hel" {
		t.Errorf("got %+v", event)
	}
	if event.Logprobs != nil || event.SequenceNumber() != nil || string(event.Raw()) != data {
		t.Errorf("logprobs %s, number %v, raw %s", event.Logprobs, event.SequenceNumber(), event.Raw())
	}
}

func TestAnEventOfAToolNamesItsItem(t *testing.T) {
	event := readEvent[axonium.WebSearchCallSearching](t, `{"type": "response.web_search_call.searching", "item_id": "ws-1"}`)
	if event.ItemID != "ws-1" {
		t.Errorf("item %q", event.ItemID)
	}
}

func TestMissingAndNullFieldsAreEmpty(t *testing.T) {
	for _, fields := range []string{``, `, "item_id": null, "output_index": null, "delta": null, "sequence_number": null`} {
		event := readEvent[axonium.FunctionCallArgumentsDelta](t, `{"type": "response.function_call_arguments.delta"`+fields+`}`)
		if event.ItemID != "" || event.OutputIndex != 0 || event.Delta != "" || event.SequenceNumber() != nil {
			t.Errorf("got %+v", event)
		}
	}
	for _, fields := range []string{``, `, "response": null`} {
		if event := readEvent[axonium.ResponseCreated](t, `{"type": "response.created"`+fields+`}`); event.Response != nil {
			t.Errorf("response %s", event.Response)
		}
	}
}

func TestAnotherTypePassesThrough(t *testing.T) {
	data := `{"type": "response.hologram.delta", "sequence_number": 9, "delta": {"x": 1}}`
	event := readEvent[axonium.UnknownEvent](t, data)
	if number := event.SequenceNumber(); event.Type() != "response.hologram.delta" || number == nil || *number != 9 {
		t.Errorf("type %q, number %v", event.Type(), number)
	}
	if string(event.Raw()) != data {
		t.Errorf("raw %s", event.Raw())
	}
}

func TestAFieldOfAnotherTypeMakesAnUnknownEvent(t *testing.T) {
	for _, field := range []string{`"delta": 7`, `"delta": ["Hel"]`, `"output_index": "0"`, `"output_index": 0.5`, `"logprobs": {}`} {
		event := readEvent[axonium.UnknownEvent](t, `{"type": "response.output_text.delta", "sequence_number": 7, `+field+`}`)
		if number := event.SequenceNumber(); event.Type() != "response.output_text.delta" || number == nil || *number != 7 {
			t.Errorf("%s: type %q, number %v", field, event.Type(), number)
		}
	}
	for _, field := range []string{`"response": ["id"]`, `"response": "r-1"`, `"sequence_number": "7"`} {
		event := readEvent[axonium.UnknownEvent](t, `{"type": "response.created", `+field+`}`)
		if event.Type() != "response.created" || event.SequenceNumber() != nil {
			t.Errorf("%s: type %q, number %v", field, event.Type(), event.SequenceNumber())
		}
	}
}

func TestWhatIsNoEventIsUnknownWithoutAType(t *testing.T) {
	for _, data := range []string{``, `7`, `[]`, `null`, `{"type": 7}`, `{"type": "response.cre`} {
		event := readEvent[axonium.UnknownEvent](t, data)
		if event.Type() != "" || event.SequenceNumber() != nil || string(event.Raw()) != data {
			t.Errorf("%s: type %q, number %v, raw %s", data, event.Type(), event.SequenceNumber(), event.Raw())
		}
	}
}

// readEvent reads an event that must be of that type.
func readEvent[E axonium.ResponseEvent](t *testing.T, data string) E {
	t.Helper()
	event, isExpected := axonium.DecodeResponseEvent([]byte(data)).(E)
	if !isExpected {
		t.Fatalf("%s is a %T, not a %T", data, axonium.DecodeResponseEvent([]byte(data)), event)
	}
	return event
}
