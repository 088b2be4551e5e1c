//! How a model declines.

use serde::Serialize;

/// The model declined, or what it made was held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Refusal {
    /// `refusal` where the model says so itself, `content_filter` where its output was cut off, else the server's own code.
    pub code: String,
    /// The model's words, or the server's; `None` if there are none.
    pub text: Option<String>,
}
