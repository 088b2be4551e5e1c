//! What a gateway can be told before it starts. Every key is optional; README.md lists them with their defaults.

use serde::{Deserialize, Serialize};

/// How a gateway behaves. `GatewayConfig::default()` is a gateway that accepts every credential and never says no.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GatewayConfig {
    /// Which clock a gateway started by [`Gateway::start`](crate::Gateway::start) runs on.
    pub clock: ClockMode,
    /// The only client id that gets a token. Unset: every id does.
    pub client_id: Option<String>,
    /// The secret that goes with `client_id`.
    pub client_secret: Option<String>,
    /// The only static bearer that is accepted. Unset: every one is, unless `client_id` is set.
    pub api_key: Option<String>,
    /// Scopes a client may be granted.
    pub scopes: Vec<String>,
    /// Life of an issued access token, in seconds of the gateway's clock.
    pub token_lifetime_seconds: u64,
    /// The models that are running.
    pub models: Vec<ModelConfig>,
    /// Requests allowed in one window of one scope. Unset: no limit, and no rate-limit headers.
    pub requests_per_window: Option<u64>,
    /// Tokens allowed in one window of one scope; a window that spent more refuses the next request.
    pub tokens_per_window: Option<u64>,
    /// Length of a rate-limit window, in seconds.
    pub window_seconds: u64,
    /// When a replica that keeps failing is left alone.
    pub breaker: BreakerConfig,
    /// Whether a failed request keeps its idempotency key: its error is then stored and comes back.
    pub failures_hold_key: bool,
    /// Largest response kept for replay, in bytes.
    pub retained_bytes: usize,
    /// How long a key is remembered, in seconds.
    pub idempotency_window_seconds: u64,
    /// Bind the port and refuse every connection to it.
    pub refuse_connections: bool,
}

impl Default for GatewayConfig {
    fn default() -> Self {
        Self {
            clock: ClockMode::Virtual,
            client_id: None,
            client_secret: None,
            api_key: None,
            scopes: ["inference:read", "inference:stream"].map(str::to_owned).into(),
            token_lifetime_seconds: 3600,
            models: vec![ModelConfig::new("qwen3-0.6b"), ModelConfig::new("count-to-20")],
            requests_per_window: None,
            tokens_per_window: None,
            window_seconds: 60,
            breaker: BreakerConfig::default(),
            failures_hold_key: false,
            retained_bytes: 1 << 20,
            idempotency_window_seconds: 24 * 60 * 60,
            refuse_connections: false,
        }
    }
}

/// Whether waits are slept or jumped over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockMode {
    /// Deliberate waits of a client that shares the clock move it and cost no time.
    Virtual,
    /// Time is real.
    Real,
}

/// One model of the catalogue and how it is played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelConfig {
    /// The id requests name. The only key that must be given.
    pub id: String,
    /// Shown in the catalogue.
    pub owned_by: String,
    /// Largest prompt plus output, in tokens; `null` is no limit.
    pub context_length: Option<u64>,
    /// Shown in the catalogue.
    pub family: Option<String>,
    /// Shown in the catalogue.
    pub quantization: Option<String>,
    /// What the model takes and gives; only `text` and `vision` models chat.
    pub modality: String,
    /// Shown in the catalogue.
    pub payload_schema: Option<String>,
    /// Names of the replicas; `#1` is the first. Requests take turns unless they pin one.
    pub replicas: Vec<String>,
    /// Time before the first word, in milliseconds of the gateway's clock.
    pub generation_ms: u64,
    /// Rate of the words after it. Unset: all at once.
    pub words_per_second: Option<f64>,
    /// How many generations break (502) before the model works.
    pub fails_first: u32,
    /// Price shown by the usage endpoint. Unset: `cost_usd` is null.
    pub usd_per_million_tokens: Option<f64>,
}

impl Default for ModelConfig {
    fn default() -> Self {
        Self {
            id: String::new(),
            owned_by: "axonium".to_owned(),
            context_length: Some(32_768),
            family: None,
            quantization: None,
            modality: "text".to_owned(),
            payload_schema: None,
            replicas: vec!["replica-1".to_owned(), "replica-2".to_owned()],
            generation_ms: 0,
            words_per_second: None,
            fails_first: 0,
            usd_per_million_tokens: None,
        }
    }
}

impl ModelConfig {
    /// A text model of that id with two replicas that answers at once.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }
}

/// The circuit breaker in front of each replica.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BreakerConfig {
    /// Failures in a row that open it.
    pub failures: u32,
    /// How long it stays open before one request may try again, in seconds.
    pub open_seconds: u64,
}

impl Default for BreakerConfig {
    fn default() -> Self {
        Self { failures: 5, open_seconds: 30 }
    }
}
