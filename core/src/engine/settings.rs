//! What a configuration and the environment come to, checked once when a client is built.

use std::env;
use std::time::{Duration, SystemTime};

use axonium_clock::Clock;
use http::{HeaderMap, HeaderValue};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};

use super::budget;
use super::circuits::Circuits;
use super::cooldown::Group;
use super::recourse::Recourse;
use super::token::TokenProvider;
use crate::api::config::{CircuitBreakerOptions, Config, Observed, PartialMode, RetryOptions, Timeouts};
use crate::api::error::ErrorDetails;
use crate::decide::RetryPolicy;
use crate::decide::circuit::CircuitPolicy;
use crate::wire::request::InvalidField;
use crate::wire::request::names::{check_header_name, check_header_value};
use crate::{ErrorKind, Optional};

const DEFAULT_BASE_URL: &str = "http://127.0.0.1:8020";
const DEFAULT_MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;
const DEFAULT_IDLE_CONNECTIONS: usize = 32;
const DEFAULT_HOLD_BACK: Duration = Duration::from_secs(10);
const DEFAULT_HOLD_BACK_BYTES: usize = 1024 * 1024;
/// Headers that the engine sets: a second source would make it unclear which credential or key a request carried.
const OWN_HEADERS: &[&str] = &["authorization", "idempotency-key", "x-prometheus-instance", "content-length", "host"];

pub(super) struct Settings {
    pub(super) base_url: Url,
    pub(super) ca_bundle: Option<String>,
    pub(super) proxy: Option<String>,
    pub(super) policy: RetryPolicy,
    pub(super) limits: Limits,
    pub(super) budget_size: Option<u32>,
    pub(super) cooldown: bool,
    pub(super) cooldown_group: Group,
    /// None unless the breaker is switched on.
    pub(super) circuits: Option<Circuits>,
    pub(super) partial: PartialMode,
    pub(super) recourse: Recourse,
    pub(super) headers: HeaderMap,
    pub(super) user_agent: String,
    pub(super) http2: Option<bool>,
    pub(super) idle_connections: usize,
    pub(super) max_event_bytes: usize,
    pub(super) hold_back: HoldBackLimits,
    pub(super) observe: Vec<Observed>,
    pub(super) clock: Clock,
}

/// How long and how much of a stream's beginning is held back while another route could still take over.
#[derive(Clone, Copy)]
pub(super) struct HoldBackLimits {
    pub(super) time: Duration,
    pub(super) bytes: usize,
}

/// How requests are authorised. Exactly one way for a client.
pub(super) enum Credential {
    ClientCredentials(ClientCredentials),
    ApiKey(SecretString),
    Provider(TokenProvider),
}

pub(super) struct ClientCredentials {
    pub(super) client_id: String,
    pub(super) client_secret: SecretString,
    pub(super) scope: Option<String>,
}

#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) connect: Duration,
    pub(super) request: Duration,
    pub(super) stream_idle: Duration,
    pub(super) first_output: Option<Duration>,
    pub(super) auth: Duration,
}

impl Settings {
    /// Reads the environment where `config` is silent, and refuses what cannot work.
    pub(super) fn resolve(config: Config) -> Result<Self, Box<ErrorDetails>> {
        let recourse = Recourse::of_client(&config)?;
        let clock = config.clock.unwrap_or_else(Clock::real);
        let limits = limits(config.timeouts)?;
        let defaults = RetryPolicy { request_limit: limits.request, ..RetryPolicy::default() };
        Ok(Self {
            recourse,
            base_url: base_url(
                config.gateway_base_url.or_else(|| variable("AXONIUM_GATEWAY_BASE_URL")),
                "gateway_base_url",
                ErrorKind::Configuration,
            )?,
            ca_bundle: config.ca_bundle.or_else(|| variable("AXONIUM_CA_BUNDLE")),
            proxy: config.proxy.into_option(),
            policy: policy(&config.retry, defaults, ErrorKind::Configuration)?,
            limits,
            budget_size: budget_size(config.retry_budget.enabled, config.retry_budget.size)?,
            cooldown: config.cooldown.unwrap_or(true),
            circuits: circuits(config.circuit_breaker, config.cooldown_group.as_deref(), &clock)?,
            cooldown_group: match config.cooldown_group.as_deref() {
                // Clients on virtual clocks of their own cannot share instants.
                None if clock.is_simulated() => Group::private(),
                name => Group::shared(name.unwrap_or_default()),
            },
            partial: config.partial.unwrap_or_default(),
            headers: headers("default_headers", &config.default_headers, ErrorKind::Configuration)?,
            user_agent: user_agent(&config.language, &config.version, &config.user_agent_suffix)?,
            http2: config.http2,
            idle_connections: config.pool_max_idle_per_host.unwrap_or(DEFAULT_IDLE_CONNECTIONS),
            max_event_bytes: config.max_event_bytes.unwrap_or(DEFAULT_MAX_EVENT_BYTES),
            hold_back: HoldBackLimits {
                time: config.timeouts.hold_back.unwrap_or(DEFAULT_HOLD_BACK),
                bytes: config.max_hold_back_bytes.unwrap_or(DEFAULT_HOLD_BACK_BYTES),
            },
            observe: config.observe,
            clock,
        })
    }
}

