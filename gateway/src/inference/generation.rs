//! One run of the model. It is a task of its own: a client that leaves neither stops it nor its bill.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axonium_clock::Clock;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::oneshot;

use super::writer::{Event, Writer};
use super::{EVENT_STREAM, JSON, Wishes, with_type};
use crate::config::ModelConfig;
use crate::exchange::Exchange;
use crate::idempotency::{Key, Outcome, Stored};
use crate::ledger::{LedgerEntry, Termination, Usage};
use crate::model::Plan;
use crate::problem::Problem;
use crate::state::State;

/// A generation about to start.
pub(crate) struct Generation {
    pub(crate) state: Arc<State>,
    pub(crate) exchange: Exchange,
    pub(crate) client: String,
    pub(crate) scope: &'static str,
    pub(crate) model: ModelConfig,
    pub(crate) replica: String,
    pub(crate) plan: Plan,
    pub(crate) key: Option<Key>,
    pub(crate) wishes: Wishes,
    pub(crate) writer: Box<dyn Writer>,
}

/// Where the events of a stream go. Those of one moment are given away together, and the last ones when all is written
/// down: a client that saw them and lost its connection finds its key settled, and not by luck.
struct Outlet {
    sender: UnboundedSender<Event>,
    /// Events of this moment.
    held: Vec<Event>,
    keeps: bool,
    /// All of them, for a replay.
    kept: Vec<Bytes>,
}

impl Outlet {
    fn new(keeps: bool) -> (Self, UnboundedReceiver<Event>) {
        let (sender, events) = mpsc::unbounded_channel();
        (Self { sender, held: Vec::new(), keeps, kept: Vec::new() }, events)
    }

    fn put(&mut self, events: Vec<Event>) {
        if self.keeps {
            self.kept.extend(events.iter().map(Event::sse));
        }
        self.held.extend(events);
    }

    fn flush(&mut self) {
        for event in self.held.drain(..) {
            // A client that left is seen by `has_client`.
            let _ = self.sender.send(event);
        }
    }

    fn has_client(&self) -> bool {
        !self.sender.is_closed()
    }
}

/// The model stopped working in the middle of it.
struct Broke {
    produced: usize,
}

impl Generation {
    /// Runs to the end and gives the answer in one piece.
    pub(crate) async fn complete(mut self) -> Result<Response, Problem> {
        let state = self.state.clone();
        let (sender, answer) = oneshot::channel();
        self.begin();
        state.spawn(async move {
            let ran = self.run(None).await;
            let usage = self.close_entry(&ran, !sender.is_closed(), 0);
            let answer = match ran {
                Err(_) => Err(Problem::new("upstream-error")),
                Ok(()) => Ok(self.writer.whole(&self.plan, usage)),
            };
            self.settle(match &answer {
                Ok(body) => Ok((JSON, vec![body.clone()])),
                Err(problem) => Err(problem.clone()),
            });
            // A client that left is in the ledger already.
            let _ = sender.send(answer);
        });
        // The task only goes away unanswered when the gateway stops.
        let body = answer.await.unwrap_or_else(|_| Err(Problem::new("upstream-error")))?;
        Ok(with_type(JSON, Body::from(body)))
    }

    /// Starts, and gives the answer as a stream of events.
    pub(crate) fn stream(self) -> Response {
        let events = stream::unfold(self.events(), |mut events| async {
            let event = events.recv().await?;
            Some((Ok::<_, Infallible>(event.sse()), events))
        });
        with_type(EVENT_STREAM, Body::from_stream(events))
    }

    /// Starts, and gives the answer event by event.
    pub(crate) fn events(mut self) -> UnboundedReceiver<Event> {
        let state = self.state.clone();
        let (mut outlet, events) = Outlet::new(self.key.is_some());
        self.begin();
        state.spawn(async move {
            let opening = self.writer.opening();
            let before_output = opening.len();
            outlet.put(opening);
            let ran = self.run(Some(&mut outlet)).await;
            let usage = self.close_entry(&ran, outlet.has_client(), before_output);
            if ran.is_ok() {
                outlet.put(self.writer.closing(&self.plan, usage));
                self.settle(Ok((EVENT_STREAM, std::mem::take(&mut outlet.kept))));
            } else {
                let problem = Problem::new("upstream-error");
                outlet.put(self.writer.failure(&problem.document(&self.exchange)));
                self.settle(Err(problem));
            }
            outlet.flush();
        });
        events
    }

