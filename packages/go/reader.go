package axonium

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/axonium/axonium-go/internal/native"
)

// reader takes a streamed call's items one by one until its end. It is what [Stream] and [ResponseStream] have in
// common. It is read by one goroutine; release may be called from any.
type reader struct {
	call *call
	// done is what the engine says at the end; until then only the meta so far.
	done    doneWire
	pending [][]byte
	end     []byte
	failed  bool
	err     error
	stop    func() bool

	mutex    sync.Mutex
	over     bool
	snapshot []byte
}

// openReader waits until the server has accepted the stream.
func openReader(call *call) (*reader, error) {
	reader := &reader{call: call}
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
			_ = json.Unmarshal(batch.Opened, &reader.done.Meta) // The end brings it again, complete.
		}
		reader.take(batch)
	}
	// A stream that nobody reads gives up its connection when its context ends.
	reader.stop = context.AfterFunc(call.ctx, call.native.Cancel)
	opened = true
	return reader, nil
}

func (r *reader) take(batch native.Batch) {
	r.pending, r.end, r.failed = batch.Items, batch.End, batch.Failed
}

// next waits for the next item. It is nil at the end, and when the stream failed or its context ended; err tells which.
func (r *reader) next() []byte {
	for {
		if r.err != nil || r.isOver() {
			return nil
		}
		if r.call.ctx.Err() != nil {
			return r.give(r.call.abandon())
		}
		if len(r.pending) > 0 {
			item := r.pending[0]
			r.pending = r.pending[1:]
			return item
		}
		if r.end != nil {
			r.finish()
			return nil
		}
		batch, err := r.call.next()
		if err != nil {
			return r.give(err)
		}
		r.take(batch)
	}
}

// finish takes over what the engine says at the end.
func (r *reader) finish() {
	if r.failed {
		r.err = r.call.fail(r.end)
		var failure *Error
		if errors.As(r.err, &failure) {
			r.done.Meta = failure.Meta
		}
	} else {
		r.done = doneWire{}
		_ = json.Unmarshal(r.end, &r.done)
	}
	r.release()
}

// give ends the stream early. Items that had arrived and were not read stay in the snapshot. A stream that was closed
// meanwhile has no error.
func (r *reader) give(err error) []byte {
	if !r.isOver() {
		r.err = err
		r.release()
	}
	return nil
}

// release keeps what has arrived and gives the call back to the engine.
func (r *reader) release() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.over {
		return
	}
	r.over = true
	r.stop()
	r.snapshot, _ = r.call.native.Snapshot()
	r.call.native.Close()
}

func (r *reader) isOver() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.over
}

// snapshotWire is what a call has come to so far: a completion of a chat stream, a response and its answer of a
// response's.
type snapshotWire struct {
	Completion json.RawMessage `json:"completion"`
	Response   json.RawMessage `json:"response"`
	Answer     answerWire      `json:"answer"`
	Usage      *Usage          `json:"usage"`
	Meta       Meta            `json:"meta"`
	SawOutput  bool            `json:"saw_output"`
	Refusal    *Refusal        `json:"refusal"`

	ParsedPartial json.RawMessage `json:"parsed_partial"`
}

func (r *reader) state() snapshotWire {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	encoded := r.snapshot
	if !r.over {
		encoded, _ = r.call.native.Snapshot()
	}
	var state snapshotWire
	_ = json.Unmarshal(encoded, &state)
	return state
}

// consumed is what the generation consumed; nil until the server has said.
func (r *reader) consumed() *Usage {
	if r.done.Usage != nil {
		return r.done.Usage
	}
	return r.state().Usage
}

// refusal is how the model declined; nil while it has not.
func (r *reader) refusal() *Refusal {
	if r.done.Refusal != nil {
		return r.done.Refusal
	}
	return r.state().Refusal
}
