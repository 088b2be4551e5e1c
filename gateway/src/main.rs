//! `axonium-gateway serve`: the gateway as a small server on the loopback address.

use std::process::ExitCode;
use std::{fs, io};

use axonium_gateway::{Clock, ClockMode, Gateway, GatewayConfig};
use lexopt::prelude::{Long, Short, ValueExt};
use serde_json::{Map, Value};

const HELP: &str = "\
Usage: axonium-gateway serve [--port PORT] [--clock real|virtual] [--config FILE]

  --port PORT      port of the loopback address; 0 takes any free one (default 8020)
  --clock CLOCK    real, or virtual: the waits of clients that say so cost no time (default real)
  --config FILE    a JSON file of configuration keys; see gateway/README.md
";

/// How long running requests may take to finish once the server is told to end.
const GRACE: std::time::Duration = std::time::Duration::from_secs(5);

type Error = Box<dyn std::error::Error>;

struct Arguments {
    port: u16,
    config: GatewayConfig,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = match Arguments::parse() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprint!("axonium-gateway: {error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match serve(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("axonium-gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Arguments {
    /// `None` where help is wanted.
    fn parse() -> Result<Option<Self>, Error> {
        let (mut port, mut clock, mut config, mut command) = (8020, None, None, None);
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("help") | Short('h') => return Ok(None),
                Long("port") => port = parser.value()?.parse()?,
                Long("clock") => {
                    clock = Some(match parser.value()?.string()?.as_str() {
                        "real" => ClockMode::Real,
                        "virtual" => ClockMode::Virtual,
                        other => {
                            return Err(format!("--clock is real or virtual, not {other:?}").into());
                        }
                    });
                }
                Long("config") => config = Some(parser.value()?.string()?),
                lexopt::Arg::Value(value) if command.is_none() => command = Some(value.string()?),
                other => return Err(other.unexpected().into()),
            }
        }
        match command.as_deref() {
            Some("serve") => {}
            Some(other) => {
                return Err(format!("unknown command {other:?}; there is only serve").into());
            }
            None => return Err("a command is missing; there is only serve".into()),
        }
        // Nobody shares a server's clock by being in its process: it runs on real time unless it is told otherwise.
        let mut read = match config {
            None => GatewayConfig { clock: ClockMode::Real, ..GatewayConfig::default() },
            Some(file) => {
                let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
                let mut keys: Map<String, Value> =
                    serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
                keys.entry("clock").or_insert_with(|| "real".into());
                serde_json::from_value(keys.into()).map_err(|error| format!("{file}: {error}"))?
            }
        };
        read.clock = clock.unwrap_or(read.clock);
        Ok(Some(Self { port, config: read }))
    }
}

async fn serve(Arguments { port, config }: Arguments) -> Result<(), Error> {
    let clock = if config.clock == ClockMode::Real { Clock::real() } else { Clock::simulated() };
    // Listened for first: who reads the address may send one at once.
    let ends = Signals::listen()?;
    let gateway = Gateway::start_on(config, clock, port).map_err(|error| format!("port {port}: {error}"))?;
    println!("listening on {}", gateway.url());
    ends.received().await;
    // Whoever takes longer is cut off: that is what the signal asked for.
    let _ = tokio::time::timeout(GRACE, gateway.shutdown()).await;
    Ok(())
}

/// The signals that end the program.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Signals {
    #[cfg(unix)]
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    #[cfg(windows)]
    fn listen() -> io::Result<Self> {
        Ok(Self { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    async fn received(mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}
