//! Everything a running gateway knows.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use axonium_clock::Clock;
use tokio::task::JoinSet;

use crate::breaker::Breakers;
use crate::config::GatewayConfig;
use crate::idempotency::IdempotencyStore;
use crate::ledger::Book;
use crate::rate_limit::RateLimiter;
use crate::record::{REMEMBERED, RecordedRequest};
use crate::responses::KeptResponses;
use crate::script::Script;
use crate::token::Tokens;

/// Shared by all connections of a gateway.
pub(crate) struct State {
    pub(crate) config: GatewayConfig,
    pub(crate) clock: Clock,
    memory: Mutex<Memory>,
    tokens: Mutex<Tokens>,
    generations: Mutex<JoinSet<()>>,
}

/// What a reset forgets.
pub(crate) struct Memory {
    pub(crate) limiter: RateLimiter,
    pub(crate) breakers: Breakers,
    pub(crate) keys: IdempotencyStore,
    pub(crate) book: Book,
    /// How often each model failed because it was told to.
    pub(crate) failed: HashMap<String, u32>,
    pub(crate) script: Script,
    pub(crate) requests: VecDeque<RecordedRequest>,
    /// WebSocket handshakes that were accepted.
    pub(crate) connections: u64,
    /// Responses that later ones may continue.
    pub(crate) kept: KeptResponses,
}

impl Memory {
    fn new(config: &GatewayConfig, clock: &Clock) -> Self {
        Self {
            limiter: RateLimiter::new(config, clock),
            breakers: Breakers::new(&config.breaker, clock),
            keys: IdempotencyStore::new(config, clock),
            book: Book::default(),
            failed: HashMap::new(),
            script: Script::default(),
            requests: VecDeque::new(),
            connections: 0,
            kept: KeptResponses::default(),
        }
    }

    /// Notes a request.
    pub(crate) fn record(&mut self, request: RecordedRequest) {
        if self.requests.len() == REMEMBERED {
            self.requests.pop_front();
        }
        self.requests.push_back(request);
    }
}

impl State {
    pub(crate) fn new(config: GatewayConfig, clock: Clock) -> Self {
        Self {
            memory: Mutex::new(Memory::new(&config, &clock)),
            tokens: Mutex::new(Tokens::new(&clock)),
            generations: Mutex::default(),
            config,
            clock,
        }
    }

    /// The memory, for as long as the guard lives: never across an await.
    pub(crate) fn memory(&self) -> MutexGuard<'_, Memory> {
        lock(&self.memory)
    }

    pub(crate) fn tokens(&self) -> MutexGuard<'_, Tokens> {
        lock(&self.tokens)
    }

    /// Seconds since 1970, as answers are dated.
    pub(crate) fn unix_time(&self) -> u64 {
        self.clock.wall().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
    }

    /// Starts a generation that outlives its client and not the gateway.
    pub(crate) fn spawn(&self, generation: impl Future<Output = ()> + Send + 'static) {
        let mut generations = lock(&self.generations);
        while generations.try_join_next().is_some() {}
        generations.spawn(generation);
    }

    /// Ends all generations.
    pub(crate) fn stop(&self) {
        lock(&self.generations).abort_all();
    }

    /// Forgets all but the tokens that were issued, and ends the generations that run.
    pub(crate) fn reset(&self) {
        self.stop();
        let fresh = Memory::new(&self.config, &self.clock);
        *self.memory() = fresh;
    }
}

/// A panic elsewhere must not take the gateway's memory with it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
