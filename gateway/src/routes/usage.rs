//! Usage by request.

use std::sync::Arc;

use axum::extract::{Path, State as Shared};
use axum::{Extension, Json};
use serde_json::{Value, json};

use crate::ledger::{LedgerEntry, Termination};
use crate::problem::Problem;
use crate::state::State;
use crate::token::Caller;

/// `GET /v1/usage/{request_id}`: the row of a finished generation. A replay's own id has none.
pub(super) async fn retrieve(
    Shared(state): Shared<Arc<State>>,
    Extension(caller): Extension<Caller>,
    Path(request_id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let memory = state.memory();
    let row = memory.book.find(&request_id, &caller.client).and_then(row);
    row.map(Json).ok_or_else(|| Problem::new("not-found"))
}

fn row(entry: &LedgerEntry) -> Option<Value> {
    let ended = entry.termination_reason?;
    Some(json!({
        "request_id": entry.request_id, "model": entry.model, "usage": entry.usage, "cost_usd": entry.cost_usd,
        "termination_reason": ended, "interrupted": ended != Termination::Complete,
        "instance_id": entry.instance_id, "created_at": humantime::format_rfc3339_seconds(entry.created_at).to_string(),
    }))
}
