package axonium_test

import (
	"context"
	"errors"
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func overWebSocket(text string) axonium.ResponseRequest {
	request := respond(text)
	request.Transport = axonium.TransportWebSocket
	return request
}

func TestFramesThatBreakATurnKeepWhatArrived(t *testing.T) {
	cases := map[string]struct {
		frame axoniumtest.Frame
		kind  axonium.Kind
		code  string
	}{
		"binary":          {axoniumtest.Frame{Binary: []byte{0, 1}}, axonium.ErrDecode, ""},
		"half JSON":       {axoniumtest.Frame{Text: `{"type": "response.out`}, axonium.ErrDecode, ""},
		"closed":          {axoniumtest.Frame{Close: &axoniumtest.Close{Code: 1011, Reason: "upstream broke"}}, axonium.ErrConnection, "1011"},
		"too large":       {axoniumtest.Frame{Close: &axoniumtest.Close{Code: 1009}}, axonium.ErrRequestTooLarge, "1009"},
		"no close frame":  {axoniumtest.Frame{Drop: true}, axonium.ErrConnection, ""},
		"reset":           {axoniumtest.Frame{Reset: true}, axonium.ErrConnection, ""},
		"an error object": {axoniumtest.Frame{JSON: object{"type": "error", "error": object{"code": "rate_limit_exceeded"}}}, axonium.ErrRateLimit, "rate_limit_exceeded"},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			step := over(axonium.TransportWebSocket, []object{created, delta("Hel")}, false)
			step.WebSocket = append(step.WebSocket, test.frame)
			client, gateway := newClient(t, step)
			_, err := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), overWebSocket("hi"))).Final()
			var failure *axonium.StreamInterruptedError
			if !errors.As(err, &failure) || failure.Cause == nil {
				t.Fatalf("got %v", err)
			}
			if failure.PartialContent != "Hel" || !failure.SawOutput || failure.Cause.Kind != test.kind ||
				failure.Code != test.code || failure.Cause.Code != test.code {
				t.Errorf("partial %q, code %q, cause %+v", failure.PartialContent, failure.Code, failure.Cause)
			}
			if sent := gateway.Requests(); len(sent) != 1 {
				t.Errorf("sent %d", len(sent))
			}
		})
	}
}

func TestPingsAndPausesDoNotDisturbATurn(t *testing.T) {
	step := axoniumtest.Step{WebSocket: []axoniumtest.Frame{
		{Ping: "there?"}, {JSON: created}, {PauseMS: 10}, {JSON: delta("hi")}, {Ping: "still there?"}, {JSON: completed("hi")},
	}}
	client, _ := newClient(t, step)
	stream := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), overWebSocket("hi")))
	if final := must[*axonium.Response](t)(stream.Final()); final.OutputText() != "hi" || final.Status != "completed" {
		t.Errorf("final %+v", final)
	}
}

func TestATurnThatTheGatewayCutIsRefunded(t *testing.T) {
	client, gateway := newClient(t, axoniumtest.Step{Gateway: true, CloseAfterEvents: axonium.Ptr(1), CloseCode: 1011})
	_, err := must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), overWebSocket("hi"))).Final()
	var failure *axonium.StreamInterruptedError
	if !errors.As(err, &failure) || failure.SawOutput || failure.Code != "1011" {
		t.Errorf("got %v", err)
	}
	must[*axonium.Response](t)(client.Responses.Create(context.Background(), respond("hi")))
	want := axoniumtest.Counts{Generations: 2, Billed: 1, Refunded: 1}
	ledger := gateway.Ledger()
	if ledger.Counts != want || ledger.ByModel["qwen3-0.6b"] != want || !ledger.Entries[0].Refunded || ledger.Entries[1].Refunded {
		t.Errorf("ledger %+v", ledger)
	}
	if gateway.Connections() != 1 {
		t.Errorf("%d connections", gateway.Connections())
	}
}

func TestARequestIsNamedAsItsFrame(t *testing.T) {
	client, gateway := newClient(t)
	request := overWebSocket("hi")
	request.Store = axonium.Ptr(false)
	request.ExtraHeaders = map[string]string{"X-Job": "17"}
	must[*axonium.Response](t)(must[*axonium.ResponseStream](t)(client.Responses.Stream(context.Background(), request)).Final())
	sent := gateway.Requests()
	if len(sent) != 1 || sent[0].Method != "WEBSOCKET" || sent[0].Path != "/v1/responses" || sent[0].Header.Get("X-Job") != "17" ||
		sent[0].Header.Get("Authorization") != "Bearer k" {
		t.Fatalf("sent %+v", sent)
	}
	checkSameJSON(t, sent[0].Body, `{"type": "response.create", "model": "qwen3-0.6b", "input": "hi", "store": false}`)
}
