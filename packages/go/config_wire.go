package axonium

import (
	"math"
	"time"
)

// The configuration and the options as the engine takes them: snake case, seconds, unset keys left out.

type configWire struct {
	Language           string            `json:"language"`
	Version            string            `json:"version"`
	GatewayBaseURL     string            `json:"gateway_base_url,omitempty"`
	ClientID           string            `json:"client_id,omitempty"`
	ClientSecret       string            `json:"client_secret,omitempty"`
	Scope              string            `json:"scope,omitempty"`
	APIKey             string            `json:"api_key,omitempty"`
	TokenProvider      bool              `json:"token_provider,omitempty"`
	CABundle           string            `json:"ca_bundle,omitempty"`
	Proxy              string            `json:"proxy,omitempty"`
	Retry              *retryWire        `json:"retry,omitempty"`
	RetryBudget        *retryBudgetWire  `json:"retry_budget,omitempty"`
	Timeouts           *timeoutsWire     `json:"timeouts,omitempty"`
	Cooldown           *bool             `json:"cooldown,omitempty"`
	CooldownGroup      string            `json:"cooldown_group,omitempty"`
	Partial            Partial           `json:"partial,omitempty"`
	Routes             *[]routeWire      `json:"routes,omitempty"`
	MaxHoldBackBytes   *int              `json:"max_hold_back_bytes,omitempty"`
	DefaultHeaders     map[string]string `json:"default_headers,omitempty"`
	UserAgentSuffix    string            `json:"user_agent_suffix,omitempty"`
	HTTP2              *bool             `json:"http2,omitempty"`
	PoolMaxIdlePerHost *int              `json:"pool_max_idle_per_host,omitempty"`
	MaxEventBytes      *int              `json:"max_event_bytes,omitempty"`
	CircuitBreaker     *breakerWire      `json:"circuit_breaker,omitempty"`
	OnTimeout          OnTimeout         `json:"on_timeout,omitempty"`
	Fallback           *[]any            `json:"fallback,omitempty"`
	MayBillTwice       *bool             `json:"may_bill_twice,omitempty"`
	Resume             Resume            `json:"resume,omitempty"`
	RetryClean         *bool             `json:"retry_clean,omitempty"`
	Observe            []string          `json:"observe,omitempty"`
	Clock              any               `json:"clock,omitempty"`
}

type retryWire struct {
	MaxAttempts         *int     `json:"max_attempts,omitempty"`
	InitialBackoff      *float64 `json:"initial_backoff_s,omitempty"`
	MaxBackoff          *float64 `json:"max_backoff_s,omitempty"`
	Jitter              *bool    `json:"jitter,omitempty"`
	RetryUpstreamErrors *bool    `json:"retry_upstream_errors,omitempty"`
}

type retryBudgetWire struct {
	Enabled *bool `json:"enabled,omitempty"`
	Size    *int  `json:"size,omitempty"`
}

type breakerWire struct {
	Failures *int     `json:"failures,omitempty"`
	Window   *float64 `json:"window_s,omitempty"`
	Open     *float64 `json:"open_s,omitempty"`
}

type timeoutsWire struct {
	Connect     *float64 `json:"connect_s,omitempty"`
	Request     *float64 `json:"request_s,omitempty"`
	StreamIdle  *float64 `json:"stream_idle_s,omitempty"`
	FirstOutput *float64 `json:"first_output_s,omitempty"`
	HoldBack    *float64 `json:"hold_back_s,omitempty"`
	Auth        *float64 `json:"auth_s,omitempty"`
}