impl Settings {
    /// The wall clock, as far ahead as the client's own clock is.
    pub(super) fn wall(&self) -> SystemTime {
        let now = SystemTime::now();
        now.checked_add(self.clock.ahead()).unwrap_or(now)
    }
}

/// `policy` with the caller's options on top.
pub(super) fn policy(
    options: &RetryOptions,
    policy: RetryPolicy,
    kind: ErrorKind,
) -> Result<RetryPolicy, Box<ErrorDetails>> {
    if options.max_attempts == Some(0) {
        let message = "counts the first try too, so it must be at least 1";
        return Err(ErrorDetails::refused_field(kind, "retry.max_attempts", message));
    }
    Ok(RetryPolicy {
        max_attempts: options.max_attempts.unwrap_or(policy.max_attempts),
        initial_backoff: options.initial_backoff.unwrap_or(policy.initial_backoff),
        max_backoff: options.max_backoff.unwrap_or(policy.max_backoff),
        jitter: options.jitter.unwrap_or(policy.jitter),
        retry_upstream_errors: options.retry_upstream_errors.unwrap_or(policy.retry_upstream_errors),
        ..policy
    })
}

/// Checks headers that a caller adds.
pub(super) fn headers<'a>(
    field: &str,
    given: impl IntoIterator<Item = (&'a String, &'a String)>,
    kind: ErrorKind,
) -> Result<HeaderMap, Box<ErrorDetails>> {
    let refuse = |invalid: InvalidField| ErrorDetails::refused_field(kind, invalid.field, invalid.message);
    let mut headers = HeaderMap::new();
    for (name, value) in given {
        let checked = check_header_name(field, name).map_err(refuse)?;
        if OWN_HEADERS.contains(&checked.as_str()) {
            let message = "is set by the client itself; use the option made for it";
            return Err(ErrorDetails::refused_field(kind, format!("{field}.{name}"), message));
        }
        headers.insert(checked, check_header_value(field, name, value).map_err(refuse)?);
    }
    Ok(headers)
}

/// The client's credential, if it has one. Explicit settings win as a whole: with one of them, credentials in the
/// environment are not looked at.
pub(super) fn credential(config: &Config) -> Result<Option<Credential>, Box<ErrorDetails>> {
    let client = config.client_id.as_ref().is_some() || config.client_secret.as_ref().is_some();
    let given = [
        (client, "client_id and client_secret"),
        (config.api_key.as_ref().is_some(), "api_key"),
        (config.token_provider.is_some(), "token_provider"),
    ];
    let named: Vec<&str> = given.iter().filter(|(is_given, _)| *is_given).map(|(_, name)| *name).collect();
    match named.as_slice() {
        [] => credential_from_environment(config),
        [_] => explicit_credential(config).map(Some),
        _ => {
            let named = named.join(" and ");
            Err(configuration(
                "credentials",
                format!("{named} are given at once; keep one, a client acts with one credential"),
            ))
        }
    }
}

/// There is no credential, and one is needed.
pub(super) fn no_credential() -> Box<ErrorDetails> {
    configuration(
        "credentials",
        "none given; set client_id and client_secret (AXONIUM_CLIENT_ID, AXONIUM_CLIENT_SECRET), api_key \
         (AXONIUM_API_KEY) or token_provider",
    )
}

fn explicit_credential(config: &Config) -> Result<Credential, Box<ErrorDetails>> {
    if let Some(provider) = &config.token_provider {
        return Ok(Credential::Provider(provider.clone()));
    }
    if let Some(key) = config.api_key.as_ref() {
        return api_key(key.clone());
    }
    let id = config.client_id.clone().or_else(|| variable("AXONIUM_CLIENT_ID"));
    let secret = config.client_secret.clone().or_else(|| variable("AXONIUM_CLIENT_SECRET").map(SecretString::from));
    client_credentials(config, id, secret)
}

fn credential_from_environment(config: &Config) -> Result<Option<Credential>, Box<ErrorDetails>> {
    let id = variable("AXONIUM_CLIENT_ID");
    let secret = variable("AXONIUM_CLIENT_SECRET").map(SecretString::from);
    let key = variable("AXONIUM_API_KEY").map(SecretString::from);
    match (id.is_some() || secret.is_some(), key) {
        (true, Some(_)) => Err(configuration(
            "credentials",
            "AXONIUM_CLIENT_ID/AXONIUM_CLIENT_SECRET and AXONIUM_API_KEY are both set; unset one of them",
        )),
        (true, None) => client_credentials(config, id, secret).map(Some),
        (false, Some(key)) => api_key(key).map(Some),
        (false, None) => Ok(None),
    }
}

pub(super) fn api_key(key: SecretString) -> Result<Credential, Box<ErrorDetails>> {
    let text = key.expose_secret();
    if text.is_empty() || HeaderValue::try_from(text).is_err() {
        return Err(configuration("api_key", "is empty or holds characters that no HTTP header can carry"));
    }
    Ok(Credential::ApiKey(key))
}

