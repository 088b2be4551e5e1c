//! A client's engine.

use std::sync::Arc;

use napi::Result;
use napi_derive::napi;

use crate::call::Call;
use crate::{text, thrown};

/// A client's engine; shut down when it is collected and none of its calls is left.
#[napi]
pub struct Engine(Arc<axonium_bridge::Engine>);

#[napi]
impl Engine {
    /// Builds one from a Config JSON; throws an error whose message is the Failed JSON.
    #[napi(constructor, catch_unwind)]
    pub fn new(config: String) -> Result<Self> {
        let engine = axonium_bridge::Engine::new(config.as_bytes()).map_err(|failed| thrown(text(failed)))?;
        Ok(Self(Arc::new(engine)))
    }

    /// Starts a call and returns at once; what is wrong with it is its own end.
    #[napi(catch_unwind)]
    pub fn start(&self, operation: String, body: String, options: String) -> Result<Call> {
        let id = self.0.start(&operation, body.into(), options.as_bytes()).map_err(|error| thrown(error.message()))?;
        Ok(Call::new(Arc::clone(&self.0), id))
    }

    /// The circuits JSON.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn circuits(&self) -> String {
        text(self.0.circuits())
    }

    /// The stats JSON.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn stats(&self) -> String {
        text(self.0.stats())
    }

    /// Cancels every call and refuses new ones.
    #[napi(catch_unwind)]
    pub fn shutdown(&self) {
        self.0.shutdown();
    }
}
