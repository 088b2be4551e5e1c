//! One call's life: attempts, waits, tokens, cooldown, streams, and the account of it all.
//!
//! Facts come from `wire`, decisions from `decide`; what happens when is here. The public face is in `api`; foreign
//! languages come in through [`Engine`].

mod attempt;
mod budget;
mod call;
mod cooldown;
mod limit;
mod notice;
mod operation;
mod outlet;
mod record;
mod report;
mod request;
mod settings;
mod stream;
mod tls;
mod token;
mod transport;

use std::sync::Arc;
use std::time::Duration;

use axonium_clock::Clock;
use bytes::Bytes;
use serde::Serialize;

pub use self::notice::{Notice, Wait};
pub use self::operation::Operation;
pub use self::outlet::{Delivery, Outlet};
pub use self::record::Record;
pub use self::request::Call;
pub use self::token::TokenProvider;

use self::budget::RetryBudget;
use self::cooldown::Cooldowns;
use self::settings::Settings;
use self::token::Tokens;
use self::transport::Transport;
use crate::api::config::{CallOptions, Config};
use crate::api::error::{Error, Result};
use crate::api::meta::Meta;
use crate::wire::assemble::assemble;
use crate::wire::usage::Usage;

/// Everything that the calls of one client share.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    settings: Settings,
    transport: Arc<Transport>,
    tokens: Tokens,
    cooldowns: Cooldowns,
    budget: Arc<RetryBudget>,
}

/// The result of a call that succeeded.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The body, as it came; empty for a stream, whose events were delivered.
    #[serde(skip)]
    pub body: Bytes,
    /// How the call went.
    pub meta: Meta,
    /// Token counts, if the server gave any.
    pub usage: Option<Usage>,
}

/// What a stream has come to so far.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshot {
    /// The chunks put together as one `chat.completion` object.
    pub completion: serde_json::Value,
    /// Token counts, if the server gave any.
    pub usage: Option<Usage>,
    /// How the call has gone.
    pub meta: Meta,
    /// Whether output has arrived.
    pub saw_output: bool,
}

impl Engine {
    /// Builds an engine from what `config` and the environment say. No connection is made yet.
    ///
    /// # Errors
    /// [`Error::Configuration`] names the setting that cannot work.
    pub fn new(config: Config) -> Result<Self> {
        let mut settings = Settings::resolve(config)?;
        let transport = Arc::new(Transport::new(&settings)?);
        let tokens = Tokens::new(&mut settings, Arc::clone(&transport));
        let origin = settings.base_url.origin().ascii_serialization();
        let budget = RetryBudget::shared(&origin, settings.budget_size);
        let cooldowns = match &settings.cooldown_group {
            // Clients on virtual clocks of their own cannot share instants.
            None if settings.clock.is_simulated() => Cooldowns::private(origin),
            group => Cooldowns::shared(group.as_deref().unwrap_or_default(), origin),
        };
        Ok(Self { shared: Arc::new(Shared { settings, transport, tokens, cooldowns, budget }) })
    }

    /// The clock that this engine lives by.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.shared.settings.clock
    }

    /// Checks a call and builds its request. Nothing is sent.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] names the field that is refused and how to mend it.
    pub fn prepare(&self, operation: Operation, body: Bytes, options: &CallOptions) -> Result<Call> {
        Ok(request::prepare(&self.shared.settings, operation, body, options)?)
    }

    /// Runs a call to its end; dropping the future cancels it at once. `record` can be read at any time, `outlet`
    /// takes the deliveries.
    pub fn run(
        &self,
        call: Call,
        record: Arc<Record>,
        outlet: Outlet,
    ) -> impl Future<Output = Result<Answer>> + Send + 'static {
        let shared = Arc::clone(&self.shared);
        async move {
            let result = call::Run::new(&shared, &call, &record, &outlet).run().await;
            record.end();
            result
        }
    }
}

/// The error of a call that was cancelled while `record` was being written.
#[must_use]
pub fn cancelled(record: &Record) -> Error {
    record.end();
    report::cancelled(record)
}

/// What the stream of `record` has come to so far.
#[must_use]
pub fn snapshot(record: &Record) -> Snapshot {
    let transcript = record.transcript();
    let assembled = assemble(transcript.events.iter().map(AsRef::as_ref));
    Snapshot {
        completion: assembled.completion,
        usage: transcript.usage,
        meta: record.meta(),
        saw_output: transcript.saw_output,
    }
}

impl Shared {
    fn cooldown_left(&self, model: &str, now: Duration) -> Option<Duration> {
        if self.settings.cooldown { self.cooldowns.left(model, now) } else { None }
    }

    fn succeeded(&self, model: &str) {
        if self.settings.cooldown {
            self.cooldowns.clear(model);
        }
    }
}

/// A number in `[0, 1)` from the system's random source.
fn random() -> f64 {
    const BITS: u32 = 53;
    let random = uuid::Uuid::new_v4().as_u64_pair().1 & ((1 << BITS) - 1);
    #[allow(clippy::cast_precision_loss, reason = "a double's mantissa holds 53 bits exactly")]
    let fraction = random as f64 / (1_u64 << BITS) as f64;
    fraction
}
