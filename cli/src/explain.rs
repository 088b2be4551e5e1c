//! `axonium-gateway explain`: an error that was logged as JSON, told to a person.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::{fs, io};

use lexopt::prelude::{Long, Short, Value};

use crate::Failure;

pub(crate) const HELP: &str = "\
Usage: axonium-gateway explain [FILE]

  FILE    the error as JSON, as to_dict, toJSON, MarshalJSON, Encodable or serde write it; left out or -, it is read from standard input
";

pub(crate) struct Settings {
    /// `None` reads standard input.
    file: Option<PathBuf>,
}

impl Settings {
    /// `None` where help is wanted.
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, Failure> {
        let mut file = None;
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("help") | Short('h') => return Ok(None),
                Value(path) if file.is_none() => file = Some(path),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Some(Self { file: file.filter(|path| path != "-").map(PathBuf::from) }))
    }
}

pub(crate) async fn run(settings: Settings) -> Result<(), Failure> {
    let json = match &settings.file {
        Some(path) => fs::read(path).map_err(|error| Failure::misused(format_args!("{}: {error}", path.display()))),
        None => standard_input().map_err(Failure::failed),
    }?;
    let told = axonium::explain_logged(&json).map_err(|error| Failure::misused(error.explain()))?;
    print!("{told}");
    Ok(())
}

fn standard_input() -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    io::stdin().read_to_end(&mut read)?;
    Ok(read)
}
