package axonium

import (
	"context"
	"log/slog"
	"time"
)

// Hooks are functions that are told what a client's calls do while they do it. They watch, and cannot change anything.
//
//	hooks := axonium.Hooks{OnDecision: func(ctx context.Context, decision axonium.DecisionNotice) {
//		trace.SpanFromContext(ctx).AddEvent(decision.Reason)
//	}}
//	client, err := axonium.New(axonium.Config{Hooks: hooks})
//
// They run on the goroutine that made the call, in the order of what they tell, with the call's context; a hook that
// takes its time holds up its own call. A stream's are called by the method that opens it and, while it is read, by
// Next. Calls on several goroutines call them at once. Nothing is told after the context has ended.
type Hooks struct {
	// OnRequest is called when a request is about to be sent.
	OnRequest func(ctx context.Context, request RequestNotice)
	// OnResponse is called when a response's head has arrived.
	OnResponse func(ctx context.Context, response ResponseNotice)
	// OnDecision is called when it was decided what follows a failed attempt.
	OnDecision func(ctx context.Context, decision DecisionNotice)
	// OnWait is called when a deliberate wait begins.
	OnWait func(ctx context.Context, wait WaitNotice)
}

// RequestNotice tells of a request that is about to be sent.
type RequestNotice struct {
	// Attempt is counted from 1.
	Attempt int
	Method  string
	Path    string
}

// ResponseNotice tells of a response whose head has arrived.
type ResponseNotice struct {
	// Attempt is counted from 1.
	Attempt int
	Status  int
	// RequestID names the answer to the gateway's operators; empty where the server gave none.
	RequestID string
	// Duration is the time since the request was sent.
	Duration time.Duration
}

// DecisionNotice tells what follows a failed attempt, and why.
type DecisionNotice struct {
	// Attempt is the one that failed, counted from 1; 0 where nothing was sent.
	Attempt int
	Action  Action
	// Reason is the decision's stable code, and Message the sentence about it.
	Reason  string
	Message string
	// Wait is how long the call waits first; 0 where it does not.
	Wait time.Duration
}

// WaitNotice tells of a deliberate wait that begins.
type WaitNotice struct {
	// Level is INFO from one second on, else DEBUG.
	Level slog.Level
	// Message is one line, ready to log.
	Message string
	Method  string
	Path    string
	// Model is empty for a call that names none.
	Model string
	// Attempt is the one that failed, counted from 1.
	Attempt int
	Wait    time.Duration
	// Reason is the decision's stable code.
	Reason    string
	RequestID string
}

// Action is what follows a failed attempt.
type Action string

const (
	// ActionRepeat sends the same request again. It counts against MaxAttempts.
	ActionRepeat Action = "repeat"
	// ActionCollect sends the same request and key again, for the result of one that is still running. It is not counted.
	ActionCollect Action = "collect"
	// ActionRefresh fetches a new token and sends the same request again. It is not counted.
	ActionRefresh Action = "refresh"
	// ActionNextRoute sends the request on the next route, without a wait. It counts against MaxAttempts.
	ActionNextRoute Action = "next-route"
	// ActionRepair shows the model its output and what is wrong with it, and asks again. See [ParseOptions].
	ActionRepair Action = "repair"
	// ActionFallBack asks the next of [Config.Fallback].
	ActionFallBack Action = "fall-back"
	// ActionResume sends the same request and key again, to go on where the stream broke. See [ResumeReplay].
	ActionResume Action = "resume"
	// ActionCircuit says that a circuit breaker has changed, by its reason circuit-opened, circuit-half-open (this call tries)
	// or circuit-closed. What becomes of the call is told apart. It is logged too.
	ActionCircuit Action = "circuit"
	// ActionRaise returns the failure.
	ActionRaise Action = "raise"
)

// observed names what the engine is to tell besides waits, which it always tells.
func (c *Config) observed() []string {
	h := &c.Hooks
	decisions := h.OnDecision != nil || c.Logger != nil && c.CircuitBreaker != nil
	names := []string{}
	for _, wanted := range []struct {
		name string
		set  bool
	}{{"request", h.OnRequest != nil}, {"response", h.OnResponse != nil}, {"decision", decisions}} {
		if wanted.set {
			names = append(names, wanted.name)
		}
	}
	return names
}
