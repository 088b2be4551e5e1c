//! One call.

use std::sync::Arc;

use axonium_bridge::{CallId, HandleError};
use napi::bindgen_prelude::PromiseRaw;
use napi::{Env, JsValue as _, Result};
use napi_derive::napi;

use crate::batch::Batch;
use crate::{text, thrown};

/// One call. Closed, and so cancelled if it still runs, when it is collected: an abandoned stream does not leak.
#[napi]
pub struct Call {
    engine: Arc<axonium_bridge::Engine>,
    id: CallId,
}

impl Call {
    pub(crate) fn new(engine: Arc<axonium_bridge::Engine>, id: CallId) -> Self {
        Self { engine, id }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.engine.close(self.id);
    }
}

#[napi]
impl Call {
    /// Waits for something of this call, then takes all that is ready within the limits. Holds the process open meanwhile.
    #[napi(catch_unwind)]
    pub fn pull<'env>(&self, env: &'env Env, max_items: u32, max_bytes: u32) -> Result<PromiseRaw<'env, Batch>> {
        let pulled = self.engine.pull(self.id, max_items as usize, max_bytes as usize).map_err(unusable)?;
        let (deferred, promise) = env.create_deferred()?;
        axonium_bridge::spawn(async move {
            let batch = Batch::from(pulled.await);
            deferred.resolve(move |_| Ok(batch));
        });
        Ok(PromiseRaw::new(env.raw(), promise.raw()))
    }

    /// What has arrived so far: the Snapshot JSON.
    #[napi(catch_unwind)]
    pub fn snapshot(&self) -> Result<String> {
        self.engine.snapshot(self.id).map(text).map_err(unusable)
    }

    /// Ends the call; its end can still be pulled. Nothing happens to one that is closed.
    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        // A closed call has been cancelled already.
        let _ = self.engine.cancel(self.id);
    }

    /// Frees the call, cancelling it if it still runs.
    #[napi(catch_unwind)]
    pub fn close(&self) {
        self.engine.close(self.id);
    }

    /// Answers a token notice with the token, or with why there is none. A call that no longer waits ignores it.
    #[napi(catch_unwind)]
    pub fn answer_token(&self, ticket: u32, token: Option<String>, failure: Option<String>) {
        let answer = token.ok_or_else(|| failure.unwrap_or_default());
        // The call may have ended while the token was fetched.
        let _ = self.engine.answer_token(self.id, ticket.into(), answer);
    }
}

fn unusable(error: HandleError) -> napi::Error {
    thrown(error.message())
}
