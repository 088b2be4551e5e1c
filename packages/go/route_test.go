package axonium_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// twoRoutes are two gateways, and a client of the first one that knows a route to each.
func twoRoutes(t *testing.T, config axonium.Config, steps ...axoniumtest.Step) (client *axonium.Client, first, second *axoniumtest.Gateway) {
	t.Helper()
	first, second = axoniumtest.NewGateway(t), axoniumtest.NewGateway(t, axoniumtest.GatewayConfig{
		Models: []axoniumtest.Model{{ID: "other-name"}},
	})
	first.Script(steps...)
	config.APIKey, config.Routes = "k-1", []axonium.Route{
		{Name: "primary"}, {Name: "spare", GatewayBaseURL: second.URL(), APIKey: "k-2", Model: "other-name"},
	}
	return first.Client(t, config), first, second
}

// fails is a response that fails before its first output.
var fails = []object{created, {"type": "response.failed", "response": object{
	"id": "resp_1", "status": "failed", "error": object{"code": "server_error", "message": "The model fell over."},
}}}

func TestARefusedCallTakesTheNextRouteInsteadOfWaiting(t *testing.T) {
	actions := []axonium.Action{}
	hooks := axonium.Hooks{OnDecision: func(_ context.Context, decision axonium.DecisionNotice) {
		actions = append(actions, decision.Action)
	}}
	client, first, second := twoRoutes(t, axonium.Config{Hooks: hooks}, rateLimited("36"))
	completion := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), say("hi")))
	meta := completion.Meta
	if completion.Content() != "hi" || meta.Route != "spare" || meta.Attempts != 2 || meta.WaitedFor != 0 {
		t.Errorf("content %q, meta %+v", completion.Content(), meta)
	}
	if len(meta.History) != 2 || meta.History[0].Route != "primary" || meta.History[0].Kind != axonium.ErrRateLimit ||
		meta.History[1].Route != "spare" || meta.History[1].RequestID != meta.RequestID {
		t.Errorf("history %+v", meta.History)
	}
	if fmt.Sprint(actions) != fmt.Sprint([]axonium.Action{axonium.ActionNextRoute}) {
		t.Errorf("actions %v", actions)
	}
	for _, sent := range []struct {
		gateway    *axoniumtest.Gateway
		key, model string
	}{{first, "k-1", "qwen3-0.6b"}, {second, "k-2", "other-name"}} {
		request := sent.gateway.Requests()[0]
		var body struct{ Model string }
		if err := json.Unmarshal([]byte(request.Body), &body); err != nil {
			t.Fatal(err)
		}
		if body.Model != sent.model || request.Header.Get("Authorization") != "Bearer "+sent.key {
			t.Errorf("model %q, authorization %q", body.Model, request.Header.Get("Authorization"))
		}
	}
}

func TestAStreamThatFailedBeforeItsOutputIsReplayedOnTheNextRoute(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		client, _, second := twoRoutes(t, axonium.Config{}, over(transport, fails, false))
		request := respond("one two")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
		for event, err := range stream.All() {
			if err != nil {
				t.Fatal(err)
			}
			if event.Type() == "response.failed" {
				t.Error("the caller saw the attempt that was replayed")
			}
		}
		if meta := stream.Meta(); stream.OutputText() != "one two" || meta.Route != "spare" || len(meta.History) != 2 {
			t.Errorf("text %q, meta %+v", stream.OutputText(), meta)
		}
		if ledger := second.Ledger(); ledger.Generations != 1 {
			t.Errorf("ledger %+v", ledger)
		}
	})
}

