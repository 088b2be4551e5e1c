package axonium_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

type callName struct{}

// diary keeps what hooks were told, in order, beside the name that the call's context carries.
type diary struct{ lines []string }

func (d *diary) write(ctx context.Context, format string, arguments ...any) {
	d.lines = append(d.lines, fmt.Sprint(ctx.Value(callName{}), ": ")+fmt.Sprintf(format, arguments...))
}

func (d *diary) hooks() axonium.Hooks {
	return axonium.Hooks{
		OnRequest: func(ctx context.Context, request axonium.RequestNotice) {
			d.write(ctx, "request %d %s %s", request.Attempt, request.Method, request.Path)
		},
		OnResponse: func(ctx context.Context, response axonium.ResponseNotice) {
			d.write(ctx, "response %d %d named %v timed %v",
				response.Attempt, response.Status, response.RequestID != "", response.Duration > 0)
		},
		OnDecision: func(ctx context.Context, decision axonium.DecisionNotice) {
			d.write(ctx, "decision %d %s %s wait %v explained %v",
				decision.Attempt, decision.Action, decision.Reason, decision.Wait, decision.Message != "")
		},
		OnWait: func(ctx context.Context, wait axonium.WaitNotice) {
			d.write(ctx, "wait %d %v %s at %v: %s %s %s, said %v", wait.Attempt, wait.Wait, wait.Reason, wait.Level,
				wait.Method, wait.Path, wait.Model, wait.Message != "")
		},
	}
}

func TestHooksAreToldTheCourseOfACallInOrder(t *testing.T) {
	const path = "/v1/chat/completions"
	beginning := []string{
		"call: request 1 POST " + path,
		"call: response 1 401 named true timed true",
		"call: decision 1 refresh token-expired wait 0s explained true",
		"call: request 2 POST " + path,
		"call: response 2 429 named true timed true",
		"call: decision 2 repeat refused-before-generation wait 36s explained true",
		"call: wait 2 36s refused-before-generation at INFO: POST " + path + " qwen3-0.6b, said true",
		"call: request 3 POST " + path,
	}
	cases := map[string]struct {
		last   axoniumtest.Step
		ending []string
	}{
		"answered": {axoniumtest.Step{Gateway: true}, []string{"call: response 3 200 named true timed true"}},
		"refused": {axoniumtest.Step{Problem: "spend-cap-exceeded"}, []string{
			"call: response 3 402 named true timed true",
			"call: decision 3 raise not-repeatable wait 0s explained true",
		}},
	}
	for name, test := range cases {
		for _, kind := range []string{"create", "stream"} {
			t.Run(name+" "+kind, func(t *testing.T) {
				var told diary
				gateway := axoniumtest.NewGateway(t)
				gateway.Script(axoniumtest.Step{Problem: "token-expired"}, rateLimited("36"), test.last)
				client := gateway.Client(t, axonium.Config{ClientID: "app", ClientSecret: "hush", Hooks: told.hooks()})
				ctx := context.WithValue(context.Background(), callName{}, "call")
				if err := ask(ctx, client, kind); err != nil && name == "answered" {
					t.Fatal(err)
				}
				if want := slices.Concat(beginning, test.ending); !slices.Equal(told.lines, want) {
					t.Errorf("told\n%q\nwant\n%q", told.lines, want)
				}
			})
		}
	}
}

// ask makes a call and reads its whole answer.
func ask(ctx context.Context, client *axonium.Client, kind string) error {
	if kind == "create" {
		_, err := client.Chat.Create(ctx, say("hi"))
		return err
	}
	stream, err := client.Chat.Stream(ctx, say("hi"))
	if err != nil {
		return err
	}
	_, err = stream.Final()
	return err
}

func TestOneHookMayStandAlone(t *testing.T) {
	levels := map[time.Duration]slog.Level{}
	onWait := func(_ context.Context, wait axonium.WaitNotice) { levels[wait.Wait] = wait.Level }
	requests := 0
	onRequest := func(context.Context, axonium.RequestNotice) { requests++ }
	for _, hooks := range []axonium.Hooks{{}, {OnWait: onWait}, {OnRequest: onRequest}} {
		gateway := axoniumtest.NewGateway(t)
		gateway.Script(rateLimited("1"), rateLimited("0.5"), axoniumtest.Step{Gateway: true})
		client := gateway.Client(t, axonium.Config{APIKey: "k", Hooks: hooks})
		must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi")))
	}
	if requests != 3 {
		t.Errorf("told of %d requests", requests)
	}
	want := map[time.Duration]slog.Level{time.Second: slog.LevelInfo, time.Second / 2: slog.LevelDebug}
	if fmt.Sprint(levels) != fmt.Sprint(want) {
		t.Errorf("levels %v, want %v", levels, want)
	}
}

func TestAHookMayEndItsCall(t *testing.T) {
	gateway := axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{Clock: "real"})
	gateway.Script(rateLimited("30"))
	ctx, cancel := context.WithCancel(context.Background())
	client := gateway.Client(t, axonium.Config{APIKey: "k", Hooks: axonium.Hooks{
		OnWait: func(context.Context, axonium.WaitNotice) { cancel() },
	}})
	_, err := client.Chat.Create(ctx, say("hi"))
	checkCancelled(t, err, 1)
}

func TestAPanickingHookEndsItsCallAlone(t *testing.T) {
	gateway := axoniumtest.NewGateway(t)
	fault := errors.New("a fault of the hook")
	var panics bool
	client := gateway.Client(t, axonium.Config{APIKey: "k", Hooks: axonium.Hooks{
		OnRequest: func(context.Context, axonium.RequestNotice) {
			if panics {
				panic(fault)
			}
		},
	}})
	for _, kind := range []string{"create", "stream"} {
		func() {
			defer func() {
				if recovered := recover(); recovered != fault {
					t.Errorf("%s: recovered %v", kind, recovered)
				}
			}()
			panics = true
			_ = ask(context.Background(), client, kind)
		}()
		panics = false
		if err := ask(context.Background(), client, kind); err != nil {
			t.Errorf("%s after it: %v", kind, err)
		}
	}
}
