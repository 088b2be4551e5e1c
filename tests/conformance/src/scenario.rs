//! What a scenario file says, as types. Unknown keys are errors everywhere, so that a misspelt expectation cannot pass.

use std::collections::BTreeMap;
use std::path::PathBuf;

use axonium_gateway::{GatewayConfig, Step};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::call::Call;
use crate::expect::Expect;

/// The name of the server that is written as `server`.
pub const SERVER: &str = "server";

/// One scenario: what servers do, and what the calls of a client must come to.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Unique over all folders of a run.
    pub id: String,
    /// One sentence for the reader.
    pub about: String,
    /// Whether deliberate waits are slept.
    #[serde(default)]
    pub clock: Clock,
    /// Client options, flat or nested; see [`crate::client`].
    #[serde(default)]
    pub client: Map<String, Value>,
    /// The only call. Excludes `calls`.
    #[serde(default)]
    pub call: Option<Call>,
    /// Several calls on one client, in order.
    #[serde(default)]
    pub calls: Vec<Call>,
    /// Starts all of `calls` together.
    #[serde(default)]
    pub parallel: bool,
    /// The scripted answers, in order; the last one repeats.
    #[serde(default)]
    pub server: Vec<Step>,
    /// Several servers by name, each with answers of its own.
    #[serde(default)]
    pub servers: BTreeMap<String, Vec<Step>>,
    /// Options of the embedded gateway that answers `gateway: true` steps; its clock is the scenario's.
    #[serde(default)]
    pub gateway: GatewayConfig,
    /// The server speaks TLS with a certificate that only `{ca_bundle}` vouches for.
    #[serde(default)]
    pub tls: Option<TlsOptions>,
    /// The name of a server that the runner did not start; its address comes from `--external NAME=URL`.
    #[serde(default)]
    pub external: Option<String>,
    /// The languages that can say this at all. Empty: all of them, which is the rule.
    #[serde(default)]
    pub languages: Vec<String>,
    /// What the only call comes to, and what is counted over all calls.
    #[serde(default)]
    pub expect: Expect,
    /// The change to the engine that turns this scenario red.
    #[serde(default)]
    pub mutant: Option<String>,
    /// The folder of the scenario's file; files that it names lie beside it.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The name of the scenario's file, without its ending.
    #[serde(skip)]
    pub file: String,
}

impl Scenario {
    /// The calls in order, however they were written.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.call.iter().chain(&self.calls)
    }

    /// Each call with what it must come to.
    pub fn expected(&self) -> impl Iterator<Item = (&Call, &Expect)> {
        self.calls().map(|call| (call, call.expect.as_ref().unwrap_or(&self.expect)))
    }

    /// The servers and their answers. The first is the one that clients are given as their address.
    pub fn servers(&self) -> impl Iterator<Item = (&str, &[Step])> {
        let only =
            Some((SERVER, self.server.as_slice())).filter(|_| !self.server.is_empty() || self.servers.is_empty());
        only.into_iter().chain(self.servers.iter().map(|(name, steps)| (name.as_str(), steps.as_slice())))
    }
}

/// How the server speaks TLS.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TlsOptions {
    /// How many handshakes are broken off before the first that works.
    pub closing_handshakes: u32,
}

/// How deliberate waits pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// Waits move the clock and cost no wall time.
    #[default]
    Virtual,
    /// Waits are slept.
    Real,
}

impl Clock {
    /// The name that drivers know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Virtual => "virtual",
            Self::Real => "real",
        }
    }
}
