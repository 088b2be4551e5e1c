use bytes::Bytes;

use super::client::Client;
use super::config::CallOptions;
use super::error::Result;
use super::meta::Meta;
use super::response::{Response, ResponseRequest};
use super::response_stream::ResponseStream;
use crate::engine::Operation;

/// A WebSocket that carries many responses, one after the other. From [`Client::response_connection`].
///
/// It lives at most 60 minutes at the server's; a connection that was closed between two responses is reopened by the next
/// one. Dropping it closes it.
pub struct ResponseConnection {
    client: Client,
    number: u64,
    /// How the opening went: its attempts and waits.
    pub meta: Meta,
}

impl ResponseConnection {
    pub(super) fn new(client: Client, number: u64, meta: Meta) -> Self {
        Self { client, number, meta }
    }

    /// Asks for a response and streams it. Read it to its end before the next one: a connection carries one at a time.
    ///
    /// # Errors
    /// As [`Client::response_stream`]; [`crate::Error::InvalidRequest`] while another response is active.
    pub async fn stream(&self, request: &ResponseRequest) -> Result<ResponseStream> {
        let options = CallOptions { connection: Some(self.number), ..request.options() };
        let running = self.client.open(Operation::ResponsesStream, request.body()?, &options).await?;
        Ok(ResponseStream::new(running))
    }

    /// Asks for a response and waits for the whole of it.
    ///
    /// # Errors
    /// As [`ResponseConnection::stream`].
    pub async fn response(&self, request: &ResponseRequest) -> Result<Response> {
        self.stream(request).await?.final_response().await
    }

    /// Closes the connection, and with it a response that is active on it. Closing it twice is no error.
    ///
    /// # Errors
    /// None is expected.
    pub async fn close(&self) -> Result<()> {
        let body = serde_json::json!({ "connection": self.number }).to_string();
        self.client.call(Operation::ResponsesDisconnect, Bytes::from(body), &CallOptions::default()).await.map(drop)
    }
}

impl Drop for ResponseConnection {
    fn drop(&mut self) {
        self.client.engine().disconnect(self.number);
    }
}

impl std::fmt::Debug for ResponseConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResponseConnection").field("number", &self.number).finish_non_exhaustive()
    }
}
