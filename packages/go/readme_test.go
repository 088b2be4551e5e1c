package axonium_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strings"
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

// The examples of this package's README, as they stand there.

func readmeCreate(ctx context.Context) error {
	client, err := axonium.NewFromEnv() // or axonium.New(axonium.Config{GatewayBaseURL: …, APIKey: …})
	if err != nil {
		return err
	}
	defer client.Close()

	completion, err := client.Chat.Create(ctx, axonium.ChatRequest{
		Model:          "qwen3-0.6b",
		Messages:       []axonium.Message{axonium.TextMessage("user", "Summarise order 4417.")},
		IdempotencyKey: "order-4417-summary",
	})
	if err != nil {
		return err
	}
	fmt.Println(completion.Content(), completion.Meta.Attempts, completion.Meta.WaitedFor)
	return nil
}

func readmeStream(ctx context.Context, client *axonium.Client, request axonium.ChatRequest) error {
	stream, err := client.Chat.Stream(ctx, request)
	if err != nil {
		return err
	}
	for chunk, err := range stream.All() {
		if err != nil {
			return err
		}
		fmt.Print(chunk.Content())
	}
	fmt.Println(*stream.Usage().TotalTokens)
	return nil
}

func readmeResponse(ctx context.Context, client *axonium.Client) error {
	response, err := client.Responses.Create(ctx, axonium.ResponseRequest{
		Model: "qwen3-0.6b",
		Input: axonium.TextInput("Summarise order 4417."),
	})
	if err != nil {
		return err
	}
	fmt.Println(response.OutputText(), *response.Usage.OutputTokens())
	return nil
}

func readmeConnection(ctx context.Context, client *axonium.Client, request axonium.ResponseRequest) error {
	connection, err := client.Responses.Connect(ctx)
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := connection.Stream(ctx, request) // or client.Responses.Stream, for a turn alone
	if err != nil {
		return err
	}
	for event, err := range stream.All() {
		if err != nil {
			return err
		}
		if event, ok := event.(axonium.OutputTextDelta); ok {
			fmt.Print(event.Delta)
		}
	}
	return nil
}

func readmeRoutes(key, spareURL, spareKey string) (*axonium.Client, error) {
	client, err := axonium.New(axonium.Config{APIKey: key, Routes: []axonium.Route{
		{Name: "primary"}, // the client's own address and credential
		{Name: "spare", GatewayBaseURL: spareURL, APIKey: spareKey, Model: "qwen3-0.6b-fp16"},
	}})
	return client, err
}

func readmeErrors(err error) {
	var apiErr *axonium.APIError
	switch {
	case errors.Is(err, axonium.ErrSpendCapExceeded):
		// A person must act.
	case errors.Is(err, axonium.ErrRateLimit):
		// By now the engine has waited as long as it may; the error's RetryAfter says how much longer.
	case errors.As(err, &apiErr) && apiErr.Retryable():
		log.Println(apiErr.RequestID, apiErr.Meta.WaitedFor)
	}
}

type invoice struct {
	Number string   `json:"number" jsonschema:"description=as printed"`
	Cents  int64    `json:"cents" jsonschema:"minimum=0"`
	Notes  []string `json:"notes,omitempty"`
}

func readmeParse(ctx context.Context, client *axonium.Client, request axonium.ChatRequest) error {
	var found invoice
	completion, err := client.Chat.Parse(ctx, request, &found) // client.Responses.Parse is the same
	if err != nil {
		return err
	}
	fmt.Println(found.Number, string(completion.Parsed), completion.Meta.Attempts)
	return nil
}

func readmeParseStream(ctx context.Context, client *axonium.Client, request axonium.ChatRequest) error {
	var found invoice
	request.Parse = &axonium.ParseOptions{Schema: axonium.SchemaOf[invoice]()}
	stream, err := client.Chat.Stream(ctx, request)
	if err != nil {
		return err
	}
	defer stream.Close()
	for stream.Next() {
		fmt.Println(string(stream.ParsedPartial()))
	}
	final, err := stream.Final()
	if err != nil {
		return err
	}
	return json.Unmarshal(final.Parsed, &found)
}

func readmeRecourse(request axonium.ChatRequest) (axonium.ChatRequest, error) {
	var err error
	request.Deadline = time.Now().Add(time.Minute)                                     // for all of it
	request.OnTimeout = axonium.OnTimeoutRetryOnceThenFallback                         // once more, then
	request.Fallback = []axonium.Route{{Model: "qwen3-0.6b-fp16"}}                     // another model; Meta.FallbackFrom says so
	request.Resume = axonium.ResumeReplay                                              // a broken stream goes on where it broke
	request.IdempotencyKey, err = axonium.RunKeys("import-2026-11-30").Step("summary") // resumed runs pay once
	return request, err
}

