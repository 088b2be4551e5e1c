package axonium

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"sync"

	"github.com/axonium/axonium-go/internal/native"
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
	call    *call
	meta    Meta
	usage   *Usage
	pending [][]byte
	current *Chunk
	end     []byte
	failed  bool
	err     error
	stop    func() bool

	mutex    sync.Mutex
	over     bool
	snapshot []byte
}

// openStream waits until the server has accepted the stream.
func openStream(call *call) (*Stream, error) {
	stream := &Stream{call: call}
	opened := false
	defer func() {
		if !opened { // Also where a hook panicked.
			call.native.Close()
		}
	}()
	for batch := (native.Batch{}); batch.Opened == nil && batch.Items == nil && batch.End == nil; {
		var err error
		if batch, err = call.next(); err == nil && batch.Failed && batch.Opened == nil && batch.Items == nil {
			err = call.fail(batch.End)
		}
		if err != nil {
			return nil, err
		}
		if batch.Opened != nil {
			_ = json.Unmarshal(batch.Opened, &stream.meta) // The end brings it again, complete.
		}
		stream.take(batch)
	}
	// A stream that nobody reads gives up its connection when its context ends.
	stream.stop = context.AfterFunc(call.ctx, call.native.Cancel)
	opened = true
	return stream, nil
}

func (s *Stream) take(batch native.Batch) {
	s.pending, s.end, s.failed = batch.Items, batch.End, batch.Failed
}

// Next waits for the next chunk. It returns false at the end, and when the stream failed or its context ended; Err
// tells which.
func (s *Stream) Next() bool {
	for {
		if s.err != nil || s.isOver() {
			return false
		}
		if s.call.ctx.Err() != nil {
			return s.give(s.call.abandon())
		}
		if len(s.pending) > 0 {
			s.current, s.pending = decodeChunk(s.pending[0]), s.pending[1:]
			return true
		}
		if s.end != nil {
			s.finish()
			return false
		}
		batch, err := s.call.next()
		if err != nil {
			return s.give(err)
		}
		s.take(batch)
	}
}

// Current is the chunk that the last Next found.
func (s *Stream) Current() *Chunk { return s.current }

// Err is why the stream ended early: a [*StreamInterruptedError] with what had arrived, or the context's error; then
// Content has what had arrived. It is nil after a whole answer and after Close.
func (s *Stream) Err() error { return s.err }

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
		if s.err != nil {
			yield(nil, s.err)
		}
	}
}

// Close ends the stream; a request that is not over is cancelled, and nothing more is received. Closing twice is
// harmless. It always returns nil, and returns an error to be an io.Closer.
func (s *Stream) Close() error {
	s.release()
	return nil
}

// Final reads what is left and returns the whole answer. A stream that failed gives its error.
func (s *Stream) Final() (*Completion, error) {
	for s.Next() {
	}
	if s.err != nil {
		return nil, s.err
	}
	completion := decodeCompletion(s.state().Completion)
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
func (s *Stream) Usage() *Usage {
	if s.usage != nil {
		return s.usage
	}
	return s.state().Usage
}

// Meta is how the stream came to be; complete at its end.
func (s *Stream) Meta() Meta { return s.meta }

func (s *Stream) assembled() *Completion { return decodeCompletion(s.state().Completion) }

// snapshotWire is what a call has come to so far.
type snapshotWire struct {
	Completion json.RawMessage `json:"completion"`
	Usage      *Usage          `json:"usage"`
	Meta       Meta            `json:"meta"`
	SawOutput  bool            `json:"saw_output"`
}

func (s *Stream) state() snapshotWire {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	encoded := s.snapshot
	if !s.over {
		encoded, _ = s.call.native.Snapshot()
	}
	var state snapshotWire
	_ = json.Unmarshal(encoded, &state)
	return state
}

// finish takes over what the engine says at the end.
func (s *Stream) finish() {
	if s.failed {
		s.err = s.call.fail(s.end)
		var failure *Error
		if errors.As(s.err, &failure) {
			s.meta = failure.Meta
		}
	} else {
		var done doneWire
		_ = json.Unmarshal(s.end, &done)
		s.meta, s.usage = done.Meta, done.Usage
	}
	s.release()
}

// give ends the stream early. Chunks that had arrived and were not read stay in Content. A stream that was closed
// meanwhile has no error.
func (s *Stream) give(err error) bool {
	if !s.isOver() {
		s.err = err
		s.release()
	}
	return false
}

// release keeps what has arrived and gives the call back to the engine.
func (s *Stream) release() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.over {
		return
	}
	s.over = true
	s.stop()
	s.snapshot, _ = s.call.native.Snapshot()
	s.call.native.Close()
}

func (s *Stream) isOver() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.over
}
