//! `axonium-gateway proxy`: the engine as a local OpenAI-compatible server.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::time::Duration;

use axonium_proxy::{Proxy, ProxyConfig, Route, StartError};
use lexopt::prelude::{Long, Short, ValueExt};

use crate::Failure;
use crate::signals::Signals;

pub(crate) const HELP: &str = "\
Usage: axonium-gateway proxy --route NAME=URL[,model=MODEL][,key_env=VARIABLE]… [OPTION]…

Serves POST /v1/chat/completions, POST /v1/responses, GET /v1/responses as a WebSocket, and GET /v1/models. Any OpenAI
client that is given http://127.0.0.1:8021/v1 as its base URL gets the engine's rules: a request is repeated only where no
generation can have happened, or where an Idempotency-Key makes the repeat a replay. With several routes it moves on instead
of waiting, and a stream that failed before any output is replayed once on the next; the model may then have run twice.
x-axonium-attempts, x-axonium-waited-ms and x-axonium-route say what an answer took.

  --route ROUTE            where requests go; give it several times, in the order in which they are to be tried
      NAME                 what logs and x-axonium-route call it
      URL                  http://HOST:PORT or https://HOST, with or without /v1
      model=MODEL          the model's name there, in place of the request's
      key_env=VARIABLE     the environment variable with the key to send there, in place of the client's; without it the
                           client's own bearer token is passed on
  --listen HOST:PORT       address to listen on; port 0 takes any free one (default 127.0.0.1:8021)
  --max-body-bytes BYTES   largest request body (default 33554432)
  --max-connections COUNT  connections served at once; further ones wait (default 512)
  --header-seconds SECONDS time to send a request's headers, and to stay idle between requests (default 30)
  --drain-seconds SECONDS  on SIGTERM or SIGINT: time for running calls to end before they are cut (default 30)
  -h, --help               this text

One line a request is logged to the standard error output, without prompts, keys or tokens.

  OPENAI_KEY=… axonium-gateway proxy --route local=http://127.0.0.1:8020 --route cloud=https://api.openai.com,key_env=OPENAI_KEY
";

const DRAIN: Duration = Duration::from_secs(30);

pub(crate) struct Settings {
    config: ProxyConfig,
    drain: Duration,
}

impl Settings {
    /// `None` where help is wanted.
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, Failure> {
        let mut config = ProxyConfig::new(Vec::new());
        let mut drain = DRAIN;
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("help") | Short('h') => return Ok(None),
                Long("route") => {
                    let route = parser.value()?.string()?;
                    config.routes.push(parse_route(&route, |name| env::var(name).ok())?);
                }
                Long("listen") => config.listen = parse_address(parser.value()?.string()?)?,
                Long("max-body-bytes") => config.max_body_bytes = parser.value()?.parse()?,
                Long("max-connections") => config.max_connections = parser.value()?.parse()?,
                Long("header-seconds") => config.header_timeout = Duration::from_secs(parser.value()?.parse()?),
                Long("drain-seconds") => drain = Duration::from_secs(parser.value()?.parse()?),
                other => return Err(other.unexpected().into()),
            }
        }
        if config.routes.is_empty() {
            return Err(Failure::misused("--route is missing; name at least one as NAME=URL"));
        }
        Ok(Some(Self { config, drain }))
    }
}

/// `NAME=URL[,model=MODEL][,key_env=VARIABLE]`
fn parse_route(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Route, Failure> {
    let mut parts = text.split(',');
    let (name, url) = parts
        .next()
        .and_then(|place| place.split_once('='))
        .filter(|(name, url)| !name.is_empty() && !url.is_empty())
        .ok_or_else(|| {
            Failure::misused(format_args!("--route {text}: write it as NAME=URL, for example a=http://HOST:PORT"))
        })?;
    let mut route = Route { name: name.to_owned(), url: url.to_owned(), ..Route::default() };
    let refuse = |why: &str| Err(Failure::misused(format_args!("--route {name}: {why}")));
    for part in parts {
        match part.split_once('=') {
            Some((key @ ("model" | "key_env"), "")) => {
                return refuse(&format!("{key} is empty; give it a value or drop it"));
            }
            Some(("model", model)) if route.model.is_none() => route.model = Some(model.to_owned()),
            Some(("key_env", name)) if route.key.is_none() => {
                let Some(key) = variable(name).filter(|key| !key.is_empty()) else {
                    let fix = "export it, or drop key_env to pass the client's own key on";
                    return refuse(&format!("key_env: the environment variable {name} is not set; {fix}"));
                };
                route.key = Some(key.into());
            }
            Some((key @ ("model" | "key_env"), _)) => return refuse(&format!("{key} is given twice; drop one")),
            _ => return refuse(&format!("unknown option {part:?}; there are model=MODEL and key_env=VARIABLE")),
        }
    }
    Ok(route)
}

fn parse_address(text: String) -> Result<String, Failure> {
    let port = text.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port.parse::<u16>());
    match port {
        Some(Ok(_)) => Ok(text),
        _ => Err(Failure::misused(format_args!("--listen {text}: write it as HOST:PORT, for example 127.0.0.1:8021"))),
    }
}

pub(crate) async fn run(Settings { config, drain }: Settings) -> Result<(), Failure> {
    tracing_subscriber::fmt().with_writer(io::stderr).with_ansi(io::stderr().is_terminal()).init();
    // Listened for first: who reads the address may send one at once.
    let ends = Signals::listen().map_err(Failure::failed)?;
    let keyed: Vec<String> =
        config.routes.iter().filter(|route| route.key.is_some()).map(|route| route.name.clone()).collect();
    let proxy = Proxy::start(config).await.map_err(|error| match error {
        StartError::Config(error) => Failure::misused(error),
        error @ StartError::Listen { .. } => Failure::failed(error),
    })?;
    if !proxy.address().ip().is_loopback() {
        warn_of_others(&proxy, &keyed);
    }
    println!("listening on http://{}", proxy.address());
    ends.received().await;
    if !proxy.drain(drain).await {
        eprintln!("axonium-gateway: calls that had not ended after {} s were cut", drain.as_secs());
    }
    Ok(())
}

fn warn_of_others(proxy: &Proxy, keyed: &[String]) {
    let address = proxy.address();
    eprintln!(
        "axonium-gateway: WARNING: {address} can be reached by other machines, and the proxy asks nobody who they are."
    );
    if !keyed.is_empty() {
        eprintln!("axonium-gateway: WARNING: whoever reaches it spends the keys of: {}.", keyed.join(", "));
    }
    eprintln!("axonium-gateway: WARNING: use --listen 127.0.0.1:{} to serve this machine only.", address.port());
}
