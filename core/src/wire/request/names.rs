//! Options of a call that travel in headers.

use http::{HeaderName, HeaderValue};

use super::InvalidField;

/// The longest idempotency key.
pub const MAX_KEY_BYTES: usize = 255;

/// Checks an idempotency key: 1 to 255 bytes of visible ASCII.
///
/// # Errors
/// Names `idempotency_key`.
pub fn check_idempotency_key(key: &str) -> Result<(), InvalidField> {
    let refuse = |message: String| Err(InvalidField::new("idempotency_key", message));
    if key.is_empty() {
        return refuse("is empty; give 1 to 255 characters, or leave it out".to_owned());
    }
    if key.len() > MAX_KEY_BYTES {
        return refuse(format!("has {} bytes; at most {MAX_KEY_BYTES} are allowed, so use a hash of it", key.len()));
    }
    match key.bytes().position(|byte| !byte.is_ascii_graphic()) {
        Some(at) => refuse(format!("has a byte at position {at} that is not visible ASCII; encode it, in hex for one")),
        None => Ok(()),
    }
}

/// Checks the name of the replica that a call is pinned to.
///
/// # Errors
/// Names `instance`.
pub fn check_instance(instance: &str) -> Result<(), InvalidField> {
    if instance.is_empty() || !instance.bytes().all(|byte| byte.is_ascii_graphic()) {
        let fix = "must be visible ASCII and not empty; use an instance that an answer's meta named, or leave it out";
        return Err(InvalidField::new("instance", fix));
    }
    Ok(())
}

/// Reads the name of an extra header. `option` is where the caller gave it: `extra_headers`, `default_headers`.
///
/// # Errors
/// Names the option and the header.
pub fn check_header_name(option: &str, name: &str) -> Result<HeaderName, InvalidField> {
    let refused =
        |_| InvalidField::new(format!("{option}.{name}"), "is no header name; use letters, digits and hyphens");
    HeaderName::from_bytes(name.as_bytes()).map_err(refused)
}

/// Reads the value of an extra header.
///
/// # Errors
/// Names the option and the header; never the value, which may be a secret.
pub fn check_header_value(option: &str, name: &str, value: &str) -> Result<HeaderValue, InvalidField> {
    let refused = |_| InvalidField::new(format!("{option}.{name}"), "has a value with a control character; remove it");
    HeaderValue::from_bytes(value.as_bytes()).map_err(refused)
}
