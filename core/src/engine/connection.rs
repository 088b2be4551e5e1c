//! Connections that are kept for many turns, one after the other.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, oneshot, watch};
use tokio::task::JoinHandle;

use super::upstream::Upstream;
use super::websocket::Socket;
use crate::ErrorKind;
use crate::api::error::ErrorDetails;

/// Servers end a connection after so long, so none is used longer.
const LONGEST_LIFE: Duration = Duration::from_hours(1);

/// The connections that callers keep.
#[derive(Default)]
pub(super) struct Connections {
    last: AtomicU64,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
}

/// A connection that a caller keeps, also while no socket is open for it.
struct Connection {
    place: Mutex<Place>,
    /// Told when a turn leaves.
    left: Notify,
    closed: watch::Sender<bool>,
}

/// Whether the caller of a turn has given it up: then it is about to leave.
pub(super) type GivenUp = Arc<AtomicBool>;

enum Place {
    /// No turn is active. The socket is watched, if there is one.
    Free(Option<Idle>),
    /// A turn is active, or the first handshake.
    Taken(GivenUp),
}

/// A socket and where it came from.
pub(super) struct Kept {
    pub(super) socket: Socket,
    /// When it was opened, by the client's clock.
    pub(super) opened: Duration,
    upstream: Arc<Upstream>,
    /// The response of the last turn: what still names it is not the next turn's.
    pub(super) last_response: Option<String>,
}

/// A socket between two turns: pings are answered, and a closing is noticed.
struct Idle {
    wanted: oneshot::Sender<()>,
    watching: JoinHandle<Option<Kept>>,
}

/// The right to run a turn on a connection. Dropped, it leaves the connection free, without a socket.
pub(super) struct Turn {
    connection: Arc<Connection>,
    idle: Option<Idle>,
    over: bool,
}

impl Kept {
    pub(super) fn new(socket: Socket, upstream: Arc<Upstream>, opened: Duration) -> Self {
        Self { socket, opened, upstream, last_response: None }
    }
}

impl Connections {
    /// A new connection, with the right to its first use.
    pub(super) fn add(&self, caller: GivenUp) -> (u64, Turn) {
        let id = self.last.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        let connection = Arc::new(Connection {
            place: Mutex::new(Place::Taken(caller)),
            left: Notify::new(),
            closed: watch::Sender::new(false),
        });
        self.lock().insert(id, Arc::clone(&connection));
        (id, Turn { connection, idle: None, over: false })
    }

    /// The right to run a turn on the connection `id`. A turn that its caller has given up is waited for.
    pub(super) async fn take(&self, id: u64, caller: GivenUp) -> Result<Turn, Box<ErrorDetails>> {
        let refuse = |message: &str| ErrorDetails::refused_field(ErrorKind::InvalidRequest, "connection", message);
        loop {
            let connection = self.lock().get(&id).cloned();
            let connection = connection.ok_or_else(|| refuse("is closed; open another with responses.connect"))?;
            let left = connection.left.notified();
            match connection.enter(&caller) {
                Ok(idle) => return Ok(Turn { connection: Arc::clone(&connection), idle, over: false }),
                Err(active) if active.load(Ordering::Acquire) => left.await,
                Err(_) => {
                    return Err(refuse(
                        "has an active response, and carries one at a time; read that to its end, or open another \
                         connection",
                    ));
                }
            }
        }
    }

    /// Closes the connection `id`, and ends the turn that is active on it. One that is closed already stays so.
    pub(super) fn remove(&self, id: u64) {
        if let Some(connection) = self.lock().remove(&id) {
            connection.closed.send_replace(true);
            // Dropped, an idle socket is closed by the task that watches it.
            let mut place = connection.place();
            if let Place::Free(idle) = &mut *place {
                *idle = None;
            }
        }
    }

    /// Closes them all.
    pub(super) fn remove_all(&self) {
        let open: Vec<u64> = self.lock().keys().copied().collect();
        for id in open {
            self.remove(id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Begins a turn, with the socket of the one before; none if a turn is active, whose caller may have given it up.
    fn enter(&self, caller: &GivenUp) -> Result<Option<Idle>, GivenUp> {
        let mut place = self.place();
        match &mut *place {
            Place::Taken(active) => Err(Arc::clone(active)),
            Place::Free(idle) => {
                let idle = idle.take();
                *place = Place::Taken(Arc::clone(caller));
                Ok(idle)
            }
        }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// The socket of the turn before, if it is still open, leads to `upstream` and is young enough at `now`.
    pub(super) async fn socket(&mut self, upstream: &Arc<Upstream>, now: Duration) -> Option<Kept> {
        let Idle { wanted, watching } = self.idle.take()?;
        // The reactor is polled before the socket is asked for: one whose closing has arrived is not used.
        tokio::task::yield_now().await;
        // A task that is gone has seen the end of its socket.
        let _ = wanted.send(());
        let kept = watching.await.ok().flatten()?;
        let young = now.saturating_sub(kept.opened) < LONGEST_LIFE;
        if young && Arc::ptr_eq(&kept.upstream, upstream) {
            return Some(kept);
        }
        kept.socket.close();
        None
    }

    /// Keeps `kept` for the next attempt, or the next turn.
    pub(super) fn give_back(&mut self, kept: Kept) {
        if *self.connection.closed.borrow() {
            kept.socket.close();
        } else {
            self.idle = Some(Idle::watch(kept));
        }
    }

    /// Ends the turn: the next one may begin, with `kept`.
    pub(super) fn leave(&mut self, kept: Kept) {
        self.give_back(kept);
        self.free();
    }

    fn free(&mut self) {
        if !std::mem::replace(&mut self.over, true) {
            *self.connection.place() = Place::Free(self.idle.take());
            self.connection.left.notify_waiters();
        }
    }

    /// Turns true when the caller closes the connection.
    pub(super) fn closed(&self) -> watch::Receiver<bool> {
        self.connection.closed.subscribe()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.free();
    }
}

impl Idle {
    fn watch(mut kept: Kept) -> Self {
        let (wanted, mut is_wanted) = oneshot::channel();
        let watching = tokio::spawn(async move {
            loop {
                tokio::select! {
                    // What has come is looked at first: it may be the end.
                    biased;
                    // What comes between two turns belongs to neither.
                    frame = kept.socket.next() => drop(frame.ok()?),
                    wish = &mut is_wanted => {
                        if wish.is_ok() {
                            return Some(kept);
                        }
                        kept.socket.close();
                        return None;
                    }
                };
            }
        });
        Self { wanted, watching }
    }
}
