//! Where a call's results go while it runs.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};

use super::notice::Notice;
use crate::api::Hooks;
use crate::api::meta::Meta;

/// Deliveries that may wait for the caller. When they are full the socket is not read, so a slow reader slows the
/// server down instead of filling memory.
const CAPACITY: usize = 64;

/// Something that a running call hands to its caller.
#[derive(Debug)]
#[non_exhaustive]
pub enum Delivery {
    /// The server accepted the stream.
    Opened(Box<Meta>),
    /// The body of an answer, or the data of one stream event.
    Item(Bytes),
    /// What the call is doing, for logs and hooks.
    Notice(Notice),
    /// The caller's token provider is wanted.
    TokenWanted {
        /// The token that the server refused, if one was.
        rejected: Option<String>,
        /// Takes the new token, or why there is none.
        reply: oneshot::Sender<Result<String, String>>,
    },
}

/// The sending end of a call's deliveries.
#[derive(Clone)]
pub struct Outlet {
    sender: mpsc::Sender<Delivery>,
    on_delivery: Option<Arc<dyn Fn() + Send + Sync>>,
    hooks: Option<Hooks>,
}

impl Outlet {
    /// An outlet and the end that reads from it.
    #[must_use]
    pub fn new() -> (Self, mpsc::Receiver<Delivery>) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        (Self { sender, on_delivery: None, hooks: None }, receiver)
    }

    /// Calls `on_delivery` after each delivery, for callers that wait for many calls at one place.
    #[must_use]
    pub fn notifying(mut self, on_delivery: Arc<dyn Fn() + Send + Sync>) -> Self {
        self.on_delivery = Some(on_delivery);
        self
    }

    /// Tells `hooks` of every notice, besides delivering it.
    #[must_use]
    pub(crate) fn with_hooks(mut self, hooks: Option<Hooks>) -> Self {
        self.hooks = hooks;
        self
    }

    /// Delivers, once there is room. A caller who has gone away is no error: the call is then about to be dropped.
    pub(super) async fn deliver(&self, delivery: Delivery) {
        if let (Some(hooks), Delivery::Notice(notice)) = (&self.hooks, &delivery) {
            hooks.notice(notice);
        }
        if self.sender.send(delivery).await.is_ok()
            && let Some(on_delivery) = &self.on_delivery
        {
            on_delivery();
        }
    }

    /// Asks the caller for a token.
    pub(super) async fn ask_token(&self, rejected: Option<String>) -> Result<String, String> {
        let (reply, answer) = oneshot::channel();
        self.deliver(Delivery::TokenWanted { rejected, reply }).await;
        answer.await.unwrap_or_else(|_| Err("the caller went away before it gave a token".to_owned()))
    }
}