    /// Opens the ledger entry. From here on the generation is billed.
    fn begin(&self) {
        self.state.memory().book.begin(LedgerEntry {
            request_id: self.exchange.request_id.clone(),
            model: self.model.id.clone(),
            usage: None,
            billed: true,
            refunded: false,
            replays: 0,
            termination_reason: None,
            client: self.client.clone(),
            instance_id: self.replica.clone(),
            created_at: self.state.clock.wall(),
            cost_usd: None,
        });
    }

    /// Puts out the pieces, each at its time.
    async fn run(&mut self, mut outlet: Option<&mut Outlet>) -> Result<(), Broke> {
        let before = self.wishes.generation.unwrap_or(Duration::from_millis(self.model.generation_ms));
        let first = self.state.clock.now() + before;
        reach(&self.state.clock, first, outlet.as_deref_mut()).await;
        for (produced, piece) in self.plan.pieces.iter().enumerate() {
            if self.wishes.breaks_after == Some(produced) {
                return Err(Broke { produced });
            }
            reach(&self.state.clock, first + self.pace(produced), outlet.as_deref_mut()).await;
            if let Some(outlet) = &mut outlet {
                outlet.put(self.writer.piece(piece));
            }
        }
        let produced = self.plan.pieces.len();
        if self.wishes.breaks_after.is_some_and(|limit| limit >= produced) { Err(Broke { produced }) } else { Ok(()) }
    }

    /// How long after the first word this one comes.
    fn pace(&self, position: usize) -> Duration {
        let rate = self.model.words_per_second.filter(|rate| *rate > 0.0);
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        rate.and_then(|rate| Duration::try_from_secs_f64(f64::from(position) / rate).ok()).unwrap_or_default()
    }

    /// Writes down how it ended. What the gateway itself kept from its client is refunded: the model broke before its
    /// first word, or the connection ends before the first output, and no key brings the answer back.
    fn close_entry(&self, ran: &Result<(), Broke>, client_present: bool, before_output: usize) -> Usage {
        let produced = ran.as_ref().err().map_or(self.plan.pieces.len(), |broke| broke.produced);
        let usage = Usage::new(self.plan.prompt_tokens, produced as u64);
        let lost = self.key.is_none() && self.wishes.delivers.is_some_and(|events| events <= before_output);
        let refunded = lost || (ran.is_err() && produced == 0);
        let mut memory = self.state.memory();
        memory.breakers.record(&format!("{}/{}", self.model.id, self.replica), ran.is_ok());
        memory.limiter.spend_tokens(self.scope, usage.total_tokens);
        memory.book.update(&self.exchange.request_id, |entry| {
            entry.usage = Some(usage);
            entry.refunded = refunded;
            entry.billed = !refunded;
            entry.cost_usd = self
                .model
                .usd_per_million_tokens
                .filter(|_| entry.billed)
                .map(|price| price * f64::from(u32::try_from(usage.total_tokens).unwrap_or(u32::MAX)) / 1e6);
            entry.termination_reason = Some(match (ran, client_present) {
                (Err(_), _) => Termination::UpstreamError,
                (Ok(()), true) => Termination::Complete,
                (Ok(()), false) => Termination::ClientDisconnected,
            });
        });
        usage
    }

    fn settle(&self, answer: Result<(&'static str, Vec<Bytes>), Problem>) {
        let Some(key) = &self.key else { return };
        let outcome = match answer {
            Err(problem) => Outcome::Failed(problem),
            Ok((content_type, body)) => Outcome::Finished(Stored {
                request_id: self.exchange.request_id.clone(),
                replica: self.replica.clone(),
                content_type,
                body,
            }),
        };
        self.state.memory().keys.settle(key, outcome);
    }
}

/// Waits for a moment, once what came before it is on its way.
async fn reach(clock: &Clock, moment: Duration, outlet: Option<&mut Outlet>) {
    if let Some(outlet) = outlet.filter(|_| clock.now() < moment) {
        outlet.flush();
    }
    clock.reach(moment).await;
}
