//! What one call has done so far, readable while it runs and after it was cancelled.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axonium_clock::Clock;
use bytes::Bytes;
use http::HeaderMap;

use super::connection::GivenUp;
use super::protocol::Event;
use crate::api::meta::{AttemptRecord, Meta};
use crate::wire::headers::ResponseHeaders;
use crate::wire::usage::Usage;

/// The account of one call.
pub struct Record {
    clock: Clock,
    started: Duration,
    /// What it streams are the events of a response, not the chunks of a chat.
    streams_response: AtomicBool,
    /// The caller no longer wants the answer; the call is about to end.
    given_up: GivenUp,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    meta: Meta,
    /// All headers of the attempt's response, for those who pass it on.
    headers: HeaderMap,
    /// What the server said of the attempt's failure: the same.
    failure: Option<Bytes>,
    /// The data of each stream event that came, but for those that may be dropped unseen. The bytes are shared with the caller's, not copied.
    events: Vec<Bytes>,
    /// How many of them have reached the caller.
    delivered: usize,
    /// How many of them the running attempt has brought, or brought again.
    brought: usize,
    saw_output: bool,
    usage: Option<Usage>,
    wait: Option<RunningWait>,
    attempt: Option<RunningAttempt>,
    /// A stream of this call was accepted.
    opened: bool,
    /// What is streamed is to be parsed, and whether leniently.
    lenient: Option<bool>,
    /// When the call ended, as time since it started.
    ended: Option<Duration>,
}

#[derive(Clone, Copy)]
struct RunningAttempt {
    since: Duration,
    waited_before: Duration,
    status: Option<u16>,
}

#[derive(Clone, Copy)]
struct RunningWait {
    since: Duration,
    planned: Duration,
}

/// A copy of what a stream has delivered.
pub(crate) struct Transcript {
    pub(crate) events: Vec<Bytes>,
    pub(crate) saw_output: bool,
    pub(crate) usage: Option<Usage>,
}

