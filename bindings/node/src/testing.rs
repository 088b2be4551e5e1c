//! The testing gateway.

use axonium_bridge::testing::{self, GatewayId};
use napi::Result;
use napi_derive::napi;

use crate::{text, thrown};

/// `Number.MAX_SAFE_INTEGER`.
const LARGEST_EXACT: i64 = (1 << 53) - 1;

/// A gateway in this process; stopped when it is collected.
#[napi]
pub struct Gateway(GatewayId);

impl Drop for Gateway {
    fn drop(&mut self) {
        testing::stop(self.0);
    }
}

#[napi]
impl Gateway {
    /// Starts one from its config JSON; throws a sentence that says what is wrong.
    #[napi(factory, catch_unwind)]
    pub fn start(config: String) -> Result<Self> {
        testing::start(config.as_bytes()).map(Self).map_err(thrown)
    }

    /// What a client's config names to share this gateway's clock.
    #[napi(getter, catch_unwind)]
    pub fn handle(&self) -> Result<i64> {
        let exact = i64::try_from(self.0).ok().filter(|handle| *handle <= LARGEST_EXACT);
        exact.ok_or_else(|| thrown("too many gateways were started in this process"))
    }

    /// Its address.
    #[napi(getter, catch_unwind)]
    pub fn url(&self) -> Result<String> {
        testing::url(self.0).ok_or_else(|| thrown("the gateway is stopped"))
    }

    /// Runs a control command with its JSON argument.
    #[napi(catch_unwind)]
    pub fn control(&self, command: String, argument: String) -> Result<String> {
        testing::control(self.0, &command, argument.as_bytes()).map(text).map_err(thrown)
    }

    /// Stops it.
    #[napi(catch_unwind)]
    pub fn stop(&self) {
        testing::stop(self.0);
    }
}
