package axonium_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// How calls fail, and what is done about it: a row of docs/how-calls-fail.md each. failing makes a gateway that answers as
// it is told, and a client on its virtual clock; say is a chat request of one message.

var ctx = context.Background()

// rate-limit: refused before anything was generated, so it is waited out.
func Example_rateLimit() {
	client, gateway, done := failing(rateLimited("36"))
	defer done()
	completion, err := client.Chat.Create(ctx, say("hi"))
	fmt.Println(completion.Content(), completion.Meta.Attempts, completion.Meta.WaitedFor, err)
	fmt.Println("generations:", gateway.Ledger().Generations)
	// Output:
	// hi 2 36s <nil>
	// generations: 1
}

// wait-too-long: nobody sleeps longer than MaxBackoff; the error says when to come back.
func Example_waitTooLong() {
	client, _, done := failing(rateLimited("3600"))
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	var failure *axonium.APIError
	if errors.As(err, &failure) && errors.Is(err, axonium.ErrRateLimit) {
		fmt.Println(failure.Reason.Code, *failure.RetryAfter, failure.Meta.WaitedFor)
	}
	// Output: wait-too-long 1h0m0s 0s
}

// not-sent: no connection, so nothing was generated, and the call is repeated.
func Example_notSent() {
	client, done := failingGateway(axoniumtest.GatewayConfig{RefuseConnections: true})
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	var failure *axonium.ConnectionError
	if errors.As(err, &failure) {
		fmt.Println("sent:", failure.Sent, "attempts:", failure.Meta.Attempts, "because of", failure.Meta.History[0].Reason)
	}
	// Output: sent: false attempts: 3 because of not-sent
}

// lost-without-key: the model may be running; a repeat could run it twice.
func Example_lostWithoutKey() {
	client, gateway, done := failing(axoniumtest.Step{Gateway: true, Close: "before_headers"})
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	var failure *axonium.ConnectionError
	if errors.As(err, &failure) {
		fmt.Println("sent:", failure.Sent, failure.Reason.Code, "generations:", gateway.Ledger().Generations)
	}
	// Output: sent: true lost-without-key generations: 1
}

// lost-with-key: the key turns the repeat into a replay of what was generated.
func Example_lostWithKey() {
	client, gateway, done := failing(axoniumtest.Step{Gateway: true, Close: "before_headers"})
	defer done()
	request := say("hi")
	request.IdempotencyKey = "order-4417-summary"
	completion, err := client.Chat.Create(ctx, request)
	fmt.Println(completion.Content(), "replay:", completion.Meta.IdempotentReplay, err)
	fmt.Println("billed:", gateway.Ledger().Billed)
	// Output:
	// hi replay: true <nil>
	// billed: 1
}

// timeout-without-key: the backend is probably still generating.
func Example_timeoutWithoutKey() {
	client, gateway, done := failingWith(impatience, silent)
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	var failure *axonium.TimeoutError
	if errors.As(err, &failure) {
		fmt.Println(failure.Phase, failure.Reason.Code, "generations:", gateway.Ledger().Generations)
	}
	// Output: response timeout-without-key generations: 1
}

// timeout-with-key: the repeat collects what the first one generated.
func Example_timeoutWithKey() {
	client, gateway, done := failingWith(impatience, silent)
	defer done()
	request := say("hi")
	request.IdempotencyKey = "order-4417-summary"
	completion, err := client.Chat.Create(ctx, request)
	fmt.Println(completion.Content(), completion.Meta.Attempts, err, "billed:", gateway.Ledger().Billed)
	// Output: hi 2 <nil> billed: 1
}

// in-progress: the first request with this key still runs; its result is waited for.
func Example_inProgress() {
	running := axoniumtest.Step{Problem: "idempotency-in-progress", Headers: map[string]string{"Retry-After": "2"}}
	client, _, done := failing(running, running, running, running)
	defer done()
	request := say("hi")
	request.IdempotencyKey = "order-4417-summary"
	completion, err := client.Chat.Create(ctx, request)
	fmt.Println(completion.Content(), completion.Meta.Attempts, completion.Meta.WaitedFor, err)
	// Output: hi 5 8s <nil>
}

// key-reuse: the key belongs to another request. No new one is ever made up.
func Example_keyReuse() {
	client, gateway, done := failing()
	defer done()
	for _, text := range []string{"first", "second"} {
		request := say(text)
		request.IdempotencyKey = "order-4417-summary"
		_, err := client.Chat.Create(ctx, request)
		fmt.Println(errors.Is(err, axonium.ErrIdempotencyKeyReuse))
	}
	fmt.Println("requests:", len(gateway.Requests()))
	// Output:
	// false
	// true
	// requests: 2
}

// token-expired: a new token is fetched and the request sent once more.
func Example_tokenExpired() {
	config := axonium.Config{ClientID: "app", ClientSecret: "hush"}
	client, gateway, done := failingWith(config, axoniumtest.Step{Problem: "token-expired"})
	defer done()
	completion, err := client.Chat.Create(ctx, say("hi"))
	fmt.Println(completion.Content(), completion.Meta.Attempts, completion.Meta.WaitedFor, err)
	fmt.Println("tokens:", len(gateway.TokenRequests()))
	// Output:
	// hi 2 0s <nil>
	// tokens: 2
}

