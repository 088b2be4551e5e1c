//! The catalogue of models.

use serde::Deserialize;
use serde_json::Value;

use super::meta::Meta;

/// A list of models.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ModelList {
    /// The models.
    pub data: Vec<Model>,
    /// How the call went.
    #[serde(skip)]
    pub meta: Meta,
}

impl ModelList {
    /// The models' ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.data.iter().map(|model| model.id.as_str())
    }

    /// The model of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Model> {
        self.data.iter().find(|model| model.id == id)
    }
}

/// A model, as the gateway describes it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Model {
    /// The id to use in requests.
    pub id: String,
    /// Who provides it.
    pub owned_by: Option<String>,
    /// Tokens that prompt and answer may have together; `None` for image models.
    pub context_length: Option<u64>,
    /// The model's family.
    pub family: Option<String>,
    /// How its weights are compressed.
    pub quantization: Option<String>,
    /// `text`, `vision`, `embedding`, `image`, `rerank`, `classification`, `zero_shot` or `typed_decision`.
    pub modality: Option<String>,
    /// What its `predict` endpoint takes.
    pub payload_schema: Option<Value>,
    /// Who serves it.
    pub served_by: Option<Value>,
}
