//go:build cgo

package native

/*
#include "axonium.h"
*/
import "C"

// Gateway is an embedded testing gateway in this process.
type Gateway struct {
	id C.uint64_t
}

// StartGateway starts a gateway on a free port. A refusal is returned as the bridge's error JSON.
func StartGateway(config []byte) (gateway *Gateway, refusal []byte, err error) {
	if err := checkVersion(); err != nil {
		return nil, nil, err
	}
	gateway = &Gateway{}
	var failure C.AxBuffer
	status := C.ax_gateway_start(borrow(config), &gateway.id, &failure)
	if status == C.AX_FAILED {
		return nil, take(failure), nil
	}
	return gateway, nil, check("gateway_start", status)
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

// Control runs one command. A refusal is returned as the bridge's error JSON.
func (g *Gateway) Control(command string, arguments []byte) (result, refusal []byte, err error) {
	var answer C.AxBuffer
	status := C.ax_gateway_control(g.id, borrowString(command), borrow(arguments), &answer)
	if status == C.AX_FAILED {
		return nil, take(answer), nil
	}
	if err := check("gateway_control", status); err != nil {
		return nil, nil, err
	}
	return take(answer), nil, nil
}

// Stop ends the gateway. Stopping twice is harmless.
func (g *Gateway) Stop() { C.ax_gateway_stop(g.id) }
