//go:build cgo

// Package native is the only place that speaks C. It turns the C ABI of the engine (axonium.h) into Go values:
// byte slices in, batches out, readiness on channels. It knows no JSON and no policy.
package native

/*
#cgo CFLAGS: -I${SRCDIR}
#cgo linux,amd64 LDFLAGS: ${SRCDIR}/../../lib/linux_amd64/libaxonium.a
#cgo linux,arm64 LDFLAGS: ${SRCDIR}/../../lib/linux_arm64/libaxonium.a
#cgo darwin,amd64 LDFLAGS: ${SRCDIR}/../../lib/darwin_amd64/libaxonium.a
#cgo darwin,arm64 LDFLAGS: ${SRCDIR}/../../lib/darwin_arm64/libaxonium.a
#cgo linux LDFLAGS: -lm -ldl -lpthread -lgcc_s
#cgo darwin LDFLAGS: -framework CoreFoundation -framework Security

#include "axonium.h"
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// StatusError is a status of the C ABI other than success: a misuse or a fault of this package, never an answer.
type StatusError struct {
	Call   string
	Status int32
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("axonium: %s: %s", e.Call, statusText(e.Status))
}

func statusText(status int32) string {
	switch status {
	case C.AX_ERROR_STALE:
		return "the handle is closed"
	case C.AX_ERROR_ARGUMENT:
		return "an argument is not valid"
	case C.AX_ERROR_FORKED:
		return "the client was made before this process was forked; make a new one"
	case C.AX_ERROR_PANIC:
		return "the engine panicked; please report this"
	default:
		return fmt.Sprintf("status %d", status)
	}
}

// IsStale reports whether err says that a handle was closed before the call.
func IsStale(err error) bool {
	status, ok := err.(*StatusError)
	return ok && status.Status == C.AX_ERROR_STALE
}

func check(call string, status C.int32_t) error {
	if status == C.AX_OK {
		return nil
	}
	return &StatusError{Call: call, Status: int32(status)}
}

// checkVersion refuses an archive that was built for another header.
func checkVersion() error {
	if got := uint32(C.ax_abi_version()); got != C.AX_ABI_VERSION {
		return fmt.Errorf("axonium: the native library speaks ABI %d and this package %d; rebuild it with ./dev go-build",
			got, uint32(C.AX_ABI_VERSION))
	}
	return nil
}

// borrow lends bytes to one C call; cgo keeps them in place until it returns.
func borrow(bytes []byte) C.AxBytes {
	return C.AxBytes{ptr: (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(bytes))), len: C.size_t(len(bytes))}
}

func borrowString(text string) C.AxBytes {
	return C.AxBytes{ptr: (*C.uint8_t)(unsafe.Pointer(unsafe.StringData(text))), len: C.size_t(len(text))}
}

// take copies what a C call handed out into Go memory and frees the original.
func take(buffer C.AxBuffer) []byte {
	defer C.ax_buffer_free(buffer)
	if buffer.ptr == nil {
		return nil
	}
	bytes := make([]byte, int(buffer.len))
	copy(bytes, unsafe.Slice((*byte)(unsafe.Pointer(buffer.ptr)), len(bytes)))
	return bytes
}
