//go:build !cgo

// Package native stands in for the engine where cgo is off, so that a program still compiles and says what it lacks.
package native

import "errors"

var errNoCgo = errors.New("axonium: this program was built without cgo, which the engine needs; " +
	"build with CGO_ENABLED=1 and a C compiler")

// IsStale reports false: there are no handles here.
func IsStale(error) bool { return false }

// Engine cannot be built without cgo.
type Engine struct{}

// NewEngine fails and says why.
func NewEngine([]byte) (*Engine, []byte, error) { return nil, nil, errNoCgo }

// Closed is never reached: no engine exists.
func (*Engine) Closed() <-chan struct{} { return nil }

// Start is never reached: no engine exists.
func (*Engine) Start(string, []byte, []byte) (*Call, error) { return nil, errNoCgo }

// Circuits is never reached: no engine exists.
func (*Engine) Circuits() ([]byte, error) { return nil, errNoCgo }

// Close is never reached: no engine exists.
func (*Engine) Close() {}

// DeriveKey fails and says why.
func DeriveKey(string, []byte) (string, []byte, error) { return "", nil, errNoCgo }

// RunKey fails and says why.
func RunKey(string, string) (string, []byte, error) { return "", nil, errNoCgo }

// Call is never made without an engine.
type Call struct{}

// Ready is never reached: no call exists.
func (*Call) Ready() <-chan struct{} { return nil }

// TryPull is never reached: no call exists.
func (*Call) TryPull() (Batch, error) { return Batch{}, errNoCgo }

// Snapshot is never reached: no call exists.
func (*Call) Snapshot() ([]byte, error) { return nil, errNoCgo }

// AnswerToken is never reached: no call exists.
func (*Call) AnswerToken(uint64, string, error) {}

// Cancel is never reached: no call exists.
func (*Call) Cancel() {}

// Close is never reached: no call exists.
func (*Call) Close() {}

// Gateway cannot be started without cgo.
type Gateway struct{}

// StartGateway fails and says why.
func StartGateway([]byte) (*Gateway, error) { return nil, errNoCgo }

// Handle is never reached: no gateway exists.
func (*Gateway) Handle() uint64 { return 0 }

// URL is never reached: no gateway exists.
func (*Gateway) URL() (string, error) { return "", errNoCgo }

// Control is never reached: no gateway exists.
func (*Gateway) Control(string, []byte) ([]byte, error) { return nil, errNoCgo }

// Stop is never reached: no gateway exists.
func (*Gateway) Stop() {}
