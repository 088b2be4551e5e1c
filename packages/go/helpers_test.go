package axonium_test

import (
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// rateLimited is a refusal that asks to be left alone for so many seconds.
func rateLimited(seconds string) axoniumtest.Step {
	return axoniumtest.Step{
		Status: 429, Problem: "rate-limit-exceeded-requests", Headers: map[string]string{"Retry-After": seconds},
	}
}

func say(text string) axonium.ChatRequest {
	return axonium.ChatRequest{Model: "qwen3-0.6b", Messages: []axonium.Message{axonium.TextMessage("user", text)}}
}

// newClient is a gateway with its script, and a client on its clock.
func newClient(t *testing.T, steps ...axoniumtest.Step) (*axonium.Client, *axoniumtest.Gateway) {
	t.Helper()
	gateway := axoniumtest.NewGateway(t)
	if len(steps) > 0 {
		gateway.Script(steps...)
	}
	return gateway.Client(t, axonium.Config{APIKey: "k"}), gateway
}

// onRealTime is the same with waits that are slept.
func onRealTime(t *testing.T, steps ...axoniumtest.Step) (*axonium.Client, *axoniumtest.Gateway) {
	t.Helper()
	gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{Clock: "real"})
	gateway.Script(steps...)
	return gateway.Client(t, axonium.Config{APIKey: "k"}), gateway
}

func must[T any](t *testing.T) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
