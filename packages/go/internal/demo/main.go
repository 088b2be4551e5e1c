// The tour of ./dev demo go: what the SDK does when calls fail, in a minute. The gateway runs in this process; its clock
// is virtual, so deliberate waits take no time and are reported exactly.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func main() {
	host := &host{}
	defer host.close()
	gateway := axoniumtest.NewGateway(host)
	client := gateway.Client(host, axonium.Config{
		APIKey: "demo", Timeouts: &axonium.Timeouts{Request: axonium.Ptr(time.Second)},
	})
	for _, show := range []func(*axoniumtest.Gateway, *axonium.Client) error{
		rateLimitWaitedOut, replayByKey, streamBrokenMidway, timeoutWithoutAndWithAKey,
	} {
		if err := show(gateway, client); err != nil {
			host.Fatalf("the tour went wrong: %v", err)
		}
	}
	ledger := gateway.Ledger()
	fmt.Println("\n5. The ledger: what ran, what was billed, what was replayed")
	fmt.Printf("   generations %d, billed %d, replayed %d\n", ledger.Generations, ledger.Billed, ledger.Replayed)
}

func rateLimitWaitedOut(gateway *axoniumtest.Gateway, client *axonium.Client) error {
	fmt.Println("1. A 429 is waited out: it was refused before the model ran")
	gateway.Script(axoniumtest.Step{
		Status: 429, Problem: "rate-limit-exceeded-requests", Headers: map[string]string{"Retry-After": "7"},
	})
	completion, err := client.Chat.Create(context.Background(), ask("Good morning", ""))
	if err != nil {
		return err
	}
	show("answer", completion.Content())
	account(completion.Meta)
	return nil
}

func replayByKey(_ *axoniumtest.Gateway, client *axonium.Client) error {
	fmt.Println("\n2. The same key again: the stored answer, and no second bill")
	var metas [2]axonium.Meta
	for i := range metas {
		completion, err := client.Chat.Create(context.Background(), ask("Summarise order 4417", "order-4417-summary"))
		if err != nil {
			return err
		}
		metas[i] = completion.Meta
	}
	show("first", metas[0].RequestID)
	show("second", metas[1].RequestID)
	show("a replay", metas[1].IdempotentReplay)
	show("billed as", metas[1].IdempotentReplayOf)
	return nil
}

func streamBrokenMidway(gateway *axoniumtest.Gateway, client *axonium.Client) error {
	fmt.Println("\n3. A stream that breaks midway is not repeated: the model has run")
	gateway.Script(axoniumtest.Step{Gateway: true, ModelBreaksAfter: axonium.Ptr(3)})
	stream, err := client.Chat.Stream(context.Background(), ask("One two three four five six", ""))
	if err != nil {
		return err
	}
	defer stream.Close()
	for stream.Next() {
	}
	var failure *axonium.StreamInterruptedError
	if !errors.As(stream.Err(), &failure) {
		return fmt.Errorf("the stream was to break, got %v", stream.Err())
	}
	show("what arrived", failure.PartialContent)
	show("explained", failure.Explain())
	account(failure.Meta)
	return nil
}

func timeoutWithoutAndWithAKey(gateway *axoniumtest.Gateway, client *axonium.Client) error {
	fmt.Println("\n4. A timeout: without a key it is raised, with a key the answer is collected")
	silent := axoniumtest.Step{Gateway: true, Hang: true} // The model runs, and no answer comes.
	gateway.Script(silent)
	_, err := client.Chat.Create(context.Background(), ask("Take your time", ""))
	var failure *axonium.TimeoutError
	if !errors.As(err, &failure) {
		return fmt.Errorf("the call was to time out, got %v", err)
	}
	show("without", failure.Explain())
	gateway.Script(silent)
	completion, err := client.Chat.Create(context.Background(), ask("Take your time", "slow-1"))
	if err != nil {
		return err
	}
	show("with", completion.Content())
	show("a replay", completion.Meta.IdempotentReplay)
	account(completion.Meta)
	return nil
}

func ask(text, key string) axonium.ChatRequest {
	return axonium.ChatRequest{
		Model: "qwen3-0.6b", Messages: []axonium.Message{axonium.TextMessage("user", text)}, IdempotencyKey: key,
	}
}

func show(name string, value any) {
	fmt.Printf("   %-12s %v\n", name, strings.ReplaceAll(fmt.Sprint(value), "\n", "\n"+strings.Repeat(" ", 16)))
}

func account(meta axonium.Meta) {
	show("account", fmt.Sprintf("attempts: %d, waited: %v", meta.Attempts, meta.WaitedFor))
	for _, attempt := range meta.History {
		show("", fmt.Sprintf("after %v: %s", attempt.WaitedBefore, outcome(attempt)))
	}
}

func outcome(attempt axonium.Attempt) string {
	if attempt.Kind == "" {
		return "answered"
	}
	return fmt.Sprintf("%s (%s)", string(attempt.Kind), attempt.Reason)
}

// host is what a program without a *testing.T gives to axoniumtest.
type host struct{ cleanups []func() }

func (h *host) Helper() {}

func (h *host) Fatalf(format string, arguments ...any) {
	h.close()
	fmt.Fprintf(os.Stderr, format+"\n", arguments...)
	os.Exit(1)
}

func (h *host) Cleanup(cleanup func()) { h.cleanups = append(h.cleanups, cleanup) }

func (h *host) close() {
	for i := len(h.cleanups) - 1; i >= 0; i-- {
		h.cleanups[i]()
	}
	h.cleanups = nil
}
