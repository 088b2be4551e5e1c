//! The catalogue.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde_json::{Value, json};

use crate::config::ModelConfig;
use crate::state::State;

/// `GET /v1/models` and `/v1/models/mine`: every model of this gateway runs and is granted to everyone.
pub(super) async fn list(Shared(state): Shared<Arc<State>>) -> Json<Value> {
    let models: Vec<Value> = state.config.models.iter().map(model).collect();
    Json(json!({"object": "list", "data": models}))
}

fn model(model: &ModelConfig) -> Value {
    json!({
        "id": model.id, "object": "model", "owned_by": model.owned_by, "context_length": model.context_length,
        "family": model.family, "quantization": model.quantization, "modality": model.modality,
        "payload_schema": model.payload_schema, "served_by": model.replicas,
    })
}
