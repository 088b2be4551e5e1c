package axonium

import (
	"context"
	"encoding/json"
)

// UsageService looks up what was billed. It is a client's Usage field.
type UsageService struct{ client *Client }

// UsageRecord is what the gateway recorded for one generation.
type UsageRecord struct {
	RequestID string
	Model     string
	Usage     *Usage
	// CostUSD is nil where no price is known, which is not 0.
	CostUSD *float64
	// TerminationReason is complete, upstream_error or client_disconnected.
	TerminationReason string
	Interrupted       *bool
	InstanceID        string
	CreatedAt         string
	Meta              Meta
	// Raw is the answer's body as the server sent it.
	Raw json.RawMessage
}

// Retrieve finds the record of a request id. An unknown id is an [ErrNotFound], and so is a replay's own: look up its
// Meta.IdempotentReplayOf.
func (s *UsageService) Retrieve(ctx context.Context, requestID string) (*UsageRecord, error) {
	lookup := struct {
		RequestID string `json:"request_id"`
	}{requestID}
	if fault := checkValue(lookup, ""); fault != nil {
		return nil, localError(ErrInvalidRequest, fault)
	}
	body, err := encode(lookup)
	if err != nil {
		return nil, internalError(err)
	}
	answer, done, err := s.client.unary(ctx, "usage.retrieve", body, callOptions{})
	if err != nil {
		return nil, err
	}
	var wire struct {
		RequestID         string   `json:"request_id"`
		Model             string   `json:"model"`
		CostUSD           *float64 `json:"cost_usd"`
		TerminationReason *string  `json:"termination_reason"`
		Interrupted       *bool    `json:"interrupted"`
		InstanceID        *string  `json:"instance_id"`
		CreatedAt         *string  `json:"created_at"`
	}
	_ = json.Unmarshal(answer, &wire) // What is not as expected reads as absent and stays in Raw.
	return &UsageRecord{
		RequestID: wire.RequestID, Model: wire.Model, Usage: done.Usage, CostUSD: wire.CostUSD,
		TerminationReason: text(wire.TerminationReason), Interrupted: wire.Interrupted,
		InstanceID: text(wire.InstanceID), CreatedAt: text(wire.CreatedAt), Meta: done.Meta, Raw: answer,
	}, nil
}
