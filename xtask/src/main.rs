//! What the recipes do; run through `./dev`.

mod catalogue;
mod conformance;
mod examples;
mod generate;
mod header;
mod inversions;
mod mutants;
mod response_events;
mod snippets;
mod suite;
mod toolchains;
mod tree;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: xtask COMMAND
  generate                     write every generated file
  check-generated              fail if one is stale
  check-tree                   file lengths, READMEs, no path of this machine
  check-snippets               the code of README and docs stands in code that is compiled, and each way to fail is an example
  toolchains                   what is installed, and what is missing
  test [--keep-going]          every stage, with totals
  conformance [ARGUMENT]…      build the drivers and run the scenarios
  transcripts [--write]        compare the locked transcripts, or write those that may change
  mutants [ARGUMENT]…          run cargo-mutants, and hold its survivors against docs/mutants.md; then invert decisions
  mutants --inversions-only    only the latter";

/// Why a task failed, ready to show.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<ExitCode, Failure> {
    let root = root()?;
    // Formatters look for their configuration from where they are run.
    std::env::set_current_dir(&root).map_err(|error| Failure::new(format!("{}: {error}", root.display())))?;
    match arguments {
        ["generate"] => generate::write(&root)?,
        ["check-generated"] => generate::check(&root)?,
        ["check-tree"] => tree::check(&root)?,
        ["check-snippets"] => {
            snippets::check(&root)?;
            examples::check(&root)?;
        }
        ["toolchains"] => toolchains::check()?,
        ["test"] => return suite::run(&root, false),
        ["test", "--keep-going"] => return suite::run(&root, true),
        ["conformance", rest @ ..] => conformance::run(&root, rest)?,
        ["transcripts"] => conformance::run(&root, &["--lang", "rust"])?,
        ["transcripts", "--write"] => conformance::run(&root, &["--lang", "rust", "--write-transcripts"])?,
        ["mutants", "--inversions-only"] => inversions::run(&root)?,
        ["mutants"] => {
            mutants::run(&root, &[])?;
            inversions::run(&root)?;
        }
        ["mutants", rest @ ..] => mutants::run(&root, rest)?,
        _ => return Err(Failure::new(USAGE)),
    }
    Ok(ExitCode::SUCCESS)
}

/// The checkout: the one that `cargo run` was called in, else the one that this program was built from.
fn root() -> Result<PathBuf, Failure> {
    let manifest = std::env::var("CARGO_MANIFEST_DIR");
    let manifest = manifest.as_deref().unwrap_or(env!("CARGO_MANIFEST_DIR"));
    let root = Path::new(manifest).parent();
    root.map(Path::to_path_buf).ok_or_else(|| Failure::new("xtask has no parent folder"))
}
