package axonium

import "iter"

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
// Content has what had arrived. It is nil after a whole answer and after Close.
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
	completion := s.assembled()
	completion.Usage, completion.Meta = s.Usage(), s.Meta()
	return completion, nil
}

// Content is the text that has arrived, whether it was read or not.
func (s *Stream) Content() string { return s.assembled().Content() }

// Reasoning is the reasoning that has arrived.
func (s *Stream) Reasoning() string { return s.assembled().Reasoning() }

// ToolCalls are the tool calls that have arrived, joined. They are complete only after the whole answer.
func (s *Stream) ToolCalls() []ToolCall { return s.assembled().ToolCalls() }

// Usage is what the generation consumed; nil until the server has said.
func (s *Stream) Usage() *Usage { return s.reader.consumed() }

// Meta is how the stream came to be; complete at its end.
func (s *Stream) Meta() Meta { return s.reader.meta }

func (s *Stream) assembled() *Completion { return decodeCompletion(s.reader.state().Completion) }
