//! What a request used and cost.

use serde::Deserialize;

use super::meta::Meta;
use crate::wire::usage::Usage;

/// What one request used and cost.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RequestUsage {
    /// The request.
    pub request_id: Option<String>,
    /// The model that served it.
    pub model: Option<String>,
    /// Token counts.
    #[serde(skip)]
    pub usage: Option<Usage>,
    /// The cost in US dollars. `None` is unknown, which is not the same as 0.
    pub cost_usd: Option<f64>,
    /// `complete`, `upstream_error` or `client_disconnected`.
    pub termination_reason: Option<String>,
    /// Whether the generation was cut short.
    pub interrupted: Option<bool>,
    /// The replica that served it.
    pub instance_id: Option<String>,
    /// When, as the gateway writes it.
    pub created_at: Option<String>,
    /// How this call went.
    #[serde(skip)]
    pub meta: Meta,
}
