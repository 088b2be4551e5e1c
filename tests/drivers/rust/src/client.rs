//! Builds the client of a job.

use std::time::Duration;

use axonium::Clock;
use axonium::{
    CircuitBreakerOptions, Client, Config, Fallback, OnTimeout, Optional, PartialMode, Resume, RetryBudgetOptions,
    RetryOptions, Route, Timeouts,
};

use crate::job::{CircuitBreaker, ClientOptions, FallbackOptions, Job, Retry, RouteOptions};

pub(crate) fn build(job: &Job) -> axonium::Result<Client> {
    let ClientOptions { retry_budget, timeouts, .. } = &job.client;
    let given = &job.client;
    Client::new(Config {
        gateway_base_url: given.gateway_base_url.clone().unwrap_or_else(|| job.base_url.clone()).into(),
        api_key: optional(given.api_key.as_ref().map(|key| key.as_str().into())),
        client_id: optional(given.client_id.clone()),
        client_secret: optional(given.client_secret.as_ref().map(|secret| secret.as_str().into())),
        scope: optional(given.scope.clone()),
        ca_bundle: optional(given.ca_bundle.clone()),
        proxy: optional(given.proxy.clone()),
        retry: retry(&given.retry),
        retry_budget: RetryBudgetOptions { enabled: retry_budget.enabled, size: retry_budget.size },
        timeouts: Timeouts {
            connect: seconds(timeouts.connect_s),
            request: seconds(timeouts.request_s),
            stream_idle: seconds(timeouts.stream_idle_s),
            first_output: seconds(timeouts.first_output_s),
            auth: seconds(timeouts.auth_s),
            hold_back: seconds(timeouts.hold_back_s),
        },
        cooldown: given.cooldown,
        cooldown_group: optional(given.cooldown_group.clone()),
        partial: given.partial.as_deref().map(partial),
        default_headers: given.default_headers.clone(),
        user_agent_suffix: optional(given.user_agent_suffix.clone()),
        http2: given.http2,
        pool_max_idle_per_host: given.pool_max_idle_per_host,
        max_event_bytes: given.max_event_bytes,
        max_hold_back_bytes: given.max_hold_back_bytes,
        routes: given.routes.iter().map(route).collect(),
        circuit_breaker: given.circuit_breaker.as_ref().map(circuit_breaker),
        on_timeout: given.on_timeout.as_deref().map(on_timeout),
        fallback: given.fallback.iter().map(fallback).collect(),
        may_bill_twice: given.may_bill_twice,
        resume: given.resume.as_deref().map(resume),
        retry_clean: given.retry_clean,
        clock: (job.clock == "virtual").then(Clock::simulated),
        ..Config::default()
    })
}

pub(crate) fn retry(given: &Retry) -> RetryOptions {
    RetryOptions {
        max_attempts: given.max_attempts,
        initial_backoff: seconds(given.initial_backoff_s),
        max_backoff: seconds(given.max_backoff_s),
        jitter: given.jitter,
        retry_upstream_errors: given.retry_upstream_errors,
    }
}

pub(crate) fn seconds(given: Option<f64>) -> Option<Duration> {
    given.map(Duration::from_secs_f64)
}

pub(crate) fn optional<T>(given: Option<T>) -> Optional<T>
where
    Optional<T>: From<T>,
{
    given.map(Optional::from).unwrap_or_default()
}

pub(crate) fn route(given: &RouteOptions) -> Route {
    Route {
        name: given.name.clone(),
        gateway_base_url: optional(given.gateway_base_url.clone()),
        api_key: optional(given.api_key.as_ref().map(|key| key.as_str().into())),
        client_id: optional(given.client_id.clone()),
        client_secret: optional(given.client_secret.as_ref().map(|secret| secret.as_str().into())),
        scope: optional(given.scope.clone()),
        model: optional(given.model.clone()),
    }
}

pub(crate) fn partial(name: &str) -> PartialMode {
    match name {
        "discard" => PartialMode::Discard,
        _ => PartialMode::Attach,
    }
}

pub(crate) fn fallback(given: &FallbackOptions) -> Fallback {
    match given {
        FallbackOptions::Model(model) => model.as_str().into(),
        FallbackOptions::Route(given) => route(given).into(),
    }
}

pub(crate) fn on_timeout(name: &str) -> OnTimeout {
    match name {
        "retry_once_then_fallback" => OnTimeout::RetryOnceThenFallback,
        _ => OnTimeout::Raise,
    }
}

pub(crate) fn resume(name: &str) -> Resume {
    match name {
        "replay" => Resume::Replay,
        _ => Resume::Off,
    }
}

fn circuit_breaker(given: &CircuitBreaker) -> CircuitBreakerOptions {
    CircuitBreakerOptions { failures: given.failures, window: seconds(given.window_s), open_for: seconds(given.open_s) }
}
