package axonium

import "encoding/json"

// metaWire is a Meta in the engine's form: seconds as numbers, null for what is unknown.
type metaWire struct {
	RequestID          *string    `json:"request_id"`
	TraceID            *string    `json:"trace_id"`
	Instance           *string    `json:"instance"`
	InstanceID         *string    `json:"instance_id"`
	RateLimit          *RateLimit `json:"rate_limit"`
	IgnoredParameters  []string   `json:"ignored_parameters"`
	IdempotentReplay   bool       `json:"idempotent_replay"`
	IdempotentReplayOf *string    `json:"idempotent_replay_of"`
	Attempts           int        `json:"attempts"`
	Waited             float64    `json:"waited_s"`
	Elapsed            float64    `json:"elapsed_s"`
	Route              *string    `json:"route"`
	SequenceGaps       int        `json:"sequence_gaps"`
	Stripped           *string    `json:"stripped"`
	FallbackFrom       *string    `json:"fallback_from"`
	History            []Attempt  `json:"history"`
}

type attemptWire struct {
	Route        *string `json:"route"`
	Status       *int    `json:"status"`
	Kind         *string `json:"kind"`
	RequestID    *string `json:"request_id"`
	WaitedBefore float64 `json:"waited_before_s"`
	Duration     float64 `json:"duration_s"`
	Reason       *string `json:"reason"`
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Meta) UnmarshalJSON(data []byte) error {
	var wire metaWire
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	*m = Meta{
		RequestID: text(wire.RequestID), TraceID: text(wire.TraceID),
		Instance: text(wire.Instance), InstanceID: text(wire.InstanceID),
		RateLimit: wire.RateLimit, IgnoredParameters: wire.IgnoredParameters,
		IdempotentReplay: wire.IdempotentReplay, IdempotentReplayOf: text(wire.IdempotentReplayOf),
		Attempts: wire.Attempts, WaitedFor: duration(wire.Waited), Elapsed: duration(wire.Elapsed),
		Route: text(wire.Route), SequenceGaps: wire.SequenceGaps,
		Stripped: text(wire.Stripped), FallbackFrom: text(wire.FallbackFrom), History: wire.History,
	}
	return nil
}

// MarshalJSON writes the keys that a meta has in every language: snake case, seconds, null for what is unknown.
func (m Meta) MarshalJSON() ([]byte, error) {
	history := m.History
	if history == nil {
		history = []Attempt{}
	}
	return encode(metaWire{
		RequestID: optional(m.RequestID), TraceID: optional(m.TraceID),
		Instance: optional(m.Instance), InstanceID: optional(m.InstanceID),
		RateLimit: m.RateLimit, IgnoredParameters: m.IgnoredParameters,
		IdempotentReplay: m.IdempotentReplay, IdempotentReplayOf: optional(m.IdempotentReplayOf),
		Attempts: m.Attempts, Waited: m.WaitedFor.Seconds(), Elapsed: m.Elapsed.Seconds(),
		Route: optional(m.Route), SequenceGaps: m.SequenceGaps,
		Stripped: optional(m.Stripped), FallbackFrom: optional(m.FallbackFrom), History: history,
	})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (a *Attempt) UnmarshalJSON(data []byte) error {
	var wire attemptWire
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	*a = Attempt{
		Route: text(wire.Route), Status: wire.Status, Kind: Kind(text(wire.Kind)), RequestID: text(wire.RequestID),
		WaitedBefore: duration(wire.WaitedBefore), Duration: duration(wire.Duration), Reason: text(wire.Reason),
	}
	return nil
}

// MarshalJSON writes the keys that an attempt has in every language.
func (a Attempt) MarshalJSON() ([]byte, error) {
	return encode(attemptWire{
		Route: optional(a.Route), Status: a.Status, Kind: optional(string(a.Kind)), RequestID: optional(a.RequestID),
		WaitedBefore: a.WaitedBefore.Seconds(), Duration: a.Duration.Seconds(), Reason: optional(a.Reason),
	})
}

// MarshalJSON writes the keys that a rate limit has in every language.
func (l RateLimit) MarshalJSON() ([]byte, error) {
	type counts RateLimit
	return encode(struct {
		Scope *string `json:"scope"`
		counts
	}{optional(l.Scope), counts(l)})
}
