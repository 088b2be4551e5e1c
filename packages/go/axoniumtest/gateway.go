package axoniumtest

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/internal/clockhook"
	"github.com/axonium/axonium-go/internal/native"
)

// TB is what a gateway needs of a *testing.T. A program without one, such as a demonstration, brings its own.
type TB interface {
	Helper()
	Fatalf(format string, arguments ...any)
	Cleanup(func())
}

// Gateway is an embedded gateway on a free port of loopback. It is safe for concurrent use. A fault of its use ends
// the test.
type Gateway struct {
	t      TB
	native *native.Gateway
	url    string
}

// NewGateway starts a gateway, and stops it when the test ends. At most one config is taken; without one the gateway
// accepts every credential, runs on a virtual clock and never says no.
func NewGateway(t TB, config ...GatewayConfig) *Gateway {
	t.Helper()
	wire := GatewayConfig{}
	if len(config) > 0 {
		wire = config[0]
	}
	encoded, err := json.Marshal(wire)
	if err != nil {
		t.Fatalf("axoniumtest: the gateway's config: %v", err)
	}
	started, err := native.StartGateway(encoded)
	if err != nil {
		t.Fatalf("axoniumtest: %v", err)
	}
	t.Cleanup(started.Stop)
	url, err := started.URL()
	if err != nil {
		t.Fatalf("axoniumtest: %v", err)
	}
	return &Gateway{t: t, native: started, url: url}
}

// URL is the gateway's address, for GatewayBaseURL.
func (g *Gateway) URL() string { return g.url }

// Client makes a client of this gateway on its clock, and closes it when the test ends. Unless the configuration names a
// credential, it gets one that the gateway accepts.
func (g *Gateway) Client(t TB, config axonium.Config) *axonium.Client {
	t.Helper()
	if config.GatewayBaseURL == "" {
		config.GatewayBaseURL = g.url
	}
	if config.APIKey == "" && config.ClientID == "" && config.TokenProvider == nil {
		config.APIKey = "test"
	}
	clockhook.Set(&config, map[string]uint64{"gateway": g.native.Handle()})
	client, err := axonium.New(config)
	if err != nil {
		t.Fatalf("axoniumtest: the client: %v", err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// WithVirtualClock gives a configuration a clock of its own that jumps over waits, to test against any server. Waits
// cost no time and are reported as if they had; limits of the network stay real.
func WithVirtualClock(config axonium.Config) axonium.Config {
	clockhook.Set(&config, "virtual")
	return config
}

// Script answers the next requests with these steps, in order; what comes after them is answered by the gateway
// itself. Token requests are answered by themselves, unless a step's Path names them.
func (g *Gateway) Script(steps ...Step) {
	g.t.Helper()
	g.control("script", steps, nil)
}

// ScriptRepeating is Script, but the last step goes on answering.
func (g *Gateway) ScriptRepeating(steps ...Step) {
	g.t.Helper()
	g.control("script_repeating", steps, nil)
}

// Advance moves a virtual clock forward, as a wait of that length would.
func (g *Gateway) Advance(by time.Duration) {
	g.t.Helper()
	g.control("advance", map[string]float64{"seconds": by.Seconds()}, nil)
}

// Connections is how many WebSockets the gateway has accepted.
func (g *Gateway) Connections() int {
	g.t.Helper()
	var connections int
	g.control("connections", nil, &connections)
	return connections
}

// Request is a request as the gateway received it. A response.create over a WebSocket is one with the method WEBSOCKET, path
// and headers of its handshake, and the frame as its body.
type Request struct {
	Method string
	Path   string
	Header http.Header
	Body   string
}

// Requests are what the gateway received, in order, token requests left out.
func (g *Gateway) Requests() []Request {
	g.t.Helper()
	return g.received("requests")
}

// TokenRequests are the requests for a token that the gateway received, in order.
func (g *Gateway) TokenRequests() []Request {
	g.t.Helper()
	return g.received("token_requests")
}

func (g *Gateway) received(command string) []Request {
	g.t.Helper()
	var wire []struct {
		Method  string      `json:"method"`
		Path    string      `json:"path"`
		Headers [][2]string `json:"headers"`
		Body    string      `json:"body"`
	}
	g.control(command, nil, &wire)
	requests := make([]Request, 0, len(wire))
	for _, received := range wire {
		request := Request{Method: received.Method, Path: received.Path, Body: received.Body, Header: http.Header{}}
		for _, header := range received.Headers {
			request.Header.Add(header[0], header[1])
		}
		requests = append(requests, request)
	}
	return requests
}

// Ledger is what the gateway generated and billed.
type Ledger struct {
	Counts
	// ByModel has a count for each model that generated.
	ByModel map[string]Counts `json:"by_model"`
	Entries []LedgerEntry     `json:"entries"`
}

// Counts are how many generations ran, and what became of them.
type Counts struct {
	Generations int `json:"generations"`
	Billed      int `json:"billed"`
	// Refunded counts those of which the gateway itself delivered nothing; they are not billed.
	Refunded int `json:"refunded"`
	// Replayed counts the answers that were a generation from before.
	Replayed int `json:"replayed"`
}

// LedgerEntry is one generation.
type LedgerEntry struct {
	RequestID string `json:"request_id"`
	Model     string `json:"model"`
	// Usage is nil where the generation broke.
	Usage    *axonium.Usage `json:"usage"`
	Billed   bool           `json:"billed"`
	Refunded bool           `json:"refunded"`
	// Replays counts the answers that were this generation, stored.
	Replays           int    `json:"replays"`
	TerminationReason string `json:"termination_reason"`
}

// Ledger reads the ledger.
func (g *Gateway) Ledger() Ledger {
	g.t.Helper()
	var ledger Ledger
	g.control("ledger", nil, &ledger)
	return ledger
}

// Reset forgets script, requests, ledger and idempotency keys.
func (g *Gateway) Reset() {
	g.t.Helper()
	g.control("reset", nil, nil)
}

func (g *Gateway) control(command string, arguments any, result any) {
	g.t.Helper()
	encoded, err := json.Marshal(arguments)
	if err != nil {
		g.t.Fatalf("axoniumtest: %s: %v", command, err)
	}
	answer, err := g.native.Control(command, encoded)
	if err != nil {
		g.t.Fatalf("axoniumtest: %s: %v", command, err)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(answer, result); err != nil {
		g.t.Fatalf("axoniumtest: %s: %v", command, err)
	}
}
