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

// readme is the example of the project's README, as it stands there.
func readme(ctx context.Context, client *axonium.Client) (*axonium.Completion, error) {
	completion, err := client.Chat.Create(ctx, axonium.ChatRequest{
		Model:          "qwen3-0.6b",
		Messages:       []axonium.Message{axonium.TextMessage("user", "Summarise order 4417.")},
		IdempotencyKey: "order-4417-summary",
	})
	if err != nil {
		return nil, err // errors.Is(err, axonium.ErrRateLimit), errors.As(err, &apiErr)
	}
	fmt.Println(completion.Content(), completion.Meta.Attempts, completion.Meta.WaitedFor)
	return completion, nil
}

func TestReadme(t *testing.T) {
	client, _ := newClient(t, rateLimited("7"), axoniumtest.Step{Gateway: true})
	completion := must[*axonium.Completion](t)(readme(context.Background(), client))
	if completion.Meta.WaitedFor != 7*time.Second || completion.Meta.Attempts != 2 {
		t.Errorf("waited %v in %d attempts", completion.Meta.WaitedFor, completion.Meta.Attempts)
	}
	client, _ = newClient(t, rateLimited("700"))
	if _, err := readme(context.Background(), client); !errors.Is(err, axonium.ErrRateLimit) {
		t.Errorf("got %v", err)
	}
}
