//! The access token that requests are sent with.

use std::time::Duration;

use serde::Deserialize;

use super::config::seconds;
use super::meta::Meta;

/// What the access token in use allows, and for how long. The token itself is not shown.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TokenGrant {
    /// The granted scope, which may be less than was asked for. `None` for a credential that is no client credential.
    pub scope: Option<String>,
    /// What is left of the token's life.
    #[serde(rename = "expires_in_s", deserialize_with = "seconds")]
    pub expires_in: Option<Duration>,
    /// How the call went.
    #[serde(skip)]
    pub meta: Meta,
}
