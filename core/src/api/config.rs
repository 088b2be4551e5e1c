use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, SystemTime};

use axonium_clock::Clock;
use secrecy::SecretString;
use serde::{Deserialize, Deserializer};

use crate::api::hooks::Hooks;
use crate::api::optional::Optional;
use crate::api::recourse::{Fallback, OnTimeout, Resume, moment};
use crate::engine::TokenProvider;

/// How a client is set up. Whatever is unset comes from the environment, else from the product's defaults, which are
/// the same in every language.
///
/// ```
/// use axonium::Config;
/// let config = Config { gateway_base_url: "http://127.0.0.1:8020".into(), api_key: "key".into(), ..Config::default() };
/// assert!(!format!("{config:?}").contains("\"key\""));
/// ```
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The gateway's address. `AXONIUM_GATEWAY_BASE_URL`, default `http://127.0.0.1:8020`.
    pub gateway_base_url: Optional<String>,
    /// Client credentials: the id. `AXONIUM_CLIENT_ID`.
    pub client_id: Optional<String>,
    /// Client credentials: the secret. `AXONIUM_CLIENT_SECRET`.
    pub client_secret: Optional<SecretString>,
    /// Client credentials: the scope to ask for. `AXONIUM_SCOPE`; unset asks for none by name.
    pub scope: Optional<String>,
    /// A static bearer token. `AXONIUM_API_KEY`.
    pub api_key: Optional<SecretString>,
    /// A function that supplies tokens.
    #[serde(skip)]
    pub token_provider: Option<TokenProvider>,
    /// A PEM file with certificates to trust besides the system's. `AXONIUM_CA_BUNDLE`.
    pub ca_bundle: Optional<String>,
    /// A proxy for every request; unset takes `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
    pub proxy: Optional<String>,
    /// When and how long to wait and repeat.
    pub retry: RetryOptions,
    /// A limit on repeats towards one gateway, so that clients do not multiply an outage.
    pub retry_budget: RetryBudgetOptions,
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// Whether a 503 with `Retry-After` makes later calls to that model fail locally until then. Default true.
    pub cooldown: Option<bool>,
    /// Clients of one process that name the same group share their cooldowns. Default: all clients that name none.
    pub cooldown_group: Optional<String>,
    /// A circuit breaker for each model of each gateway, shared like cooldowns. Off unless it is set: gateways have one of
    /// their own.
    pub circuit_breaker: Option<CircuitBreakerOptions>,
    /// What the error of a broken stream carries. Default [`PartialMode::Attach`].
    pub partial: Option<PartialMode>,
    /// Headers sent with every request.
    pub default_headers: BTreeMap<String, String>,
    /// Text added to the `User-Agent`.
    pub user_agent_suffix: Optional<String>,
    /// `true` speaks HTTP/2 only, also without TLS; `false` HTTP/1.1 only; unset negotiates.
    pub http2: Option<bool>,
    /// Idle connections kept for each host. Default 32.
    pub pool_max_idle_per_host: Option<usize>,
    /// The largest stream event that is accepted, in bytes. Default 16 MiB.
    pub max_event_bytes: Option<usize>,
    /// The routes that can serve the same requests, in the order in which they are tried. Empty: only this client's own
    /// address and credential.
    pub routes: Vec<Route>,
    /// How many bytes of a stream's beginning are held back while another route could still take over. Default 1 MiB.
    pub max_hold_back_bytes: Option<usize>,
    /// What a timeout leads to. Default [`OnTimeout::Raise`].
    pub on_timeout: Option<OnTimeout>,
    /// Who is asked, in order, once a model has timed out twice. Needs [`OnTimeout::RetryOnceThenFallback`].
    pub fallback: Vec<Fallback>,
    /// The caller accepts that a call may be billed as two generations. Default false.
    pub may_bill_twice: Option<bool>,
    /// What a stream leads to that is lost after it began. It holds for streams over SSE that have an idempotency key.
    /// Default [`Resume::Off`].
    pub resume: Option<Resume>,
    /// Streams are held back whole, up to `max_hold_back_bytes`, and started anew when they break. Needs
    /// `may_bill_twice` and [`PartialMode::Discard`]. Default false.
    pub retry_clean: Option<bool>,
    /// Who is told what calls do while they do it.
    #[serde(skip)]
    pub hooks: Option<Hooks>,
    /// Which notices a foreign language gets besides waits.
    #[doc(hidden)]
    pub observe: Vec<Observed>,
    /// The language that speaks through this client, for the `User-Agent`.
    #[doc(hidden)]
    pub language: Optional<String>,
    /// The version of that language's package.
    #[doc(hidden)]
    pub version: Optional<String>,
    /// The clock to live by; unset is real time. Tests hand over a virtual one.
    #[serde(skip)]
    pub clock: Option<Clock>,
}

