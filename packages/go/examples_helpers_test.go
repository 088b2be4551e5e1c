package axonium_test

import (
	"fmt"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

// host gives an example, which has no *testing.T, what a gateway needs of one.
type host struct{ cleanups []func() }

func (*host) Helper() {}

func (*host) Fatalf(format string, arguments ...any) { panic(fmt.Sprintf(format, arguments...)) }

func (h *host) Cleanup(cleanup func()) { h.cleanups = append(h.cleanups, cleanup) }

func (h *host) close() {
	for i := len(h.cleanups) - 1; i >= 0; i-- {
		h.cleanups[i]()
	}
}

// failing is a gateway that fails as its script says and then works, and a client on its clock. done frees both.
func failing(steps ...axoniumtest.Step) (client *axonium.Client, gateway *axoniumtest.Gateway, done func()) {
	return failingWith(axonium.Config{}, steps...)
}

func failingWith(config axonium.Config, steps ...axoniumtest.Step) (client *axonium.Client, gateway *axoniumtest.Gateway, done func()) {
	host := &host{}
	gateway = axoniumtest.NewGateway(host)
	if len(steps) > 0 {
		gateway.Script(steps...)
	}
	if config.ClientID == "" {
		config.APIKey = "k"
	}
	return gateway.Client(host, config), gateway, host.close
}

// failingGateway is a client of a gateway that is set up to fail.
func failingGateway(config axoniumtest.GatewayConfig) (client *axonium.Client, done func()) {
	host := &host{}
	return axoniumtest.NewGateway(host, config).Client(host, axonium.Config{APIKey: "k"}), host.close
}
