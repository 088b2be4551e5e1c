package axonium_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestManyCallsGetTheirOwnAnswers(t *testing.T) {
	client, gateway := newClient(t)
	const workers, rounds = 64, 8
	var running sync.WaitGroup
	for worker := range workers {
		running.Add(1)
		go func() {
			defer running.Done()
			for round := range rounds {
				checkEcho(t, client, fmt.Sprintf("worker %d round %d", worker, round), round%2 == 0)
			}
		}()
	}
	running.Wait()
	if ledger := gateway.Ledger(); ledger.Generations != workers*rounds {
		t.Errorf("%d generations", ledger.Generations)
	}
}

func checkEcho(t *testing.T, client *axonium.Client, text string, streamed bool) {
	if !streamed {
		completion, err := client.Chat.Create(context.Background(), say(text))
		if err != nil || completion.Content() != text {
			t.Errorf("asked %q: %v", text, err)
		}
		return
	}
	stream, err := client.Chat.Stream(context.Background(), say(text))
	if err != nil {
		t.Errorf("asked %q: %v", text, err)
		return
	}
	got := ""
	for chunk, err := range stream.All() {
		if err != nil {
			t.Errorf("asked %q: %v", text, err)
			return
		}
		got += chunk.Content()
	}
	if got != text {
		t.Errorf("asked %q, got %q", text, got)
	}
}

func TestWaitingCallsCostNoThreads(t *testing.T) {
	// Every call is told to wait for an hour of real time: nothing but cancellation ends the wait.
	const calls = 10_000
	gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{Clock: "real"})
	gateway.Script(slices.Repeat([]axoniumtest.Step{rateLimited("3600")}, calls)...)
	waits := make(chan axonium.WaitNotice, calls)
	client := gateway.Client(t, axonium.Config{
		APIKey: "k", Retry: &axonium.RetryPolicy{MaxBackoff: axonium.Ptr(2 * time.Hour)},
		RetryBudget: &axonium.RetryBudget{Enabled: axonium.Ptr(false)},
		HTTP2:       axonium.Ptr(true), // Many requests on few sockets.
		Hooks:       axonium.Hooks{OnWait: func(_ context.Context, wait axonium.WaitNotice) { waits <- wait }},
	})
	before := threads(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	outcomes := make(chan error, calls)
	for range calls {
		go func() {
			_, err := client.Chat.Create(ctx, say("hi"))
			outcomes <- err
		}()
	}
	for range calls {
		select {
		case <-waits:
		case err := <-outcomes:
			t.Fatalf("a call did not wait: %v", err)
		}
	}
	during := threads(t)
	cancel()
	for range calls {
		if err := <-outcomes; !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	}
	after := threads(t)
	t.Logf("%d calls: %d threads before, %d while all waited, %d after", calls, before, during, after)
	// The engine has two, its queue one. Go adds some while thousands of goroutines enter C at once, more on a busy
	// machine, and far from one a call.
	if max(during, after)-before > calls/20 {
		t.Errorf("%d waiting calls took %d threads", calls, max(during, after)-before)
	}
}

func TestClosedClientsLeaveNothingBehind(t *testing.T) {
	gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{Clock: "real"})
	round := func() {
		client, err := axonium.New(axonium.Config{GatewayBaseURL: gateway.URL(), APIKey: "k"})
		if err != nil {
			t.Fatal(err)
		}
		must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi")))
		stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("one two three")))
		stream.Next()
		stream.Close()
		client.Close()
	}
	round()
	goroutines, osThreads := runtime.NumGoroutine(), threads(t)
	for range 20 {
		round()
	}
	await(t, "the end of the clients' goroutines", func() bool { return runtime.NumGoroutine() <= goroutines })
	await(t, "the end of the clients' threads", func() bool { return threads(t) <= osThreads+8 })
}

// threads is how many threads this process has.
func threads(t *testing.T) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("threads are counted in /proc")
	}
	status := string(must[[]byte](t)(os.ReadFile("/proc/self/status")))
	for line := range strings.SplitSeq(status, "\n") {
		if count, found := strings.CutPrefix(line, "Threads:"); found {
			return must[int](t)(strconv.Atoi(strings.TrimSpace(count)))
		}
	}
	t.Fatal("no count of threads")
	return 0
}
