package axonium

import "time"

// OnTimeout is what a timeout leads to.
type OnTimeout string

const (
	// OnTimeoutRaise repeats the call where an idempotency key makes that safe, and else returns the timeout.
	OnTimeoutRaise OnTimeout = "raise"
	// OnTimeoutRetryOnceThenFallback sends the request once more, and when that times out too, asks each fallback in turn.
	// It needs a Fallback, and an idempotency key or MayBillTwice: a backend that timed out may still be generating.
	OnTimeoutRetryOnceThenFallback OnTimeout = "retry_once_then_fallback"
)

// Resume is what a stream leads to whose connection was lost after it began.
type Resume string

const (
	// ResumeOff returns what broke it, with what had arrived.
	ResumeOff Resume = "off"
	// ResumeReplay sends the same idempotency key again, and goes on where the stream broke, if the gateway answers with
	// the same generation: every chunk is seen once, and one generation is billed. It needs an idempotency key, and a
	// stream over SSE.
	ResumeReplay Resume = "replay"
)

// fallbackWire is nil for fallbacks that are unset. One of which only the model is given is another model, on the way that
// the call takes anyway.
func fallbackWire(fallback []Route) *[]any {
	if fallback == nil {
		return nil
	}
	wire := make([]any, 0, len(fallback))
	for _, route := range fallback {
		if route == (Route{Model: route.Model}) {
			wire = append(wire, route.Model)
			continue
		}
		wire = append(wire, struct {
			Name string `json:"name,omitempty"`
			routeWire
		}{route.Name, routeWire(route)})
	}
	return &wire
}

// unixSeconds is nil for the zero time, which is no deadline.
func unixSeconds(moment time.Time) *float64 {
	if moment.IsZero() {
		return nil
	}
	return Ptr(float64(moment.UnixMicro()) / 1e6)
}
