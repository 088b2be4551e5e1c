package axonium_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestACircuitOpensLetsOneCallThroughAndCloses(t *testing.T) {
	changes, log := []string{}, strings.Builder{}
	gateway := axoniumtest.NewGateway(t)
	gateway.ScriptRepeating(axoniumtest.Step{Problem: "model-not-loaded"})
	client := gateway.Client(t, axonium.Config{
		APIKey: "k", CircuitBreaker: &axonium.CircuitBreaker{Failures: axonium.Ptr(2), Open: axonium.Ptr(20 * time.Second)},
		Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Hooks: axonium.Hooks{OnDecision: func(_ context.Context, decision axonium.DecisionNotice) {
			if decision.Action == axonium.ActionCircuit {
				changes = append(changes, decision.Reason)
			}
		}},
	})
	call := func() error {
		_, err := client.Chat.Create(context.Background(), say("hi"))
		return err
	}
	checkCircuit(t, client, axonium.CircuitState(""), 0)
	for range 2 {
		if err := call(); !errors.Is(err, axonium.ErrModelNotLoaded) {
			t.Fatalf("got %v", err)
		}
	}
	checkCircuit(t, client, axonium.CircuitOpened, 20*time.Second)
	err := call()
	var failure *axonium.Error
	if !errors.As(err, &failure) || !errors.Is(err, axonium.ErrCircuitOpen) || !failure.Local || failure.Meta.Attempts != 0 ||
		failure.RetryAfter == nil || failure.RetryAfter.Round(time.Second) != 20*time.Second {
		t.Errorf("got %v", err)
	}
	gateway.Advance(20 * time.Second)
	checkCircuit(t, client, axonium.CircuitHalfOpen, 0)
	gateway.Reset()
	if err := call(); err != nil {
		t.Fatal(err)
	}
	checkCircuit(t, client, axonium.CircuitClosed, 0)
	if !slices.Equal(changes, []string{"circuit-opened", "circuit-half-open", "circuit-closed"}) {
		t.Errorf("changes %q", changes)
	}
	if lines := strings.Split(strings.TrimSpace(log.String()), "\n"); len(lines) != 3 || !strings.Contains(lines[0], "circuit of qwen3-0.6b") ||
		!strings.Contains(lines[0], "level=INFO") || !strings.Contains(lines[2], "reason=circuit-closed") {
		t.Errorf("logged %q", lines)
	}
}

// checkCircuit finds the one circuit that there is, or none for the empty state.
func checkCircuit(t *testing.T, client *axonium.Client, state axonium.CircuitState, refusedFor time.Duration) {
	t.Helper()
	circuits := must[[]axonium.Circuit](t)(client.Circuits())
	if state == "" {
		if len(circuits) != 0 {
			t.Errorf("circuits %+v", circuits)
		}
		return
	}
	if len(circuits) != 1 || circuits[0].State != state || circuits[0].Model != "qwen3-0.6b" || circuits[0].Origin == "" {
		t.Fatalf("circuits %+v, want one that is %s", circuits, state)
	}
	if left := circuits[0].RefusedFor; refusedFor > 0 && (left == nil || left.Round(time.Second) != refusedFor) {
		t.Errorf("refused for %v", left)
	}
}

func TestCircuitsOfAClientWithoutABreakerAndOfAClosedOne(t *testing.T) {
	client, _ := newClient(t, axoniumtest.Step{Problem: "model-not-loaded"})
	_, err := client.Chat.Create(context.Background(), say("hi"))
	if circuits := must[[]axonium.Circuit](t)(client.Circuits()); err == nil || len(circuits) != 0 {
		t.Errorf("circuits %+v", circuits)
	}
	client.Close()
	if _, err := client.Circuits(); !errors.Is(err, axonium.ErrConfiguration) {
		t.Errorf("got %v", err)
	}
	_, err = axonium.New(axonium.Config{APIKey: "k", CircuitBreaker: &axonium.CircuitBreaker{Failures: axonium.Ptr(0)}})
	var unusable *axonium.ConfigurationError
	if !errors.As(err, &unusable) || unusable.Field != "circuit_breaker.failures" {
		t.Errorf("got %v", err)
	}
}
