//! Problem documents and OAuth errors, from the one error catalogue.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::exchange::Exchange;

/// The type of a problem document is this followed by its suffix. Clients branch on the suffix, never on the host.
const TYPE_BASE: &str = "https://axonium.example/problems/";

static CATALOGUE: LazyLock<HashMap<String, Row>> = LazyLock::new(|| {
    let catalogue: Catalogue = serde_json::from_str(include_str!("../../core/contract/errors.json"))
        .expect("the error catalogue is part of the program");
    catalogue.gateway.into_iter().map(|row| (row.suffix.clone(), row)).collect()
});

#[derive(Deserialize)]
struct Catalogue {
    gateway: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    /// A number, or a class such as `4xx`.
    status: Value,
    suffix: String,
    meaning: String,
    remedy: Option<String>,
}

impl Row {
    fn status(&self) -> StatusCode {
        let number = self.status.as_u64().and_then(|number| u16::try_from(number).ok());
        number.and_then(|number| StatusCode::from_u16(number).ok()).unwrap_or(StatusCode::BAD_REQUEST)
    }
}

/// Whether the catalogue has a row of that suffix.
pub(crate) fn is_known(suffix: &str) -> bool {
    CATALOGUE.contains_key(suffix)
}

/// A refusal that becomes `application/problem+json`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    suffix: String,
    /// Members beside the standard ones, or in their place; null takes one away.
    members: Map<String, Value>,
    retry_after: Option<u64>,
}

impl Problem {
    /// The catalogue's row of that suffix; one that is not in it is a plain 400.
    pub(crate) fn new(suffix: &str) -> Self {
        let status = CATALOGUE.get(suffix).map_or(StatusCode::BAD_REQUEST, Row::status);
        Self { status, suffix: suffix.to_owned(), members: Map::new(), retry_after: None }
    }

    /// What clients branch on.
    pub(crate) fn suffix(&self) -> &str {
        &self.suffix
    }

    /// Says what is wrong with this very request.
    pub(crate) fn detail(self, detail: impl Into<String>) -> Self {
        self.member("detail", Value::String(detail.into()))
    }

    /// Adds or replaces a member; null removes it.
    pub(crate) fn member(mut self, name: &str, value: Value) -> Self {
        self.members.insert(name.to_owned(), value);
        self
    }

    /// When a repeat makes sense, rounded up to whole seconds: as the header and in the document.
    pub(crate) fn retry_after(mut self, wait: Duration) -> Self {
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        self.retry_after = Some(seconds);
        self.member("retry_after", json!(seconds))
    }

    /// The document as this exchange's client gets it.
    pub(crate) fn document(&self, exchange: &Exchange) -> Value {
        let row = CATALOGUE.get(&self.suffix);
        let mut document = Map::new();
        document.insert("type".into(), json!(format!("{TYPE_BASE}{}", self.suffix)));
        document.insert("title".into(), json!(title(&self.suffix)));
        document.insert("status".into(), json!(self.status.as_u16()));
        document.insert("detail".into(), json!(row.map_or_else(String::new, sentence)));
        document.insert("instance".into(), json!(exchange.path));
        document.insert("request_id".into(), json!(exchange.request_id));
        document.insert("trace_id".into(), json!(exchange.trace_id));
        for (name, value) in &self.members {
            if value.is_null() {
                document.remove(name);
            } else {
                document.insert(name.clone(), value.clone());
            }
        }
        Value::Object(document)
    }

    /// The whole response.
    pub(crate) fn render(&self, exchange: &Exchange) -> Response {
        let mut response = Response::new(Body::from(self.document(exchange).to_string()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A problem on its way out: the document is written where the exchange's ids are known.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        response.extensions_mut().insert(self);
        response
    }
}

fn sentence(row: &Row) -> String {
    row.remedy.as_ref().map_or_else(|| row.meaning.clone(), |remedy| format!("{} {remedy}", row.meaning))
}

fn title(suffix: &str) -> String {
    let words = suffix.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// A refusal of the token endpoint in OAuth's own envelope.
#[derive(Debug)]
pub(crate) struct OAuthError {
    pub(crate) status: StatusCode,
    pub(crate) error: &'static str,
    pub(crate) description: String,
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let body = axum::Json(json!({"error": self.error, "error_description": self.description}));
        (self.status, body).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_takes_its_status_and_words_from_the_catalogue() {
        let problem = Problem::new("unknown-model");
        let document = problem.document(&Exchange::new("/v1/models"));
        assert_eq!(document["status"], 400);
        assert_eq!(document["title"], "Unknown model");
        assert!(document["type"].as_str().is_some_and(|kind| kind.ends_with("/unknown-model")));
        assert!(document["detail"].as_str().is_some_and(|detail| detail.contains("models.list()")));
    }

    #[test]
    fn a_wait_is_rounded_up_so_that_it_is_always_long_enough() {
        let problem = Problem::new("backend-unavailable").retry_after(Duration::from_millis(1001));
        assert_eq!(problem.document(&Exchange::new("/"))["retry_after"], 2);
    }

    #[test]
    fn null_takes_a_member_away() {
        let problem = Problem::new("forbidden").member("trace_id", Value::Null);
        assert!(problem.document(&Exchange::new("/")).get("trace_id").is_none());
    }
}
