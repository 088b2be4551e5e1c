//! `axonium.h`, made from the C ABI's crate by cbindgen.

use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, Language, Style};

use crate::Failure;

const TOP: &str = "/*
 * The C interface of Axonium. Made from ffi-c/src by ./dev generate (@generated); do not edit.
 *
 * The rules that all functions share (memory, handles, threads) are in ffi-c/README.md, and the JSON that crosses is in
 * bindings/engine/README.md.
 */";

/// The text of the header of the checkout at `root`.
pub(crate) fn text(root: &Path) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("axonium.h: {error}"));
    let bindings = Builder::new()
        .with_crate(root.join("ffi-c"))
        .with_config(config())
        .generate()
        .map_err(|error| failed(&error))?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text).map_err(|error| failed(&error))?;
    // To C everything is unsafe: what rustdoc puts under a heading of its own is a plain paragraph here.
    Ok(text.replace("//\n// # Safety\n//\n", "//\n"))
}

fn config() -> Config {
    Config {
        header: Some(TOP.to_owned()),
        include_guard: Some("AXONIUM_H".to_owned()),
        language: Language::C,
        cpp_compat: true,
        style: Style::Type,
        documentation_style: DocumentationStyle::C99,
        usize_is_size_t: true,
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        line_length: 120,
        ..Config::default()
    }
}
