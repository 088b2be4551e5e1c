//! `axonium-gateway`: the program's commands.

mod explain;
mod proxy;
mod serve;
mod signals;

use std::fmt;
use std::process::ExitCode;

const HELP: &str = "\
Usage: axonium-gateway COMMAND [OPTION]…

  explain  what an error was that was logged as JSON, and why the call was not repeated
  proxy    a local OpenAI-compatible server in front of one or more others, with the engine's rules
  serve    the embedded gateway on the loopback address, for tests

`axonium-gateway COMMAND --help` lists the options of a command.
";

/// The exit code for arguments that make no sense.
const MISUSED: u8 = 2;

/// Why a command did not do what it was asked to.
enum Failure {
    /// An argument cannot work; says which and how to mend it.
    Misused(String),
    /// Something else is in the way.
    Failed(String),
}

impl Failure {
    fn misused(error: impl fmt::Display) -> Self {
        Self::Misused(error.to_string())
    }

    fn failed(error: impl fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::misused(error)
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let command = arguments.next().map(|command| command.to_string_lossy().into_owned());
    let (help, result) = match command.as_deref() {
        Some("explain") => (explain::HELP, run(explain::HELP, explain::Settings::parse(arguments), explain::run).await),
        Some("proxy") => (proxy::HELP, run(proxy::HELP, proxy::Settings::parse(arguments), proxy::run).await),
        Some("serve") => (serve::HELP, run(serve::HELP, serve::Settings::parse(arguments), serve::run).await),
        Some("--help" | "-h") => (HELP, show(HELP)),
        Some(other) => (HELP, Err(Failure::misused(format_args!("unknown command {other:?}")))),
        None => (HELP, Err(Failure::misused("a command is missing"))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Misused(error)) => {
            eprint!("axonium-gateway: {error}\n\n{help}");
            ExitCode::from(MISUSED)
        }
        Err(Failure::Failed(error)) => {
            eprintln!("axonium-gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command with what its arguments came to; `None` asks for help.
async fn run<Settings, Running>(
    help: &str,
    settings: Result<Option<Settings>, Failure>,
    command: impl FnOnce(Settings) -> Running,
) -> Result<(), Failure>
where
    Running: Future<Output = Result<(), Failure>>,
{
    match settings? {
        Some(settings) => command(settings).await,
        None => show(help),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "showing help is a command like any other")]
fn show(help: &str) -> Result<(), Failure> {
    print!("{help}");
    Ok(())
}
