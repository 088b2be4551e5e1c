//! The JSON that crosses: read into the core's types, written out of them.

use axonium::{CallOptions, Config, Error, ErrorKind, TokenProvider};
use axonium_clock::Clock;
use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::testing;

/// Reads a Config JSON.
pub(crate) fn read_config(json: &[u8]) -> Result<Config, Error> {
    let refuse = |field: &str, message: String| Error::refused(ErrorKind::Configuration, field, message);
    let mut settings: Map<String, Value> = read(json).map_err(|(field, message)| refuse(&field, message))?;
    let clock = settings.remove("clock").unwrap_or(Value::Null);
    let asks_caller = match settings.remove("token_provider").unwrap_or(Value::Null) {
        Value::Null => false,
        Value::Bool(asks) => asks,
        _ => return Err(refuse("token_provider", "must be true or false: who is asked is the caller".to_owned())),
    };
    // Absent and null mean the same: unset.
    settings.retain(|_, value| !value.is_null());
    let mut config: Config = read_value(Value::Object(settings)).map_err(|(field, message)| refuse(&field, message))?;
    config.clock = read_clock(&clock).map_err(|message| refuse("clock", message))?;
    config.token_provider = asks_caller.then(TokenProvider::from_deliveries);
    Ok(config)
}

/// Reads an Options JSON; nothing at all stands for no options.
pub(crate) fn read_options(json: &[u8]) -> Result<CallOptions, Error> {
    if json.is_empty() {
        return Ok(CallOptions::default());
    }
    let refuse = |(field, message): (String, String)| Error::refused(ErrorKind::InvalidRequest, &field, message);
    let mut options: Map<String, Value> = read(json).map_err(refuse)?;
    options.retain(|_, value| !value.is_null());
    read_value(Value::Object(options)).map_err(refuse)
}

/// Writes what the core describes.
pub(crate) fn write(value: &impl Serialize) -> Bytes {
    // These types hold text, numbers and maps with text keys, which always serialise.
    serde_json::to_vec(value).unwrap_or_default().into()
}

pub(crate) fn write_error(error: &Error) -> Bytes {
    write(error.details())
}

/// The error of a fault of the SDK itself.
pub(crate) fn internal(message: impl Into<String>) -> Error {
    Error::refused(ErrorKind::Internal, "", message.into())
}

fn read_clock(clock: &Value) -> Result<Option<Clock>, String> {
    match clock {
        Value::Null => Ok(None),
        Value::String(name) if name == "real" => Ok(Some(Clock::real())),
        Value::String(name) if name == "virtual" => Ok(Some(Clock::simulated())),
        Value::Object(shared) => {
            let handle = shared.get("gateway").and_then(Value::as_u64);
            let clock = handle.and_then(testing::clock);
            clock.map(Some).ok_or_else(|| "names no running testing gateway".to_owned())
        }
        _ => Err("must be \"real\", \"virtual\" or {\"gateway\": HANDLE}".to_owned()),
    }
}

type Refused = (String, String);

const SECRETS: &[&str] = &["client_secret", "api_key"];

fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, Refused> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    serde_path_to_error::deserialize(&mut deserializer).map_err(located)
}

fn read_value<T: DeserializeOwned>(value: Value) -> Result<T, Refused> {
    serde_path_to_error::deserialize(value).map_err(located)
}

fn located(error: serde_path_to_error::Error<serde_json::Error>) -> Refused {
    let path = error.path().to_string();
    // The parser's words quote the value.
    if SECRETS.iter().any(|secret| path.rsplit('.').next() == Some(secret)) {
        return (path, "must be text".to_owned());
    }
    // The root has no name of its own; the message names an unknown key.
    let field = if path == "." { String::new() } else { path };
    (field, error.into_inner().to_string())
}