func TestWhatIsTooMuchToHoldBackIsReleased(t *testing.T) {
	overBoth(t, func(t *testing.T, transport axonium.Transport) {
		client, _, second := twoRoutes(t, axonium.Config{MaxHoldBackBytes: axonium.Ptr(1)}, over(transport, fails, false))
		request := respond("one two")
		request.Transport = transport
		stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request))
		if !stream.Next() || stream.Current().Type() != "response.created" {
			t.Fatalf("got %v", stream.Err())
		}
		for stream.Next() {
		}
		var failure *axonium.StreamInterruptedError
		if !errors.As(stream.Err(), &failure) || failure.Reason.Code != "events-released" || failure.Code != "server_error" ||
			failure.SawOutput || failure.Meta.Route != "primary" {
			t.Errorf("got %v", stream.Err())
		}
		if sent := second.Requests(); len(sent) != 0 {
			t.Errorf("sent %d", len(sent))
		}
	})
}

func TestARequestMayHaveRoutesOfItsOwn(t *testing.T) {
	client, first, second := twoRoutes(t, axonium.Config{}, rateLimited("36"), axoniumtest.Step{Gateway: true})
	request := say("hi")
	request.Routes = []axonium.Route{}
	completion := must[*axonium.Completion](t)(client.Chat.Create(context.Background(), request))
	if completion.Meta.WaitedFor.Seconds() != 36 || len(second.Requests()) != 0 {
		t.Errorf("an empty list uses no route: %+v", completion.Meta)
	}
	asked := respond("hi")
	asked.Routes = []axonium.Route{{Name: "mine", GatewayBaseURL: second.URL(), APIKey: "k-3", Model: "other-name"}}
	response := must[*axonium.Response](t)(client.Responses.Create(context.Background(), asked))
	if response.Meta.Route != "mine" || second.Requests()[0].Header.Get("Authorization") != "Bearer k-3" || len(first.Requests()) != 2 {
		t.Errorf("meta %+v", response.Meta)
	}
}

func TestUnusableRoutesAreNamed(t *testing.T) {
	route := axonium.Route{Name: "a", Model: "m"}
	cases := map[string][]axonium.Route{
		"no name":                       {{Model: "m"}},
		"two of one name":               {route, route},
		"no scheme":                     {{Name: "a", GatewayBaseURL: "gateway.internal", APIKey: "k"}},
		"an address without credential": {{Name: "a", GatewayBaseURL: "http://gateway.internal"}},
	}
	client, gateway := newClient(t)
	for name, routes := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := axonium.New(axonium.Config{APIKey: "k", Routes: routes})
			var unusable *axonium.ConfigurationError
			if !errors.As(err, &unusable) || !strings.HasPrefix(unusable.Field, "routes") {
				t.Errorf("got %v", err)
			}
			request := respond("hi")
			request.Routes = routes
			_, err = client.Responses.Create(context.Background(), request)
			checkRefused(t, err, "routes")
		})
	}
	if requests := gateway.Requests(); len(requests) != 0 {
		t.Errorf("sent %d requests", len(requests))
	}
}

func TestNothingSecretOfARouteIsPrinted(t *testing.T) {
	route := axonium.Route{
		Name: "spare", GatewayBaseURL: "http://user:hunter2@127.0.0.1:9", ClientID: "app", ClientSecret: "hunter2", APIKey: "hunter2",
	}
	routes := []axonium.Route{route}
	var printed bytes.Buffer
	for _, value := range []any{
		route, &route, axonium.Config{Routes: routes}, axonium.ChatRequest{Routes: routes}, axonium.ResponseRequest{Routes: routes},
	} {
		for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			fmt.Fprintf(&printed, format+"\n", value)
			fmt.Fprintf(&printed, format+"\n", []any{value})
		}
		slog.New(slog.NewJSONHandler(&printed, nil)).Info("made", "value", value)
		slog.New(slog.NewTextHandler(&printed, nil)).Info("made", "value", value)
	}
	if strings.Contains(printed.String(), "hunter2") || strings.Contains(printed.String(), "68756e74657232") {
		t.Errorf("a secret is shown:\n%s", printed.String())
	}
	if !strings.Contains(printed.String(), `Name: "spare"`) || !strings.Contains(printed.String(), `Routes: "spare"`) {
		t.Errorf("nothing is shown:\n%s", printed.String())
	}
}
