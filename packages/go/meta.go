package axonium

import (
	"encoding/json"
	"time"
)

// Meta is what an answer or an error says about how it came to be. Every field is there on both.
type Meta struct {
	// RequestID and TraceID name the answer to the gateway's operators.
	RequestID string
	TraceID   string
	// Instance and InstanceID name the replica that answered.
	Instance   string
	InstanceID string
	// RateLimit is what is left of the budgets; nil where the server gave none.
	RateLimit *RateLimit
	// IgnoredParameters are request fields that the gateway did not use.
	IgnoredParameters []string
	// IdempotentReplay says that the answer was stored before and nothing was generated or billed for it.
	IdempotentReplay bool
	// IdempotentReplayOf is the request id of the generation that was billed. A replay's own id has no usage row.
	IdempotentReplayOf string
	// Attempts counts the HTTP requests sent for this call, token requests not counted; 0 for a local refusal.
	Attempts int
	// WaitedFor is the time spent asleep on purpose, between attempts. It holds no network time.
	WaitedFor time.Duration
	// Elapsed is the time from the call's start to its end.
	Elapsed time.Duration
	// Route names the route that served the call, for callers who hold several.
	Route string
	// SequenceGaps counts how often the stream of a response skipped sequence numbers.
	SequenceGaps int
	// Stripped is what [ParseOptions.Lenient] took away around the JSON; empty where there was nothing.
	Stripped string
	// FallbackFrom is the model or route that was asked first, on an answer that came from a fallback; else empty.
	FallbackFrom string
	// History has one entry for each attempt, the last one included.
	History []Attempt
}

// Attempt is one HTTP request of a call.
type Attempt struct {
	Route string
	// Status is nil when no response came.
	Status *int
	// Kind is empty for an attempt that succeeded.
	Kind      Kind
	RequestID string
	// WaitedBefore is the time slept before this attempt.
	WaitedBefore time.Duration
	Duration     time.Duration
	// Reason is the code of the decision that followed a failure.
	Reason string
}

// RateLimit is what the server said about its budgets. A nil number was not given.
type RateLimit struct {
	Scope             string `json:"scope,omitempty"`
	LimitRequests     *int64 `json:"limit_requests"`
	RemainingRequests *int64 `json:"remaining_requests"`
	ResetRequests     *int64 `json:"reset_requests"`
	LimitTokens       *int64 `json:"limit_tokens"`
	RemainingTokens   *int64 `json:"remaining_tokens"`
	ResetTokens       *int64 `json:"reset_tokens"`
}

// Usage is what a generation consumed. A nil count was not reported, which is not 0.
type Usage struct {
	PromptTokens     *int64 `json:"prompt_tokens"`
	CompletionTokens *int64 `json:"completion_tokens"`
	TotalTokens      *int64 `json:"total_tokens"`
	// CacheReadTokens is the part of the prompt that was served from a cache.
	CacheReadTokens *int64 `json:"cache_read_tokens"`
	// ReasoningTokens is the part of the output that was reasoning.
	ReasoningTokens *int64 `json:"reasoning_tokens"`
	// Estimated says that the counts were derived from timings, by a server that reports none.
	Estimated bool `json:"estimated"`
}

// InputTokens is PromptTokens under the name that the Responses API has for it.
func (u *Usage) InputTokens() *int64 { return u.PromptTokens }

// OutputTokens is CompletionTokens under the name that the Responses API has for it.
func (u *Usage) OutputTokens() *int64 { return u.CompletionTokens }

// doneWire is what the engine says at the end of a call that came to one.
type doneWire struct {
	Meta    Meta       `json:"meta"`
	Usage   *Usage     `json:"usage"`
	Answer  answerWire `json:"answer"`
	Parsed  *string    `json:"parsed"`
	Refusal *Refusal   `json:"refusal"`
}

func (d *doneWire) parsed() json.RawMessage {
	if d.Parsed == nil {
		return nil
	}
	return json.RawMessage(*d.Parsed)
}
