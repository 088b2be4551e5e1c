//go:build cgo

package native

/*
#include "axonium.h"

#cgo noescape ax_call_try_pull
#cgo nocallback ax_call_try_pull
*/
import "C"

import "unsafe"

// Limits of one pull: enough to keep up with a fast stream, little enough to keep memory small.
const (
	pullItems = 256
	pullBytes = 256 << 10
)

// Call is one started call.
type Call struct {
	engine *Engine
	id     C.uint64_t
	ready  chan struct{}
}

// Ready receives when there may be something to pull. It may be early, never missing.
func (c *Call) Ready() <-chan struct{} { return c.ready }

func (c *Call) wake() {
	select {
	case c.ready <- struct{}{}:
	default:
	}
}

// TryPull takes what is ready and never waits.
func (c *Call) TryPull() (Batch, error) {
	var native C.AxBatch
	status := C.ax_call_try_pull(c.engine.id, c.id, pullItems, pullBytes, &native)
	if err := check("call_try_pull", status); err != nil {
		return Batch{}, err
	}
	if native.count == 0 {
		return Batch{}, nil
	}
	return unpack(&native), nil
}

// unpack copies the batch's one allocation into Go once, as slices of one copy, and frees it.
func unpack(native *C.AxBatch) Batch {
	defer C.ax_buffer_free(native.buffer)
	base := uintptr(unsafe.Pointer(native.buffer.ptr))
	bytes := C.GoBytes(unsafe.Pointer(native.buffer.ptr), C.int(native.buffer.len))
	var batch Batch
	for _, part := range unsafe.Slice(native.parts, int(native.count)) {
		start := int(uintptr(unsafe.Pointer(part.bytes.ptr)) - base)
		end := start + int(part.bytes.len)
		batch.add(uint32(part.kind), bytes[start:end:end])
	}
	return batch
}

func (b *Batch) add(kind uint32, content []byte) {
	switch kind {
	case C.AX_PART_OPENED:
		b.Opened = content
	case C.AX_PART_NOTICE:
		b.Notices = append(b.Notices, content)
	case C.AX_PART_ITEM:
		b.Items = append(b.Items, content)
	case C.AX_PART_DONE:
		b.End = content
	case C.AX_PART_FAILED:
		b.End, b.Failed = content, true
	}
}

// Snapshot is what the call has come to so far, as the bridge's snapshot JSON.
func (c *Call) Snapshot() ([]byte, error) {
	var snapshot C.AxBuffer
	if err := check("call_snapshot", C.ax_call_snapshot(c.engine.id, c.id, &snapshot)); err != nil {
		return nil, err
	}
	return take(snapshot), nil
}

// AnswerToken answers a token notice with a token, or with why there is none. An answer to a call that is over is
// dropped.
func (c *Call) AnswerToken(ticket uint64, token string, failure error) {
	kind, text := C.uint32_t(C.AX_ANSWER_TOKEN), token
	if failure != nil {
		kind, text = C.AX_ANSWER_FAILURE, failure.Error()
	}
	C.ax_call_answer_token(c.engine.id, c.id, C.uint64_t(ticket), kind, borrowString(text))
}

// Cancel ends the call's work at once; its end can still be pulled.
func (c *Call) Cancel() { C.ax_call_cancel(c.engine.id, c.id) }

// Close frees the call and cancels it if it is not over. Whoever waits for it is woken, and finds it stale. Closing
// twice is harmless.
func (c *Call) Close() {
	C.ax_call_close(c.engine.id, c.id)
	c.engine.forget(c)
	c.wake()
}
