//! The conformance runner; see `arguments::USAGE`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use axonium_conformance::arguments::{Arguments, USAGE};
use axonium_conformance::lock::Locks;
use axonium_conformance::report::{self, Record};
use axonium_conformance::runner::Runner;
use axonium_conformance::scenario::Scenario;
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
    let all = load::scenarios(&arguments.scenarios).map_err(|error| error.to_string())?;
    coverage::check(&arguments.scenarios, &all).map_err(|error| error.to_string())?;
    let locks = Locks::read(&all).map_err(|error| error.to_string())?;
    let mut scenarios = all.clone();
    if !arguments.filters.is_empty() {
        scenarios.retain(|scenario| arguments.filters.iter().any(|pattern| pattern.matches(&scenario.id)));
    }
    if scenarios.is_empty() {
        return Err("no scenario to play: check --scenarios and --filter".to_owned());
    }
    let drivers = fs::canonicalize(&arguments.drivers)
        .map_err(|error| format!("cannot find the drivers in {}: {error}", arguments.drivers.display()))?;
    let external = arguments.external.iter().cloned().collect();
    let runtime = tokio::runtime::Runtime::new().map_err(|error| format!("cannot start: {error}"))?;
    let mut records = runtime.block_on(play::all(&scenarios, &runners, &drivers, &external));
    if arguments.write_transcripts {
        write_transcripts(locks, &all, &records)?;
    } else {
        compare_transcripts(&locks, &scenarios, &mut records);
    }
    if let Some(file) = &arguments.json {
        write_records(file, &records)?;
    }
    Ok(records)
}

fn compare_transcripts(locks: &Locks, scenarios: &[Scenario], records: &mut [Record]) {
    for record in records {
        let scenario = scenarios.iter().find(|scenario| scenario.id == record.id);
        if let (Some(scenario), Some(transcript)) = (scenario, &record.transcript) {
            record.fail(&locks.failures(scenario, transcript));
        }
    }
}

/// Nothing is written unless everything may be: of a scenario that does not hold there is nothing to lock.
fn write_transcripts(mut locks: Locks, scenarios: &[Scenario], records: &[Record]) -> Result<(), String> {
    for record in records.iter().filter(|record| record.ok) {
        let scenario = scenarios.iter().find(|scenario| scenario.id == record.id);
        if let (Some(scenario), Some(transcript)) = (scenario, &record.transcript) {
            locks.set(scenario, transcript)?;
        }
    }
    locks.write(scenarios).map_err(|error| error.to_string())
}

fn write_records(file: &Path, records: &[Record]) -> Result<(), String> {
    let mut lines = String::new();
    for record in records {
        lines.push_str(&serde_json::to_string(record).map_err(|error| error.to_string())?);
        lines.push('\n');
    }
    fs::write(file, lines).map_err(|error| format!("cannot write {}: {error}", file.display()))
}
