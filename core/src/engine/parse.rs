//! What `parse` asks of an answer, and whether an answer is that.

use bytes::Bytes;

use super::operation::Operation;
use crate::ErrorKind;
use crate::api::config::{CallOptions, ParseOptions};
use crate::api::error::ErrorDetails;
use crate::decide::RetryPolicy;
use crate::wire::parse::output::{self, Parsed};
use crate::wire::parse::schema::Schema;
use crate::wire::refusal::Refusal;
use crate::wire::request::InvalidField;
use crate::wire::request::output::{Api, set_format};
use crate::wire::said::Said;

/// What an answer must be.
pub(super) struct Parse {
    schema: Schema,
    pub(super) lenient: bool,
    send_schema: bool,
    pub(super) max_repairs: u32,
}

/// Why an answer is not what was asked for.
pub(super) enum Unfit {
    /// The model declined.
    Declined(Refusal),
    /// The token limit cut it off.
    Truncated,
    /// It does not match; what is wrong, in a line.
    Malformed(String),
}

impl Parse {
    /// What a call asks for; none if it does not say.
    pub(super) fn prepare(operation: Operation, options: &CallOptions) -> Result<Option<Self>, Box<ErrorDetails>> {
        let Some(options) = &options.parse else { return Ok(None) };
        if !operation.generates() {
            return Err(refused("parse", "goes with chat and responses only; leave it out"));
        }
        if options.max_repairs.is_some_and(|repairs| repairs > 1) {
            let fix = "must be 0 or 1: a model that failed twice is not asked a third time";
            return Err(refused("parse.max_repairs", fix));
        }
        Self::new(options).map(Some).map_err(|invalid| refused(&invalid.field, &invalid.message))
    }

    fn new(options: &ParseOptions) -> Result<Self, InvalidField> {
        Ok(Self {
            schema: Schema::new(options.schema.as_ref(), options.name.as_deref())?,
            lenient: options.lenient.unwrap_or(false),
            send_schema: options.send_schema.unwrap_or(true),
            max_repairs: options.max_repairs.unwrap_or(RetryPolicy::default().max_repairs),
        })
    }

    /// The request with the form that it asks for.
    pub(super) fn ask(&self, api: Api, body: Bytes) -> Result<Bytes, InvalidField> {
        if self.send_schema { set_format(api, &body, &self.schema.format()) } else { Ok(body) }
    }

    /// Holds an answer against what was asked for. One that wants tools called need not be it yet.
    pub(super) fn read(&self, said: &Said) -> Result<Option<Parsed>, Unfit> {
        if let Some(refusal) = &said.refusal {
            return Err(Unfit::Declined(refusal.clone()));
        }
        if said.is_truncated() {
            return Err(Unfit::Truncated);
        }
        let text = said.content.as_deref().unwrap_or_default();
        match output::parse(text, &self.schema, self.lenient) {
            Ok(parsed) => Ok(Some(parsed)),
            Err(_) if said.calls_tools => Ok(None),
            Err(fault) => Err(Unfit::Malformed(fault)),
        }
    }
}

fn refused(field: &str, message: &str) -> Box<ErrorDetails> {
    ErrorDetails::refused_field(ErrorKind::InvalidRequest, field, message)
}
