//! Writes the Swift side of the binding from the metadata in its built library, or says that it is stale.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use camino::{Utf8Path, Utf8PathBuf};
use uniffi::{SwiftBindingsOptions, generate_swift_bindings};

const USAGE: &str = "usage: axonium-swift-bindgen generate|check LIBRARY";
const MARK: &str =
    "// @generated from bindings/swift by `./dev swift-generate`. Do not edit.\n// swift-format-ignore-file\n\n";
const MODULE: &str = "CAxoniumEngine";

/// What uniffi writes, and where it belongs under `packages/swift/Sources`.
const FILES: [(&str, &str); 3] = [
    ("AxoniumEngine.swift", "AxoniumEngine/AxoniumEngine.swift"),
    ("axonium_engine.h", "CAxoniumEngine/axonium_engine.h"),
    ("module.modulemap", "CAxoniumEngine/module.modulemap"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["generate", library] => generated(Utf8Path::new(library)).and_then(|files| write(&files)),
        ["check", library] => generated(Utf8Path::new(library)).and_then(|files| check(&files)),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The files as they should be: their path and their text.
fn generated(library: &Utf8Path) -> Result<Vec<(PathBuf, String)>, String> {
    let binding = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = binding.join("../../packages/swift/Sources");
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out_dir = Utf8PathBuf::from_path_buf(scratch.path().to_owned())
        .map_err(|path| format!("{}: not UTF-8", path.display()))?;
    generate_swift_bindings(SwiftBindingsOptions {
        generate_swift_sources: true,
        generate_headers: true,
        generate_modulemap: true,
        source: library.to_owned(),
        out_dir,
        module_name: Some(MODULE.to_owned()),
        modulemap_filename: Some("module.modulemap".to_owned()),
        config: Some(binding.join("uniffi.toml")),
        ..SwiftBindingsOptions::default()
    })
    .map_err(|error| format!("{library}: {error:#}"))?;
    FILES
        .iter()
        .map(|(name, place)| {
            let path = scratch.path().join(name);
            let text = fs::read_to_string(&path).map_err(|error| named(&path, &error))?;
            Ok((sources.join(place).into(), format!("{MARK}{}\n", text.trim_end())))
        })
        .collect()
}

fn write(files: &[(PathBuf, String)]) -> Result<(), String> {
    for (path, text) in files {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| named(folder, &error))?;
        }
        fs::write(path, text).map_err(|error| named(path, &error))?;
    }
    Ok(())
}

fn check(files: &[(PathBuf, String)]) -> Result<(), String> {
    let is_fresh = |path: &Path, text: &str| fs::read_to_string(path).is_ok_and(|old| old == text);
    match files.iter().find(|(path, text)| !is_fresh(path, text)) {
        None => Ok(()),
        Some((path, _)) => Err(format!("{} is stale; run: ./dev swift-generate", path.display())),
    }
}

fn named(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
