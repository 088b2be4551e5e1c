//! The embedded gateway for tests, as Swift sees it.

use std::sync::Arc;

use axonium_bridge::testing;
use axonium_bridge::testing::GatewayId;

/// A gateway that did not start, or a command it did not carry out.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum GatewayError {
    /// What is wrong.
    #[error("{message}")]
    Refused {
        /// A sentence.
        message: String,
    },
}

impl From<String> for GatewayError {
    fn from(message: String) -> Self {
        Self::Refused { message }
    }
}

/// A gateway in this process; it stops when it is let go.
#[derive(uniffi::Object)]
pub struct Gateway(GatewayId);

#[uniffi::export]
#[allow(clippy::needless_pass_by_value, reason = "uniffi hands over owned values")]
impl Gateway {
    /// Starts one on a free port.
    #[uniffi::constructor]
    pub fn new(config: Vec<u8>) -> Result<Arc<Self>, GatewayError> {
        Ok(Arc::new(Self(testing::start(&config)?)))
    }

    /// What an engine's configuration names to share its clock.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.0
    }

    /// Its base URL; nil once it is stopped.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        testing::url(self.0)
    }

    /// A command and its answer, both JSON.
    pub fn control(&self, command: String, argument: Vec<u8>) -> Result<Vec<u8>, GatewayError> {
        Ok(testing::control(self.0, &command, &argument)?.into())
    }

    /// Stops it; requests under way are cut.
    pub fn stop(&self) {
        testing::stop(self.0);
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.stop();
    }
}
