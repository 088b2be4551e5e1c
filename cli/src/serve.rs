//! `axonium-gateway serve`: the embedded gateway as a small server on the loopback address.

use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use axonium_gateway::{Clock, ClockMode, Gateway, GatewayConfig};
use lexopt::prelude::{Long, Short, ValueExt};
use serde_json::{Map, Value};

use crate::Failure;
use crate::signals::Signals;

pub(crate) const HELP: &str = "\
Usage: axonium-gateway serve [--port PORT] [--clock real|virtual] [--config FILE]

  --port PORT      port of the loopback address; 0 takes any free one (default 8020)
  --clock CLOCK    real, or virtual: the waits of clients that say so cost no time (default real)
  --config FILE    a JSON file of configuration keys; see gateway/README.md
";

/// How long running requests may take to finish once the server is told to end.
const GRACE: Duration = Duration::from_secs(5);

pub(crate) struct Settings {
    port: u16,
    config: GatewayConfig,
}

impl Settings {
    /// `None` where help is wanted.
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, Failure> {
        let (mut port, mut clock, mut config) = (8020, None, None);
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("help") | Short('h') => return Ok(None),
                Long("port") => port = parser.value()?.parse()?,
                Long("clock") => {
                    clock = Some(match parser.value()?.string()?.as_str() {
                        "real" => ClockMode::Real,
                        "virtual" => ClockMode::Virtual,
                        other => {
                            return Err(Failure::misused(format_args!("--clock is real or virtual, not {other:?}")));
                        }
                    });
                }
                Long("config") => config = Some(parser.value()?.string()?),
                other => return Err(other.unexpected().into()),
            }
        }
        // Nobody shares a server's clock by being in its process: it runs on real time unless it is told otherwise.
        let mut read = match config {
            None => GatewayConfig { clock: ClockMode::Real, ..GatewayConfig::default() },
            Some(file) => {
                read_config(&file).map_err(|error| Failure::misused(format_args!("--config {file}: {error}")))?
            }
        };
        read.clock = clock.unwrap_or(read.clock);
        Ok(Some(Self { port, config: read }))
    }
}

fn read_config(file: &str) -> Result<GatewayConfig, Box<dyn Error>> {
    let mut keys: Map<String, Value> = serde_json::from_str(&fs::read_to_string(file)?)?;
    keys.entry("clock").or_insert_with(|| "real".into());
    Ok(serde_json::from_value(keys.into())?)
}

pub(crate) async fn run(Settings { port, config }: Settings) -> Result<(), Failure> {
    let clock = if config.clock == ClockMode::Real { Clock::real() } else { Clock::simulated() };
    // Listened for first: who reads the address may send one at once.
    let ends = Signals::listen().map_err(Failure::failed)?;
    let gateway = Gateway::start_on(config, clock, port)
        .map_err(|error| Failure::failed(format_args!("cannot listen on port {port}: {error}")))?;
    println!("listening on {}", gateway.url());
    ends.received().await;
    // Whoever takes longer is cut off: that is what the signal asked for.
    let _ = tokio::time::timeout(GRACE, gateway.shutdown()).await;
    Ok(())
}
