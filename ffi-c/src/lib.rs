//! The bridge as a C library: `ax_` functions over checked handles. See README.md for the rules they share, and
//! `include/axonium.h` for what each does; the header is made from this crate.
//!
//! Conversion only: no defaults, no policy, no JSON. What crosses is described in `bindings/engine/README.md`.

pub mod batch;
pub mod call;
pub mod engine;
pub mod gateway;
pub mod guard;
pub mod keys;
pub mod memory;
pub mod queue;

mod handles;

/// The version of this interface. It changes when a function, a struct or a constant changes its meaning.
pub const AX_ABI_VERSION: u32 = 1;

/// The interface version of the library that is linked or loaded. Compare it with `AX_ABI_VERSION` of the header
/// before any other call, and stop if they differ.
#[unsafe(no_mangle)]
pub extern "C" fn ax_abi_version() -> u32 {
    AX_ABI_VERSION
}
