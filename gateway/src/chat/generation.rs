//! One run of the model. It is a task of its own: a client that leaves neither stops it nor its bill.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{HeaderValue, header};
use tokio::sync::{mpsc, oneshot};

use super::answer::{Head, failure};
use super::{EVENT_STREAM, JSON, SCOPE};
use crate::config::ModelConfig;
use crate::exchange::Exchange;
use crate::idempotency::{Key, Outcome, Stored};
use crate::ledger::{LedgerEntry, Termination, Usage};
use crate::model::{Piece, Plan};
use crate::problem::Problem;
use crate::state::State;

/// A generation about to start.
pub(crate) struct Generation {
    pub(crate) state: Arc<State>,
    pub(crate) exchange: Exchange,
    pub(crate) client: String,
    pub(crate) model: ModelConfig,
    pub(crate) replica: String,
    pub(crate) plan: Plan,
    pub(crate) key: Option<Key>,
    pub(crate) breaks_after: Option<usize>,
}

/// The model stopped working in the middle of it.
struct Broke {
    produced: usize,
}

impl Generation {
    /// Runs to the end and gives the answer in one piece.
    pub(crate) async fn complete(self) -> Result<Response, Problem> {
        let state = self.state.clone();
        let (sender, answer) = oneshot::channel();
        let head = self.begin();
        state.spawn(async move {
            let ran = self.run(|_| {}).await;
            let present = !sender.is_closed();
            let usage = self.close_entry(&ran, present);
            let answer = match ran {
                Err(_) => Err(Problem::new("upstream-error")),
                Ok(()) => Ok(head.completion(&self.plan.pieces, self.plan.finish_reason, usage)),
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

    /// Starts, and gives the answer event by event.
    pub(crate) fn stream(self) -> Response {
        let state = self.state.clone();
        let (sender, events) = mpsc::unbounded_channel::<Bytes>();
        let head = self.begin();
        state.spawn(async move {
            let mut sent = vec![head.opening()];
            let _ = sender.send(head.opening());
            let ran = self
                .run(|piece| {
                    let event = head.delta(piece);
                    sent.push(event.clone());
                    let _ = sender.send(event);
                })
                .await;
            let usage = self.close_entry(&ran, !sender.is_closed());
            let last = if ran.is_ok() {
                let closing = head.closing(self.plan.finish_reason, usage).to_vec();
                sent.extend(closing.clone());
                self.settle(Ok((EVENT_STREAM, sent)));
                closing
            } else {
                let problem = Problem::new("upstream-error");
                let last = failure(&problem.document(&self.exchange));
                self.settle(Err(problem));
                vec![last]
            };
            for event in last {
                let _ = sender.send(event);
            }
        });
        let events = stream::unfold(events, |mut events| async { Some((events.recv().await?, events)) });
        with_type(EVENT_STREAM, Body::from_stream(events.map(Ok::<_, Infallible>)))
    }

    /// Opens the ledger entry. From here on the generation is billed.
    fn begin(&self) -> Head {
        let now = self.state.clock.wall();
        self.state.memory().book.begin(LedgerEntry {
            request_id: self.exchange.request_id.clone(),
            model: self.model.id.clone(),
            usage: None,
            billed: true,
            replays: 0,
            termination_reason: None,
            client: self.client.clone(),
            instance_id: self.replica.clone(),
            created_at: now,
            cost_usd: None,
        });
        Head {
            id: format!("chatcmpl-{}", self.exchange.request_id),
            created: now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
            model: self.model.id.clone(),
        }
    }

    /// Puts out the pieces, each at its time.
    async fn run(&self, mut put_out: impl FnMut(&Piece)) -> Result<(), Broke> {
        let first = self.state.clock.now() + Duration::from_millis(self.model.generation_ms);
        self.state.clock.reach(first).await;
        for (produced, piece) in self.plan.pieces.iter().enumerate() {
            if self.breaks_after == Some(produced) {
                return Err(Broke { produced });
            }
            self.state.clock.reach(first + self.pace(produced)).await;
            put_out(piece);
        }
        let produced = self.plan.pieces.len();
        if self.breaks_after.is_some_and(|limit| limit >= produced) { Err(Broke { produced }) } else { Ok(()) }
    }

    /// How long after the first word this one comes.
    fn pace(&self, position: usize) -> Duration {
        let rate = self.model.words_per_second.filter(|rate| *rate > 0.0);
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        rate.and_then(|rate| Duration::try_from_secs_f64(f64::from(position) / rate).ok()).unwrap_or_default()
    }

    fn close_entry(&self, ran: &Result<(), Broke>, client_present: bool) -> Usage {
        let produced = ran.as_ref().err().map_or(self.plan.pieces.len(), |broke| broke.produced);
        let usage = Usage::new(self.plan.prompt_tokens, produced as u64);
        let mut memory = self.state.memory();
        memory.breakers.record(&format!("{}/{}", self.model.id, self.replica), ran.is_ok());
        memory.limiter.spend_tokens(SCOPE, usage.total_tokens);
        memory.book.update(&self.exchange.request_id, |entry| {
            entry.usage = Some(usage);
            entry.billed = ran.is_ok() || produced > 0;
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

fn with_type(content_type: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}