impl Record {
    /// The account of a call that starts now.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        let started = clock.now();
        Self {
            clock,
            started,
            streams_response: AtomicBool::new(false),
            given_up: Arc::default(),
            state: Mutex::default(),
        }
    }

    /// Says that the caller gives the call up, before its work is dropped: a connection that it is on does not refuse the
    /// next turn meanwhile.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Release);
    }

    pub(super) fn given_up(&self) -> GivenUp {
        Arc::clone(&self.given_up)
    }

    /// What is streamed are the events of a response, not the chunks of a chat.
    pub(super) fn expect_response(&self) {
        self.streams_response.store(true, Ordering::Relaxed);
    }

    pub(super) fn streams_response(&self) -> bool {
        self.streams_response.load(Ordering::Relaxed)
    }

    /// What is streamed is to be parsed: also where JSON is only a part of it, if `lenient`.
    pub(super) fn expect_json(&self, lenient: bool) {
        self.state().lenient = Some(lenient);
    }

    /// Whether what is streamed is parsed leniently; `None` if it is not parsed.
    pub(super) fn lenient(&self) -> Option<bool> {
        self.state().lenient
    }

    /// So much was taken away around the JSON.
    pub(super) fn stripped(&self, stripped: Option<String>) {
        self.state().meta.stripped = stripped;
    }

    /// How the call has gone so far.
    #[must_use]
    pub fn meta(&self) -> Meta {
        let elapsed = self.elapsed();
        let state = self.state();
        let mut meta = state.meta.clone();
        if let Some(wait) = state.wait {
            // Cancelled, or looked at, in the middle of a wait.
            let slept = self.clock.now().saturating_sub(wait.since).min(wait.planned);
            meta.waited_for = meta.waited_for.saturating_add(slept);
        }
        if let Some(attempt) = state.attempt {
            meta.history.push(AttemptRecord {
                route: meta.route.clone(),
                status: attempt.status,
                request_id: attempt.status.and(meta.request_id.clone()),
                waited_before: attempt.waited_before,
                duration: self.clock.now().saturating_sub(attempt.since),
                ..AttemptRecord::default()
            });
        }
        meta.elapsed = elapsed;
        meta
    }

    /// The headers of the last attempt's response; none if none came.
    #[must_use]
    pub fn response_headers(&self) -> HeaderMap {
        self.state().headers.clone()
    }

    /// What the server said of the last attempt's failure, as it came: the body of its answer, or the event that ended
    /// the stream; none if it said nothing.
    #[must_use]
    pub fn failure(&self) -> Option<Bytes> {
        self.state().failure.clone()
    }

    /// Time since the call started, until it ended.
    pub(super) fn elapsed(&self) -> Duration {
        self.state().ended.unwrap_or_else(|| self.clock.now().saturating_sub(self.started))
    }

    /// The call is over: its time stands still, and what was cut short counts as far as it went.
    pub(super) fn end(&self) {
        let (now, meta) = (self.elapsed(), self.meta());
        let mut state = self.state();
        state.meta = meta;
        (state.wait, state.attempt) = (None, None);
        state.ended.get_or_insert(now);
    }

    /// A stream was accepted: true for the first of a call, whose later ones repeat one that brought nothing.
    pub(super) fn opened(&self) -> bool {
        !std::mem::replace(&mut self.state().opened, true)
    }

    pub(super) fn attempts(&self) -> u32 {
        self.state().meta.attempts
    }

    /// A request goes out, on the route of that name if the call named routes.
    pub(super) fn request_sent(&self, waited_before: Duration, route: Option<&str>) -> u32 {
        let mut state = self.state();
        state.meta.route = route.map(str::to_owned);
        state.attempt = Some(RunningAttempt { since: self.clock.now(), waited_before, status: None });
        state.meta.attempts = state.meta.attempts.saturating_add(1);
        // What belongs to one attempt must not be taken for the next one's. What the caller has got stays got: an attempt
        // that follows brings it again.
        state.headers.clear();
        state.failure = None;
        let delivered = state.delivered;
        state.events.truncate(delivered);
        state.brought = 0;
        if delivered == 0 {
            state.meta.sequence_gaps = 0;
            state.saw_output = false;
            state.usage = None;
        }
        state.meta.attempts
    }

    /// Whether an event of the running attempt is the one that was delivered in its place; `None` if none was yet.
    pub(super) fn replays(&self, data: &Bytes) -> Option<bool> {
        let mut state = self.state();
        let same = *state.events.get(state.brought)? == *data;
        state.brought = state.brought.saturating_add(1);
        Some(same)
    }

    /// Events were delivered that the running attempt has not brought again.
    pub(super) fn is_behind(&self) -> bool {
        let state = self.state();
        state.brought < state.events.len()
    }

    /// One more event has reached the caller.
    pub(super) fn delivered(&self) {
        let mut state = self.state();
        state.delivered = state.delivered.saturating_add(1);
    }

    pub(super) fn has_delivered(&self) -> bool {
        self.state().delivered > 0
    }

    /// The answer comes from a fallback: `asked` was asked first.
    pub(super) fn fell_back(&self, asked: &str) {
        self.state().meta.fallback_from.get_or_insert_with(|| asked.to_owned());
    }

    pub(super) fn is_replay(&self) -> bool {
        self.state().meta.idempotent_replay
    }

    pub(super) fn response_began(&self, status: u16, read: ResponseHeaders, headers: &HeaderMap) {
        let mut state = self.state();
        state.meta.set_headers(read);
        state.headers.clone_from(headers);
        if let Some(attempt) = &mut state.attempt {
            attempt.status = Some(status);
        }
    }

    pub(super) fn failed_with(&self, said: &Bytes) {
        self.state().failure = Some(said.clone()).filter(|said| !said.is_empty());
    }

    pub(super) fn attempt_ended(&self, attempt: AttemptRecord) {
        let mut state = self.state();
        state.attempt = None;
        state.meta.history.push(attempt);
    }

    /// Sleeps for `wait`, and accounts for it also when the sleep is cut short.
    pub(super) async fn sleep(&self, wait: Duration) {
        self.state().wait = Some(RunningWait { since: self.clock.now(), planned: wait });
        self.clock.wait(wait).await;
        let mut state = self.state();
        state.wait = None;
        state.meta.waited_for = state.meta.waited_for.saturating_add(wait);
    }

    pub(super) fn event(&self, event: &Event) {
        let mut state = self.state();
        state.events.push(event.data.clone());
        state.brought = state.events.len();
        state.saw_output |= event.output;
        state.usage = Usage::later(state.usage, event.usage);
        state.meta.sequence_gaps = state.meta.sequence_gaps.saturating_add(u32::from(event.gap));
    }

    /// The event that ended a stream reported what was used.
    pub(super) fn used(&self, usage: Option<Usage>) {
        let mut state = self.state();
        state.usage = Usage::later(state.usage, usage);
    }

    pub(super) fn saw_output(&self) -> bool {
        self.state().saw_output
    }

    pub(super) fn saw_events(&self) -> bool {
        !self.state().events.is_empty()
    }

    pub(crate) fn transcript(&self) -> Transcript {
        let state = self.state();
        Transcript { events: state.events.clone(), saw_output: state.saw_output, usage: state.usage }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