/// When and how long to wait and repeat. Unset fields keep the client's value, or the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetryOptions {
    /// Tries of one call, the first included. Default 3.
    pub max_attempts: Option<u32>,
    /// The first wait when the server names none. Default 1 s.
    #[serde(rename = "initial_backoff_s", deserialize_with = "seconds")]
    pub initial_backoff: Option<Duration>,
    /// The longest wait that is slept; longer ones are raised at once. Zero raises every wait. Default 60 s.
    #[serde(rename = "max_backoff_s", deserialize_with = "seconds")]
    pub max_backoff: Option<Duration>,
    /// Spreads waits that the server does not name over the upper half. Default true.
    pub jitter: Option<bool>,
    /// Allows one extra attempt after a 502 `upstream-error`. Default false.
    pub retry_upstream_errors: Option<bool>,
}

/// A token bucket for each gateway: a repeat costs 5, a success returns 1. Empty, failures are raised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetryBudgetOptions {
    /// Whether the budget applies. Default true.
    pub enabled: Option<bool>,
    /// The bucket's size. Default 500.
    pub size: Option<u32>,
}

/// When a model of a gateway is left alone. Unset fields keep the default.
///
/// Failures count that no waiting answers: connections, timeouts, statuses from 500 up. Rate limits, refusals and malformed
/// outputs do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CircuitBreakerOptions {
    /// Failures within the window that open it. Default 5.
    pub failures: Option<u32>,
    /// How far apart they may be. Default 10 s.
    #[serde(rename = "window_s", deserialize_with = "seconds")]
    pub window: Option<Duration>,
    /// How long calls are then refused locally, before one may try. Default 30 s.
    #[serde(rename = "open_s", deserialize_with = "seconds")]
    pub open_for: Option<Duration>,
}

/// How long to wait for what. Unset fields keep the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Timeouts {
    /// For a connection, TLS included. Default 10 s.
    #[serde(rename = "connect_s", deserialize_with = "seconds")]
    pub connect: Option<Duration>,
    /// For one attempt: until the whole answer, or until a stream begins. Default 600 s.
    #[serde(rename = "request_s", deserialize_with = "seconds")]
    pub request: Option<Duration>,
    /// Between two bytes of a stream. Default 180 s.
    #[serde(rename = "stream_idle_s", deserialize_with = "seconds")]
    pub stream_idle: Option<Duration>,
    /// From the start of a stream's attempt to its first output event. Default: no limit.
    #[serde(rename = "first_output_s", deserialize_with = "seconds")]
    pub first_output: Option<Duration>,
    /// For one token request. Default 30 s.
    #[serde(rename = "auth_s", deserialize_with = "seconds")]
    pub auth: Option<Duration>,
    /// How long the beginning of a stream is held back while another route could still take over. Default 10 s.
    #[serde(rename = "hold_back_s", deserialize_with = "seconds")]
    pub hold_back: Option<Duration>,
}

/// What the error of a broken stream carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartialMode {
    /// The text, reasoning and tool calls that had arrived.
    #[default]
    Attach,
    /// Nothing, for callers who must never show half an answer.
    Discard,
}

/// A step of a call that can be reported while it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[doc(hidden)]
pub enum Observed {
    Request,
    Response,
    Decision,
}

impl Observed {
    pub(crate) const ALL: [Self; 3] = [Self::Request, Self::Response, Self::Decision];
}

