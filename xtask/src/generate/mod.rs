//! Files made from the contract: one source, the same types of errors and of events in every language.

mod events;
mod go;
mod python;
mod rust;
mod swift;
mod typescript;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::catalogue::Catalogue;
use crate::response_events::ResponseEvents;
use crate::{Failure, header};

/// A file generated from a part of the contract. Its text begins with a line that says so, and passes the language's
/// formatter unchanged.
struct File<Contract> {
    /// From the root of the checkout.
    path: &'static str,
    text: fn(&Contract) -> Result<String, Failure>,
}

const ERRORS: &[File<Catalogue>] = &[
    File { path: "core/src/error_kind.rs", text: rust::error_kind },
    File { path: "packages/go/errors_generated.go", text: go::errors },
    File { path: "packages/python/src/axonium/_error_types.py", text: python::error_types },
    File { path: "packages/swift/Sources/Axonium/Errors/ErrorKind.swift", text: swift::error_kind },
    File { path: "packages/typescript/src/errors.generated.ts", text: typescript::errors },
];

const EVENTS: &[File<ResponseEvents>] = &[
    File { path: "core/src/api/response_event.rs", text: events::rust::types },
    File { path: "core/src/wire/response_event_kinds.rs", text: events::kinds::table },
    File { path: "packages/go/response_events_generated.go", text: events::go::types },
    File { path: "packages/python/src/axonium/types/response_events.py", text: events::python::types },
    File { path: "packages/swift/Sources/Axonium/Responses/ResponseEvent.generated.swift", text: events::swift::types },
    File { path: "packages/typescript/src/response-event-fields.generated.ts", text: events::typescript::fields },
    File { path: "packages/typescript/src/response-events.generated.ts", text: events::typescript::types },
];

/// Where the C header stands: with its crate, and in the Go module, which must be whole by itself.
const HEADERS: &[&str] = &["ffi-c/include/axonium.h", "packages/go/internal/native/axonium.h"];

/// Every generated file's path and text.
fn texts(root: &Path) -> Result<Vec<(&'static str, String)>, Failure> {
    let header = header::text(root)?;
    let mut texts = written(ERRORS, &Catalogue::read(root)?)?;
    texts.extend(written(EVENTS, &ResponseEvents::read(root)?)?);
    texts.extend(HEADERS.iter().map(|path| (*path, header.clone())));
    Ok(texts)
}

fn written<Contract>(files: &[File<Contract>], contract: &Contract) -> Result<Vec<(&'static str, String)>, Failure> {
    files.iter().map(|file| Ok((file.path, (file.text)(contract)?))).collect()
}

/// Writes every generated file.
pub(crate) fn write(root: &Path) -> Result<(), Failure> {
    for (path, text) in texts(root)? {
        if is_fresh(root, path, &text) {
            continue;
        }
        let target = root.join(path);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        }
        std::fs::write(&target, text).map_err(|error| Failure::new(format!("{path}: {error}")))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Fails naming every file that differs from what would be written.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let texts = texts(root)?;
    let stale: Vec<&str> =
        texts.iter().filter(|(path, text)| !is_fresh(root, path, text)).map(|(path, _)| *path).collect();
    if stale.is_empty() {
        println!("{} generated files are fresh", texts.len());
        return Ok(());
    }
    Err(Failure::new(format!("stale: {}\nrun: ./dev generate", stale.join(", "))))
}

fn is_fresh(root: &Path, path: &str, text: &str) -> bool {
    std::fs::read_to_string(root.join(path)).is_ok_and(|existing| existing == text)
}

/// What the language's formatter makes of `text`, so that the check for freshness and the one for format agree.
fn formatted(formatter: &str, arguments: &[&str], text: &str) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("cannot run {formatter}: {error}"));
    let mut process =
        Command::new(formatter).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    // A formatter reads to the end before it writes, so writing all at once cannot block for ever.
    if let Some(mut stdin) = process.stdin.take() {
        stdin.write_all(text.as_bytes()).map_err(failed)?;
    }
    let output = process.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err(Failure::new(format!("{formatter} refused the generated text")));
    }
    String::from_utf8(output.stdout).map_err(|error| Failure::new(error.to_string()))
}
