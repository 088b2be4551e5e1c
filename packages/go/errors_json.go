package axonium

import "encoding/json"

// failedWire is an error as the engine writes it, the same for every language.
type failedWire struct {
	Kind       Kind              `json:"kind"`
	Message    string            `json:"message"`
	Explain    string            `json:"explain"`
	Code       *string           `json:"code"`
	Status     *int              `json:"status"`
	Type       *string           `json:"type"`
	Title      *string           `json:"title"`
	Detail     *string           `json:"detail"`
	Hint       *string           `json:"hint"`
	RetryAfter *float64          `json:"retry_after_s"`
	RequestID  *string           `json:"request_id"`
	TraceID    *string           `json:"trace_id"`
	Scope      *string           `json:"scope"`
	Body       *string           `json:"body"`
	Errors     json.RawMessage   `json:"errors"`
	Retryable  bool              `json:"retryable"`
	Reason     *Reason           `json:"reason"`
	Local      bool              `json:"local"`
	Sent       *bool             `json:"sent"`
	Phase      *string           `json:"phase"`
	Field      *string           `json:"field"`
	OAuthError *string           `json:"oauth_error"`
	SawOutput  *bool             `json:"saw_output"`
	Partial    *partialWire      `json:"partial"`
	Cause      *Cause            `json:"cause"`
	Outputs    []MalformedOutput `json:"outputs"`
	Refusal    *Refusal          `json:"refusal"`
	Meta       Meta              `json:"meta"`

	// envelope is the engine's own text; nil for an error of this package.
	envelope []byte
}

type partialWire struct {
	Content      *string    `json:"content"`
	Reasoning    *string    `json:"reasoning"`
	ToolCalls    []ToolCall `json:"tool_calls"`
	FinishReason *string    `json:"finish_reason"`
	Usage        *Usage     `json:"usage"`
}

// MarshalJSON writes the error for a log or a queue, with the keys that errors have in every language: snake case,
// seconds, null for what is unknown. `axonium explain` reads it. Like an error's text, it holds no secret; unlike it, it
// holds what the server and the model said (body, partial, outputs).
//
//	encoded, _ := json.Marshal(err) // {"kind": "RateLimit", "message": …, "retry_after_s": 36, "meta": {…}, …}
func (e *Error) MarshalJSON() ([]byte, error) {
	switch {
	case e.wire == nil: // Made by a program, in a test of its own for example.
		return encode(e.literal())
	case e.wire.envelope != nil:
		return e.wire.envelope, nil
	default:
		return encode(e.wire)
	}
}

// literal is the wire form of an error that no call returned.
func (e *Error) literal() *failedWire {
	return &failedWire{
		Kind: e.Kind, Message: e.Message, Explain: e.explain, Code: optional(e.Code), Status: optional(e.Status),
		Type: optional(e.Type), Title: optional(e.Title), Detail: optional(e.Detail), Hint: optional(e.Hint),
		RetryAfter: seconds(e.RetryAfter), RequestID: optional(e.RequestID), TraceID: optional(e.TraceID),
		Scope: optional(e.Scope), Body: optional(e.Body), Errors: e.Errors, Retryable: e.retryable, Reason: e.Reason,
		Local: e.Local, SawOutput: e.SawOutput, Cause: e.Cause, Refusal: e.Refusal, Outputs: e.Outputs, Meta: e.Meta,
	}
}

// optional is nil for the zero value, which stands for what is unknown.
func optional[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
