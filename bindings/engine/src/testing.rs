//! The embedded gateway for users' tests, by handle.

use axonium_clock::Clock;
use axonium_gateway::{Gateway, GatewayConfig};
use bytes::Bytes;
use serde_json::Value;

use crate::runtime;
use crate::table::Table;

static GATEWAYS: Table<Gateway> = Table::new();

/// Names a running gateway.
pub type GatewayId = u64;

/// Starts a gateway in this process from its config JSON (see the gateway's README); empty stands for no settings.
///
/// # Errors
/// A sentence that says what is wrong with the config, or why no port could be had.
pub fn start(config: &[u8]) -> Result<GatewayId, String> {
    let config: GatewayConfig = if config.is_empty() {
        GatewayConfig::default()
    } else {
        serde_json::from_slice(config).map_err(|error| format!("gateway config: {error}"))?
    };
    let _inside = runtime::handle().enter();
    let gateway = Gateway::start(config).map_err(|error| format!("gateway: {error}"))?;
    Ok(GATEWAYS.insert_with(|_| gateway.into()).0)
}

/// The address of a running gateway.
#[must_use]
pub fn url(gateway: GatewayId) -> Option<String> {
    GATEWAYS.get(gateway).map(|gateway| gateway.url())
}

/// Runs a control command (`script`, `requests`, `ledger`, `reset`) with its JSON argument, empty for none.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn control(gateway: GatewayId, command: &str, argument: &[u8]) -> Result<Bytes, String> {
    let gateway = GATEWAYS.get(gateway).ok_or("the gateway is stopped")?;
    let argument = if argument.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(argument).map_err(|error| format!("{command}: {error}"))?
    };
    let answer = gateway.control(command, argument).map_err(|error| format!("{command}: {error}"))?;
    Ok(Bytes::from(answer.to_string()))
}

/// Stops a gateway. Stopping twice does nothing.
pub fn stop(gateway: GatewayId) {
    if let Some(gateway) = GATEWAYS.remove(gateway) {
        let _inside = runtime::handle().enter();
        drop(gateway);
    }
}

pub(crate) fn clock(gateway: GatewayId) -> Option<Clock> {
    GATEWAYS.get(gateway).map(|gateway| gateway.clock())
}
