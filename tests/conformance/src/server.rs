//! The servers of one scenario on one runner: each scripted, or the whole gateway, on a port of its own.

use std::collections::BTreeMap;
use std::io::{self, Write};

use axonium_gateway::{Clock, Gateway, GatewayConfig, RecordedRequest, Step, Tls};
use tempfile::NamedTempFile;

use crate::observed::{Request, Seen};
use crate::scenario::{self, SERVER, Scenario, TlsOptions};

/// The running servers of a scenario, in the order of [`Scenario::servers`].
#[derive(Debug)]
pub struct Servers {
    running: Vec<Server>,
    ca_bundle: Option<NamedTempFile>,
}

#[derive(Debug)]
struct Server {
    name: String,
    gateway: Gateway,
}

impl Servers {
    /// Starts the servers that `scenario` describes.
    pub fn start(scenario: &Scenario) -> Result<Self, String> {
        let mut servers = Self { running: Vec::new(), ca_bundle: None };
        for (name, steps) in scenario.servers() {
            let (refuses, steps) = refusing(steps)?;
            let clock = match scenario.clock {
                scenario::Clock::Virtual => Clock::simulated(),
                scenario::Clock::Real => Clock::real(),
            };
            let config = GatewayConfig { refuse_connections: refuses, ..scenario.gateway.clone() };
            let (gateway, ca_bundle) = started(config, clock, scenario.tls).map_err(|error| error.to_string())?;
            gateway.script_repeating(steps).map_err(|error| error.to_string())?;
            servers.running.push(Server { name: name.to_owned(), gateway });
            servers.ca_bundle = ca_bundle;
        }
        Ok(servers)
    }

    /// The address that clients are given.
    #[must_use]
    pub fn base_url(&self) -> String {
        self.running.first().map(|server| server.gateway.url()).unwrap_or_default()
    }

    /// What strings of a scenario's client and options may ask for; also what stands for each address in answers.
    #[must_use]
    pub fn addresses(&self) -> BTreeMap<String, String> {
        let placeholder =
            |name: &str| if name == SERVER { "{address}".to_owned() } else { format!("{{address:{name}}}") };
        let address = |url: &str| url.split_once("://").map(|(_, address)| address.to_owned()).unwrap_or_default();
        self.running.iter().map(|server| (placeholder(&server.name), address(&server.gateway.url()))).collect()
    }

    /// The file that vouches for a server that speaks TLS.
    #[must_use]
    pub fn ca_bundle(&self) -> Option<String> {
        self.ca_bundle.as_ref().map(|file| file.path().display().to_string())
    }

    /// Stops the servers and tells what each saw.
    #[must_use]
    pub fn stop(self) -> BTreeMap<String, Seen> {
        self.running.into_iter().map(|server| (server.name, seen(server.gateway))).collect()
    }
}

fn seen(gateway: Gateway) -> Seen {
    let ledger = gateway.ledger();
    let seen = Seen {
        requests: gateway.requests().into_iter().map(Request::from).collect(),
        token_requests: u64::try_from(gateway.token_requests().len()).unwrap_or(u64::MAX),
        generations: ledger.generations,
        billed: ledger.billed,
        refunded: ledger.refunded,
        connections: gateway.connections(),
    };
    gateway.stop();
    seen
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