func readmeHooks() (*axonium.Client, error) {
	client, err := axonium.New(axonium.Config{Hooks: axonium.Hooks{
		OnDecision: func(ctx context.Context, decision axonium.DecisionNotice) {
			slog.InfoContext(ctx, decision.Message, "action", string(decision.Action), "attempt", decision.Attempt)
		},
	}})
	return client, err
}

func readmeTesting(t *testing.T) *axonium.Client {
	gateway := axoniumtest.NewGateway(t)
	gateway.Script(axoniumtest.Step{Status: 429, Problem: "rate-limit-exceeded-requests",
		Headers: map[string]string{"Retry-After": "36"}}, axoniumtest.Step{Gateway: true})
	client := gateway.Client(t, axonium.Config{})
	return client
}

func TestThePackagesReadmeRuns(t *testing.T) {
	gateway := axoniumtest.NewGateway(t)
	t.Setenv("AXONIUM_GATEWAY_BASE_URL", gateway.URL())
	// Before a credential is set: the testing gateway's client needs none.
	tested := readmeTesting(t)
	t.Setenv("AXONIUM_API_KEY", "k")
	ctx := context.Background()
	if err := readmeCreate(ctx); err != nil {
		t.Error(err)
	}
	client := must[*axonium.Client](t)(readmeHooks())
	defer client.Close()
	if err := readmeStream(ctx, client, say("hi")); err != nil {
		t.Error(err)
	}
	if err := errors.Join(readmeResponse(ctx, client), readmeConnection(ctx, client, respond("hi"))); err != nil {
		t.Error(err)
	}
	gateway.Script(axoniumtest.Step{Problem: "capacity-exhausted"})
	_, err := client.Chat.Create(ctx, say("hi"))
	var logged strings.Builder
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)
	readmeErrors(err)
	if sent := gateway.Ledger(); !strings.Contains(logged.String(), " 0s") || sent.Generations != 4 {
		t.Errorf("logged %q, ledger %+v", logged.String(), sent)
	}
	checkReadmeRoutes(t, gateway)
	checkReadmeParse(t, client)
	completion := must[*axonium.Completion](t)(tested.Chat.Create(ctx, say("hi")))
	if completion.Meta.WaitedFor != 36*time.Second {
		t.Errorf("waited %v", completion.Meta.WaitedFor)
	}
}

// checkReadmeRoutes uses the example's client where its first route refuses.
func checkReadmeRoutes(t *testing.T, primary *axoniumtest.Gateway) {
	t.Helper()
	spare := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{Models: []axoniumtest.Model{{ID: "qwen3-0.6b-fp16"}}})
	client := must[*axonium.Client](t)(readmeRoutes("k", spare.URL(), "k"))
	defer client.Close()
	primary.Script(rateLimited("36"))
	completion := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi")))
	if completion.Meta.Route != "spare" || completion.Content() != "hi" {
		t.Errorf("meta %+v", completion.Meta)
	}
}

// checkReadmeParse asks for what the gateway's model repeats.
func checkReadmeParse(t *testing.T, client *axonium.Client) {
	t.Helper()
	ctx, request := context.Background(), say(`{"number": "R-7", "cents": 4417}`)
	if err := errors.Join(readmeParse(ctx, client, request), readmeParseStream(ctx, client, request)); err != nil {
		t.Error(err)
	}
	request = must[axonium.ChatRequest](t)(readmeRecourse(request))
	stream := must[*axonium.Stream](t)(client.Chat.Stream(ctx, request))
	defer stream.Close()
	if final := must[*axonium.Completion](t)(stream.Final()); final.Content() == "" {
		t.Errorf("completion %+v", final)
	}
}

func TestThePackagesReadmeIsCompiled(t *testing.T) {
	compiled := flush(string(must[[]byte](t)(os.ReadFile("readme_test.go"))))
	parts := strings.Split(string(must[[]byte](t)(os.ReadFile("README.md"))), "```")
	blocks := 0
	for i := 1; i < len(parts); i += 2 {
		code, isGo := strings.CutPrefix(parts[i], "go\n")
		if !isGo {
			t.Errorf("a block that is not Go:\n%s", parts[i])
		} else if !strings.Contains(compiled, flush(code)) {
			t.Errorf("not in readme_test.go:\n%s", code)
		}
		blocks++
	}
	if blocks < 12 {
		t.Errorf("%d blocks", blocks)
	}
}

// flush is code without its indentation and blank lines: an example stands in a function somewhere.
func flush(code string) string {
	lines := []string{}
	for line := range strings.SplitSeq(code, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
