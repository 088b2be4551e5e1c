package axonium

import (
	"encoding/json"
	"iter"
)

// ResponseStream is a response that arrives as events.
//
//	stream, err := client.Responses.Stream(ctx, request)
//	if err != nil { … }
//	defer stream.Close()
//	for stream.Next() {
//		switch event := stream.Current().(type) {
//		case axonium.OutputTextDelta:
//			fmt.Print(event.Delta)
//		}
//	}
//	if err := stream.Err(); err != nil { … }
//
// A stream is read by one goroutine; Close may be called from any.
type ResponseStream struct {
	reader  *reader
	current ResponseEvent
}

// Next waits for the next event. It returns false at the end, and when the stream failed or its context ended; Err
// tells which.
func (s *ResponseStream) Next() bool {
	item := s.reader.next()
	if item == nil {
		return false
	}
	s.current = DecodeResponseEvent(item)
	return true
}

// Current is the event that the last Next found.
func (s *ResponseStream) Current() ResponseEvent { return s.current }

// Err is why the stream ended early: a [*StreamInterruptedError] with what had arrived, or the context's error; then
// OutputText has what had arrived. With [ResponseRequest.Parse] it may be a whole response's too: a
// [*MalformedOutputError], or an [ErrRefusal]. It is nil after a response that is as it was asked for, and after Close.
func (s *ResponseStream) Err() error { return s.reader.err }

// All ranges over the events, and over the error that ended the stream early. It closes the stream, also when the loop
// is left early.
func (s *ResponseStream) All() iter.Seq2[ResponseEvent, error] {
	return func(yield func(ResponseEvent, error) bool) {
		defer s.Close()
		for s.Next() {
			if !yield(s.current, nil) {
				return
			}
		}
		if s.Err() != nil {
			yield(nil, s.Err())
		}
	}
}

// Close ends the stream; a request that is not over is cancelled, and nothing more is received. Closing twice is
// harmless. It always returns nil, and returns an error to be an io.Closer.
func (s *ResponseStream) Close() error {
	s.reader.release()
	return nil
}

// Final reads what is left and returns the whole response. A stream that failed gives its error.
func (s *ResponseStream) Final() (*Response, error) {
	for s.Next() {
	}
	if s.Err() != nil {
		return nil, s.Err()
	}
	state, done := s.reader.state(), s.reader.done
	done.Usage = s.Usage()
	return newResponse(state.Response, state.Answer, done), nil
}

// OutputText is the text that has arrived, whether it was read or not.
func (s *ResponseStream) OutputText() string { return text(s.reader.state().Answer.Content) }

// Reasoning is the reasoning that has arrived, or its summary where the server gives no more.
func (s *ResponseStream) Reasoning() string { return text(s.reader.state().Answer.Reasoning) }

// Refusal is what has arrived of why the model declined, in its own words.
func (s *ResponseStream) Refusal() string { return text(s.reader.state().Answer.Refusal) }

// RefusalCode is how the model declined, as of a [Response]; empty while it has not.
func (s *ResponseStream) RefusalCode() string { return s.reader.refusal().code() }

// ParsedPartial is the JSON value that the text amounts to that has arrived, with [ResponseRequest.Parse]: strings, lists and objects
// closed where they stand. It is nil while there is none, and held against the schema only at the end, where it is the
// response's Parsed.
func (s *ResponseStream) ParsedPartial() json.RawMessage {
	return present(s.reader.state().ParsedPartial)
}

// ToolCalls are the tool calls that have arrived, joined. They are complete only after the whole response.
func (s *ResponseStream) ToolCalls() []ToolCall { return s.reader.state().Answer.ToolCalls }

// SawOutput says that output has arrived, which no other route takes over any more.
func (s *ResponseStream) SawOutput() bool { return s.reader.state().SawOutput }

// Usage is what the generation consumed; nil until the server has said.
func (s *ResponseStream) Usage() *Usage { return s.reader.consumed() }

// Meta is how the stream came to be; complete at its end.
func (s *ResponseStream) Meta() Meta { return s.reader.done.Meta }
