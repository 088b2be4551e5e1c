package axonium

import (
	"encoding/json"
	"iter"
)

// Stream is a completion that arrives in chunks.
//
//	stream, err := client.Chat.Stream(ctx, request)
//	if err != nil { … }
//	defer stream.Close()
//	for stream.Next() {
//		fmt.Print(stream.Current().Content())
//	}
//	if err := stream.Err(); err != nil { … }
//
// A stream is read by one goroutine; Close may be called from any.
type Stream struct {
	reader  *reader
	current *Chunk
}

// Next waits for the next chunk. It returns false at the end, and when the stream failed or its context ended; Err
// tells which.
func (s *Stream) Next() bool {
	item := s.reader.next()
	if item == nil {
		return false
	}
	s.current = decodeChunk(item)
	return true
}

// Current is the chunk that the last Next found.
func (s *Stream) Current() *Chunk { return s.current }

// Err is why the stream ended early: a [*StreamInterruptedError] with what had arrived, or the context's error; then
// Content has what had arrived. With [ChatRequest.Parse] it may be a whole answer's too: a [*MalformedOutputError], or an
// [ErrRefusal]. It is nil after an answer that is as it was asked for, and after Close.
func (s *Stream) Err() error { return s.reader.err }

// All ranges over the chunks, and over the error that ended the stream early. It closes the stream, also when the loop
// is left early.
//
//	for chunk, err := range stream.All() {
//		if err != nil { … }
//		fmt.Print(chunk.Content())
//	}
func (s *Stream) All() iter.Seq2[*Chunk, error] {
	return func(yield func(*Chunk, error) bool) {
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
func (s *Stream) Close() error {
	s.reader.release()
	return nil
}

// Final reads what is left and returns the whole answer. A stream that failed gives its error.
func (s *Stream) Final() (*Completion, error) {
	for s.Next() {
	}
	if s.Err() != nil {
		return nil, s.Err()
	}
	done := s.reader.done
	done.Usage = s.Usage()
	return newCompletion(s.reader.state().Completion, done), nil
}

// Content is the text that has arrived, whether it was read or not.
func (s *Stream) Content() string { return s.assembled().Content() }

// Reasoning is the reasoning that has arrived.
func (s *Stream) Reasoning() string { return s.assembled().Reasoning() }

// Refusal is what has arrived of why the model declined, in its own words.
func (s *Stream) Refusal() string { return s.assembled().Refusal() }

// RefusalCode is how the model declined, as of a [Completion]; empty while it has not.
func (s *Stream) RefusalCode() string { return s.reader.refusal().code() }

// ParsedPartial is the JSON value that the text amounts to that has arrived, with [ChatRequest.Parse]: strings, lists and objects
// closed where they stand. It is nil while there is none, and held against the schema only at the end, where it is the
// completion's Parsed.
func (s *Stream) ParsedPartial() json.RawMessage { return present(s.reader.state().ParsedPartial) }

// ToolCalls are the tool calls that have arrived, joined. They are complete only after the whole answer.
func (s *Stream) ToolCalls() []ToolCall { return s.assembled().ToolCalls() }

// Usage is what the generation consumed; nil until the server has said.
func (s *Stream) Usage() *Usage { return s.reader.consumed() }

// Meta is how the stream came to be; complete at its end.
func (s *Stream) Meta() Meta { return s.reader.done.Meta }

func (s *Stream) assembled() *Completion { return decodeCompletion(s.reader.state().Completion) }
