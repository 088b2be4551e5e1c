use std::time::Duration;

/// What a caller allows. The defaults are the product's defaults in every language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryPolicy {
    /// Tries of one call, the first included. Default 3.
    pub max_attempts: u32,
    /// The first wait when the server names none. Default 1 s.
    pub initial_backoff: Duration,
    /// The longest wait that is slept; a longer `Retry-After` is raised instead. Zero turns every wait into an error.
    /// Default 60 s.
    pub max_backoff: Duration,
    /// Spreads the waits that the server does not name. Default on.
    pub jitter: bool,
    /// Allows one extra attempt after a 502 `upstream-error`. Default off.
    pub retry_upstream_errors: bool,
    /// How often an output that does not match is mended, each time by a request of its own. Default 1.
    pub max_repairs: u32,
    /// The limit of one attempt (`timeouts.request`). Default 600 s.
    pub request_limit: Duration,
    /// How long a call without a time limit of its own waits for a running original. Default 600 s.
    pub collect_limit: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 3,
            initial_backoff: Duration::from_secs(1),
            max_backoff: Duration::from_mins(1),
            jitter: true,
            retry_upstream_errors: false,
            max_repairs: 1,
            request_limit: Duration::from_mins(10),
            collect_limit: Duration::from_mins(10),
        }
    }
}
