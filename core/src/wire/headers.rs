//! What a response's headers say beside the status, on success and on error alike.

use http::HeaderMap;
use serde::Serialize;

/// What was read of a response's headers. What was not sent, or is empty, is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResponseHeaders {
    /// `X-Request-ID`.
    pub request_id: Option<String>,
    /// `X-Trace-ID`.
    pub trace_id: Option<String>,
    /// `X-Prometheus-Instance`: the name of the replica that answered.
    pub instance: Option<String>,
    /// `X-Prometheus-Instance-Id`.
    pub instance_id: Option<String>,
    /// The budgets, if any of their headers was sent.
    pub rate_limit: Option<RateLimit>,
    /// `X-Prometheus-Ignored-Parameters`: request fields without effect. Sent but empty is an empty list.
    pub ignored_parameters: Option<Vec<String>>,
    /// `Idempotent-Replay: true`: a stored answer, not billed again.
    pub idempotent_replay: bool,
    /// `X-Idempotent-Replay-Of`: the request that was billed for the replayed answer.
    pub idempotent_replay_of: Option<String>,
}

/// What is left of the budgets of the current window, as the last response told it.
///
/// Windows are fixed and of 60 s, one per scope. A value that was not sent, or is no integer, is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RateLimit {
    /// Which budget this is: `chat_completions`, `embeddings`, …; new ones may appear.
    pub scope: Option<String>,
    /// Requests allowed in a window.
    pub limit_requests: Option<i64>,
    /// Requests left in this window.
    pub remaining_requests: Option<i64>,
    /// Seconds until the request budget is full again.
    pub reset_requests: Option<i64>,
    /// Tokens allowed in a window.
    pub limit_tokens: Option<i64>,
    /// Tokens left in this window.
    pub remaining_tokens: Option<i64>,
    /// Seconds until the token budget is full again.
    pub reset_tokens: Option<i64>,
}

impl ResponseHeaders {
    /// Reads what is there.
    #[must_use]
    pub fn read(headers: &HeaderMap) -> Self {
        Self {
            request_id: text(headers, "x-request-id"),
            trace_id: text(headers, "x-trace-id"),
            instance: text(headers, "x-prometheus-instance"),
            instance_id: text(headers, "x-prometheus-instance-id"),
            rate_limit: RateLimit::read(headers),
            ignored_parameters: list(headers, "x-prometheus-ignored-parameters"),
            idempotent_replay: text(headers, "idempotent-replay")
                .is_some_and(|value| value.eq_ignore_ascii_case("true")),
            idempotent_replay_of: text(headers, "x-idempotent-replay-of"),
        }
    }
}

impl RateLimit {
    fn read(headers: &HeaderMap) -> Option<Self> {
        let integer = |name| text(headers, name)?.parse().ok();
        let read = Self {
            scope: text(headers, "x-ratelimit-scope"),
            limit_requests: integer("x-ratelimit-limit-requests"),
            remaining_requests: integer("x-ratelimit-remaining-requests"),
            reset_requests: integer("x-ratelimit-reset-requests"),
            limit_tokens: integer("x-ratelimit-limit-tokens"),
            remaining_tokens: integer("x-ratelimit-remaining-tokens"),
            reset_tokens: integer("x-ratelimit-reset-tokens"),
        };
        (read != Self::default()).then_some(read)
    }
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = String::from_utf8_lossy(headers.get(name)?.as_bytes());
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// The elements of a comma-separated list that may be spread over several lines; `None` if there is no line.
fn list(headers: &HeaderMap, name: &str) -> Option<Vec<String>> {
    headers.contains_key(name).then(|| {
        let lines = headers.get_all(name).iter().map(|line| String::from_utf8_lossy(line.as_bytes()).into_owned());
        let joined = lines.collect::<Vec<_>>().join(",");
        joined.split(',').map(str::trim).filter(|element| !element.is_empty()).map(str::to_owned).collect()
    })
}

#[cfg(test)]
mod tests;
