package axonium

import (
	"encoding/json"
	"time"
)

// CircuitBreaker stops asking a model that goes on failing, for providers that do not do so themselves: calls to it fail with
// [ErrCircuitOpen] and nothing is sent, until one call is let through to see whether it works again. Failures that count are
// connections, timeouts and status 5xx; rate limits, refusals and malformed outputs do not.
//
// Clients of this process that name the same Config.CooldownGroup share their circuits.
type CircuitBreaker struct {
	// Failures within Window open the circuit of a host and model. Unset: 5.
	Failures *int
	// Window is how long a failure counts. Unset: 10 s.
	Window *time.Duration
	// Open is how long calls are refused, before one is let through. Unset: 30 s.
	Open *time.Duration
}

// CircuitState says whether calls pass.
type CircuitState string

const (
	// CircuitClosed lets calls pass.
	CircuitClosed CircuitState = "closed"
	// CircuitOpened refuses calls, without sending anything.
	CircuitOpened CircuitState = "open"
	// CircuitHalfOpen lets one call through; its success closes the circuit, its failure opens it again.
	CircuitHalfOpen CircuitState = "half_open"
)

// Circuit is the circuit breaker of one model at one gateway, as it is now.
type Circuit struct {
	// Origin is the gateway's scheme, host and port.
	Origin string
	Model  string
	State  CircuitState
	// RefusedFor is how long calls are refused from now on; nil where they are not, or nobody can say.
	RefusedFor *time.Duration
}

// Circuits are the circuit breakers that this client knows, and those that share its CooldownGroup; none without
// Config.CircuitBreaker. A client that was closed is a [*ConfigurationError].
func (c *Client) Circuits() ([]Circuit, error) {
	encoded, err := c.engine.Circuits()
	if err != nil {
		return nil, nativeError(err)
	}
	var wire []struct {
		Origin     string       `json:"origin"`
		Model      string       `json:"model"`
		State      CircuitState `json:"state"`
		RefusedFor *float64     `json:"refused_for_s"`
	}
	if err := json.Unmarshal(encoded, &wire); err != nil {
		return nil, internalError(err)
	}
	circuits := make([]Circuit, 0, len(wire))
	for _, circuit := range wire {
		circuits = append(circuits, Circuit{circuit.Origin, circuit.Model, circuit.State, durationPtr(circuit.RefusedFor)})
	}
	return circuits, nil
}
