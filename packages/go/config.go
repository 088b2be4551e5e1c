package axonium

import (
	"context"
	"log/slog"
	"time"
)

// Config says where the gateway is, who calls it and how. The zero Config reads everything from the environment.
//
// Unset fields are not given to the engine, so its defaults hold; they are named at each field. Explicit values beat
// the environment, which is read once, by [New].
type Config struct {
	// GatewayBaseURL is the gateway's address, with its scheme. Unset: AXONIUM_GATEWAY_BASE_URL, or
	// http://127.0.0.1:8020.
	GatewayBaseURL string

	// ClientID and ClientSecret are client credentials: the engine fetches tokens and renews them ahead of time.
	// Unset: AXONIUM_CLIENT_ID and AXONIUM_CLIENT_SECRET. Only one kind of credential may be given.
	ClientID     string
	ClientSecret string `json:"-"`
	// Scope is what to ask for with client credentials. Unset: AXONIUM_SCOPE, or whatever the gateway grants.
	Scope string
	// APIKey is a static bearer. Unset: AXONIUM_API_KEY.
	APIKey string `json:"-"`
	// TokenProvider returns a bearer token. See [TokenProvider].
	TokenProvider TokenProvider `json:"-"`

	// CABundle is the path of a PEM file with certificates to trust besides the system's. Unset: AXONIUM_CA_BUNDLE.
	// Certificates are always verified.
	CABundle string
	// Proxy is the URL of an HTTP proxy. Unset: HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
	Proxy string

	// Retry bounds repeats and waits; a request may override it.
	Retry *RetryPolicy
	// RetryBudget keeps a fleet of clients from multiplying an outage.
	RetryBudget *RetryBudget
	// Timeouts are the limits of one attempt.
	Timeouts *Timeouts

	// Cooldown makes calls to a model fail locally while a 503's Retry-After for it has not passed. Unset: true.
	Cooldown *bool
	// CooldownGroup shares cooldowns between the clients of this process that name the same group. Unset: this client
	// alone.
	CooldownGroup string
	// Partial says whether the error of a broken stream carries the text that arrived. Unset: [PartialAttach].
	Partial Partial

	// Routes are ways to a model that a request may take, in order, when one fails before anything was generated; a
	// request may override them. See [Route]. Unset: the gateway alone.
	Routes []Route
	// MaxHoldBackBytes bounds how much of a stream's beginning is held back, as Timeouts.HoldBack bounds how long.
	// Unset: 1 MiB.
	MaxHoldBackBytes *int

	// CircuitBreaker stops asking a model that goes on failing. Unset: off; the gateway has one of its own. An empty one
	// takes the defaults.
	CircuitBreaker *CircuitBreaker

	// OnTimeout says what a timeout leads to; a request may override it. Unset: [OnTimeoutRaise].
	OnTimeout OnTimeout
	// Fallback are whom to ask, in order, when a model has timed out twice: a [Route] of which only Model is set is another
	// model in the same place; another one's Name may be left out. It needs [OnTimeoutRetryOnceThenFallback]. An answer
	// of a fallback says so in Meta.FallbackFrom.
	Fallback []Route
	// MayBillTwice accepts that a call may be billed as two generations, where that is what helps it. Unset: false.
	MayBillTwice *bool
	// Resume says what a stream leads to that is lost after it began, where it can be resumed. Unset: [ResumeOff].
	Resume Resume
	// RetryClean holds a stream back whole, up to MaxHoldBackBytes, and starts it anew when its connection is
	// lost. It needs MayBillTwice and [PartialDiscard], and does not go with [ResumeReplay]. Unset: false.
	RetryClean *bool

	// DefaultHeaders are sent with every request.
	DefaultHeaders map[string]string
	// UserAgentSuffix is appended to the User-Agent.
	UserAgentSuffix string
	// HTTP2, when true, speaks HTTP/2 only, also without TLS. Unset: negotiated.
	HTTP2 *bool
	// PoolMaxIdlePerHost bounds the idle connections kept for one host.
	PoolMaxIdlePerHost *int
	// MaxEventBytes bounds one event of a stream. Unset: 16 MiB.
	MaxEventBytes *int

	// Logger is told of every wait, at level INFO from one second on, else at DEBUG, and at INFO of circuit breakers that
	// change. Unset: nothing is logged.
	Logger *slog.Logger `json:"-"`
	// Hooks are told what calls do while they do it. Unset: nothing is told.
	Hooks Hooks `json:"-"`

	clock any
}

// TokenProvider returns a bearer token. It is asked before each request and does its own caching. rejected is the token
// that the server called expired, or empty when there was none. It is called from its own goroutine, with the context of
// the call that needs the token, and may be called by several calls at once.
type TokenProvider func(ctx context.Context, rejected string) (string, error)

// RetryPolicy bounds how often and how long a call is repeated. What may be repeated at all is not a policy: only what
// cannot have generated anything, or what an idempotency key turns into a replay.
type RetryPolicy struct {
	// MaxAttempts counts the tries of one call, the first included. Unset: 3.
	MaxAttempts *int
	// InitialBackoff is the first wait where the server names none; it doubles each time. Unset: 1 s.
	InitialBackoff *time.Duration
	// MaxBackoff is the longest wait that is slept. A longer one is returned at once as the error, with its
	// RetryAfter; 0 turns every wait into an error. Unset: 60 s.
	MaxBackoff *time.Duration
	// Jitter spreads backoff over the upper half of each wait. Unset: true.
	Jitter *bool
	// RetryUpstreamErrors allows one extra attempt after a 502 of a call that is not a stream. It may run, and bill,
	// a second generation. Unset: false.
	RetryUpstreamErrors *bool
}

// RetryBudget is a token bucket per gateway: a repeat takes 5, a success returns 1, and an empty bucket raises.
type RetryBudget struct {
	// Enabled switches the budget. Unset: true.
	Enabled *bool
	// Size is the bucket's size. Unset: 500.
	Size *int
}

// Timeouts are the limits of one attempt. The limit of a whole call, waits included, is its request's Timeout or its
// context's deadline.
type Timeouts struct {
	// Connect bounds setting up a connection. Unset: 10 s.
	Connect *time.Duration
	// Request bounds one attempt of a call that is not a stream. Unset: 600 s.
	Request *time.Duration
	// StreamIdle bounds the gap between bytes of a stream, comments included. Unset: 180 s.
	StreamIdle *time.Duration
	// FirstOutput bounds the wait for a stream's first output. Unset: no limit.
	FirstOutput *time.Duration
	// HoldBack bounds how long the beginning of a stream is held back until its first output, while it could still be
	// replayed on another route. Unset: 10 s.
	HoldBack *time.Duration
	// Auth bounds one token request. Unset: 30 s.
	Auth *time.Duration
}

// Partial says what the error of a broken stream carries.
type Partial string

const (
	// PartialAttach puts the text, reasoning and tool calls that arrived on the error.
	PartialAttach Partial = "attach"
	// PartialDiscard carries none of them, for callers who must never show half an answer.
	PartialDiscard Partial = "discard"
)
