//! Placeholder.

pub mod error_kind;

pub use error_kind::ErrorKind;

#[doc(hidden)]
pub mod wire;
