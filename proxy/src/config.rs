//! How a proxy is set up.

use std::time::Duration;

use axonium::Clock;
use secrecy::SecretString;

/// How a proxy is set up.
#[derive(Clone, Debug)]
pub struct ProxyConfig {
    /// Where it listens, as `HOST:PORT`; port 0 takes any free one. Default `127.0.0.1:8021`.
    pub listen: String,
    /// Where requests go, in the order in which they are tried. At least one.
    pub routes: Vec<Route>,
    /// The largest request body that is taken in, in bytes. Default 32 MiB.
    pub max_body_bytes: usize,
    /// Connections served at once; further ones wait to be accepted. Default 512.
    pub max_connections: u32,
    /// How long a client may take to send a request's headers, and how long an idle connection is kept. Default 30 s.
    pub header_timeout: Duration,
    /// The clock that waits are made on; unset is real time. Tests hand over a virtual one.
    pub clock: Option<Clock>,
}

/// A gateway, or any OpenAI-compatible server, that requests may go to.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// What logs and `x-axonium-route` call it; each route's own.
    pub name: String,
    /// The server's address.
    pub url: String,
    /// The model's name there; unset is the request's.
    pub model: Option<String>,
    /// The credential that is sent there; unset passes on the client's own.
    pub key: Option<SecretString>,
}

/// A setting with which no proxy can be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct ConfigError {
    /// The setting, for example `route cloud: url`.
    pub field: String,
    /// What is wrong and how to fix it.
    pub message: String,
}

impl ProxyConfig {
    /// A proxy in front of `routes`, everything else by default.
    #[must_use]
    pub fn new(routes: Vec<Route>) -> Self {
        Self {
            listen: String::from("127.0.0.1:8021"),
            routes,
            max_body_bytes: 32 * 1024 * 1024,
            max_connections: 512,
            header_timeout: Duration::from_secs(30),
            clock: None,
        }
    }
}

impl ConfigError {
    pub(crate) fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}
