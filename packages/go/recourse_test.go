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
