package axonium_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// impatient is a client that waits a moment for an answer; the gateway's model runs all the same.
func impatient(t *testing.T, config axonium.Config, steps ...axoniumtest.Step) (*axonium.Client, *axoniumtest.Gateway) {
	t.Helper()
	gateway := axoniumtest.NewGateway(t)
	gateway.Script(steps...)
	config.APIKey, config.Timeouts = "k", &axonium.Timeouts{Request: axonium.Ptr(200 * time.Millisecond)}
	return gateway.Client(t, config), gateway
}

// silent is a model that runs, and an answer that never comes.
var silent = axoniumtest.Step{Gateway: true, Hang: true}

func TestATimeoutIsRepeatedOnceAndThenAFallbackIsAsked(t *testing.T) {
	client, gateway := impatient(t, axonium.Config{}, silent, silent, axoniumtest.Step{Gateway: true})
	request := say("hi")
	request.OnTimeout, request.Fallback = axonium.OnTimeoutRetryOnceThenFallback, []axonium.Route{{Model: "count-to-20"}}
	request.MayBillTwice = axonium.Ptr(true)
	completion := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), request))
	meta := completion.Meta
	if completion.Model != "count-to-20" || meta.FallbackFrom != "qwen3-0.6b" || meta.Attempts != 3 {
		t.Errorf("answered by %s, meta %+v", completion.Model, meta)
	}
	if sent := gateway.Requests(); !strings.Contains(sent[1].Body, "qwen3-0.6b") || !strings.Contains(sent[2].Body, "count-to-20") {
		t.Errorf("sent %+v", sent)
	}
}

func TestAFallbackOfTheClientMayBeARoute(t *testing.T) {
	spare := axoniumtest.NewGateway(t)
	client, gateway := impatient(t, axonium.Config{
		OnTimeout: axonium.OnTimeoutRetryOnceThenFallback, MayBillTwice: axonium.Ptr(true),
		Fallback: []axonium.Route{{GatewayBaseURL: spare.URL(), APIKey: "other"}},
	}, silent, silent)
	request := respond("hi")
	request.IdempotencyKey = "k-1"
	gateway.ScriptRepeating(axoniumtest.Step{Hang: true})
	response := must[*axonium.Response](t)(client.Responses.Create(context.Background(), request))
	if response.OutputText() != "hi" || response.Meta.FallbackFrom != "qwen3-0.6b" {
		t.Errorf("said %q, meta %+v", response.OutputText(), response.Meta)
	}
	if sent := spare.Requests(); len(sent) != 1 || sent[0].Header.Get("Idempotency-Key") != "k-1:fallback:1" {
		t.Errorf("sent %+v", sent)
	}
}

func TestWhatMayBillTwiceIsRefusedWithoutConsent(t *testing.T) {
	client, gateway := newClient(t)
	fallback := []axonium.Route{{Model: "count-to-20"}}
	cases := map[string]func(*axonium.ChatRequest){
		"may_bill_twice": func(r *axonium.ChatRequest) {
			r.OnTimeout, r.Fallback = axonium.OnTimeoutRetryOnceThenFallback, fallback
		},
		"fallback": func(r *axonium.ChatRequest) {
			r.OnTimeout, r.Fallback = axonium.OnTimeoutRetryOnceThenFallback, []axonium.Route{{Model: r.Model}}
			r.IdempotencyKey = "k-1"
		},
		"on_timeout": func(r *axonium.ChatRequest) { r.OnTimeout = "wait" },
	}
	for field, change := range cases {
		request := say("hi")
		change(&request)
		_, err := client.Chat.Create(context.Background(), request)
		checkRefused(t, err, field)
	}
	request := say("hi")
	request.Resume = axonium.ResumeReplay
	_, err := client.Chat.Stream(context.Background(), request)
	checkRefused(t, err, "idempotency_key")
	request = say("hi")
	request.RetryClean = axonium.Ptr(true)
	_, err = client.Chat.Stream(context.Background(), request)
	checkRefused(t, err, "may_bill_twice")
	if sent := gateway.Requests(); len(sent) != 0 {
		t.Errorf("sent %d requests", len(sent))
	}
	for field, config := range map[string]axonium.Config{
		"fallback":       {OnTimeout: axonium.OnTimeoutRetryOnceThenFallback},
		"on_timeout":     {Fallback: fallback},
		"may_bill_twice": {RetryClean: axonium.Ptr(true)},
		"resume":         {Resume: "again"},
	} {
		config.APIKey = "k"
		_, err := axonium.New(config)
		var unusable *axonium.ConfigurationError
		if !errors.As(err, &unusable) || unusable.Field != field {
			t.Errorf("%s: got %v", field, err)
		}
	}
}