fn client_credentials(
    config: &Config,
    id: Option<String>,
    secret: Option<SecretString>,
) -> Result<Credential, Box<ErrorDetails>> {
    let client_id = id
        .filter(|id| !id.is_empty())
        .ok_or_else(|| configuration("client_id", "missing beside client_secret; set it or AXONIUM_CLIENT_ID"))?;
    let client_secret = secret
        .ok_or_else(|| configuration("client_secret", "missing beside client_id; set it or AXONIUM_CLIENT_SECRET"))?;
    let scope = config.scope.clone().or_else(|| variable("AXONIUM_SCOPE")).filter(|scope| !scope.is_empty());
    Ok(Credential::ClientCredentials(ClientCredentials { client_id, client_secret, scope }))
}

/// The address without `/v1`, which users of OpenAI clients are used to writing at the end.
pub(super) fn base_url(given: Option<String>, field: &str, kind: ErrorKind) -> Result<Url, Box<ErrorDetails>> {
    let given = given.unwrap_or_else(|| DEFAULT_BASE_URL.to_owned());
    let refuse = |why: &str| {
        let advice = "write it as http://HOST:PORT or https://HOST (AXONIUM_GATEWAY_BASE_URL)";
        Err(ErrorDetails::refused_field(kind, field, format!("{why}; {advice}")))
    };
    let trimmed = given.trim_end_matches('/');
    let Ok(url) = Url::parse(trimmed.strip_suffix("/v1").unwrap_or(trimmed)) else {
        return refuse("has no scheme or is no URL");
    };
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return refuse("has no http or https scheme");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("holds a user name or password, which belong into the credentials");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("has a query or fragment");
    }
    Ok(url)
}

fn limits(given: Timeouts) -> Result<Limits, Box<ErrorDetails>> {
    let named = [
        ("timeouts.connect_s", given.connect),
        ("timeouts.request_s", given.request),
        ("timeouts.stream_idle_s", given.stream_idle),
        ("timeouts.first_output_s", given.first_output),
        ("timeouts.auth_s", given.auth),
        ("timeouts.hold_back_s", given.hold_back),
    ];
    if let Some((field, _)) = named.into_iter().find(|(_, limit)| limit.is_some_and(|limit| limit.is_zero())) {
        return Err(configuration(field, "must be above 0 seconds; leave it unset for the default"));
    }
    Ok(Limits {
        connect: given.connect.unwrap_or(Duration::from_secs(10)),
        request: given.request.unwrap_or(RetryPolicy::default().request_limit),
        stream_idle: given.stream_idle.unwrap_or(Duration::from_mins(3)),
        first_output: given.first_output,
        auth: given.auth.unwrap_or(Duration::from_secs(30)),
    })
}

fn budget_size(enabled: Option<bool>, size: Option<u32>) -> Result<Option<u32>, Box<ErrorDetails>> {
    match (enabled.unwrap_or(true), size) {
        (false, _) => Ok(None),
        (true, Some(0)) => {
            Err(configuration("retry_budget.size", "must be above 0; set enabled = false to switch it off"))
        }
        (true, size) => Ok(Some(size.unwrap_or(budget::DEFAULT_SIZE))),
    }
}

fn circuits(
    given: Option<CircuitBreakerOptions>,
    group: Option<&str>,
    clock: &Clock,
) -> Result<Option<Circuits>, Box<ErrorDetails>> {
    let Some(CircuitBreakerOptions { failures, window, open_for }) = given else { return Ok(None) };
    if failures == Some(0) {
        return Err(configuration("circuit_breaker.failures", "must be above 0; leave circuit_breaker unset for none"));
    }
    let defaults = CircuitPolicy::default();
    let policy = CircuitPolicy {
        failures: failures.unwrap_or(defaults.failures),
        window: window.unwrap_or(defaults.window),
        open_for: open_for.unwrap_or(defaults.open_for),
    };
    // Clients on virtual clocks of their own cannot share instants.
    let group = if clock.is_simulated() { group } else { Some(group.unwrap_or_default()) };
    Ok(Some(Circuits::new(group, policy, clock.clone())))
}

fn user_agent(
    language: &Optional<String>,
    version: &Optional<String>,
    suffix: &Optional<String>,
) -> Result<String, Box<ErrorDetails>> {
    let language = language.as_deref().unwrap_or("rust");
    let version = version.as_deref().unwrap_or(env!("CARGO_PKG_VERSION"));
    let suffix = suffix.as_deref().map(|suffix| format!(" {suffix}")).unwrap_or_default();
    let agent = format!("axonium-{language}/{version}{suffix}");
    match HeaderValue::try_from(&agent) {
        Ok(_) => Ok(agent),
        Err(_) => {
            Err(configuration("user_agent_suffix", "holds characters that no HTTP header can carry; remove them"))
        }
    }
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

pub(super) fn configuration(field: &str, message: impl std::fmt::Display) -> Box<ErrorDetails> {
    ErrorDetails::refused_field(ErrorKind::Configuration, field, message)
}