// upstream-error: a generation may have run, so one more attempt is the caller's to allow.
func Example_upstreamError() {
	client, gateway, done := failing(axoniumtest.Step{Problem: "upstream-error"})
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	fmt.Println(errors.Is(err, axonium.ErrUpstream), len(gateway.Requests()))

	gateway.Script(axoniumtest.Step{Problem: "upstream-error"})
	request := say("hi")
	request.Retry = &axonium.RetryPolicy{RetryUpstreamErrors: axonium.Ptr(true)}
	completion, err := client.Chat.Create(ctx, request)
	fmt.Println(completion.Content(), completion.Meta.Attempts, err)
	// Output:
	// true 1
	// hi 2 <nil>
}

// capacity-exhausted: not known to be refused before the model ran, so it is repeated with a key only.
func Example_capacityExhausted() {
	full := axoniumtest.Step{Problem: "capacity-exhausted", Headers: map[string]string{"Retry-After": "1"}}
	client, gateway, done := failing(full, full)
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	fmt.Println(errors.Is(err, axonium.ErrCapacityExhausted))

	gateway.Advance(time.Second)
	request := say("hi")
	request.IdempotencyKey = "order-4417-summary"
	completion, err := client.Chat.Create(ctx, request)
	fmt.Println(completion.Content(), completion.Meta.WaitedFor, err)
	// Output:
	// true
	// hi 1s <nil>
}

// damaged-answer: generated and billed, and then cut short; a key collects the stored one.
func Example_damagedAnswer() {
	damaged := axoniumtest.Step{Gateway: true, CloseAfterBytes: axonium.Ptr(20)}
	client, gateway, done := failing(damaged, damaged)
	defer done()
	_, err := client.Chat.Create(ctx, say("without a key"))
	fmt.Println(errors.Is(err, axonium.ErrDecode))

	request := say("with a key")
	request.IdempotencyKey = "order-4417-summary"
	completion, err := client.Chat.Create(ctx, request)
	fmt.Println(completion.Content(), err, "billed:", gateway.Ledger().Billed)
	// Output:
	// true
	// with a key <nil> billed: 2
}

// cancelled: the caller's context ends a call at once, whatever it is doing.
func Example_cancelled() {
	ctx, cancel := context.WithCancel(ctx)
	hooks := axonium.Hooks{OnRequest: func(context.Context, axonium.RequestNotice) { cancel() }}
	client, _, done := failingWith(axonium.Config{Hooks: hooks}, axoniumtest.Step{Hang: true})
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	var failure *axonium.Error
	if errors.As(err, &failure) {
		fmt.Println(errors.Is(err, context.Canceled), "attempts:", failure.Meta.Attempts)
	}
	// Output: true attempts: 1
}

// stream-broken: a part was delivered and billed; it is on the error, and nothing is repeated.
func Example_streamBroken() {
	client, _, done := failing(axoniumtest.Step{Gateway: true, ModelBreaksAfter: axonium.Ptr(2)})
	defer done()
	stream, err := client.Chat.Stream(ctx, say("one two three"))
	if err == nil {
		_, err = stream.Final()
	}
	var failure *axonium.StreamInterruptedError
	if errors.As(err, &failure) {
		fmt.Printf("%q %v %s\n", failure.PartialContent, failure.SawOutput, failure.Reason.Code)
	}
	// Output: "one two" true output-delivered
}

// stream-lost-before-output: nothing was seen yet; with a key the gateway replays it.
func Example_streamLostBeforeOutput() {
	client, gateway, done := failing(axoniumtest.Step{Gateway: true, CloseAfterEvents: axonium.Ptr(0)})
	defer done()
	request := say("one two three")
	request.IdempotencyKey = "order-4417-summary"
	stream, err := client.Chat.Stream(ctx, request)
	if err != nil {
		panic(err)
	}
	final, err := stream.Final()
	fmt.Println(final.Content(), final.Meta.Attempts, err, "billed:", gateway.Ledger().Billed)
	// Output: one two three 2 <nil> billed: 1
}

// spend-cap: a person must act.
func Example_spendCap() {
	client, _, done := failing(axoniumtest.Step{Problem: "spend-cap-exceeded"})
	defer done()
	_, err := client.Chat.Create(ctx, say("hi"))
	var failure *axonium.APIError
	if errors.As(err, &failure) && errors.Is(err, axonium.ErrSpendCapExceeded) {
		fmt.Println(failure.Status, "retryable:", failure.Retryable(), "attempts:", failure.Meta.Attempts)
	}
	// Output: 402 retryable: false attempts: 1
}

