//! What the token endpoint answered: a token, or a refusal that its envelope types, not its status.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderMap;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::Value;

use super::problem::{self, ErrorFacts};
use crate::ErrorKind;

/// A token as issued.
#[derive(Debug, Clone)]
pub struct IssuedToken {
    /// The bearer token; fit to be sent in a header.
    pub access_token: SecretString,
    /// Its lifetime in seconds from the moment of the answer, if that is a number above 0.
    pub expires_in: Option<f64>,
    /// The scope that was granted.
    pub scope: Option<String>,
    /// The `exp` claim, in seconds since 1970, if the token is a JWT that has one. Its signature was not checked.
    pub expires_at: Option<f64>,
}

/// The endpoint issued no token.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenRefusal {
    /// The `error` code of an OAuth refusal (RFC 6749, section 5.2).
    pub oauth_error: Option<String>,
    /// What else was said; its kind is the catalogue's row.
    pub facts: ErrorFacts,
}

/// A successful status without a usable token in the body. Says nothing of the body, which may hold a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the token endpoint's answer holds no access token")]
pub struct NoToken;

#[derive(Deserialize)]
struct Body {
    access_token: String,
    #[serde(default)]
    expires_in: Option<Value>,
    #[serde(default)]
    scope: Option<Value>,
}

/// Reads the body of a successful answer.
///
/// # Errors
/// [`NoToken`] if there is none, or none that could be sent; then [`read_oauth_error`] says what there is.
pub fn read_token(body: &[u8]) -> Result<IssuedToken, NoToken> {
    let Body { access_token, expires_in, scope } = serde_json::from_slice(body).map_err(|_| NoToken)?;
    if access_token.is_empty() || !access_token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(NoToken);
    }
    Ok(IssuedToken {
        expires_at: expiry_claim(&access_token),
        access_token: SecretString::from(access_token),
        expires_in: expires_in.as_ref().and_then(number).filter(|seconds| *seconds > 0.0),
        scope: scope.as_ref().and_then(Value::as_str).map(str::to_owned),
    })
}

/// Reads an answer without a token: `type` makes it an error of the gateway, `error` one of OAuth, neither a fault of
/// whatever answered.
#[must_use]
pub fn read_oauth_error(status: u16, headers: &HeaderMap, body: &[u8]) -> TokenRefusal {
    let envelope: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |key| envelope.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut facts = problem::read_token_error(status, headers, body);
    if status < 400 {
        // What should have been a token may still hold one.
        facts.body.clear();
    }
    if text("type").is_some() {
        return TokenRefusal { oauth_error: None, facts };
    }
    let oauth_error = text("error");
    facts.kind = match &oauth_error {
        Some(code) => ErrorKind::from_oauth_code(code).unwrap_or(ErrorKind::OAuth),
        None => ErrorKind::AuthTransport,
    };
    if oauth_error.is_some() {
        facts.detail = text("error_description").or(facts.detail);
    }
    TokenRefusal { oauth_error, facts }
}

/// The `exp` claim of a JWT, unverified.
fn expiry_claim(token: &str) -> Option<f64> {
    let mut parts = token.split('.');
    let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
    let payload = URL_SAFE_NO_PAD.decode(payload.trim_end_matches('=')).ok()?;
    let claims: Value = serde_json::from_slice(&payload).ok()?;
    number(claims.get("exp")?)
}

/// A number, also one that was sent as text. Never one that is not finite.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests;