// callOptions is what one call may say besides its body.
type callOptions struct {
	IdempotencyKey string            `json:"idempotency_key,omitempty"`
	Timeout        *float64          `json:"timeout_s,omitempty"`
	Instance       string            `json:"instance,omitempty"`
	ExtraHeaders   map[string]string `json:"extra_headers,omitempty"`
	ExtraBody      map[string]any    `json:"extra_body,omitempty"`
	Retry          *retryWire        `json:"retry,omitempty"`
	Partial        Partial           `json:"partial,omitempty"`
	Routes         *[]routeWire      `json:"routes,omitempty"`
	Transport      Transport         `json:"transport,omitempty"`
	Connection     *uint64           `json:"connection,omitempty"`
	Deadline       *float64          `json:"deadline_unix_s,omitempty"`
	Parse          *parseWire        `json:"parse,omitempty"`
	OnTimeout      OnTimeout         `json:"on_timeout,omitempty"`
	Fallback       *[]any            `json:"fallback,omitempty"`
	MayBillTwice   *bool             `json:"may_bill_twice,omitempty"`
	Resume         Resume            `json:"resume,omitempty"`
	RetryClean     *bool             `json:"retry_clean,omitempty"`
}

func (c *Config) wire() configWire {
	return configWire{
		Language: "go", Version: Version,
		GatewayBaseURL: c.GatewayBaseURL,
		ClientID:       c.ClientID, ClientSecret: c.ClientSecret, Scope: c.Scope,
		APIKey: c.APIKey, TokenProvider: c.TokenProvider != nil,
		CABundle: c.CABundle, Proxy: c.Proxy,
		Retry: c.Retry.wire(), RetryBudget: c.RetryBudget.wire(), Timeouts: c.Timeouts.wire(),
		Cooldown: c.Cooldown, CooldownGroup: c.CooldownGroup, Partial: c.Partial,
		Routes: routesWire(c.Routes), MaxHoldBackBytes: c.MaxHoldBackBytes,
		DefaultHeaders: c.DefaultHeaders, UserAgentSuffix: c.UserAgentSuffix,
		HTTP2: c.HTTP2, PoolMaxIdlePerHost: c.PoolMaxIdlePerHost, MaxEventBytes: c.MaxEventBytes,
		CircuitBreaker: c.CircuitBreaker.wire(), OnTimeout: c.OnTimeout, Fallback: fallbackWire(c.Fallback),
		MayBillTwice: c.MayBillTwice, Resume: c.Resume, RetryClean: c.RetryClean,
		Observe: c.observed(), Clock: c.clock,
	}
}

func (p *RetryPolicy) wire() *retryWire {
	if p == nil {
		return nil
	}
	return &retryWire{
		MaxAttempts: p.MaxAttempts, InitialBackoff: seconds(p.InitialBackoff), MaxBackoff: seconds(p.MaxBackoff),
		Jitter: p.Jitter, RetryUpstreamErrors: p.RetryUpstreamErrors,
	}
}

func (b *RetryBudget) wire() *retryBudgetWire {
	if b == nil {
		return nil
	}
	return &retryBudgetWire{Enabled: b.Enabled, Size: b.Size}
}

func (b *CircuitBreaker) wire() *breakerWire {
	if b == nil {
		return nil
	}
	return &breakerWire{Failures: b.Failures, Window: seconds(b.Window), Open: seconds(b.Open)}
}

func (t *Timeouts) wire() *timeoutsWire {
	if t == nil {
		return nil
	}
	return &timeoutsWire{
		Connect: seconds(t.Connect), Request: seconds(t.Request), StreamIdle: seconds(t.StreamIdle),
		FirstOutput: seconds(t.FirstOutput), HoldBack: seconds(t.HoldBack), Auth: seconds(t.Auth),
	}
}

func seconds(duration *time.Duration) *float64 {
	if duration == nil {
		return nil
	}
	return Ptr(duration.Seconds())
}

// duration turns the engine's seconds into a duration, to the nanosecond. Servers name any number; a Duration ends at
// 292 years.
func duration(seconds float64) time.Duration {
	nanoseconds := math.Round(seconds * float64(time.Second))
	if nanoseconds >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(nanoseconds)
}

func durationPtr(seconds *float64) *time.Duration {
	if seconds == nil {
		return nil
	}
	return Ptr(duration(*seconds))
}
