package axonium

import (
	"context"
	"encoding/json"
	"time"

	"github.com/axonium/axonium-go/internal/native"
)

// call is one call from its start to its end.
type call struct {
	client *Client
	ctx    context.Context
	native *native.Call
	// boundByContext says that the call's limit is the context's deadline, so that a call that ran out of time
	// reports the context's error.
	boundByContext bool
}

// begin starts a call. Nothing is sent when the context is over already.
func (c *Client) begin(ctx context.Context, operation string, body []byte, options callOptions) (*call, error) {
	if ctx.Err() != nil {
		return nil, contextError(ctx, Meta{})
	}
	call := &call{client: c, ctx: ctx}
	if deadline, ok := ctx.Deadline(); ok {
		left := time.Until(deadline).Seconds()
		if left <= 0 {
			return nil, contextError(ctx, Meta{})
		}
		if options.Timeout == nil || *options.Timeout > left {
			options.Timeout, call.boundByContext = &left, true
		}
		if own := options.Deadline; own != nil && *own < *unixSeconds(deadline) {
			call.boundByContext = false
		}
	}
	if fault := checkValue(options, ""); fault != nil {
		return nil, localError(ErrInvalidRequest, fault)
	}
	encoded, err := encode(options)
	if err != nil {
		return nil, localError(ErrInvalidRequest, &fault{why: err.Error()})
	}
	started, err := c.engine.Start(operation, body, encoded)
	if err != nil {
		return nil, nativeError(err)
	}
	call.native = started
	return call, nil
}

// next waits for the next batch that a caller can use. It answers notices on the way, and returns at once when the
// context ends, which wins over whatever is ready.
func (c *call) next() (native.Batch, error) {
	for {
		if c.ctx.Err() != nil {
			return native.Batch{}, c.abandon()
		}
		batch, err := c.native.TryPull()
		if err != nil {
			return batch, nativeError(err)
		}
		for _, notice := range batch.Notices {
			c.notice(notice)
		}
		if batch.Opened != nil || batch.Items != nil || batch.End != nil {
			return batch, nil
		}
		if err := c.wait(batch); err != nil {
			return batch, err
		}
	}
}

// wait parks the goroutine until there may be something to pull. It does not wait after a batch that held notices:
// more may have come since.
func (c *call) wait(batch native.Batch) error {
	if !batch.Empty() {
		return nil
	}
	select {
	case <-c.native.Ready():
		return nil
	case <-c.ctx.Done():
		return nil // The loop looks at the context first.
	case <-c.client.engine.Closed():
		return closedError(c.meta())
	}
}

// abandon ends the call's work for its context, and reports what was tried until now.
func (c *call) abandon() error {
	c.native.Cancel()
	return contextError(c.ctx, c.meta())
}

// meta is what was tried until now. Without it an error only lacks that.
func (c *call) meta() Meta {
	var state snapshotWire
	if snapshot, err := c.native.Snapshot(); err == nil {
		_ = json.Unmarshal(snapshot, &state)
	}
	return state.Meta
}

// fail makes the error of a call that ended as failed. Where its limit was the context's deadline, the error is the
// context's, whether the engine's clock or the context's own timer was the first to notice.
func (c *call) fail(envelope []byte) error {
	var wire failedWire
	if err := json.Unmarshal(envelope, &wire); err != nil {
		return unreadable(err)
	}
	if c.boundByContext && Phase(text(wire.Phase)) == PhaseCall {
		return contextError(c.ctx, wire.Meta)
	}
	return wire.error()
}

// unary runs a call that has one answer. It returns the answer's body, and what the engine says about the call.
func (c *Client) unary(ctx context.Context, operation string, body []byte, options callOptions) ([]byte, doneWire, error) {
	var done doneWire
	call, err := c.begin(ctx, operation, body, options)
	if err != nil {
		return nil, done, err
	}
	defer call.native.Close()
	var answer []byte
	for {
		batch, err := call.next()
		if err != nil {
			return nil, done, err
		}
		if len(batch.Items) > 0 {
			answer = batch.Items[0]
		}
		if batch.End == nil {
			continue
		}
		if batch.Failed {
			return nil, done, call.fail(batch.End)
		}
		if err := json.Unmarshal(batch.End, &done); err != nil {
			return nil, done, internalError(err)
		}
		return answer, done, nil
	}
}
