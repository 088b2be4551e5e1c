package axonium_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestAStreamShowsWhatItBecame(t *testing.T) {
	client, gateway := newClient(t)
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("count to 5")))
	text := ""
	for stream.Next() {
		text += stream.Current().Content()
	}
	final := must[*axonium.Completion](t)(stream.Final())
	if text != "1 2 3 4 5" || stream.Content() != text || final.Content() != text || final.FinishReason() != "stop" {
		t.Errorf("chunks %q, content %q, final %q (%s)", text, stream.Content(), final.Content(), final.FinishReason())
	}
	if usage := stream.Usage(); usage == nil || *usage.CompletionTokens != 5 || usage.Estimated {
		t.Errorf("usage %+v", usage)
	}
	if meta := stream.Meta(); meta.Attempts != 1 || meta.RequestID != gateway.Ledger().Entries[0].RequestID {
		t.Errorf("meta %+v", meta)
	}
}

func TestABrokenStreamKeepsWhatArrivedAndIsNotRepeated(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{Gateway: true, ModelBreaksAfter: axonium.Ptr(3)})
	request := say("one two three four five")
	request.IdempotencyKey = "k-1"
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	var failure *axonium.StreamInterruptedError
	for _, err := range stream.All() {
		if err != nil && !errors.As(err, &failure) {
			t.Fatalf("got %v", err)
		}
	}
	if failure == nil {
		t.Fatal("the stream did not break")
	}
	if strings.TrimSpace(failure.PartialContent) != "one two three" || !failure.SawOutput {
		t.Errorf("partial %q, saw output %v", failure.PartialContent, failure.SawOutput)
	}
	if !errors.Is(failure, axonium.ErrStreamInterrupted) || errors.Is(failure, axonium.ErrAPI) {
		t.Errorf("kind %s", failure.Kind)
	}
	if failure.Meta.Attempts != 1 || failure.Reason == nil || !strings.Contains(failure.Explain(), "\n") {
		t.Errorf("meta %+v, reason %v, explain %q", failure.Meta, failure.Reason, failure.Explain())
	}
	if ledger := gateway.Ledger(); ledger.Generations != 1 {
		t.Errorf("ledger %+v", ledger)
	}
}

func TestAStreamThatALimitBrokeNamesTheLimit(t *testing.T) {
	t.Parallel()
	pausing := axoniumtest.Step{PauseAfterEvents: map[int]int{1: 60_000}, SSE: chunks("Hel", "lo")}
	breaking := axoniumtest.Step{Gateway: true, ModelBreaksAfter: axonium.Ptr(1)}
	cases := map[axonium.Phase]struct {
		step    axoniumtest.Step
		limits  axonium.Timeouts
		timeout *time.Duration
		partial string
	}{
		axonium.PhaseIdle: {pausing, axonium.Timeouts{StreamIdle: axonium.Ptr(soon)}, nil, "Hel"},
		axonium.PhaseCall: {pausing, axonium.Timeouts{}, axonium.Ptr(soon), "Hel"},
		"":                {breaking, axonium.Timeouts{}, axonium.Ptr(time.Minute), "one"},
	}
	for phase, test := range cases {
		t.Run("phase "+string(phase), func(t *testing.T) {
			t.Parallel()
			gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{Clock: "real"})
			gateway.Script(test.step)
			client := gateway.Client(t, axonium.Config{APIKey: "k", Timeouts: &test.limits})
			request := say("one two three")
			request.Timeout = test.timeout
			_, err := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request)).Final()
			var failure *axonium.StreamInterruptedError
			if !errors.As(err, &failure) || errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("got %v", err)
			}
			if failure.Phase != phase || !failure.SawOutput || strings.TrimSpace(failure.PartialContent) != test.partial {
				t.Errorf("phase %q, saw output %v, partial %q", failure.Phase, failure.SawOutput, failure.PartialContent)
			}
		})
	}
}

func TestADiscardingClientCarriesNoPartial(t *testing.T) {
	client, _ := newClient(t, axoniumtest.Step{Gateway: true, ModelBreaksAfter: axonium.Ptr(2)})
	request := say("one two three")
	request.Partial = axonium.PartialDiscard
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	for stream.Next() {
	}
	var failure *axonium.StreamInterruptedError
	if !errors.As(stream.Err(), &failure) || failure.PartialContent != "" || !failure.SawOutput {
		t.Errorf("got %+v", failure)
	}
}

func TestARefusedStreamIsWaitedOut(t *testing.T) {
	client, gateway := newClient(t, rateLimited("7"), axoniumtest.Step{Gateway: true})
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("hi")))
	final := must[*axonium.Completion](t)(stream.Final())
	if final.Content() != "hi" || final.Meta.Attempts != 2 || final.Meta.WaitedFor.Seconds() != 7 {
		t.Errorf("final %q, meta %+v", final.Content(), final.Meta)
	}
	if ledger := gateway.Ledger(); ledger.Generations != 1 {
		t.Errorf("ledger %+v", ledger)
	}
}

func TestToolCallsAreJoined(t *testing.T) {
	client, _ := newClient(t)
	request := say(`call weather {"city": "Paris", "days": 3}`)
	request.Tools = []axonium.Tool{axonium.FunctionTool("weather", "The weather.", map[string]any{"type": "object"})}
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	final := must[*axonium.Completion](t)(stream.Final())
	calls := final.ToolCalls()
	if len(calls) != 1 || calls[0].Function.Name != "weather" || calls[0].ID == "" {
		t.Fatalf("calls %+v", calls)
	}
	var arguments struct {
		City string
		Days int
	}
	if err := calls[0].DecodeArguments(&arguments); err != nil || arguments.City != "Paris" || arguments.Days != 3 {
		t.Errorf("arguments %+v, %v", arguments, err)
	}
	calls[0].Function.Arguments = `{"city": `
	var malformed *axonium.ToolCallArgumentsError
	if err := calls[0].DecodeArguments(&arguments); !errors.As(err, &malformed) || malformed.Arguments != `{"city": ` ||
		!errors.Is(err, axonium.ErrToolCallArguments) {
		t.Errorf("got %v", err)
	}
}

func TestLeavingAStreamEndsIt(t *testing.T) {
	client, _ := onRealTime(t, axoniumtest.Step{PauseAfterEvents: map[int]int{2: 60_000}, SSE: chunks("a", "b", "c")})
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("hi")))
	seen := 0
	for range stream.All() {
		seen++
		break
	}
	if seen != 1 || stream.Next() || stream.Err() != nil {
		t.Errorf("saw %d; a closed stream has no more chunks and no error: %v", seen, stream.Err())
	}
	if err := stream.Close(); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(stream.Content(), "a") {
		t.Errorf("what had arrived is kept: %q", stream.Content())
	}
}

func TestClosingFromAnotherGoroutineEndsNext(t *testing.T) {
	client, _ := onRealTime(t, axoniumtest.Step{PauseAfterEvents: map[int]int{1: 60_000}, SSE: chunks("a", "b")})
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("hi")))
	if !stream.Next() {
		t.Fatal(stream.Err())
	}
	go stream.Close()
	if stream.Next() || stream.Err() != nil {
		t.Errorf("got %v", stream.Err())
	}
}

// chunks are the events of a stream that says these words.
func chunks(words ...string) []axoniumtest.Event {
	events := []axoniumtest.Event{}
	for _, word := range words {
		delta := map[string]any{"content": word}
		events = append(events, axoniumtest.Event{Data: map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta}}}})
	}
	return append(events, axoniumtest.Event{Data: "[DONE]"})
}
