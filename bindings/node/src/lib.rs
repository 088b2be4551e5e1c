//! The bridge as a Node addon: conversion only.
//!
//! JSON crosses as strings, which V8 makes and takes without an intermediate buffer. A pull is a promise that the
//! bridge's own runtime settles; nothing calls back into JavaScript on the data path, and napi's runtime is not used.
#![allow(clippy::needless_pass_by_value, reason = "napi hands over owned strings")]

mod batch;
mod call;
mod engine;
pub mod keys;
mod testing;

use napi_derive::napi;

/// The version of this addon; the package refuses another than its own.
#[napi(catch_unwind)]
#[must_use]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// An error whose message is what JavaScript is to read: a Failed JSON or a sentence.
fn thrown(message: impl Into<String>) -> napi::Error {
    napi::Error::from_reason(message)
}

/// The text of a JSON object or an item. The bridge's own is UTF-8; a server's bytes that are not are replaced.
fn text(bytes: bytes::Bytes) -> String {
    String::from_utf8(bytes.into()).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
