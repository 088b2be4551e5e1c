package axonium_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestAResponseStreamShowsWhatItBecame(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		client, gateway := newClient(t)
		request := respond("one two three")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
		text, last := "", axonium.ResponseEvent(nil)
		for stream.Next() {
			last = stream.Current()
			if event, ok := last.(axonium.OutputTextDelta); ok {
				text += event.Delta
			}
		}
		final := must[*axonium.Response](t)(stream.Final())
		if text != "one two three" || stream.OutputText() != text || final.OutputText() != text || final.Status != "completed" {
			t.Errorf("events %q, text %q, final %q (%s)", text, stream.OutputText(), final.OutputText(), final.Status)
		}
		if end, ok := last.(axonium.ResponseCompleted); !ok || end.Type() != "response.completed" {
			t.Errorf("the last event is %T", last)
		}
		if usage := stream.Usage(); usage == nil || *usage.OutputTokens() != 3 || *final.Usage.OutputTokens() != 3 {
			t.Errorf("usage %+v", usage)
		}
		ledger := gateway.Ledger()
		if meta := stream.Meta(); !stream.SawOutput() || meta.Attempts != 1 || meta.RequestID != ledger.Entries[0].RequestID {
			t.Errorf("saw output %v, meta %+v, ledger %+v", stream.SawOutput(), meta, ledger)
		}
	})
}

func TestEventsComeInOrderAndUnknownOnesToo(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		events := slices.Insert(said("Hel", "lo"), 2, object{"type": "response.moon_phase", "phase": "full"})
		for number, event := range events {
			events[number] = object{"sequence_number": number}
			for name, value := range event {
				events[number][name] = value
			}
		}
		events[4]["sequence_number"] = 9 // Some were lost.
		client, _ := newClient(t, over(transport, events, false))
		request := respond("hi")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
		types := []string{}
		for event, err := range stream.All() {
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, event.Type())
			if unknown, ok := event.(axonium.UnknownEvent); ok && !strings.Contains(string(unknown.Raw()), `"full"`) {
				t.Errorf("unknown event %s", unknown.Raw())
			}
		}
		want := []string{
			"response.created", "response.output_text.delta", "response.moon_phase", "response.output_text.delta", "response.completed",
		}
		if !slices.Equal(types, want) || stream.OutputText() != "Hello" || stream.Meta().SequenceGaps != 1 {
			t.Errorf("events %q, text %q, %d gaps", types, stream.OutputText(), stream.Meta().SequenceGaps)
		}
	})
}

func TestOutputIsSeenWhenItComes(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		client, _ := onRealTime(t, over(transport, []object{created}, true), over(transport, []object{created, delta("Hel")}, true))
		for _, want := range []string{"", "Hel"} {
			request := respond("hi")
			request.Transport = transport
			stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
			for range 1 + min(len(want), 1) {
				if !stream.Next() {
					t.Fatal(stream.Err())
				}
			}
			if stream.SawOutput() != (want != "") || stream.OutputText() != want || stream.Usage() != nil {
				t.Errorf("saw output %v, text %q, usage %v", stream.SawOutput(), stream.OutputText(), stream.Usage())
			}
			if err := stream.Close(); err != nil || stream.Next() || stream.Err() != nil || stream.OutputText() != want {
				t.Errorf("closed: %v, %v, text %q", err, stream.Err(), stream.OutputText())
			}
		}
	})
}

