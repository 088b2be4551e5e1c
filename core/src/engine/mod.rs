//! One call's life: attempts, waits, tokens, cooldown, streams, and the account of it all.
//!
//! Facts come from `wire`, decisions from `decide`; what happens when is here. The public face is in `api`; foreign
//! languages come in through [`Engine`].

mod attempt;
mod budget;
mod call;
mod circuits;
mod connection;
mod cooldown;
mod fallback;
mod hold_back;
mod limit;
mod notice;
mod operation;
mod outlet;
mod parse;
mod protocol;
mod record;
mod recourse;
mod registry;
mod repair;
mod report;
mod request;
mod settings;
mod source;
mod stream;
mod tls;
mod token;
mod transport;
mod turn;
mod understood;
mod upstream;
mod websocket;

use std::sync::Arc;

use axonium_clock::Clock;
use bytes::Bytes;
use serde::Serialize;

pub use self::circuits::CircuitStatus;
pub use self::notice::{Notice, Wait};
pub use self::operation::Operation;
pub use self::outlet::{Delivery, Outlet};
pub use self::record::Record;
pub use self::request::Call;
pub use self::token::TokenProvider;

use self::connection::Connections;
use self::settings::Settings;
use self::transport::Transport;
use self::upstream::Upstreams;
use crate::ErrorKind;
use crate::api::config::{CallOptions, Config};
use crate::api::error::{Error, Result};
use crate::api::meta::Meta;
use crate::wire::assemble::assemble;
use crate::wire::parse::{output, partial};
use crate::wire::refusal::Refusal;
use crate::wire::responses;
use crate::wire::responses::answer::ResponseAnswer;
use crate::wire::responses::assemble::AssembledResponse;
use crate::wire::said::Said;
use crate::wire::usage::Usage;

/// Everything that the calls of one client share.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    settings: Settings,
    transport: Arc<Transport>,
    upstreams: Upstreams,
    /// Who is asked where a call of this client timed out twice.
    fallbacks: Vec<fallback::Way>,
    connections: Connections,
}

/// The result of a call that succeeded.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// The body, as it came; empty for a stream, whose events were delivered.
    #[serde(skip)]
    pub body: Bytes,
    /// How the call went.
    pub meta: Meta,
    /// Token counts, if the server gave any.
    pub usage: Option<Usage>,
    /// What a response says, of the Responses API.
    pub answer: Option<ResponseAnswer>,
    /// The JSON text that was held against the schema, of a parsed answer.
    pub parsed: Option<String>,
    /// How the model declined, if it did.
    pub refusal: Option<Refusal>,
}

/// What a stream has come to so far.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshot {
    /// The events put together.
    #[serde(flatten)]
    pub assembled: Assembled,
    /// Token counts, if the server gave any.
    pub usage: Option<Usage>,
    /// How the call has gone.
    pub meta: Meta,
    /// Whether output has arrived.
    pub saw_output: bool,
    /// How the model declined, if it did.
    pub refusal: Option<Refusal>,
    /// The value that the output so far amounts to, of a parsed stream.
    pub parsed_partial: Option<serde_json::Value>,
}

/// The events of a stream put together as the answer that they amount to.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Assembled {
    /// Of a chat.
    Chat {
        /// A `chat.completion` object.
        completion: serde_json::Value,
    },
    /// Of the Responses API.
    Response {
        /// A response object.
        response: serde_json::Value,
        /// What it says.
        answer: ResponseAnswer,
    },
}

impl Engine {
    /// Builds an engine from what `config` and the environment say. No connection is made yet.
    ///
    /// # Errors
    /// [`Error::Configuration`] names the setting that cannot work.
    pub fn new(config: Config) -> Result<Self> {
        let credential = settings::credential(&config)?;
        let (routes, fallbacks) = (config.routes.clone(), config.fallback.clone());
        let settings = Settings::resolve(config)?;
        let transport = Arc::new(Transport::new(&settings)?);
        let upstreams = Upstreams::new(&settings, credential, &routes, &transport)?;
        let fallbacks = fallback::ways(&fallbacks, &upstreams, &settings, &transport, ErrorKind::Configuration)?;
        let connections = Connections::default();
        Ok(Self { shared: Arc::new(Shared { settings, transport, upstreams, fallbacks, connections }) })
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
        Ok(request::prepare(&self.shared, operation, body, options)?)
    }

    /// The circuit breakers that this engine knows; none unless they are switched on.
    #[must_use]
    pub fn circuits(&self) -> Vec<CircuitStatus> {
        self.shared.settings.circuits.as_ref().map(circuits::Circuits::statuses).unwrap_or_default()
    }

    /// Closes a connection that was kept, and ends the call that is active on it.
    pub fn disconnect(&self, connection: u64) {
        self.shared.connections.remove(connection);
    }

    /// Closes all connections that are kept.
    pub fn disconnect_all(&self) {
        self.shared.connections.remove_all();
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
        if call.operation == Operation::ResponsesStream {
            record.expect_response();
        }
        if let Some(parse) = &call.parse {
            record.expect_json(parse.lenient);
        }
        if let Some(connection) = call.closes() {
            // Now, and not when the future is polled: whoever lets go of a connection need not wait for its end.
            self.disconnect(connection);
        }
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
    let events = transcript.events.iter().map(AsRef::as_ref);
    let (said, assembled) = if record.streams_response() {
        let AssembledResponse { response, answer } = responses::assemble::assemble(events);
        (Said::response(&answer), Assembled::Response { response, answer })
    } else {
        let assembled = assemble(events);
        (Said::chunks(&assembled), Assembled::Chat { completion: assembled.completion })
    };
    Snapshot {
        assembled,
        usage: transcript.usage,
        meta: record.meta(),
        saw_output: transcript.saw_output,
        refusal: said.refusal,
        parsed_partial: record.lenient().and_then(|lenient| {
            let text = said.content.unwrap_or_default();
            partial::complete(output::beginning(&text, lenient))
        }),
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
