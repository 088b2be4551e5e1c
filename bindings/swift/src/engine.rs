//! The engine and its calls, as Swift sees them.

use std::sync::Arc;

use axonium_bridge as bridge;
use axonium_bridge::HandleError;
use bytes::Bytes;

/// Why a function of the engine did nothing.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum EngineError {
    /// The Failed JSON of bindings/engine.
    #[error("{}", String::from_utf8_lossy(envelope))]
    Failed {
        /// UTF-8 JSON.
        envelope: Vec<u8>,
    },
    /// A call's id was closed, or belongs to another engine.
    #[error("{message}")]
    Handle {
        /// A sentence.
        message: String,
    },
}

impl From<HandleError> for EngineError {
    fn from(error: HandleError) -> Self {
        Self::Handle { message: error.to_string() }
    }
}

/// How a call ended.
#[derive(Debug, uniffi::Enum)]
pub enum End {
    /// Well.
    Done {
        /// The Done JSON of bindings/engine.
        envelope: Vec<u8>,
    },
    /// Not well.
    Failed {
        /// The Failed JSON of bindings/engine.
        envelope: Vec<u8>,
    },
}

impl From<bridge::End> for End {
    fn from(end: bridge::End) -> Self {
        match end {
            bridge::End::Done(envelope) => Self::Done { envelope: envelope.into() },
            bridge::End::Failed(envelope) => Self::Failed { envelope: envelope.into() },
        }
    }
}

/// What one pull brought.
#[derive(Debug, uniffi::Record)]
pub struct Batch {
    /// The Meta JSON so far, when a stream's server has accepted it.
    pub opened: Option<Vec<u8>>,
    /// Notice JSON: waits, observed steps, wishes for a token.
    pub notices: Vec<Vec<u8>>,
    /// A unary call's body, or the data of a stream's events.
    pub items: Vec<Vec<u8>>,
    /// How the call ended, once it has.
    pub end: Option<End>,
}

impl From<bridge::Batch> for Batch {
    fn from(batch: bridge::Batch) -> Self {
        let each = |parts: Vec<Bytes>| parts.into_iter().map(Vec::from).collect();
        Self {
            opened: batch.opened.map(Vec::from),
            notices: each(batch.notices),
            items: each(batch.items),
            end: batch.end.map(End::from),
        }
    }
}

/// One client's engine: a configuration, its connections and its calls.
#[derive(uniffi::Object)]
pub struct Engine(bridge::Engine);

#[uniffi::export]
#[allow(clippy::needless_pass_by_value, reason = "uniffi hands over owned values")]
impl Engine {
    /// An engine of that Config JSON.
    #[uniffi::constructor]
    pub fn new(config: Vec<u8>) -> Result<Arc<Self>, EngineError> {
        match bridge::Engine::new(&config) {
            Ok(engine) => Ok(Arc::new(Self(engine))),
            Err(envelope) => Err(EngineError::Failed { envelope: envelope.into() }),
        }
    }

    /// Begins a call and returns its id at once.
    pub fn start(&self, operation: String, body: Vec<u8>, options: Vec<u8>) -> Result<u64, EngineError> {
        Ok(self.0.start(&operation, body.into(), &options)?)
    }

    /// Waits until the call has something, and takes all that is ready within the limits.
    pub async fn pull(&self, call: u64, max_items: u32, max_bytes: u32) -> Result<Batch, EngineError> {
        Ok(self.0.pull(call, max_items as usize, max_bytes as usize)?.await.into())
    }

    /// The Snapshot JSON: what has arrived so far.
    pub fn snapshot(&self, call: u64) -> Result<Vec<u8>, EngineError> {
        Ok(self.0.snapshot(call)?.into())
    }

    /// Ends the call at once, also out of a wait. Its end still has to be pulled.
    pub fn cancel(&self, call: u64) {
        // A call that is closed already needs no end.
        let _ = self.0.cancel(call);
    }

    /// Frees the id; an unfinished call is cancelled.
    pub fn close(&self, call: u64) {
        self.0.close(call);
    }

    /// Answers a token notice with a token.
    pub fn answer_token(&self, call: u64, ticket: u64, token: String) {
        // A call that ended meanwhile has no use for it.
        let _ = self.0.answer_token(call, ticket, Ok(token));
    }

    /// Answers a token notice with why there is no token.
    pub fn refuse_token(&self, call: u64, ticket: u64, message: String) {
        // A call that ended meanwhile has no use for it.
        let _ = self.0.answer_token(call, ticket, Err(message));
    }

    /// The Circuits JSON.
    #[must_use]
    pub fn circuits(&self) -> Vec<u8> {
        self.0.circuits().into()
    }

    /// The Stats JSON.
    #[must_use]
    pub fn stats(&self) -> Vec<u8> {
        self.0.stats().into()
    }

    /// Ends all calls; later ones are refused.
    pub fn shutdown(&self) {
        self.0.shutdown();
    }
}
