package axonium

import (
	"context"
	"encoding/json"
	"time"
)

// TokenService fetches access tokens. It is a client's Token field.
type TokenService struct{ client *Client }

// Token is what is known of the access token in use. The token itself stays in the engine.
type Token struct {
	// Scope is what was granted.
	Scope string
	// ExpiresIn is what was left of its life; nil for a token that does not say.
	ExpiresIn *time.Duration
	Meta      Meta
}

// Fetch fetches the access token, or reuses the one at hand. Use it to check credentials before the first call.
func (s *TokenService) Fetch(ctx context.Context) (*Token, error) {
	answer, done, err := s.client.unary(ctx, "token.fetch", nil, callOptions{})
	if err != nil {
		return nil, err
	}
	var wire struct {
		Scope     *string  `json:"scope"`
		ExpiresIn *float64 `json:"expires_in_s"`
	}
	if err := json.Unmarshal(answer, &wire); err != nil {
		return nil, internalError(err)
	}
	return &Token{Scope: text(wire.Scope), ExpiresIn: durationPtr(wire.ExpiresIn), Meta: done.Meta}, nil
}
