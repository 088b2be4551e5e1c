//go:build cgo

package native

/*
#include "axonium.h"
*/
import "C"

// DeriveKey is the idempotency key of a request's body. A refusal is returned as the bridge's error JSON.
func DeriveKey(namespace string, body []byte) (key string, refusal []byte, err error) {
	var made C.AxBuffer
	status := C.ax_derive_key(borrowString(namespace), borrow(body), &made)
	return madeKey("derive_key", status, made)
}

// RunKey is the idempotency key of one step of a run. A refusal is returned as the bridge's error JSON.
func RunKey(runID, step string) (key string, refusal []byte, err error) {
	var made C.AxBuffer
	status := C.ax_run_key(borrowString(runID), borrowString(step), &made)
	return madeKey("run_key", status, made)
}

func madeKey(call string, status C.int32_t, made C.AxBuffer) (string, []byte, error) {
	if status == C.AX_FAILED {
		return "", take(made), nil
	}
	if err := check(call, status); err != nil {
		return "", nil, err
	}
	return string(take(made)), nil, nil
}
