package axoniumtest

// GatewayConfig says how a gateway behaves. Unset fields take the gateway's defaults.
type GatewayConfig struct {
	// Clock is virtual (waits are jumped over) or real. Unset: virtual.
	Clock string `json:"clock,omitempty"`
	// ClientID and ClientSecret are the only client credentials that get a token. Unset: all do.
	ClientID     string `json:"client_id,omitempty"`
	ClientSecret string `json:"client_secret,omitempty"`
	// APIKey is the only static bearer that is accepted. Unset: all are, unless ClientID is set.
	APIKey string `json:"api_key,omitempty"`
	// Scopes are what a client may be granted.
	Scopes []string `json:"scopes,omitempty"`
	// TokenLifetimeSeconds is the life of an access token.
	TokenLifetimeSeconds int `json:"token_lifetime_seconds,omitempty"`
	// Models are the models that are running. Unset: qwen3-0.6b, which echoes, and count-to-20.
	Models []Model `json:"models,omitempty"`
	// RequestsPerWindow and TokensPerWindow are the budgets of one window. Unset: none.
	RequestsPerWindow int `json:"requests_per_window,omitempty"`
	TokensPerWindow   int `json:"tokens_per_window,omitempty"`
	// WindowSeconds is the length of a window.
	WindowSeconds int `json:"window_seconds,omitempty"`
	// FailuresHoldKey stores a failed request's error under its idempotency key.
	FailuresHoldKey bool `json:"failures_hold_key,omitempty"`
	// RetainedBytes is the largest answer kept for replay.
	RetainedBytes int `json:"retained_bytes,omitempty"`
	// RefuseConnections binds the port and refuses every connection.
	RefuseConnections bool `json:"refuse_connections,omitempty"`
}

// Model is one model of a gateway. Only ID must be given.
type Model struct {
	ID string `json:"id"`
	// Modality is what the model takes; only text and vision models chat. Unset: text.
	Modality string `json:"modality,omitempty"`
	// ContextLength is the largest prompt plus output, in tokens.
	ContextLength int `json:"context_length,omitempty"`
	// Replicas names the model's replicas; #1 is the first.
	Replicas []string `json:"replicas,omitempty"`
	// GenerationMS is the time before the first word, in milliseconds.
	GenerationMS int `json:"generation_ms,omitempty"`
	// WordsPerSecond is the rate of the words after it. Unset: all at once.
	WordsPerSecond float64 `json:"words_per_second,omitempty"`
	// FailsFirst is how many generations break before the model works.
	FailsFirst int `json:"fails_first,omitempty"`
	// USDPerMillionTokens is the price that usage shows. Unset: none.
	USDPerMillionTokens float64 `json:"usd_per_million_tokens,omitempty"`
}

// Step is one scripted answer.
type Step struct {
	// Path answers only requests to this path.
	Path string `json:"path,omitempty"`
	// Status is 200, or the problem's own, where it is not given.
	Status int `json:"status,omitempty"`
	// Headers stand in place of those the step would have by itself.
	Headers map[string]string `json:"headers,omitempty"`
	// Problem is the suffix of a problem document, or an object with it and other members.
	Problem any `json:"problem,omitempty"`
	// Body is a JSON body.
	Body any `json:"body,omitempty"`
	// Text is a body of text.
	Text string `json:"text,omitempty"`
	// SSE is a stream of events.
	SSE []Event `json:"sse,omitempty"`
	// WebSocket is frames over a WebSocket, in answer to one response.create.
	WebSocket []Frame `json:"websocket,omitempty"`
	// Gateway lets the gateway itself answer; faults of this step are laid on top.
	Gateway bool `json:"gateway,omitempty"`
	// ModelBreaksAfter is how many words the model says before it breaks; with Gateway.
	ModelBreaksAfter *int `json:"model_breaks_after,omitempty"`
	// SplitEvery is how many bytes one write holds.
	SplitEvery int `json:"split_every,omitempty"`
	// DelayMS is the time before the answer, in milliseconds.
	DelayMS int `json:"delay_ms,omitempty"`
	// PauseAfterEvents is the time after the n-th event, in milliseconds.
	PauseAfterEvents map[int]int `json:"pause_after_events,omitempty"`
	// CloseAfterBytes closes the connection after so many bytes of the body.
	CloseAfterBytes *int `json:"close_after_bytes,omitempty"`
	// CloseAfterEvents closes the connection after so many events of the answer.
	CloseAfterEvents *int `json:"close_after_events,omitempty"`
	// CloseCode is the code of the close frame, with CloseAfterEvents over a WebSocket. Unset: closed without one.
	CloseCode int `json:"close_code,omitempty"`
	// Close closes the connection: before_headers, after_headers or reset.
	Close string `json:"close,omitempty"`
	// Hang never answers; with SSE after its events.
	Hang bool `json:"hang,omitempty"`
}

// Event is one event of a stream.
type Event struct {
	// Data is JSON, or a string that is sent as it is.
	Data any `json:"data,omitempty"`
	// Event is the event's type.
	Event string `json:"event,omitempty"`
	// Comment comes before the other lines.
	Comment string `json:"comment,omitempty"`
}

// Frame is one frame over a WebSocket, or what the connection does instead. Exactly one field is set.
type Frame struct {
	// JSON is a text frame with JSON.
	JSON any `json:"json,omitempty"`
	// Text is a text frame, sent as it is.
	Text string `json:"text,omitempty"`
	// Binary is a binary frame.
	Binary []byte `json:"binary_base64,omitempty"`
	// Ping is a ping with this text.
	Ping string `json:"ping,omitempty"`
	// Close is a close frame; the connection is closed once it was answered.
	Close *Close `json:"close,omitempty"`
	// Drop closes the connection without a close frame.
	Drop bool `json:"drop,omitempty"`
	// Reset resets the connection.
	Reset bool `json:"reset,omitempty"`
	// PauseMS is a pause, in milliseconds of the gateway's clock.
	PauseMS int `json:"pause_ms,omitempty"`
	// Hang sends nothing more; the connection stays open.
	Hang bool `json:"hang,omitempty"`
}

// Close is what a close frame says.
type Close struct {
	// Code is from 1000 to 4999. Unset: an empty close frame.
	Code int `json:"code,omitempty"`
	// Reason goes beside a code only.
	Reason string `json:"reason,omitempty"`
}
