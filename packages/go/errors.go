package axonium

import (
	"encoding/json"
	"time"
)

// Kind names what went wrong, with the name that is the same in every language. Kinds are errors themselves, so each
// serves errors.Is and a comparison alike:
//
//	if errors.Is(err, axonium.ErrRateLimit) { … }
//	switch apiErr.Kind { case axonium.ErrSpendCapExceeded: … }
//
// errors.Is also matches a kind's parents: an unknown model is an [ErrUnknownModel], an [ErrBadRequest], an
// [ErrClientError] and an [ErrAPI].
type Kind string

// Error is the kind as text.
func (k Kind) Error() string { return "axonium: " + string(k) }

// Is reports whether k is target or a special case of it.
func (k Kind) Is(target error) bool {
	wanted, ok := target.(Kind)
	for kind := k; ok && kind != ""; kind = kind.Parent() {
		if kind == wanted {
			return true
		}
	}
	return false
}

// Error is what every failed call returns, by errors.As. The families [APIError], [StreamInterruptedError] and so on
// hold an Error, with all its fields and methods, and what only they know.
type Error struct {
	// Kind is the most specific name of what went wrong.
	Kind Kind
	// Message is one line, ready to show. It holds no secret.
	Message string
	// Hint says what may help.
	Hint string
	// Status is the HTTP status; 0 where no response came.
	Status int
	// Code is the server's own code of the error, such as rate_limit_exceeded; empty where it gave none.
	Code string
	// Type, Title and Detail are the server's problem document. Branch on Kind, never on them.
	Type   string
	Title  string
	Detail string
	// Scope is the budget that was spent, or the scope that was missing.
	Scope string
	// Errors lists the fields that the server refused, as it sent them.
	Errors json.RawMessage
	// Body is the answer's text, its beginning if it was long.
	Body string
	// RetryAfter is how long to wait before trying again; nil where nobody said.
	RetryAfter *time.Duration
	// Reason is why the engine did not repeat the call; nil where there was nothing to decide.
	Reason *Reason
	// Local says that the call was refused here, without a request.
	Local bool
	// RequestID and TraceID name the failure to the gateway's operators.
	RequestID string
	TraceID   string
	// Cause is what a broken stream, or an undecodable answer, broke on. It is not unwrapped: a stream that broke on
	// a rate limit has begun, and is not to be handled as a rate limit.
	Cause *Cause
	// SawOutput says, of a call that failed as a stream, whether output had arrived; nil for any other.
	SawOutput *bool
	// What arrived of an answer that failed: of a broken stream, or of a response that says so itself. All are empty with
	// [PartialDiscard]. Partial tool calls are never complete.
	PartialContent      string
	PartialReasoning    string
	PartialToolCalls    []ToolCall
	PartialFinishReason string
	PartialUsage        *Usage
	// Refusal is how the model declined; nil where it did not. A call that asked for parsed output fails with
	// [ErrRefusal]; another failure has it where its code says so, such as content_filter.
	Refusal *Refusal
	// Outputs are what the model said instead of JSON that matches, in order, each with what is wrong with it; of an
	// [ErrMalformedOutput], and of whatever a repair failed of.
	Outputs []MalformedOutput
	// Meta is how the call came to this, as on an answer: attempts, waits and history.
	Meta Meta

	retryable bool
	explain   string
	// wire is what MarshalJSON writes.
	wire *failedWire
	// context holds the context's error and its cause, for a call that ended with its context.
	context []error
}

// base embeds Error under a name that does not hide its Error method.
type base = Error

// Reason is a decision's stable code and a sentence about it.
type Reason struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Refusal is how a model declined to answer.
type Refusal struct {
	// Code is refusal, content_filter, or the server's own code.
	Code string `json:"code"`
	// Text is the model's own words; nil where it gave none.
	Text *string `json:"text"`
}

func (r *Refusal) code() string {
	if r == nil {
		return ""
	}
	return r.Code
}

