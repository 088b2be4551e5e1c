//! A gateway of each test's own.

use axonium::Config;
use axonium::testing::{Gateway, GatewayConfig};

/// A running gateway.
pub(crate) struct Served {
    pub(crate) gateway: Gateway,
}

/// Starts a gateway. Must be called inside a tokio runtime.
pub(crate) fn served(config: GatewayConfig) -> Served {
    Served { gateway: Gateway::start(config).unwrap() }
}

/// The configuration of a client of `served` that shares its clock.
pub(crate) fn config(served: &Served) -> Config {
    Config {
        gateway_base_url: served.gateway.url().into(),
        api_key: "test-key".into(),
        clock: Some(served.gateway.clock()),
        ..Config::default()
    }
}

/// Scripts the next answers of `served`.
pub(crate) fn steps(served: &Served, script: serde_json::Value) {
    served.gateway.script(serde_json::from_value(script).unwrap()).unwrap();
}
