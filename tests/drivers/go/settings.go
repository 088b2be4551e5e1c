package main

import (
	"encoding/json"
	"time"

	"github.com/axonium/axonium-go"
)

// clientWire is a client as scenarios write it.
type clientWire struct {
	GatewayBaseURL     string            `json:"gateway_base_url"`
	ClientID           string            `json:"client_id"`
	ClientSecret       string            `json:"client_secret"`
	Scope              string            `json:"scope"`
	APIKey             string            `json:"api_key"`
	CABundle           string            `json:"ca_bundle"`
	Proxy              string            `json:"proxy"`
	Retry              *retryWire        `json:"retry"`
	RetryBudget        *budgetWire       `json:"retry_budget"`
	Timeouts           *timeoutsWire     `json:"timeouts"`
	Cooldown           *bool             `json:"cooldown"`
	CooldownGroup      string            `json:"cooldown_group"`
	Partial            axonium.Partial   `json:"partial"`
	DefaultHeaders     map[string]string `json:"default_headers"`
	UserAgentSuffix    string            `json:"user_agent_suffix"`
	HTTP2              *bool             `json:"http2"`
	PoolMaxIdlePerHost *int              `json:"pool_max_idle_per_host"`
	MaxEventBytes      *int              `json:"max_event_bytes"`
	MaxHoldBackBytes   *int              `json:"max_hold_back_bytes"`
	Routes             []routeWire       `json:"routes"`
	CircuitBreaker     *breakerWire      `json:"circuit_breaker"`
	OnTimeout          axonium.OnTimeout `json:"on_timeout"`
	Fallback           []fallbackWire    `json:"fallback"`
	MayBillTwice       *bool             `json:"may_bill_twice"`
	Resume             axonium.Resume    `json:"resume"`
	RetryClean         *bool             `json:"retry_clean"`
}

type routeWire struct {
	Name           string `json:"name"`
	GatewayBaseURL string `json:"gateway_base_url"`
	APIKey         string `json:"api_key"`
	ClientID       string `json:"client_id"`
	ClientSecret   string `json:"client_secret"`
	Scope          string `json:"scope"`
	Model          string `json:"model"`
}

// fallbackWire is the name of a model, or a route.
type fallbackWire struct{ routeWire }

func (w *fallbackWire) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &w.Model) == nil {
		return nil
	}
	return json.Unmarshal(data, &w.routeWire)
}

type breakerWire struct {
	Failures *int     `json:"failures"`
	Window   *float64 `json:"window_s"`
	Open     *float64 `json:"open_s"`
}

type retryWire struct {
	MaxAttempts         *int     `json:"max_attempts"`
	InitialBackoff      *float64 `json:"initial_backoff_s"`
	MaxBackoff          *float64 `json:"max_backoff_s"`
	Jitter              *bool    `json:"jitter"`
	RetryUpstreamErrors *bool    `json:"retry_upstream_errors"`
}

type budgetWire struct {
	Enabled *bool `json:"enabled"`
	Size    *int  `json:"size"`
}

type timeoutsWire struct {
	Connect     *float64 `json:"connect_s"`
	Request     *float64 `json:"request_s"`
	StreamIdle  *float64 `json:"stream_idle_s"`
	FirstOutput *float64 `json:"first_output_s"`
	HoldBack    *float64 `json:"hold_back_s"`
	Auth        *float64 `json:"auth_s"`
}

func (w *clientWire) config(baseURL string) axonium.Config {
	if w.GatewayBaseURL != "" {
		baseURL = w.GatewayBaseURL
	}
	return axonium.Config{
		GatewayBaseURL: baseURL, ClientID: w.ClientID, ClientSecret: w.ClientSecret, Scope: w.Scope, APIKey: w.APIKey,
		CABundle: w.CABundle, Proxy: w.Proxy, Retry: w.Retry.policy(), RetryBudget: w.RetryBudget.budget(),
		Timeouts: w.Timeouts.timeouts(), Cooldown: w.Cooldown, CooldownGroup: w.CooldownGroup, Partial: w.Partial,
		DefaultHeaders: w.DefaultHeaders, UserAgentSuffix: w.UserAgentSuffix, HTTP2: w.HTTP2,
		PoolMaxIdlePerHost: w.PoolMaxIdlePerHost, MaxEventBytes: w.MaxEventBytes, MaxHoldBackBytes: w.MaxHoldBackBytes,
		Routes: routes(w.Routes), CircuitBreaker: w.CircuitBreaker.breaker(), OnTimeout: w.OnTimeout,
		Fallback: fallback(w.Fallback), MayBillTwice: w.MayBillTwice, Resume: w.Resume, RetryClean: w.RetryClean,
	}
}

// routes keeps nil, which is unset, apart from an empty list.
func routes(wire []routeWire) []axonium.Route {
	if wire == nil {
		return nil
	}
	routes := make([]axonium.Route, 0, len(wire))
	for _, route := range wire {
		routes = append(routes, axonium.Route(route))
	}
	return routes
}

// fallback keeps nil apart from an empty list, as routes does.
func fallback(wire []fallbackWire) []axonium.Route {
	if wire == nil {
		return nil
	}
	fallback := make([]axonium.Route, 0, len(wire))
	for _, route := range wire {
		fallback = append(fallback, axonium.Route(route.routeWire))
	}
	return fallback
}

func (w *breakerWire) breaker() *axonium.CircuitBreaker {
	if w == nil {
		return nil
	}
	return &axonium.CircuitBreaker{Failures: w.Failures, Window: duration(w.Window), Open: duration(w.Open)}
}

func (w *retryWire) policy() *axonium.RetryPolicy {
	if w == nil {
		return nil
	}
	return &axonium.RetryPolicy{
		MaxAttempts: w.MaxAttempts, InitialBackoff: duration(w.InitialBackoff), MaxBackoff: duration(w.MaxBackoff),
		Jitter: w.Jitter, RetryUpstreamErrors: w.RetryUpstreamErrors,
	}
}

func (w *budgetWire) budget() *axonium.RetryBudget {
	if w == nil {
		return nil
	}
	return &axonium.RetryBudget{Enabled: w.Enabled, Size: w.Size}
}

func (w *timeoutsWire) timeouts() *axonium.Timeouts {
	if w == nil {
		return nil
	}
	return &axonium.Timeouts{
		Connect: duration(w.Connect), Request: duration(w.Request), StreamIdle: duration(w.StreamIdle),
		FirstOutput: duration(w.FirstOutput), HoldBack: duration(w.HoldBack), Auth: duration(w.Auth),
	}
}

// moment is the zero time where there is none.
func moment(unixSeconds *float64) time.Time {
	if unixSeconds == nil {
		return time.Time{}
	}
	return time.UnixMicro(int64(*unixSeconds * 1e6))
}

func duration(seconds *float64) *time.Duration {
	if seconds == nil {
		return nil
	}
	return axonium.Ptr(time.Duration(*seconds * float64(time.Second)))
}