// Cause is a failure behind a failure.
type Cause struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	// Code is the server's own code of the failure; empty where it gave none.
	Code string `json:"code"`
}

// Error is the kind and the message.
func (e *Error) Error() string { return "axonium: " + string(e.Kind) + ": " + e.Message }

// Retryable is the advice whether the same call may succeed later. It says nothing about what a repeat may cost: that
// is Reason's.
func (e *Error) Retryable() bool { return e.retryable }

// Explain says in two lines what happened and what was tried, why it was not repeated, and what the caller can do.
func (e *Error) Explain() string { return e.explain }

// Is reports whether target is this error's kind or one of its parents.
func (e *Error) Is(target error) bool { return e.Kind.Is(target) }

// As lets errors.As find the Error in every family.
func (e *Error) As(target any) bool {
	found, ok := target.(**Error)
	if ok {
		*found = e
	}
	return ok
}

// Unwrap gives the context's error and its cause, for a call that ended with its context.
func (e *Error) Unwrap() []error { return e.context }

// APIError is an answer with an error, from the gateway or from what stands in for it.
type APIError struct{ base }

// OAuthError is a refusal of the token endpoint.
type OAuthError struct {
	base
	// Code is the endpoint's error code, such as invalid_client.
	Code string
}

// ConfigurationError is a setting that is missing or unusable.
type ConfigurationError struct {
	base
	// Field names the setting.
	Field string
}

// InvalidRequestError is a request that was refused before it was sent.
type InvalidRequestError struct {
	base
	// Field names the field of the request, such as messages[0].content.
	Field string
}

// ConnectionError is a request that got no response.
type ConnectionError struct {
	base
	// Sent says that the connection was lost after the request had left, so a generation may have begun. When false,
	// no connection was made.
	Sent bool
}

// Phase is what a call was waiting for when it ran out of time.
type Phase string

const (
	// PhaseConnect is setting up the connection.
	PhaseConnect Phase = "connect"
	// PhaseResponse is waiting for the response.
	PhaseResponse Phase = "response"
	// PhaseIdle is waiting for the next bytes of a stream.
	PhaseIdle Phase = "idle"
	// PhaseFirstOutput is waiting for a stream's first output.
	PhaseFirstOutput Phase = "first_output"
	// PhaseCall is the whole call, attempts and waits together.
	PhaseCall Phase = "call"
)

// TimeoutError is a limit of the client that passed. The backend may still be generating.
type TimeoutError struct {
	base
	// Phase is which limit it was.
	Phase Phase
}

// Timeout is true, as for a net.Error.
func (e *TimeoutError) Timeout() bool { return true }

// StreamInterruptedError is a stream that failed after it was opened; what had arrived is with it. It is never repeated once there was output: a
// part was delivered and billed, and a repeat would be a second generation.
type StreamInterruptedError struct {
	base
	// SawOutput says that output had arrived; the same as the Error's, which other failures have as well.
	SawOutput bool
	// Phase is the client's own limit that broke the stream, [PhaseIdle] or [PhaseCall]; empty where the stream broke by
	// itself.
	Phase Phase
}

// DecodeError is a success status with a body that is not what the endpoint promises; Body is its beginning.
type DecodeError struct{ base }

// MalformedOutputError is an output that is not what its schema asks for, and was not after a repair either; its Outputs are
// both. One that was cut off by a limit says so in its Reason, output-truncated, and was not repaired: it would be cut off
// again.
type MalformedOutputError struct{ base }

// MalformedOutput is an output that does not fit, and why.
type MalformedOutput struct {
	// Text is the model's own.
	Text string `json:"text"`
	// Error is what is wrong with it, in a line.
	Error string `json:"error"`
}

// ToolCallArgumentsError is a tool call whose arguments do not parse.
type ToolCallArgumentsError struct {
	base
	ToolCallID string
	// Arguments is the model's own text.
	Arguments string
}
