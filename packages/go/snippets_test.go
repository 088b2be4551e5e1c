package axonium_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// The lines between the marks are the documentation's own, as written there.

func TestSnippetCreateWithKeyAndMeta(t *testing.T) {
	client, gateway := newClient(t, rateLimited("36"), axoniumtest.Step{Gateway: true})
	ctx := context.Background()

	// ── design: chat
	completion, err := client.Chat.Create(ctx, axonium.ChatRequest{Model: "qwen3-0.6b", Messages: []axonium.Message{axonium.TextMessage("user", "...")}, IdempotencyKey: "order-4417-summary"})
	// ──

	if err != nil {
		t.Fatal(err)
	}
	if completion.Meta.WaitedFor != 36*time.Second || completion.Meta.Attempts != 2 {
		t.Errorf("waited %v in %d attempts", completion.Meta.WaitedFor, completion.Meta.Attempts)
	}
	if completion.Meta.IdempotentReplay || completion.Meta.IdempotentReplayOf != "" {
		t.Errorf("a first generation is no replay: %+v", completion.Meta)
	}
	if completion.Content() != "..." {
		t.Errorf("content %q", completion.Content())
	}
	for _, request := range gateway.Requests() {
		if got := request.Header.Get("Idempotency-Key"); got != "order-4417-summary" {
			t.Errorf("key %q", got)
		}
	}
}

func TestSnippetOfThePageOnFailure(t *testing.T) {
	client, gateway := newClient(t)
	ctx := context.Background()
	first := must[*axonium.Completion](t)(client.Chat.Create(ctx, axonium.ChatRequest{
		Model:          "qwen3-0.6b",
		Messages:       []axonium.Message{axonium.TextMessage("user", "...")},
		IdempotencyKey: "order-4417-summary",
	}))

	// ── page: idempotency
	completion, err := client.Chat.Create(ctx, axonium.ChatRequest{
		Model:          "qwen3-0.6b",
		Messages:       []axonium.Message{axonium.TextMessage("user", "...")},
		IdempotencyKey: "order-4417-summary",
	})
	// ──
	if err != nil {
		t.Fatal(err)
	}

	found := ""
	// ── page: telling a replay apart
	if completion.Meta.IdempotentReplay {
		billed := completion.Meta.IdempotentReplayOf
		_ = billed
		// ──
		found = billed
	}
	if found == "" || found != first.Meta.RequestID {
		t.Errorf("billed as %q, want the first answer's %q", found, first.Meta.RequestID)
	}
	if ledger := gateway.Ledger(); ledger.Generations != 1 || ledger.Billed != 1 || ledger.Replayed != 1 {
		t.Errorf("ledger %+v", ledger)
	}
	record := must[*axonium.UsageRecord](t)(client.Usage.Retrieve(ctx, found))
	if record.RequestID != found {
		t.Errorf("record of %q", record.RequestID)
	}
	if _, err := client.Usage.Retrieve(ctx, completion.Meta.RequestID); !errors.Is(err, axonium.ErrNotFound) {
		t.Errorf("a replay's own id has no row, got %v", err)
	}
}

func TestSnippetWaitsAreReported(t *testing.T) {
	client, _ := newClient(t, rateLimited("36"), axoniumtest.Step{Gateway: true})
	ctx, request := context.Background(), say("hi")

	// ── page: a wait is not a hang
	completion, err := client.Chat.Create(ctx, request)

	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(completion.Meta.WaitedFor, completion.Meta.Attempts)
	// ──
	if got != "36s 2" {
		t.Errorf("got %s", got)
	}
}

func TestSnippetCatchingThings(t *testing.T) {
	client, _ := newClient(t, rateLimited("90"))
	_, err := client.Chat.Create(context.Background(), say("hi"))
	retryable, rateLimit := false, false

	// ── page: catching things
	var apiErr *axonium.APIError
	if errors.As(err, &apiErr) && apiErr.Retryable() {
		// ──
		retryable = apiErr.Meta.WaitedFor == 0 && apiErr.Meta.Attempts == 1
	}
	if errors.Is(err, axonium.ErrRateLimit) {
		// ──
		rateLimit = true
	}
	if !retryable || !rateLimit {
		t.Errorf("retryable %v, rate limit %v: %v", retryable, rateLimit, err)
	}
	if apiErr.RetryAfter == nil || *apiErr.RetryAfter != 90*time.Second {
		t.Errorf("retry after %v", apiErr.RetryAfter)
	}
}

func TestSnippetStreams(t *testing.T) {
	client, _ := newClient(t)
	ctx, req, text := context.Background(), say("one two three"), ""

	// ── design: streams
	stream, err := client.Chat.Stream(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for stream.Next() {
		text += stream.Current().Content()
	}
	if err := stream.Err(); err != nil {
		t.Fatal(err)
	}
	// ──
	if text != "one two three" {
		t.Errorf("text %q", text)
	}

	stream, err = client.Chat.Stream(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	text = ""
	// ── design: iter.Seq2
	for chunk, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		text += chunk.Content()
	}
	// ──
	if text != "one two three" {
		t.Errorf("text %q", text)
	}
}