/// What one call may set for itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CallOptions {
    /// Turns repeats into replays: 1 to 255 bytes of visible ASCII, one for each logical call. `"auto"` makes a new
    /// one for this call, kept over its repeats.
    pub idempotency_key: Optional<String>,
    /// Bounds the whole call, attempts and waits together.
    #[serde(rename = "timeout_s", deserialize_with = "seconds")]
    pub timeout: Option<Duration>,
    /// The moment when the call must be over, whatever it is doing. Beside `timeout` the sooner holds.
    #[serde(rename = "deadline_unix_s", deserialize_with = "moment")]
    pub deadline: Option<SystemTime>,
    /// Pins the call to a replica.
    pub instance: Optional<String>,
    /// Headers sent with this call only.
    pub extra_headers: BTreeMap<String, String>,
    /// Request fields beyond the declared ones.
    pub extra_body: serde_json::Map<String, serde_json::Value>,
    /// Overrides of the client's retry options.
    pub retry: RetryOptions,
    /// Overrides the client's choice.
    pub partial: Option<PartialMode>,
    /// Takes the place of the client's routes; an empty list uses none.
    pub routes: Option<Vec<Route>>,
    /// How a Responses stream travels. Default [`Transport::Sse`].
    pub transport: Option<Transport>,
    /// The kept WebSocket connection that a Responses stream runs on.
    pub connection: Option<u64>,
    /// Asks for JSON of a schema, and holds the output against it.
    pub parse: Option<ParseOptions>,
    /// What a timeout leads to; overrides the client's choice.
    pub on_timeout: Option<OnTimeout>,
    /// Takes the place of the client's fallbacks.
    pub fallback: Option<Vec<Fallback>>,
    /// The caller accepts that this call may be billed as two generations; overrides the client's choice.
    pub may_bill_twice: Option<bool>,
    /// What a stream leads to that is lost after it began; overrides the client's choice.
    pub resume: Option<Resume>,
    /// The stream is held back whole and started anew when it breaks; overrides the client's choice.
    pub retry_clean: Option<bool>,
}

/// What a parsed answer must be, and what is done about one that is not.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ParseOptions {
    /// The JSON Schema, an object. Required.
    pub schema: Option<serde_json::Value>,
    /// What the model is told that it is called. Default: the schema's `title`, else `output`.
    pub name: Optional<String>,
    /// Accepts JSON within a fence or other text too. Default false.
    pub lenient: Option<bool>,
    /// How often the model may mend an output that does not match, each a request of its own: 0 or 1. Default 1. A
    /// stream is never repaired.
    pub max_repairs: Option<u32>,
    /// Whether the server is sent the schema; false for one that does not take it. Default true.
    pub send_schema: Option<bool>,
}

/// How a Responses stream travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// Server-sent events in the answer to an HTTP request.
    #[default]
    Sse,
    /// Frames of a WebSocket.
    WebSocket,
}

/// A way to a model: an address, a credential and the name that the model has there. What is unset is the client's own.
///
/// A route to another address needs a credential of its own: one is never sent where it was not given for.
///
/// ```
/// use axonium::Route;
/// let route = Route {
///     name: "backup".into(),
///     gateway_base_url: "https://backup.example".into(),
///     api_key: "key".into(),
///     model: "qwen3-0.6b-instruct".into(),
///     ..Route::default()
/// };
/// assert!(!format!("{route:?}").contains("\"key\""));
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Route {
    /// What `meta.route` calls it. Required, and each route's own.
    pub name: String,
    /// The gateway's address.
    pub gateway_base_url: Optional<String>,
    /// A static bearer token.
    pub api_key: Optional<SecretString>,
    /// Client credentials: the id.
    pub client_id: Optional<String>,
    /// Client credentials: the secret.
    pub client_secret: Optional<SecretString>,
    /// Client credentials: the scope to ask for.
    pub scope: Optional<String>,
    /// The model's name there; it takes the place of the request's.
    pub model: Optional<String>,
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("gateway_base_url", &self.gateway_base_url)
            .field("client_id", &self.client_id)
            .field("client_secret", &self.client_secret)
            .field("scope", &self.scope)
            .field("api_key", &self.api_key)
            .field("retry", &self.retry)
            .field("timeouts", &self.timeouts)
            .finish_non_exhaustive()
    }
}

impl From<&str> for Optional<SecretString> {
    fn from(value: &str) -> Self {
        SecretString::from(value).into()
    }
}

impl From<String> for Optional<SecretString> {
    fn from(value: String) -> Self {
        SecretString::from(value).into()
    }
}

pub(super) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let Some(seconds) = Option::<f64>::deserialize(deserializer)? else { return Ok(None) };
    Duration::try_from_secs_f64(seconds)
        .map(Some)
        .map_err(|_| serde::de::Error::custom(format!("must be a number of seconds from 0 up, not {seconds}")))
}
