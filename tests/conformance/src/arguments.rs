//! The command line.

use std::path::PathBuf;

use lexopt::prelude::{Long, Short, ValueExt};

/// How to call the program.
pub const USAGE: &str = "\
Plays every scenario through every SDK and compares.

  axonium-conformance [--scenarios DIR]… [--lang LIST] [--filter GLOB]… [--json FILE] [--external NAME=URL]… [--drivers DIR]
                      [--write-transcripts]

  --scenarios DIR      a folder of scenarios, may be given several times; default tests/scenarios
  --lang LIST          only these of rust,python,typescript,go,swift; a language that is missing fails the run
  --filter GLOB        only scenarios whose id matches one of them
  --json FILE          writes one record a scenario and runner, one a line
  --external NAME=URL  where a server runs that scenarios name in `external`
  --drivers DIR        the folder of drivers, one folder a language; default tests/drivers
  --write-transcripts  locks the transcripts of what holds; one that changed only if CHANGES.md says why";

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments {
    /// Folders of scenarios.
    pub scenarios: Vec<PathBuf>,
    /// Languages; all where none is named.
    pub languages: Vec<String>,
    /// Which ids: all where none is named.
    pub filters: Vec<glob::Pattern>,
    /// Where the records go.
    pub json: Option<PathBuf>,
    /// Addresses of external servers by name.
    pub external: Vec<(String, String)>,
    /// The folder of drivers.
    pub drivers: PathBuf,
    /// Transcripts are written instead of compared.
    pub write_transcripts: bool,
    /// Only say how the program is called.
    pub help: bool,
}

impl Arguments {
    /// Reads a command line; the message of an error says what to write instead.
    pub fn parse(mut words: lexopt::Parser) -> Result<Self, String> {
        let mut arguments = Self {
            scenarios: Vec::new(),
            languages: Vec::new(),
            filters: Vec::new(),
            json: None,
            external: Vec::new(),
            drivers: "tests/drivers".into(),
            write_transcripts: false,
            help: false,
        };
        while let Some(word) = words.next().map_err(|error| error.to_string())? {
            match word {
                Long("help") | Short('h') => arguments.help = true,
                Long("scenarios") => arguments.scenarios.push(text(&mut words)?.into()),
                Long("lang") => arguments.languages.extend(text(&mut words)?.split(',').map(str::to_owned)),
                Long("filter") => arguments.filters.push(pattern(&text(&mut words)?)?),
                Long("json") => arguments.json = Some(text(&mut words)?.into()),
                Long("external") => arguments.external.push(external(&text(&mut words)?)?),
                Long("drivers") => arguments.drivers = text(&mut words)?.into(),
                Long("write-transcripts") => arguments.write_transcripts = true,
                other => return Err(format!("{}\n\n{USAGE}", other.unexpected())),
            }
        }
        if arguments.scenarios.is_empty() {
            arguments.scenarios.push("tests/scenarios".into());
        }
        Ok(arguments)
    }
}

fn text(words: &mut lexopt::Parser) -> Result<String, String> {
    words.value().and_then(ValueExt::string).map_err(|error| error.to_string())
}

fn pattern(text: &str) -> Result<glob::Pattern, String> {
    glob::Pattern::new(text).map_err(|error| format!("--filter {text}: {error}"))
}

fn external(text: &str) -> Result<(String, String), String> {
    let (name, url) = text.split_once('=').ok_or_else(|| format!("--external {text}: write it as NAME=URL"))?;
    Ok((name.to_owned(), url.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Arguments, String> {
        Arguments::parse(lexopt::Parser::from_args(words))
    }

    #[test]
    fn lists_and_repeats_add_up() {
        let words = [
            "--lang",
            "go,rust",
            "--lang=swift",
            "--scenarios",
            "a",
            "--scenarios",
            "b",
            "--external",
            "mock=http://h:1/x=y",
        ];
        let arguments = parse(&words).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(arguments.languages, ["go", "rust", "swift"]);
        assert_eq!(arguments.scenarios, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(arguments.external, [("mock".to_owned(), "http://h:1/x=y".to_owned())]);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(parse(&["--langs", "go"]).is_err_and(|why| why.contains("--langs") && why.contains("--lang LIST")));
        assert!(parse(&["go"]).is_err());
        assert!(parse(&["--external", "mock"]).is_err_and(|why| why.contains("NAME=URL")));
        assert!(parse(&["--filter", "a["]).is_err());
        assert!(parse(&["--lang"]).is_err());
    }
}
