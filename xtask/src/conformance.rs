//! `./dev conformance`: builds the packages that the drivers stand on, then runs the scenarios.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Failure;

const LANGUAGES: &[&str] = &["rust", "python", "typescript", "go", "swift"];

/// Builds what the languages named by `--lang` need (all, if it is not given) and hands all arguments on.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result<(), Failure> {
    for language in languages(arguments)? {
        step(Command::new(root.join("dev")).arg(format!("{language}-build")), root)?;
    }
    let runner = ["run", "--quiet", "--package", "axonium-conformance", "--"];
    step(Command::new("cargo").args(runner).args(arguments), root)
}

/// As the runner reads them: `--lang` may be repeated, and each may name several.
fn languages<'a>(arguments: &[&'a str]) -> Result<Vec<&'a str>, Failure> {
    let mut named = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if *argument == "--lang" {
            named.extend(rest.next().iter().flat_map(|list| list.split(',')));
        } else if let Some(list) = argument.strip_prefix("--lang=") {
            named.extend(list.split(','));
        }
    }
    if let Some(name) = named.iter().find(|name| !LANGUAGES.contains(name)) {
        return Err(Failure::new(format!("--lang {name}: no such language; there are {}", LANGUAGES.join(", "))));
    }
    Ok(if named.is_empty() { LANGUAGES.to_vec() } else { named })
}

fn step(command: &mut Command, root: &Path) -> Result<(), Failure> {
    let status = command.current_dir(root).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("{command:?} ended with {status}"))),
        Err(error) => Err(Failure::new(format!("cannot run {command:?}: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_those_named_or_all() {
        assert_eq!(languages(&["--filter", "stream-*"]).unwrap(), LANGUAGES);
        assert_eq!(languages(&["--lang", "go,python"]).unwrap(), ["go", "python"]);
        assert_eq!(languages(&["--lang=rust", "--lang", "swift"]).unwrap(), ["rust", "swift"]);
        assert!(languages(&["--lang", "cobol"]).is_err());
    }
}
