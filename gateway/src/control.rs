//! The gateway's commands as JSON, for those who hold it from another language.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::gateway::Gateway;
use crate::script::Step;

/// A command that could not be carried out: what is wrong and, as far as it is known, where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlError(String);

impl std::fmt::Display for ControlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ControlError {}

/// Argument of `advance`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    seconds: f64,
}

impl Gateway {
    /// Carries out a command: `script`, `script_repeating`, `requests`, `token_requests`, `connections`,
    /// `ledger`, `reset` or `advance`.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use axonium_gateway::{Gateway, GatewayConfig};
    /// # use serde_json::{Value, json};
    /// # let gateway = Gateway::start(GatewayConfig::default())?;
    /// gateway.control("script", json!([{"status": 429, "headers": {"Retry-After": "7"}}]))?;
    /// assert_eq!(gateway.control("ledger", Value::Null)?["generations"], 0);
    /// # Ok(())
    /// # }
    /// ```
    pub fn control(&self, command: &str, argument: Value) -> Result<Value, ControlError> {
        let failed = |error: std::io::Error| ControlError(format!("{command}: {error}"));
        match command {
            "script" => self.script(read::<Vec<Step>>(command, argument)?).map(|()| Value::Null).map_err(failed),
            "script_repeating" => {
                self.script_repeating(read::<Vec<Step>>(command, argument)?).map(|()| Value::Null).map_err(failed)
            }
            "requests" => Ok(write(&self.requests())),
            "token_requests" => Ok(write(&self.token_requests())),
            "connections" => Ok(write(&self.connections())),
            "ledger" => Ok(write(&self.ledger())),
            "reset" => {
                self.reset();
                Ok(Value::Null)
            }
            "advance" => {
                let Advance { seconds } = read(command, argument)?;
                let by = std::time::Duration::try_from_secs_f64(seconds);
                let by = by.map_err(|error| ControlError(format!("advance: seconds: {error}")))?;
                let clock = self.clock();
                clock.move_ahead_to(clock.ahead() + by);
                Ok(Value::Null)
            }
            unknown => Err(ControlError(format!(
                "unknown command {unknown:?}; known are script, script_repeating, requests, token_requests, connections, ledger, reset, advance"
            ))),
        }
    }
}

fn read<T: DeserializeOwned>(command: &str, argument: Value) -> Result<T, ControlError> {
    serde_path_to_error::deserialize(argument).map_err(|error| ControlError(format!("{command}: {error}")))
}

fn write(value: &impl Serialize) -> Value {
    json!(value)
}