// cooldown: a 503 asked to stay away from the model, so the next call does not even ask.
func Example_cooldown() {
	away := axoniumtest.Step{Problem: "backend-unavailable", Headers: map[string]string{"Retry-After": "90"}}
	client, gateway, done := failing(away)
	defer done()
	_, first := client.Chat.Create(ctx, say("hi"))
	_, second := client.Chat.Create(ctx, say("hi"))
	var failure *axonium.Error
	if errors.Is(first, axonium.ErrBackendUnavailable) && errors.As(second, &failure) {
		fmt.Println(failure.Kind == axonium.ErrCooldownActive, "local:", failure.Local, failure.RetryAfter.Round(time.Second))
	}
	fmt.Println("requests:", len(gateway.Requests()))
	// Output:
	// true local: true 1m30s
	// requests: 1
}

// circuit-open: a model that goes on failing is left alone for a while.
func Example_circuitOpen() {
	broken := axoniumtest.Step{Problem: "model-not-loaded"}
	breaker := &axonium.CircuitBreaker{Failures: axonium.Ptr(2)}
	client, gateway, done := failingWith(axonium.Config{CircuitBreaker: breaker}, broken, broken)
	defer done()
	for range 3 {
		_, err := client.Chat.Create(ctx, say("hi"))
		fmt.Println(errors.Is(err, axonium.ErrCircuitOpen))
	}
	circuits, err := client.Circuits()
	fmt.Println(circuits[0].State, circuits[0].RefusedFor.Round(time.Second), err, "requests:", len(gateway.Requests()))
	// Output:
	// false
	// false
	// true
	// open 30s <nil> requests: 2
}

// malformed-output: the model is shown its output and what is wrong with it, once; then both are on the error.
func Example_malformedOutput() {
	client, _, done := failing(answering("It is 7.", "stop"), answering(`{"total": "seven"}`, "stop"))
	defer done()
	var invoice struct {
		Total int `json:"total"`
	}
	_, err := client.Chat.Parse(ctx, say("What is the total?"), &invoice)
	var malformed *axonium.MalformedOutputError
	if errors.As(err, &malformed) {
		fmt.Println(malformed.Outputs[0].Text, malformed.Outputs[1].Text, malformed.Meta.Attempts)
	}
	// Output: It is 7. {"total": "seven"} 2
}

// truncated-output: asking again would be cut off again.
func Example_truncatedOutput() {
	client, gateway, done := failing(answering(`{"total": 1`, "length"))
	defer done()
	var invoice struct {
		Total int `json:"total"`
	}
	_, err := client.Chat.Parse(ctx, say("What is the total?"), &invoice)
	var malformed *axonium.MalformedOutputError
	if errors.As(err, &malformed) {
		fmt.Println(malformed.Reason.Code, "requests:", len(gateway.Requests()))
	}
	// Output: output-truncated requests: 1
}

// refusal: the model declined. A plain answer says so, a parsed one is an error; neither is repeated.
func Example_refusal() {
	client, gateway, done := failing(declining, declining)
	defer done()
	completion, _ := client.Chat.Create(ctx, say("Tell me."))
	fmt.Println(completion.RefusalCode(), completion.Refusal())

	var parsed struct{ Answer string }
	_, err := client.Chat.Parse(ctx, say("Tell me."), &parsed)
	fmt.Println(errors.Is(err, axonium.ErrRefusal), "requests:", len(gateway.Requests()))
	// Output:
	// refusal Not that.
	// true requests: 2
}

// timeout-then-fallback: once more, then another model, and the answer says so.
func Example_timeoutThenFallback() {
	client, _, done := failingWith(impatience, silent, silent)
	defer done()
	request := say("count to 3")
	request.OnTimeout = axonium.OnTimeoutRetryOnceThenFallback
	request.Fallback = []axonium.Route{{Model: "count-to-20"}}
	request.MayBillTwice = axonium.Ptr(true)
	completion, err := client.Chat.Create(ctx, request)
	fmt.Println(completion.Model, "instead of", completion.Meta.FallbackFrom, completion.Meta.Attempts, err)
	// Output: count-to-20 instead of qwen3-0.6b 3 <nil>
}

// resume: the same key again; what was seen is skipped, and the stream goes on where it broke.
func Example_resume() {
	client, gateway, done := failing(axoniumtest.Step{Gateway: true, CloseAfterEvents: axonium.Ptr(3)})
	defer done()
	request := say("one two three four")
	request.IdempotencyKey, request.Resume = "order-4417-summary", axonium.ResumeReplay
	stream, err := client.Chat.Stream(ctx, request)
	if err != nil {
		panic(err)
	}
	for stream.Next() {
		fmt.Print(stream.Current().Content())
	}
	fmt.Println(".", stream.Meta().Attempts, stream.Err(), "billed:", gateway.Ledger().Billed)
	// Output: one two three four. 2 <nil> billed: 1
}

// impatience is a client that waits a moment for an answer.
var impatience = axonium.Config{Timeouts: &axonium.Timeouts{Request: axonium.Ptr(200 * time.Millisecond)}}

// declining is an answer in which the model says why it gives none.
var declining = axoniumtest.Step{Body: object{"choices": []object{{"index": 0, "finish_reason": "stop", "message": object{
	"role": "assistant", "content": nil, "refusal": "Not that."}}}}}