func TestABrokenResponseKeepsWhatArrived(t *testing.T) {
	failed := object{"type": "response.failed", "response": object{
		"id": "resp_1", "status": "failed", "error": object{"code": "server_error", "message": "The model fell over."},
	}}
	fault := object{"type": "error", "code": "stream_read_error", "message": "The upstream's stream broke."}
	cases := map[string]struct {
		events []object
		code   string
	}{
		"no terminal event": {said("Hel", "lo")[:3], ""},
		"response.failed":   {append(said("Hel", "lo")[:3], failed), "server_error"},
		"error":             {append(said("Hel", "lo")[:3], fault), "stream_read_error"},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			overBoth(t, func(t *testing.T, transport axonium.Transport) {
				step := over(transport, test.events, false)
				if transport == axonium.TransportWebSocket {
					step.WebSocket = append(step.WebSocket, axoniumtest.Frame{Drop: true})
				}
				client, gateway := newClient(t, step)
				request := respond("hi")
				request.Transport = transport
				_, err := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request)).Final()
				var failure *axonium.StreamInterruptedError
				if !errors.As(err, &failure) {
					t.Fatalf("got %v", err)
				}
				code := ""
				if failure.Cause != nil {
					code = failure.Cause.Code
				}
				if failure.PartialContent != "Hello" || !failure.SawOutput || failure.Meta.Attempts != 1 || code != test.code {
					t.Errorf("partial %q, saw output %v, attempts %d, code %q", failure.PartialContent, failure.SawOutput, failure.Meta.Attempts, code)
				}
				if sent := gateway.Requests(); len(sent) != 1 {
					t.Errorf("sent %d", len(sent))
				}
			})
		})
	}
}

func TestAnIncompleteResponseIsAnAnswer(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		incomplete := object{"type": "response.incomplete", "response": object{
			"id": "resp_1", "status": "incomplete", "model": "m", "output": []any{},
			"incomplete_details": object{"reason": "content_filter"},
		}}
		client, _ := newClient(t, over(transport, append(said("Hel")[:2], incomplete), false))
		request := respond("hi")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
		final := must[*axonium.Response](t)(stream.Final())
		if final.Status != "incomplete" || final.IncompleteDetails == nil || final.IncompleteDetails.Reason != "content_filter" {
			t.Errorf("final %+v", final)
		}
	})
}

func TestAResponsesToolCallsAreJoined(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		client, _ := newClient(t)
		request := respond(`call weather {"city": "Paris"}`)
		request.Transport = transport
		request.Tools = []axonium.ResponseTool{axonium.FunctionTool("weather", "The weather.", object{"type": "object"})}
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
		final := must[*axonium.Response](t)(stream.Final())
		var arguments struct{ City string }
		for _, calls := range [][]axonium.ToolCall{final.ToolCalls(), stream.ToolCalls()} {
			if len(calls) != 1 || calls[0].Function.Name != "weather" || calls[0].ID == "" {
				t.Fatalf("calls %+v", calls)
			}
			if err := calls[0].DecodeArguments(&arguments); err != nil || arguments.City != "Paris" {
				t.Errorf("arguments %+v, %v", arguments, err)
			}
		}
	})
}

func TestCancellingEndsAResponseAtOnce(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		client, _ := onRealTime(t, over(transport, []object{created, delta("Hel")}, true))
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		request := respond("hi")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(ctx, request))
		start := time.Now()
		for stream.Next() {
			if stream.SawOutput() {
				go cancel() // The next event never comes.
			}
		}
		if took := time.Since(start); took > atOnce {
			t.Errorf("took %v", took)
		}
		checkCancelled(t, stream.Err(), 1)
		if stream.OutputText() != "Hel" || stream.Next() {
			t.Errorf("what had arrived is kept: %q", stream.OutputText())
		}
	})
}

func TestADeadlineEndsAResponse(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		t.Parallel()
		client, _ := onRealTime(t, over(transport, []object{created, delta("Hel")}, true))
		ctx, cancel := context.WithTimeout(context.Background(), soon)
		defer cancel()
		request := respond("hi")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(ctx, request))
		for stream.Next() {
		}
		var timeout *axonium.TimeoutError
		if err := stream.Err(); !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &timeout) || stream.OutputText() != "Hel" {
			t.Errorf("text %q, got %v", stream.OutputText(), err)
		}
	})
}

func TestClosingAClientEndsItsResponses(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		client, _ := onRealTime(t, over(transport, []object{created, delta("Hel")}, true))
		request := respond("hi")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
		for stream.Next() {
			if stream.SawOutput() {
				go client.Close()
			}
		}
		if !errors.Is(stream.Err(), axonium.ErrCancelled) || stream.OutputText() != "Hel" {
			t.Errorf("text %q, got %v", stream.OutputText(), stream.Err())
		}
	})
}
