//! One running call as a foreign language sees it.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use axonium::engine::{self, Delivery, Outlet, Record};
use bytes::Bytes;
use futures_util::FutureExt;
use serde_json::json;
use tokio::sync::{Mutex as AsyncMutex, Notify, mpsc, oneshot};

use crate::control::{internal, write, write_error};
use crate::{Batch, CallId, End, Ready};

type TokenReply = oneshot::Sender<Result<String, String>>;

pub(crate) struct Call {
    pub(crate) record: Arc<Record>,
    cancelled: Notify,
    deliveries: AsyncMutex<mpsc::Receiver<Delivery>>,
    end: OnceLock<End>,
    tokens_wanted: Mutex<HashMap<u64, TokenReply>>,
    next_ticket: AtomicU64,
    ready: Option<Place>,
}

/// A call's place in a queue of ready calls.
struct Place {
    call: CallId,
    queue: Arc<Ready>,
    listed: AtomicBool,
}

impl Place {
    fn list(&self) {
        if !self.listed.swap(true, Ordering::AcqRel) {
            self.queue.push(self.call);
        }
    }
}

impl Call {
    /// A call that writes its account to `record`, with the outlet for its deliveries.
    pub(crate) fn new(id: CallId, record: Record, ready: Option<Arc<Ready>>) -> (Arc<Self>, Outlet) {
        let (outlet, deliveries) = Outlet::new();
        let call = Arc::new(Self {
            record: Arc::new(record),
            cancelled: Notify::new(),
            deliveries: AsyncMutex::new(deliveries),
            end: OnceLock::new(),
            tokens_wanted: Mutex::default(),
            next_ticket: AtomicU64::new(1),
            ready: ready.map(|queue| Place { call: id, queue, listed: AtomicBool::new(false) }),
        });
        let outlet = if call.ready.is_some() {
            let call: Weak<Self> = Arc::downgrade(&call);
            outlet.notifying(Arc::new(move || {
                if let Some(call) = call.upgrade() {
                    call.list();
                }
            }))
        } else {
            outlet
        };
        (call, outlet)
    }

    /// Runs `work` to its one end, whether it succeeds, fails, is cancelled or panics.
    pub(crate) async fn run(self: Arc<Self>, work: impl Future<Output = axonium::Result<engine::Answer>>) {
        let guarded = AssertUnwindSafe(work).catch_unwind();
        let end = tokio::select! {
            // A cancel that comes together with the result wins: the caller no longer expects one.
            biased;
            () = self.cancelled.notified() => End::Failed(write_error(&engine::cancelled(&self.record))),
            result = guarded => match result {
                Ok(Ok(answer)) => End::Done(write(&answer)),
                Ok(Err(error)) => End::Failed(write_error(&error)),
                Err(_) => End::Failed(write_error(&internal("the call panicked; please report it"))),
            },
        };
        // `work` is gone, and with it the outlet: the receiver sees the end of the deliveries.
        self.finish(end);
    }

    pub(crate) fn finish(&self, end: End) {
        // Only one task runs a call, so nothing else can have set the end.
        let _ = self.end.set(end);
        self.list();
    }

    pub(crate) fn cancel(&self) {
        self.record.give_up();
        // Remembered if the call has not started to listen yet.
        self.cancelled.notify_one();
    }

    /// Waits for one delivery, then takes all that is ready, within the limits. Cancel-safe.
    pub(crate) async fn pull(&self, max_items: usize, max_bytes: usize) -> Batch {
        let mut deliveries = self.deliveries.lock().await;
        let mut batch = Batch::default();
        let mut room = Room { items: max_items.max(1), bytes: max_bytes };
        match deliveries.recv().await {
            Some(delivery) => self.add(&mut batch, &mut room, delivery),
            None => batch.end = self.ended().await,
        }
        self.add_ready(&mut batch, &mut room, &mut deliveries);
        batch
    }

    /// Takes what is ready, which may be nothing.
    pub(crate) fn try_pull(&self, max_items: usize, max_bytes: usize) -> Batch {
        let mut batch = Batch::default();
        // Unlisted first: what arrives from now on lists the call again.
        if let Some(ready) = &self.ready {
            ready.listed.store(false, Ordering::Release);
        }
        if let Ok(mut deliveries) = self.deliveries.try_lock() {
            let mut room = Room { items: max_items.max(1), bytes: max_bytes };
            self.add_ready(&mut batch, &mut room, &mut deliveries);
            if batch.end.is_none() && (!deliveries.is_empty() || self.end.get().is_some()) {
                self.list();
            }
        }
        batch
    }

    fn add_ready(&self, batch: &mut Batch, room: &mut Room, deliveries: &mut mpsc::Receiver<Delivery>) {
        while batch.end.is_none() && room.left() {
            match deliveries.try_recv() {
                Ok(delivery) => self.add(batch, room, delivery),
                Err(mpsc::error::TryRecvError::Empty) => break,
                Err(mpsc::error::TryRecvError::Disconnected) => {
                    batch.end = self.end.get().cloned();
                    break;
                }
            }
        }
    }

    fn add(&self, batch: &mut Batch, room: &mut Room, delivery: Delivery) {
        match delivery {
            Delivery::Item(item) => {
                room.take(item.len());
                batch.items.push(item);
            }
            Delivery::Opened(meta) => batch.opened = Some(write(&meta)),
            Delivery::Notice(notice) => batch.notices.push(write(&notice)),
            Delivery::TokenWanted { rejected, reply } => {
                let ticket = self.next_ticket.fetch_add(1, Ordering::Relaxed);
                self.tokens_wanted.lock().unwrap_or_else(PoisonError::into_inner).insert(ticket, reply);
                let wanted = json!({"kind": "token", "ticket": ticket, "rejected": rejected});
                batch.notices.push(Bytes::from(wanted.to_string()));
            }
            _ => {}
        }
    }

    /// The end, which is set right after the last delivery has been sent.
    async fn ended(&self) -> Option<End> {
        while self.end.get().is_none() {
            tokio::task::yield_now().await;
        }
        self.end.get().cloned()
    }

    pub(crate) fn answer_token(&self, ticket: u64, answer: Result<String, String>) -> bool {
        let reply = self.tokens_wanted.lock().unwrap_or_else(PoisonError::into_inner).remove(&ticket);
        reply.is_some_and(|reply| reply.send(answer).is_ok())
    }

    fn list(&self) {
        if let Some(ready) = &self.ready {
            ready.list();
        }
    }
}

/// What still fits into a batch.
struct Room {
    items: usize,
    bytes: usize,
}

impl Room {
    fn take(&mut self, bytes: usize) {
        self.items = self.items.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    fn left(&self) -> bool {
        self.items > 0 && self.bytes > 0
    }
}

#[cfg(test)]
mod tests {
    use axonium_clock::Clock;

    use super::*;

    #[test]
    fn a_panic_ends_its_call_with_an_internal_error_behind_what_was_delivered() {
        let (call, outlet) = Call::new(1, Record::new(Clock::simulated()), None);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(Arc::clone(&call).run(async move {
            let _held = outlet;
            panic!("the call is broken");
        }));
        let batch = runtime.block_on(call.pull(1, 1));
        let Some(End::Failed(failed)) = batch.end else { panic!("{batch:?}") };
        let failed: serde_json::Value = serde_json::from_slice(&failed).unwrap();
        assert_eq!(failed["kind"], "Internal");
    }
}
