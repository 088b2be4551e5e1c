//! Says which toolchains are there, and what to install where one is missing or too old.

use std::process::Command;

use crate::Failure;

/// A program this project expects on the machine; everything else the recipes install.
struct Tool {
    name: &'static str,
    command: &'static [&'static str],
    /// Major and minor version of the oldest that will do; none where any does.
    oldest: Option<(u32, u32)>,
    install: &'static str,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "Rust",
        command: &["rustc", "--version"],
        oldest: Some((1, 95)),
        install: "install Rust 1.95 or newer with rustup",
    },
    Tool {
        name: "Cargo",
        command: &["cargo", "--version"],
        oldest: Some((1, 95)),
        install: "install Rust 1.95 or newer with rustup",
    },
    Tool {
        name: "rustfmt",
        command: &["cargo", "fmt", "--version"],
        oldest: None,
        install: "rustup component add rustfmt",
    },
    Tool {
        name: "Clippy",
        command: &["cargo", "clippy", "--version"],
        oldest: None,
        install: "rustup component add clippy",
    },
    Tool {
        name: "C compiler",
        command: &["cc", "--version"],
        oldest: None,
        install: "install gcc or clang (Debian: apt-get install build-essential)",
    },
    Tool {
        name: "Python",
        command: &["python3", "--version"],
        oldest: Some((3, 10)),
        install: "install Python 3.10 or newer (Debian: apt-get install python3 python3-venv python3-pip)",
    },
    Tool {
        name: "Python venv",
        command: &["python3", "-c", "import ensurepip, venv; print('present')"],
        oldest: None,
        install: "install the venv module (Debian: apt-get install python3-venv)",
    },
    Tool {
        name: "pip",
        command: &["python3", "-m", "pip", "--version"],
        oldest: None,
        install: "install pip (Debian: apt-get install python3-pip)",
    },
    Tool { name: "Node", command: &["node", "--version"], oldest: Some((20, 0)), install: "install Node 20 or newer" },
    Tool { name: "npm", command: &["npm", "--version"], oldest: None, install: "install npm, which comes with Node" },
    Tool { name: "Go", command: &["go", "version"], oldest: Some((1, 23)), install: "install Go 1.23 or newer" },
];

/// Prints what was found; fails naming everything that is missing.
///
/// Swift is not among them: its recipe brings its own where the machine has none.
pub(crate) fn check() -> Result<(), Failure> {
    let mut missing = Vec::new();
    for tool in TOOLS {
        match tool.find() {
            Ok(version) => println!("{:<12} {version}", tool.name),
            Err(problem) => missing.push(format!("{} {problem}: {}", tool.name, tool.install)),
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(Failure::new(missing.join("\n       "))) }
}

impl Tool {
    fn find(&self) -> Result<String, String> {
        let Some((program, arguments)) = self.command.split_first() else {
            return Err("has no command".to_owned());
        };
        let output =
            Command::new(program).args(arguments).output().map_err(|error| format!("cannot be run ({error})"))?;
        if !output.status.success() {
            return Err("is missing".to_owned());
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().next().unwrap_or_default().to_owned();
        match (self.oldest, version(&line)) {
            (Some(oldest), Some(found)) if found < oldest => Err(format!("is too old ({line})")),
            (Some(_), None) => Err(format!("says no version ({line})")),
            _ => Ok(line),
        }
    }
}

/// The first `MAJOR.MINOR` in a line such as `go version go1.26.8 linux/amd64`.
fn version(line: &str) -> Option<(u32, u32)> {
    line.split(' ').find_map(|word| {
        let word = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let mut numbers = word.split('.');
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_however_they_are_written() {
        assert_eq!(version("rustc 1.95.0 (a1b2c3 2026-04-01)"), Some((1, 95)));
        assert_eq!(version("go version go1.26.8 linux/amd64"), Some((1, 26)));
        assert_eq!(version("v20.20.2"), Some((20, 20)));
        assert_eq!(version("Python 3.9.2"), Some((3, 9)));
        assert_eq!(version("present"), None);
    }

    #[test]
    fn a_missing_program_and_an_old_one_are_told_apart() {
        let tool = |command, oldest| Tool { name: "x", command, oldest, install: "" };
        let missing = tool(&["axonium-no-such-program"], None).find().unwrap_err();
        assert!(missing.starts_with("cannot be run"), "{missing}");
        let old = tool(&["cargo", "--version"], Some((999, 0))).find().unwrap_err();
        assert!(old.starts_with("is too old (cargo "), "{old}");
    }
}
