package axonium_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// at once: far below every wait in these tests, far above a slow machine's hiccup.
const atOnce = 15 * time.Second

// soon is the limit of what is to run out of time: long enough to be sent first on a slow machine. Tests that wait for
// it do so together.
const soon = 2 * time.Second

var hang = axoniumtest.Step{Hang: true}

func TestACancelledContextSendsNothing(t *testing.T) {
	client, gateway := newClient(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := client.Chat.Create(ctx, say("hi"))
	checkCancelled(t, err, 0)
	_, err = client.Chat.Stream(ctx, say("hi"))
	checkCancelled(t, err, 0)
	if requests := gateway.Requests(); len(requests) != 0 {
		t.Errorf("sent %d requests", len(requests))
	}
}

func TestCancellingEndsAWait(t *testing.T) {
	client, gateway := onRealTime(t, rateLimited("30"))
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("the user left")
	go func() {
		awaitRequests(t, gateway, 1)
		cancel(cause)
	}()
	start := time.Now()
	_, err := client.Chat.Create(ctx, say("hi"))
	if took := time.Since(start); took > atOnce {
		t.Errorf("took %v", took)
	}
	checkCancelled(t, err, 1)
	if !errors.Is(err, cause) {
		t.Errorf("the cause is lost: %v", err)
	}
}

func TestCancellingEndsARequest(t *testing.T) {
	client, gateway := onRealTime(t, hang)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		awaitRequests(t, gateway, 1)
		cancel()
	}()
	request := say("hi")
	request.IdempotencyKey = "k-1"
	_, err := client.Chat.Create(ctx, request)
	checkCancelled(t, err, 1)
	if requests := gateway.Requests(); len(requests) != 1 {
		t.Errorf("a cancelled call is never repeated, sent %d", len(requests))
	}
}

func TestCancellingEndsAStream(t *testing.T) {
	client, _ := onRealTime(t, axoniumtest.Step{PauseAfterEvents: map[int]int{1: 60_000}, SSE: chunks("Hel", "lo")})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream := must[*axonium.Stream](t)(client.Chat.Stream(ctx, say("hi")))
	for stream.Next() {
		cancel()
	}
	checkCancelled(t, stream.Err(), 1)
	if stream.Content() != "Hel" {
		t.Errorf("what had arrived is kept: %q", stream.Content())
	}
	if stream.Next() {
		t.Error("a cancelled stream goes on")
	}
}

func TestTheContextWinsOverWhatIsReady(t *testing.T) {
	client, _ := newClient(t)
	ctx, cancel := context.WithCancel(context.Background())
	stream := must[*axonium.Stream](t)(client.Chat.Stream(ctx, say("one two three four")))
	if !stream.Next() {
		t.Fatal(stream.Err())
	}
	cancel()
	if stream.Next() || !errors.Is(stream.Err(), context.Canceled) {
		t.Errorf("got %v", stream.Err())
	}
}

func TestADeadlineEndsACall(t *testing.T) {
	t.Parallel()
	client, _ := onRealTime(t, hang)
	ctx, cancel := context.WithTimeout(context.Background(), soon)
	defer cancel()
	_, err := client.Chat.Create(ctx, say("hi"))
	var timeout *axonium.TimeoutError
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &timeout) || timeout.Phase != axonium.PhaseCall {
		t.Fatalf("got %v", err)
	}
	if timeout.Meta.Attempts != 1 || !timeout.Timeout() {
		t.Errorf("meta %+v", timeout.Meta)
	}
}

func TestADeadlineEndsAStream(t *testing.T) {
	t.Parallel()
	client, _ := onRealTime(t, axoniumtest.Step{PauseAfterEvents: map[int]int{1: 60_000}, SSE: chunks("Hel", "lo")})
	ctx, cancel := context.WithTimeout(context.Background(), soon)
	defer cancel()
	stream := must[*axonium.Stream](t)(client.Chat.Stream(ctx, say("hi")))
	for stream.Next() {
	}
	// Whichever clock is the first to notice: the error is the context's, and the stream has what had arrived.
	var timeout *axonium.TimeoutError
	if err := stream.Err(); !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &timeout) ||
		timeout.Phase != axonium.PhaseCall || timeout.Meta.Attempts != 1 || stream.Content() != "Hel" {
		t.Errorf("content %q, got %v", stream.Content(), err)
	}
}

func TestAWaitBeyondTheDeadlineIsNotBegun(t *testing.T) {
	client, _ := onRealTime(t, rateLimited("30"))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_, err := client.Chat.Create(ctx, say("hi"))
	var apiErr *axonium.APIError
	if !errors.As(err, &apiErr) || apiErr.Kind != axonium.ErrRateLimit || apiErr.RetryAfter.Seconds() != 30 {
		t.Fatalf("got %v", err)
	}
	if ctx.Err() != nil {
		t.Error("the deadline was waited for")
	}
}

func TestTheRequestsOwnTimeoutIsNoContextError(t *testing.T) {
	t.Parallel()
	client, _ := onRealTime(t, hang)
	request := say("hi")
	request.Timeout = axonium.Ptr(soon)
	_, err := client.Chat.Create(context.Background(), request)
	if !errors.Is(err, axonium.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// checkCancelled holds an error against what cancellation promises.
func checkCancelled(t *testing.T, err error, attempts int) {
	t.Helper()
	var failure *axonium.Error
	if !errors.Is(err, context.Canceled) || !errors.Is(err, axonium.ErrCancelled) || !errors.As(err, &failure) {
		t.Fatalf("not a cancellation: %v", err)
	}
	if failure.Meta.Attempts != attempts {
		t.Errorf("%d attempts, want %d", failure.Meta.Attempts, attempts)
	}
}

// awaitRequests returns once the gateway has seen so many requests.
func awaitRequests(t *testing.T, gateway *axoniumtest.Gateway, count int) {
	await(t, "the requests", func() bool { return len(gateway.Requests()) >= count })
}

// await looks until what it waits for is so.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	look, limit := time.NewTicker(time.Millisecond), time.After(time.Minute)
	defer look.Stop()
	for !holds() {
		select {
		case <-look.C:
		case <-limit:
			t.Errorf("%s did not come", what)
			return
		}
	}
}
