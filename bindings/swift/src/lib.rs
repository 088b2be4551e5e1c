//! The Swift binding: uniffi objects over the bridge. It converts and holds no behaviour; the Swift package wraps it.

mod engine;
mod gateway;
mod keys;

pub use engine::{Batch, End, Engine, EngineError};
pub use gateway::{Gateway, GatewayError};
pub use keys::{derive_key, run_key};

uniffi::setup_scaffolding!("axonium_engine");
