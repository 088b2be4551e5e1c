//! What a line of input says.

use std::collections::BTreeMap;

use axonium::ParseOptions;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Calls of one client.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) base_url: String,
    pub(crate) clock: String,
    pub(crate) client: ClientOptions,
    pub(crate) calls: Vec<Call>,
    pub(crate) parallel: bool,
}

/// Client options under the names of the bridge's configuration.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct ClientOptions {
    pub(crate) gateway_base_url: Option<String>,
    pub(crate) api_key: Option<String>,
    pub(crate) client_id: Option<String>,
    pub(crate) client_secret: Option<String>,
    pub(crate) scope: Option<String>,
    pub(crate) ca_bundle: Option<String>,
    pub(crate) proxy: Option<String>,
    pub(crate) retry: Retry,
    pub(crate) retry_budget: RetryBudget,
    pub(crate) timeouts: Timeouts,
    pub(crate) cooldown: Option<bool>,
    pub(crate) cooldown_group: Option<String>,
    pub(crate) partial: Option<String>,
    pub(crate) default_headers: BTreeMap<String, String>,
    pub(crate) user_agent_suffix: Option<String>,
    pub(crate) http2: Option<bool>,
    pub(crate) pool_max_idle_per_host: Option<usize>,
    pub(crate) max_event_bytes: Option<usize>,
    pub(crate) max_hold_back_bytes: Option<usize>,
    pub(crate) routes: Vec<RouteOptions>,
    pub(crate) circuit_breaker: Option<CircuitBreaker>,
    pub(crate) on_timeout: Option<String>,
    pub(crate) fallback: Vec<FallbackOptions>,
    pub(crate) may_bill_twice: Option<bool>,
    pub(crate) resume: Option<String>,
    pub(crate) retry_clean: Option<bool>,
}

/// The name of a model, or a route.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum FallbackOptions {
    Model(String),
    Route(RouteOptions),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CircuitBreaker {
    pub(crate) failures: Option<u32>,
    pub(crate) window_s: Option<f64>,
    pub(crate) open_s: Option<f64>,
}

/// A route under the names of the bridge's configuration.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RouteOptions {
    pub(crate) name: String,
    pub(crate) gateway_base_url: Option<String>,
    pub(crate) api_key: Option<String>,
    pub(crate) client_id: Option<String>,
    pub(crate) client_secret: Option<String>,
    pub(crate) scope: Option<String>,
    pub(crate) model: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_field_names, reason = "the bridge's own keys")]
pub(crate) struct Retry {
    pub(crate) max_attempts: Option<u32>,
    pub(crate) initial_backoff_s: Option<f64>,
    pub(crate) max_backoff_s: Option<f64>,
    pub(crate) jitter: Option<bool>,
    pub(crate) retry_upstream_errors: Option<bool>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RetryBudget {
    pub(crate) enabled: Option<bool>,
    pub(crate) size: Option<u32>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_field_names, reason = "the bridge's own keys")]
pub(crate) struct Timeouts {
    pub(crate) connect_s: Option<f64>,
    pub(crate) request_s: Option<f64>,
    pub(crate) stream_idle_s: Option<f64>,
    pub(crate) first_output_s: Option<f64>,
    pub(crate) auth_s: Option<f64>,
    pub(crate) hold_back_s: Option<f64>,
}

/// One call.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Call {
    pub(crate) op: String,
    #[serde(default)]
    pub(crate) request: Value,
    #[serde(default)]
    pub(crate) options: Options,
}

/// Options of one call.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Options {
    pub(crate) idempotency_key: Option<String>,
    pub(crate) timeout_s: Option<f64>,
    pub(crate) instance: Option<String>,
    pub(crate) extra_headers: BTreeMap<String, String>,
    pub(crate) extra_body: Map<String, Value>,
    pub(crate) retry: Retry,
    pub(crate) partial: Option<String>,
    pub(crate) routes: Option<Vec<RouteOptions>>,
    pub(crate) transport: Option<String>,
    pub(crate) deadline_unix_s: Option<f64>,
    pub(crate) on_timeout: Option<String>,
    pub(crate) fallback: Option<Vec<FallbackOptions>>,
    pub(crate) may_bill_twice: Option<bool>,
    pub(crate) resume: Option<String>,
    pub(crate) retry_clean: Option<bool>,
    pub(crate) parse: Option<ParseOptions>,
    /// On the connection that the job has opened.
    pub(crate) connection: bool,
    pub(crate) cancel_after_ms: Option<u64>,
    pub(crate) cancel_after_chunks: Option<usize>,
}
