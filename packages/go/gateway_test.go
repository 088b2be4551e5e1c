package axonium_test

import (
	"context"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestAScriptThatRepeatsAnswersUntilTheReset(t *testing.T) {
	gateway := axoniumtest.NewGateway(t)
	gateway.ScriptRepeating(axoniumtest.Step{Problem: "model-not-loaded"})
	client := gateway.Client(t, axonium.Config{APIKey: "k"})
	for range 3 {
		if _, err := client.Chat.Create(context.Background(), say("hi")); err == nil {
			t.Fatal("the script answered once only")
		}
	}
	gateway.Reset()
	if content := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi"))).Content(); content != "hi" {
		t.Errorf("content %q", content)
	}
}

func TestMovingTheClockRenewsATokenThatIsDue(t *testing.T) {
	gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{
		ClientID: "client", ClientSecret: "secret-of-client", TokenLifetimeSeconds: 100,
	})
	client := gateway.Client(t, axonium.Config{ClientID: "client", ClientSecret: "secret-of-client"})
	for call := 1; call <= 2; call++ {
		must[*axonium.ModelList](t)(client.Models.List(context.Background()))
		if fetched := len(gateway.TokenRequests()); fetched != call {
			t.Fatalf("%d token requests after call %d", fetched, call)
		}
		gateway.Advance(101 * time.Second)
	}
}
