//! The Swift binding: uniffi objects over the bridge. It converts and holds no behaviour; the Swift package wraps it.

mod engine;
mod gateway;

pub use engine::{Batch, End, Engine, EngineError};
pub use gateway::{Gateway, GatewayError};

uniffi::setup_scaffolding!("axonium_engine");
