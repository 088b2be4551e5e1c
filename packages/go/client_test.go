package axonium_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestUnusableSettingsAreNamed(t *testing.T) {
	cases := map[string]axonium.Config{
		"gateway_base_url": {APIKey: "k", GatewayBaseURL: "gateway.internal"},
		"ca_bundle":        {APIKey: "k", CABundle: "no-such-file.pem"},
		"credentials":      {APIKey: "k", ClientID: "c", ClientSecret: "s"},
		"max_attempts":     {APIKey: "k", Retry: &axonium.RetryPolicy{MaxAttempts: axonium.Ptr(0)}},
		"timeouts":         {APIKey: "k", Timeouts: &axonium.Timeouts{Connect: axonium.Ptr(-time.Second)}},
		"hold_back":        {APIKey: "k", Timeouts: &axonium.Timeouts{HoldBack: axonium.Ptr(-time.Second)}},
		"proxy":            {APIKey: "k", Proxy: notUTF8},
	}
	for field, config := range cases {
		t.Run(field, func(t *testing.T) {
			client, err := axonium.New(config)
			var refused *axonium.ConfigurationError
			if client != nil || !errors.As(err, &refused) || !errors.Is(err, axonium.ErrConfiguration) {
				t.Fatalf("got %v", err)
			}
			if !strings.Contains(refused.Field, field) {
				t.Errorf("field %q: %s", refused.Field, refused.Message)
			}
		})
	}
}

func TestTheEnvironmentIsReadWhenTheClientIsMade(t *testing.T) {
	gateway := axoniumtest.NewGateway(t)
	t.Setenv("AXONIUM_GATEWAY_BASE_URL", gateway.URL())
	t.Setenv("AXONIUM_API_KEY", "from-the-environment")
	client := must[*axonium.Client](t)(axonium.NewFromEnv())
	defer client.Close()
	must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi")))
	if got := gateway.Requests()[0].Header.Get("Authorization"); got != "Bearer from-the-environment" {
		t.Errorf("authorization %q", got)
	}
}

func TestNothingSecretIsPrinted(t *testing.T) {
	config := axonium.Config{
		GatewayBaseURL: "http://user:hunter2@127.0.0.1:9", ClientID: "app", ClientSecret: "hunter2",
		Proxy: "http://me:hunter2@proxy:3128", Retry: &axonium.RetryPolicy{},
	}
	var printed bytes.Buffer
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		fmt.Fprintf(&printed, format+"\n", config)
		fmt.Fprintf(&printed, format+"\n", &config)
		fmt.Fprintf(&printed, format+"\n", struct{ Config axonium.Config }{config})
	}
	slog.New(slog.NewJSONHandler(&printed, nil)).Info("made", "config", config)
	slog.New(slog.NewTextHandler(&printed, nil)).Info("made", "config", config)
	config.GatewayBaseURL, config.Proxy = "http://127.0.0.1:9", ""
	client := must[*axonium.Client](t)(axonium.New(config))
	defer client.Close()
	for _, format := range []string{"%v", "%+v", "%#v"} {
		fmt.Fprintf(&printed, format+"\n", client)
	}
	if strings.Contains(printed.String(), "hunter2") {
		t.Errorf("a secret is shown:\n%s", printed.String())
	}
	if !strings.Contains(printed.String(), `ClientID: "app"`) {
		t.Errorf("nothing is shown:\n%s", printed.String())
	}
}

func TestAClosedClientSaysSo(t *testing.T) {
	client, gateway := newClient(t)
	for range 2 {
		if err := client.Close(); err != nil {
			t.Fatal(err)
		}
	}
	_, err := client.Chat.Create(context.Background(), say("hi"))
	if !errors.Is(err, axonium.ErrConfiguration) || !strings.Contains(err.Error(), "closed") {
		t.Errorf("got %v", err)
	}
	if _, err = client.Chat.Stream(context.Background(), say("hi")); !strings.Contains(fmt.Sprint(err), "closed") {
		t.Errorf("got %v", err)
	}
	if requests := gateway.Requests(); len(requests) != 0 {
		t.Errorf("sent %d requests", len(requests))
	}
}

func TestClosingEndsCallsAndStreams(t *testing.T) {
	client, gateway := onRealTime(t, axoniumtest.Step{PauseAfterEvents: map[int]int{1: 60_000}, SSE: chunks("a", "b")}, hang)
	stream := must[*axonium.Stream](t)(client.Chat.Stream(context.Background(), say("hi")))
	if !stream.Next() {
		t.Fatal(stream.Err())
	}
	outcome := make(chan error)
	go func() {
		_, err := client.Chat.Create(context.Background(), say("hi"))
		outcome <- err
	}()
	awaitRequests(t, gateway, 2)
	client.Close()
	var failure *axonium.Error
	if err := <-outcome; !errors.As(err, &failure) || failure.Kind != axonium.ErrCancelled || failure.Meta.Attempts != 1 {
		t.Errorf("got %v", err)
	}
	if stream.Next() || !errors.Is(stream.Err(), axonium.ErrCancelled) || stream.Content() != "a" {
		t.Errorf("got %v", stream.Err())
	}
	if _, err := client.Models.List(context.Background()); !errors.Is(err, axonium.ErrConfiguration) {
		t.Errorf("got %v", err)
	}
}

