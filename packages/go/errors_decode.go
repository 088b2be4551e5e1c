package axonium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/axonium/axonium-go/internal/native"
)

// failedWire is the engine's error, the same for every language.
type failedWire struct {
	Kind       Kind            `json:"kind"`
	Message    string          `json:"message"`
	Explain    string          `json:"explain"`
	Code       *string         `json:"code"`
	Status     *int            `json:"status"`
	Type       *string         `json:"type"`
	Title      *string         `json:"title"`
	Detail     *string         `json:"detail"`
	Hint       *string         `json:"hint"`
	RetryAfter *float64        `json:"retry_after_s"`
	RequestID  *string         `json:"request_id"`
	TraceID    *string         `json:"trace_id"`
	Scope      *string         `json:"scope"`
	Body       *string         `json:"body"`
	Errors     json.RawMessage `json:"errors"`
	Retryable  bool            `json:"retryable"`
	Reason     *Reason         `json:"reason"`
	Local      bool            `json:"local"`
	Sent       *bool           `json:"sent"`
	Phase      *string         `json:"phase"`
	Field      *string         `json:"field"`
	OAuthError *string         `json:"oauth_error"`
	SawOutput  *bool           `json:"saw_output"`
	Partial    *partialWire    `json:"partial"`
	Cause      *Cause          `json:"cause"`
	Meta       Meta            `json:"meta"`
}

type partialWire struct {
	Content      *string    `json:"content"`
	Reasoning    *string    `json:"reasoning"`
	ToolCalls    []ToolCall `json:"tool_calls"`
	FinishReason *string    `json:"finish_reason"`
	Usage        *Usage     `json:"usage"`
}

// decodeError makes the error of a family from the engine's error.
func decodeError(envelope []byte) error {
	var wire failedWire
	if err := json.Unmarshal(envelope, &wire); err != nil {
		return unreadable(err)
	}
	return wire.error()
}

func (w *failedWire) error() error {
	common := Error{
		Kind: w.Kind, Message: w.Message, Hint: text(w.Hint),
		Status: number(w.Status), Code: text(w.Code), Type: text(w.Type), Title: text(w.Title), Detail: text(w.Detail),
		Scope: text(w.Scope), Errors: present(w.Errors), Body: text(w.Body),
		RetryAfter: durationPtr(w.RetryAfter), Reason: w.Reason,
		Local: w.Local, RequestID: text(w.RequestID), TraceID: text(w.TraceID), Cause: w.Cause,
		Meta: w.Meta, retryable: w.Retryable, explain: w.Explain,
	}
	if partial := w.Partial; partial != nil {
		common.PartialContent, common.PartialReasoning = text(partial.Content), text(partial.Reasoning)
		common.PartialToolCalls, common.PartialUsage = partial.ToolCalls, partial.Usage
		common.PartialFinishReason = text(partial.FinishReason)
	}
	return w.family(common)
}

func (w *failedWire) family(common Error) error {
	switch {
	case common.Kind.Is(ErrAPI):
		return &APIError{common}
	case common.Kind.Is(ErrOAuth):
		return &OAuthError{base: common, Code: text(w.OAuthError)}
	case common.Kind == ErrConfiguration:
		return &ConfigurationError{base: common, Field: text(w.Field)}
	case common.Kind == ErrInvalidRequest:
		return &InvalidRequestError{base: common, Field: text(w.Field)}
	case common.Kind == ErrConnection:
		return &ConnectionError{base: common, Sent: w.Sent != nil && *w.Sent}
	case common.Kind == ErrTimeout:
		return &TimeoutError{base: common, Phase: Phase(text(w.Phase))}
	case common.Kind == ErrDecode:
		return &DecodeError{common}
	case common.Kind == ErrStreamInterrupted:
		return &StreamInterruptedError{
			base: common, SawOutput: w.SawOutput != nil && *w.SawOutput, Phase: Phase(text(w.Phase)),
		}
	default:
		return &common
	}
}

// contextError is the error of a call that ended with its context. meta says what was tried until then.
func contextError(ctx context.Context, meta Meta) error {
	ended := ctx.Err()
	if ended == nil {
		ended = context.DeadlineExceeded // The deadline has passed; the context's timer is a moment late.
	}
	common := withMeta(meta)
	common.Local, common.context = meta.Attempts == 0, []error{ended}
	if cause := context.Cause(ctx); cause != nil && cause != ended {
		common.context = append(common.context, cause)
	}
	tried := fmt.Sprintf("(attempts: %d, waited: %v)", meta.Attempts, meta.WaitedFor)
	if errors.Is(ended, context.DeadlineExceeded) {
		common.Kind, common.Message = ErrTimeout, "the context's deadline passed "+tried
		common.explain = common.Message + ".\nThe backend may still be generating; send the call with an idempotency key " +
			"to collect its result later."
		return &TimeoutError{base: common, Phase: PhaseCall}
	}
	common.Kind, common.Message = ErrCancelled, "the context was cancelled "+tried
	common.explain = common.Message + ".\nA call that its caller cancelled is never repeated."
	return &common
}

// withMeta is an error of this package about a call that had begun.
func withMeta(meta Meta) Error {
	return Error{Meta: meta, RequestID: meta.RequestID, TraceID: meta.TraceID}
}

// localError is a refusal by this package, in the shape of the engine's own.
func localError(kind Kind, fault *fault) error {
	message := fault.why
	if fault.path != "" {
		message = fault.path + ": " + fault.why
	}
	common := Error{Kind: kind, Message: message, Local: true}
	common.explain = fmt.Sprintf("%s: %s (nothing was sent)", kind, message)
	if kind == ErrConfiguration {
		return &ConfigurationError{base: common, Field: fault.path}
	}
	return &InvalidRequestError{base: common, Field: fault.path}
}

// nativeError is a status of the C ABI: the client was closed, or this package has a fault.
func nativeError(err error) error {
	if native.IsStale(err) {
		return localError(ErrConfiguration, &fault{"client", "is closed; make a new one to go on"})
	}
	return internalError(err)
}

// closedError is the error of a call whose client was closed while it ran.
func closedError(meta Meta) error {
	common := withMeta(meta)
	common.Kind, common.Message = ErrCancelled, "the client was closed while the call ran"
	common.explain = common.Message + ".\nThe backend may still be generating."
	return &common
}

func unreadable(err error) error {
	return internalError(fmt.Errorf("the engine's error does not parse: %w", err))
}

func internalError(err error) error {
	return &Error{Kind: ErrInternal, Message: err.Error(), explain: err.Error() + ".\nThis is a fault of the SDK."}
}

func number(optional *int) int {
	if optional == nil {
		return 0
	}
	return *optional
}

// present is nil for the JSON null.
func present(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}
