//! The responses of one kept connection upstream, one after the other.

use std::sync::Arc;

use axonium::CallOptions;
use axonium::engine::{Answer, Engine, Operation, Record};
use bytes::Bytes;
use futures_util::FutureExt;
use http::request::Parts;
use http::{Method, StatusCode, Uri};
use serde::{Deserialize, Serialize};

use crate::account::Account;
use crate::call::Call;
use crate::events::EventHead;
use crate::refusal::Refusal;

/// What a client sends to get a response.
const CREATE: &str = "response.create";

/// A kept connection upstream. Dropping it closes the connection, and ends what runs on it.
pub(crate) struct Turns {
    engine: Engine,
    connection: u64,
    options: CallOptions,
    method: Method,
    uri: Uri,
}

/// How the engine names the connection.
#[derive(Deserialize, Serialize)]
struct Connected {
    connection: u64,
}

impl Turns {
    /// The turns of the connection that `answer` has opened for a client that asked with `head`.
    pub(crate) fn new(engine: Engine, answer: &Answer, options: CallOptions, head: &Parts) -> Self {
        // The engine's own words; without its number each turn would be refused as one on a closed connection.
        let connection = serde_json::from_slice(&answer.body).map_or(0, |Connected { connection }| connection);
        let options = CallOptions { connection: Some(connection), ..options };
        Self { engine, connection, options, method: head.method.clone(), uri: head.uri.clone() }
    }

    /// Begins the response that a frame of the client asks for.
    pub(crate) fn begin(&self, frame: Bytes) -> Result<(Call, Account), Refusal> {
        let mut account = Account::new(&self.method, &self.uri);
        let started = self.start(frame, &mut account);
        match started {
            Ok(call) => {
                account.opened(StatusCode::SWITCHING_PROTOCOLS);
                Ok((call, account))
            }
            Err(refusal) => {
                account.refused(&refusal);
                Err(refusal)
            }
        }
    }

    fn start(&self, frame: Bytes, account: &mut Account) -> Result<Call, Refusal> {
        check_type(&frame)?;
        let record = Arc::new(Record::new(self.engine.clock().clone()));
        account.follow(&record);
        Ok(Call::start(&self.engine, Operation::ResponsesStream, frame, &self.options, record)?)
    }
}

/// Why a frame that comes while a response is active is not taken.
pub(crate) fn too_soon(frame: &[u8]) -> Refusal {
    check_type(frame).err().unwrap_or_else(Refusal::turn_active)
}

/// What is no event at all is left to the engine, which says what is wrong with it.
fn check_type(frame: &[u8]) -> Result<(), Refusal> {
    match EventHead::read(frame).name.filter(|name| name != CREATE) {
        Some(name) => Err(Refusal::unknown_event(&name)),
        None => Ok(()),
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        // One that is left is refused for nothing, and closing waits for nobody.
        let body = serde_json::to_vec(&Connected { connection: self.connection }).unwrap_or_default();
        let record = Arc::new(Record::new(self.engine.clock().clone()));
        let options = CallOptions::default();
        let closing = Call::start(&self.engine, Operation::ResponsesDisconnect, body.into(), &options, record);
        if let Ok(mut closing) = closing {
            drop(closing.end().now_or_never());
        }
    }
}
