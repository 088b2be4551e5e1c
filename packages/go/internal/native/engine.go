//go:build cgo

package native

/*
#include "axonium.h"

#cgo noescape ax_queue_next
#cgo nocallback ax_queue_next
*/
import "C"

import (
	"runtime"
	"sync"
)

// Engine is one engine with its completion queue. One goroutine on a thread of its own waits on the queue and tells
// each call when it has something to pull, so a waiting call costs a goroutine and no thread.
type Engine struct {
	id    C.uint64_t
	queue C.uint64_t

	mutex  sync.Mutex
	calls  map[C.uint64_t]*Call
	freed  bool
	closed chan struct{}
	close  sync.Once
	drain  sync.WaitGroup
}

// NewEngine builds an engine from its configuration. A refusal is returned as the bridge's error JSON.
func NewEngine(config []byte) (engine *Engine, refusal []byte, err error) {
	if err := checkVersion(); err != nil {
		return nil, nil, err
	}
	engine = &Engine{calls: map[C.uint64_t]*Call{}, closed: make(chan struct{})}
	var failure C.AxBuffer
	status := C.ax_engine_new(borrow(config), &engine.id, &failure)
	if status == C.AX_FAILED {
		return nil, take(failure), nil
	}
	if err := check("engine_new", status); err != nil {
		return nil, nil, err
	}
	if err := check("queue_new", C.ax_queue_new(&engine.queue)); err != nil {
		C.ax_engine_free(engine.id)
		return nil, nil, err
	}
	engine.drain.Add(1)
	go engine.route()
	return engine, nil, nil
}

// Closed is closed when Close begins.
func (e *Engine) Closed() <-chan struct{} { return e.closed }

// Start begins a call and returns at once. The queue may name the call before it is registered here; the first
// TryPull makes up for that, so a caller pulls before it waits.
func (e *Engine) Start(operation string, body, options []byte) (*Call, error) {
	call := &Call{engine: e, ready: make(chan struct{}, 1)}
	status := C.ax_call_start(e.id, e.queue, borrowString(operation), borrow(body), borrow(options), &call.id)
	if err := check("call_start", status); err != nil {
		return nil, err
	}
	e.mutex.Lock()
	e.calls[call.id] = call
	e.mutex.Unlock()
	return call, nil
}

// Circuits are the circuit breakers that the engine knows, as the bridge's JSON.
func (e *Engine) Circuits() ([]byte, error) {
	var circuits C.AxBuffer
	if err := check("engine_circuits", C.ax_engine_circuits(e.id, &circuits)); err != nil {
		return nil, err
	}
	return take(circuits), nil
}

// Close ends every call and the queue, and returns once the routing goroutine is gone. The engine itself is freed with
// its last call, which may still say what it came to.
func (e *Engine) Close() {
	e.close.Do(func() {
		close(e.closed)
		C.ax_engine_shutdown(e.id)
		C.ax_queue_wake(e.queue)
		e.forget(nil)
	})
	e.drain.Wait()
}

// forget takes a call off the table, and frees a closed engine once the table is empty.
func (e *Engine) forget(call *Call) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if call != nil {
		delete(e.calls, call.id)
	}
	if len(e.calls) == 0 && !e.freed && e.isClosed() {
		e.freed = true
		C.ax_engine_free(e.id)
	}
}

// queueBatch is how many ready calls one crossing fetches.
const queueBatch = 256

func (e *Engine) route() {
	runtime.LockOSThread() // The thread parks in C for the engine's whole life; it is ended with this goroutine.
	defer e.drain.Done()
	var ids [queueBatch]C.uint64_t
	for {
		var count C.size_t
		status := C.ax_queue_next(e.queue, &ids[0], queueBatch, C.AX_FOREVER, &count)
		if status != C.AX_OK || e.isClosed() {
			C.ax_queue_free(e.queue)
			return
		}
		e.mutex.Lock()
		for _, id := range ids[:int(count)] {
			if call := e.calls[id]; call != nil {
				call.wake()
			}
		}
		e.mutex.Unlock()
	}
}

func (e *Engine) isClosed() bool {
	select {
	case <-e.closed:
		return true
	default:
		return false
	}
}