func TestNothingSecretOfAFallbackIsPrinted(t *testing.T) {
	fallback := []axonium.Route{{GatewayBaseURL: "http://me:hunter2@127.0.0.1:9", APIKey: "hunter2"}, {Model: "smaller"}}
	printed := fmt.Sprintf("%v %+v %#v %+v", axonium.Config{Fallback: fallback}, axonium.Config{Fallback: fallback}, fallback,
		axonium.ChatRequest{Fallback: fallback})
	if strings.Contains(printed, "hunter2") || !strings.Contains(printed, "smaller") {
		t.Errorf("printed %s", printed)
	}
}

func TestADeadlineEndsTheCall(t *testing.T) {
	client, gateway := newClient(t, rateLimited("3"), axoniumtest.Step{Gateway: true})
	request := say("hi")
	request.Deadline = time.Now().Add(2 * time.Second)
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	_, err := client.Chat.Create(ctx, request)
	if !errors.Is(err, axonium.ErrRateLimit) || len(gateway.Requests()) != 1 {
		t.Errorf("a wait that would pass it is not begun: got %v", err)
	}
	request.Deadline = time.Now().Add(-time.Second)
	_, err = client.Chat.Create(ctx, request)
	var late *axonium.TimeoutError
	if !errors.As(err, &late) || late.Phase != axonium.PhaseCall || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestAStreamIsResumedByItsReplay(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{Gateway: true, CloseAfterEvents: axonium.Ptr(3)})
	request := say("one two three four")
	request.IdempotencyKey, request.Resume = "k-1", axonium.ResumeReplay
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	text := ""
	for chunk, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		text += chunk.Content()
	}
	if text != "one two three four" || stream.Meta().Attempts != 2 || !stream.Meta().IdempotentReplay {
		t.Errorf("text %q, meta %+v", text, stream.Meta())
	}
	if ledger := gateway.Ledger(); ledger.Generations != 1 || ledger.Billed != 1 {
		t.Errorf("ledger %+v", ledger)
	}
}

func TestAResponsesStreamIsResumedByItsReplay(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{Gateway: true, CloseAfterEvents: axonium.Ptr(6)})
	request := respond("one two three four")
	request.IdempotencyKey, request.Resume = "k-1", axonium.ResumeReplay
	stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
	defer stream.Close()
	final := must[*axonium.Response](t)(stream.Final())
	if final.OutputText() != "one two three four" || final.Meta.Attempts != 2 || gateway.Ledger().Billed != 1 {
		t.Errorf("said %q, meta %+v", final.OutputText(), final.Meta)
	}
}

func TestAStreamIsStartedAnewUnseen(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{Gateway: true, CloseAfterEvents: axonium.Ptr(3)}, axoniumtest.Step{Gateway: true})
	request := say("one two three four")
	request.RetryClean, request.MayBillTwice, request.Partial = axonium.Ptr(true), axonium.Ptr(true), axonium.PartialDiscard
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), request))
	text := ""
	for chunk, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		text += chunk.Content()
	}
	if text != "one two three four" || stream.Meta().Attempts != 2 {
		t.Errorf("text %q, meta %+v", text, stream.Meta())
	}
	if ledger := gateway.Ledger(); ledger.Generations != 2 {
		t.Errorf("ledger %+v", ledger)
	}
}
