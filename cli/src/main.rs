//! `axonium-gateway`: the program's commands.

mod serve;
mod signals;

use std::process::ExitCode;

const HELP: &str = "\
Usage: axonium-gateway COMMAND [OPTION]…

  serve    the embedded gateway on the loopback address

`axonium-gateway COMMAND --help` lists the options of a command.
";

/// Arguments that make no sense.
const MISUSED: u8 = 2;

type Error = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let command = arguments.next().map(|command| command.to_string_lossy().into_owned());
    match command.as_deref() {
        Some("serve") => run(serve::HELP, serve::Settings::parse(arguments), serve::run).await,
        Some("--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Some(other) => misused(&format!("unknown command {other:?}"), HELP),
        None => misused("a command is missing", HELP),
    }
}

/// Runs a command with what its arguments came to; `None` asks for help.
async fn run<Settings, Running>(
    help: &str,
    settings: Result<Option<Settings>, Error>,
    command: impl FnOnce(Settings) -> Running,
) -> ExitCode
where
    Running: Future<Output = Result<(), Error>>,
{
    let settings = match settings {
        Ok(Some(settings)) => settings,
        Ok(None) => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(error) => return misused(&error.to_string(), help),
    };
    match command(settings).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("axonium-gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

fn misused(error: &str, help: &str) -> ExitCode {
    eprint!("axonium-gateway: {error}\n\n{help}");
    ExitCode::from(MISUSED)
}
