//! Requests as they arrived.

use http::request::Parts;
use serde::Serialize;

/// How many requests are remembered: enough for any test, and a server that runs for days does not fill up with them.
pub(crate) const REMEMBERED: usize = 10_000;

/// One request, noted before it was answered: over HTTP, or a `response.create` on a WebSocket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordedRequest {
    /// `GET`, `POST`, …; `WEBSOCKET` of a `response.create`, whose path and headers are those of the handshake.
    pub method: String,
    /// Path, with the query if there was one.
    pub path: String,
    /// Headers in the order they came, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body as text; bytes that are no UTF-8 are replaced.
    pub body: String,
}

impl RecordedRequest {
    pub(crate) fn new(head: &Parts, body: &[u8]) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self {
            method: head.method.to_string(),
            path: head.uri.path_and_query().map_or_else(|| head.uri.path().to_owned(), ToString::to_string),
            headers: head.headers.iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect(),
            body: text(body),
        }
    }

    /// A `response.create` on a WebSocket that was opened with this head.
    pub(crate) fn turn(head: &Parts, frame: &str) -> Self {
        Self { method: "WEBSOCKET".to_owned(), ..Self::new(head, frame.as_bytes()) }
    }

    /// The first value of a header, whatever the case of its name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}
