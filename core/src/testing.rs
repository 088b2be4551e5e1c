//! The embedded gateway in this process, for tests of programs that use this crate.
//!
//! It plays the gateway's contract with a deterministic model, a ledger of what was generated and billed, scripts of
//! failures, and a virtual clock on which waits cost no time.

pub use axonium_gateway::{Gateway, GatewayConfig};
