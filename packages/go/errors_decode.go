package axonium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/axonium/axonium-go/internal/native"
)

// decodeError makes the error of a family from the engine's error.
func decodeError(envelope []byte) error {
	var wire failedWire
	if err := json.Unmarshal(envelope, &wire); err != nil {
		return unreadable(err)
	}
	wire.envelope = envelope
	return wire.error()
}

func (w *failedWire) error() error { return w.family(w.common()) }

func (w *failedWire) common() Error {
	common := Error{
		Kind: w.Kind, Message: w.Message, Hint: text(w.Hint),
		Status: number(w.Status), Code: text(w.Code), Type: text(w.Type), Title: text(w.Title), Detail: text(w.Detail),
		Scope: text(w.Scope), Errors: present(w.Errors), Body: text(w.Body),
		RetryAfter: durationPtr(w.RetryAfter), Reason: w.Reason,
		Local: w.Local, RequestID: text(w.RequestID), TraceID: text(w.TraceID), Cause: w.Cause,
		Refusal: w.Refusal, Outputs: w.Outputs, SawOutput: w.SawOutput, Meta: w.Meta, retryable: w.Retryable, explain: w.Explain, wire: w,
	}
	if partial := w.Partial; partial != nil {
		common.PartialContent, common.PartialReasoning = text(partial.Content), text(partial.Reasoning)
		common.PartialToolCalls, common.PartialUsage = partial.ToolCalls, partial.Usage
		common.PartialFinishReason = text(partial.FinishReason)
	}
	return common
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
	case common.Kind == ErrMalformedOutput:
		return &MalformedOutputError{common}
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
	tried := fmt.Sprintf("(attempts: %d, waited: %v)", meta.Attempts, meta.WaitedFor)
	wire := withMeta(meta)
	wire.Kind, wire.Message, wire.Local = ErrCancelled, "the context was cancelled "+tried, meta.Attempts == 0
	wire.Explain = wire.Message + ".\nA call that its caller cancelled is never repeated."
	if errors.Is(ended, context.DeadlineExceeded) {
		wire.Kind, wire.Message, wire.Phase = ErrTimeout, "the context's deadline passed "+tried, Ptr(string(PhaseCall))
		wire.Explain = wire.Message + ".\nThe backend may still be generating; send the call with an idempotency key " +
			"to collect its result later."
	}
	common := wire.common()
	common.context = []error{ended}
	if cause := context.Cause(ctx); cause != nil && cause != ended {
		common.context = append(common.context, cause)
	}
	return wire.family(common)
}

// withMeta is an error of this package about a call that had begun.
func withMeta(meta Meta) *failedWire {
	return &failedWire{Meta: meta, RequestID: optional(meta.RequestID), TraceID: optional(meta.TraceID)}
}

// localError is a refusal by this package, in the shape of the engine's own.
func localError(kind Kind, fault *fault) error {
	message := fault.why
	if fault.path != "" {
		message = fault.path + ": " + fault.why
	}
	wire := failedWire{Kind: kind, Message: message, Local: true, Field: optional(fault.path)}
	wire.Explain = fmt.Sprintf("%s: %s (nothing was sent)", kind, message)
	return wire.error()
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
	wire := withMeta(meta)
	wire.Kind, wire.Message = ErrCancelled, "the client was closed while the call ran"
	wire.Explain = wire.Message + ".\nThe backend may still be generating."
	return wire.error()
}

func unreadable(err error) error {
	return internalError(fmt.Errorf("the engine's error does not parse: %w", err))
}

func internalError(err error) error {
	wire := failedWire{Kind: ErrInternal, Message: err.Error(), Explain: err.Error() + ".\nThis is a fault of the SDK."}
	return wire.error()
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
