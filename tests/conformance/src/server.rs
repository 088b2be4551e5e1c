//! The server of one scenario on one runner: scripted, or the whole gateway, on a port of its own.

use std::collections::BTreeMap;
use std::io::{self, Write};

use axonium_gateway::{Clock, Gateway, GatewayConfig, RecordedRequest, Step, Tls};
use tempfile::NamedTempFile;

use crate::observed::{Request, Seen};
use crate::scenario::{self, Scenario, TlsOptions};

/// A running server.
#[derive(Debug)]
pub struct Server {
    gateway: Gateway,
    base_url: String,
    ca_bundle: Option<NamedTempFile>,
}

impl Server {
    /// Starts the server that `scenario` describes.
    pub fn start(scenario: &Scenario) -> Result<Self, String> {
        let (refuses, steps) = refusing(&scenario.server)?;
        let clock = match scenario.clock {
            scenario::Clock::Virtual => Clock::simulated(),
            scenario::Clock::Real => Clock::real(),
        };
        let config = GatewayConfig { refuse_connections: refuses, ..scenario.gateway.clone() };
        let (gateway, ca_bundle) = started(config, clock, scenario.tls).map_err(|error| error.to_string())?;
        gateway.script_repeating(steps).map_err(|error| error.to_string())?;
        let base_url = gateway.url();
        Ok(Self { gateway, base_url, ca_bundle })
    }

    /// Its address.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// What strings of a scenario's `client` may ask for.
    #[must_use]
    pub fn placeholders(&self, scenario: &Scenario) -> BTreeMap<String, String> {
        let (_, address) = self.base_url.split_once("://").unwrap_or_default();
        let mut placeholders = BTreeMap::from([
            ("{address}".to_owned(), address.to_owned()),
            ("{folder}".to_owned(), scenario.folder.display().to_string()),
        ]);
        if let Some(file) = &self.ca_bundle {
            placeholders.insert("{ca_bundle}".to_owned(), file.path().display().to_string());
        }
        placeholders
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

fn started(
    config: GatewayConfig,
    clock: Clock,
    tls: Option<TlsOptions>,
) -> io::Result<(Gateway, Option<NamedTempFile>)> {
    let Some(options) = tls else { return Ok((Gateway::start_with_clock(config, clock)?, None)) };
    let tls = Tls::self_signed()?.closing_handshakes(options.closing_handshakes);
    let mut ca_bundle = NamedTempFile::new()?;
    ca_bundle.write_all(tls.certificate_pem().as_bytes())?;
    Ok((Gateway::start_tls(config, clock, tls)?, Some(ca_bundle)))
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
