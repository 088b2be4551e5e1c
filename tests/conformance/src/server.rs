//! The server of one scenario on one runner: scripted, or the whole gateway, on a port of its own.

use std::collections::BTreeMap;

use axonium_gateway::{ClockMode, Gateway, GatewayConfig, RecordedRequest, Step};

use crate::observed::{Request, Seen};
use crate::scenario::{Clock, Scenario};

/// A running server.
#[derive(Debug)]
pub struct Server {
    gateway: Gateway,
    base_url: String,
}

impl Server {
    /// Starts the server that `scenario` describes.
    pub fn start(scenario: &Scenario) -> Result<Self, String> {
        let (refuses, steps) = refusing(&scenario.server)?;
        let clock = match scenario.clock {
            Clock::Virtual => ClockMode::Virtual,
            Clock::Real => ClockMode::Real,
        };
        let config = GatewayConfig { clock, refuse_connections: refuses, ..scenario.gateway.clone() };
        let gateway = Gateway::start(config).map_err(|error| error.to_string())?;
        gateway.script_repeating(steps).map_err(|error| error.to_string())?;
        let base_url = gateway.url();
        Ok(Self { gateway, base_url })
    }

    /// Its address.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// What strings of a scenario's `client` may ask for.
    #[must_use]
    pub fn placeholders(&self, scenario: &Scenario) -> BTreeMap<String, String> {
        let address = self.base_url.trim_start_matches("http://").to_owned();
        let folder = scenario.folder.display().to_string();
        [("{address}".to_owned(), address), ("{folder}".to_owned(), folder)].into()
    }

    /// Stops the server and tells what it saw.
    #[must_use]
    pub fn stop(self) -> Seen {
        let ledger = self.gateway.ledger();
        let seen = Seen {
            requests: self.gateway.requests().into_iter().map(Request::from).collect(),
            token_requests: self.gateway.token_requests().len(),
            generations: ledger.generations,
            billed: ledger.billed,
        };
        self.gateway.stop();
        seen
    }
}

/// A server that refuses connections answers nothing, so that step stands alone.
fn refusing(steps: &[Step]) -> Result<(bool, Vec<Step>), String> {
    match steps {
        [only] if only.refuse_connection => Ok((true, Vec::new())),
        _ if steps.iter().any(|step| step.refuse_connection) => {
            Err("refuse_connection must be the only step".to_owned())
        }
        _ => Ok((false, steps.to_vec())),
    }
}

impl From<RecordedRequest> for Request {
    fn from(request: RecordedRequest) -> Self {
        let line = format!("{} {}", request.method, request.path);
        Self { line, headers: request.headers, body: request.body.into_bytes() }
    }
}
