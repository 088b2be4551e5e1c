//! The conformance runner; see `arguments::USAGE`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use axonium_conformance::arguments::{Arguments, USAGE};
use axonium_conformance::report::{self, Record};
use axonium_conformance::runner::Runner;
use axonium_conformance::{coverage, load, play};

fn main() -> ExitCode {
    match Arguments::parse(lexopt::Parser::from_env()) {
        Ok(arguments) if arguments.help => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        Ok(arguments) => finish(run(&arguments)),
        Err(problem) => finish(Err(problem)),
    }
}

fn finish(played: Result<Vec<Record>, String>) -> ExitCode {
    match played {
        Ok(records) => {
            print!("{}", report::text(&records));
            if records.iter().all(|record| record.ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<Vec<Record>, String> {
    let runners = Runner::named(&arguments.languages)?;
    let mut scenarios = load::scenarios(&arguments.scenarios).map_err(|error| error.to_string())?;
    coverage::check(&arguments.scenarios, &scenarios).map_err(|error| error.to_string())?;
    if let Some(pattern) = &arguments.filter {
        scenarios.retain(|scenario| pattern.matches(&scenario.id));
    }
    if scenarios.is_empty() {
        return Err("no scenario to play: check --scenarios and --filter".to_owned());
    }
    let drivers = fs::canonicalize(&arguments.drivers)
        .map_err(|error| format!("cannot find the drivers in {}: {error}", arguments.drivers.display()))?;
    let external = arguments.external.iter().cloned().collect();
    let runtime = tokio::runtime::Runtime::new().map_err(|error| format!("cannot start: {error}"))?;
    let records = runtime.block_on(play::all(&scenarios, &runners, &drivers, &external));
    if let Some(file) = &arguments.json {
        write_records(file, &records)?;
    }
    Ok(records)
}

fn write_records(file: &Path, records: &[Record]) -> Result<(), String> {
    let mut lines = String::new();
    for record in records {
        lines.push_str(&serde_json::to_string(record).map_err(|error| error.to_string())?);
        lines.push('\n');
    }
    fs::write(file, lines).map_err(|error| format!("cannot write {}: {error}", file.display()))
}
