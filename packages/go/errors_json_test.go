package axonium_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// The keys of an error and of its meta, in every language (bindings/engine/README.md, "Failed JSON").
const (
	errorKeys = "kind message explain code status type title detail hint retry_after_s request_id trace_id scope body errors " +
		"retryable reason local sent phase field oauth_error saw_output partial cause outputs refusal meta"
	metaKeys = "request_id trace_id instance instance_id rate_limit ignored_parameters idempotent_replay " +
		"idempotent_replay_of attempts waited_s elapsed_s route sequence_gaps stripped fallback_from history"
	attemptKeys = "route status kind request_id waited_before_s duration_s reason"
	limitKeys   = "scope limit_requests remaining_requests reset_requests limit_tokens remaining_tokens reset_tokens"
)

// asJSON is an error as its JSON says, which has exactly the keys that it is to have.
func asJSON(t *testing.T, err error) map[string]any {
	t.Helper()
	var object map[string]any
	if fault := json.Unmarshal(must[[]byte](t)(json.Marshal(err)), &object); fault != nil {
		t.Fatal(fault)
	}
	checkKeys(t, object, errorKeys)
	meta := object["meta"].(map[string]any)
	checkKeys(t, meta, metaKeys)
	for _, attempt := range meta["history"].([]any) {
		checkKeys(t, attempt.(map[string]any), attemptKeys)
	}
	return object
}

func checkKeys(t *testing.T, object map[string]any, want string) {
	t.Helper()
	got, wanted := slices.Sorted(maps.Keys(object)), strings.Fields(want)
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		t.Errorf("keys %q, want %q", got, wanted)
	}
}

func TestAnAPIErrorAsJSON(t *testing.T) {
	client, _ := newClient(t, rateLimited("700"))
	_, err := client.Chat.Create(context.Background(), say("hi"))
	object := asJSON(t, err)
	want := map[string]any{
		"kind": "RateLimit", "status": 429.0, "retry_after_s": 700.0, "retryable": true, "local": false, "sent": nil,
		"phase": nil, "field": nil, "partial": nil, "cause": nil, "outputs": nil, "refusal": nil, "saw_output": nil,
	}
	for key, value := range want {
		if object[key] != value {
			t.Errorf("%s is %v, want %v", key, object[key], value)
		}
	}
	meta := object["meta"].(map[string]any)
	if meta["attempts"] != 1.0 || meta["waited_s"] != 0.0 || len(meta["history"].([]any)) != 1 || object["request_id"] != meta["request_id"] {
		t.Errorf("meta %v", meta)
	}
	var failure *axonium.Error
	if !errors.As(err, &failure) || object["explain"] != failure.Explain() || object["message"] != failure.Message {
		t.Errorf("got %v", object)
	}
}

func TestABrokenStreamAsJSON(t *testing.T) {
	client, _ := newClient(t, axoniumtest.Step{Gateway: true, ModelBreaksAfter: axonium.Ptr(2)})
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("one two three")))
	defer stream.Close()
	_, err := stream.Final()
	object := asJSON(t, err)
	partial, _ := object["partial"].(map[string]any)
	checkKeys(t, partial, "content reasoning tool_calls finish_reason usage")
	if object["kind"] != "StreamInterrupted" || object["saw_output"] != true || strings.TrimSpace(partial["content"].(string)) != "one two" {
		t.Errorf("got %v", object)
	}
}

func TestErrorsOfThePackageAsJSON(t *testing.T) {
	_, err := axonium.New(axonium.Config{APIKey: "k", Proxy: notUTF8})
	if object := asJSON(t, err); object["kind"] != "Configuration" || object["field"] != "proxy" || object["local"] != true {
		t.Errorf("got %v", object)
	}
	client, _ := newClient(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = client.Chat.Create(ctx, say("hi"))
	if object := asJSON(t, err); object["kind"] != "Cancelled" || object["local"] != true || object["message"] == "" {
		t.Errorf("got %v", object)
	}
	ctx, cancel = context.WithTimeout(context.Background(), -1)
	defer cancel()
	_, err = client.Chat.Create(ctx, say("hi"))
	if object := asJSON(t, err); object["kind"] != "Timeout" || object["phase"] != "call" {
		t.Errorf("got %v", object)
	}
	made := &axonium.Error{Kind: axonium.ErrRateLimit, Message: "as a test of its own has it", Status: 429}
	if object := asJSON(t, made); object["kind"] != "RateLimit" || object["status"] != 429.0 || object["hint"] != nil {
		t.Errorf("got %v", object)
	}
}

func TestAMetaComesBackFromItsJSON(t *testing.T) {
	client, _ := newClient(t, rateLimited("36"), axoniumtest.Step{Gateway: true})
	meta := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi"))).Meta
	meta.RateLimit = &axonium.RateLimit{RemainingRequests: axonium.Ptr[int64](3)}
	encoded := must[[]byte](t)(json.Marshal(meta))
	var object map[string]any
	var back axonium.Meta
	if err := errors.Join(json.Unmarshal(encoded, &object), json.Unmarshal(encoded, &back)); err != nil {
		t.Fatal(err)
	}
	checkKeys(t, object, metaKeys)
	limit := object["rate_limit"].(map[string]any)
	checkKeys(t, limit, limitKeys)
	if limit["scope"] != nil || limit["remaining_requests"] != 3.0 || object["waited_s"] != 36.0 {
		t.Errorf("got %s", encoded)
	}
	if back.Attempts != 2 || back.WaitedFor != meta.WaitedFor || back.History[1].WaitedBefore != meta.WaitedFor ||
		back.RequestID != meta.RequestID || back.History[0].Kind != axonium.ErrRateLimit {
		t.Errorf("came back as %+v", back)
	}
}