func TestWaitsAreLogged(t *testing.T) {
	var log bytes.Buffer
	gateway := axoniumtest.NewGateway(t)
	gateway.Script(rateLimited("36"), rateLimited("0"), axoniumtest.Step{Gateway: true})
	client := gateway.Client(t, axonium.Config{
		APIKey: "k", Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi")))
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("log:\n%s", log.String())
	}
	for _, words := range []string{"level=INFO", "wait=36s", "attempt=1", "model=qwen3-0.6b", "path=/v1/chat/completions", "request_id="} {
		if !strings.Contains(lines[0], words) {
			t.Errorf("%q is not in %s", words, lines[0])
		}
	}
	if !strings.Contains(lines[1], "level=DEBUG") {
		t.Errorf("a short wait is for debugging: %s", lines[1])
	}
}

func TestATokenProviderIsToldWhatWasRejected(t *testing.T) {
	var mutex sync.Mutex
	asked := []string{}
	gateway := axoniumtest.NewGateway(t)
	gateway.Script(axoniumtest.Step{Problem: "token-expired"}, axoniumtest.Step{Gateway: true})
	client := gateway.Client(t, axonium.Config{TokenProvider: func(_ context.Context, rejected string) (string, error) {
		mutex.Lock()
		defer mutex.Unlock()
		asked = append(asked, rejected)
		return fmt.Sprintf("token-%d", len(asked)), nil
	}})
	completion := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi")))
	if completion.Meta.Attempts != 2 || fmt.Sprint(asked) != "[ token-1]" {
		t.Errorf("%d attempts, asked %q", completion.Meta.Attempts, asked)
	}
	for i, request := range gateway.Requests() {
		if got, want := request.Header.Get("Authorization"), fmt.Sprintf("Bearer token-%d", i+1); got != want {
			t.Errorf("authorization %q, want %q", got, want)
		}
	}
}

func TestAFailingTokenProviderIsNamed(t *testing.T) {
	gateway := axoniumtest.NewGateway(t)
	client := gateway.Client(t, axonium.Config{TokenProvider: func(context.Context, string) (string, error) {
		return "", errors.New("the vault is sealed")
	}})
	_, err := client.Chat.Create(context.Background(), say("hi"))
	if !errors.Is(err, axonium.ErrAuthTransport) || !strings.Contains(err.Error(), "the vault is sealed") {
		t.Errorf("got %v", err)
	}
}

func TestASlowTokenProviderDoesNotHoldUpCancellation(t *testing.T) {
	gateway := axoniumtest.NewGateway(t)
	ctx, cancel := context.WithCancel(context.Background())
	client := gateway.Client(t, axonium.Config{TokenProvider: func(ctx context.Context, _ string) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	}})
	_, err := client.Chat.Create(ctx, say("hi"))
	checkCancelled(t, err, 0)
}

func TestModelsAndToken(t *testing.T) {
	gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{ClientID: "app", ClientSecret: "hush"})
	client := gateway.Client(t, axonium.Config{ClientID: "app", ClientSecret: "hush"})
	ctx := context.Background()
	token := must[*axonium.Token](t)(client.Token.Fetch(ctx))
	if !strings.Contains(token.Scope, "inference:read") || token.ExpiresIn == nil || *token.ExpiresIn <= 0 {
		t.Errorf("token %+v", token)
	}
	for _, list := range []func(context.Context) (*axonium.ModelList, error){client.Models.List, client.Models.Mine} {
		models := must[*axonium.ModelList](t)(list(ctx))
		if len(models.Models) == 0 || models.Models[0].ID != "qwen3-0.6b" || *models.Models[0].ContextLength != 32768 ||
			models.Meta.Attempts != 1 {
			t.Errorf("models %+v", models)
		}
	}
	other := gateway.Client(t, axonium.Config{ClientID: "app", ClientSecret: "wrong"})
	_, err := other.Token.Fetch(ctx)
	var refused *axonium.OAuthError
	if !errors.As(err, &refused) || !errors.Is(err, axonium.ErrInvalidClient) || !errors.Is(err, axonium.ErrOAuth) || refused.Code != "invalid_client" {
		t.Errorf("got %v", err)
	}
}

func TestKindsMatchTheirParents(t *testing.T) {
	client, _ := newClient(t)
	request := say("hi")
	request.Model = "no-such-model"
	_, err := client.Chat.Create(context.Background(), request)
	for _, kind := range []axonium.Kind{axonium.ErrUnknownModel, axonium.ErrBadRequest, axonium.ErrClientError, axonium.ErrAPI} {
		if !errors.Is(fmt.Errorf("asking: %w", err), kind) {
			t.Errorf("not a %s: %v", kind, err)
		}
	}
	for _, kind := range []axonium.Kind{axonium.ErrRateLimit, axonium.ErrServerError, axonium.ErrOAuth, ""} {
		if errors.Is(err, kind) {
			t.Errorf("a %q: %v", string(kind), err)
		}
	}
	var apiErr *axonium.APIError
	if !errors.As(err, &apiErr) || apiErr.Status != 400 || apiErr.RequestID == "" || apiErr.Retryable() || apiErr.Detail == "" {
		t.Errorf("got %+v", apiErr)
	}
}

func TestAConnectionThatBreaksWhileWrittenToDoesNotKillTheProgram(t *testing.T) {
	// A server that speaks no TLS and hangs up: the client still writes why it leaves.
	listener := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
			_ = connection.Close()
		}
	}()
	client := must[*axonium.Client](t)(axonium.New(axonium.Config{
		GatewayBaseURL: "https://" + listener.Addr().String(), APIKey: "k",
		Retry: &axonium.RetryPolicy{MaxAttempts: axonium.Ptr(1)},
	}))
	defer client.Close()
	for range 50 {
		if _, err := client.Chat.Create(context.Background(), say("hi")); !errors.Is(err, axonium.ErrConnection) {
			t.Fatalf("got %v", err)
		}
	}
}
