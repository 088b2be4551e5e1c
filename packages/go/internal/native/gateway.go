//go:build cgo

package native

/*
#include "axonium.h"
*/
import "C"

import "errors"

// Gateway is an embedded testing gateway in this process.
type Gateway struct {
	id C.uint64_t
}

// StartGateway starts a gateway on a free port.
func StartGateway(config []byte) (*Gateway, error) {
	if err := checkVersion(); err != nil {
		return nil, err
	}
	gateway := &Gateway{}
	var failure C.AxBuffer
	status := C.ax_gateway_start(borrow(config), &gateway.id, &failure)
	if status == C.AX_FAILED {
		return nil, errors.New(string(take(failure)))
	}
	return gateway, check("gateway_start", status)
}

// Handle is what a client's configuration names to share this gateway's clock.
func (g *Gateway) Handle() uint64 { return uint64(g.id) }

// URL is the gateway's address.
func (g *Gateway) URL() (string, error) {
	var url C.AxBuffer
	if err := check("gateway_url", C.ax_gateway_url(g.id, &url)); err != nil {
		return "", err
	}
	return string(take(url)), nil
}

// Control runs one command with its JSON argument.
func (g *Gateway) Control(command string, argument []byte) ([]byte, error) {
	var answer C.AxBuffer
	status := C.ax_gateway_control(g.id, borrowString(command), borrow(argument), &answer)
	if status == C.AX_FAILED {
		return nil, errors.New(string(take(answer)))
	}
	if err := check("gateway_control", status); err != nil {
		return nil, err
	}
	return take(answer), nil
}

// Stop ends the gateway. Stopping twice is harmless.
func (g *Gateway) Stop() { C.ax_gateway_stop(g.id) }
