//! What an answer that came whole says: whether the model declined, and whether it is what it was to be parsed as.

use super::attempt::{Attempt, Received};
use super::operation::Operation;
use super::record::Record;
use super::report::{self, Failed};
use crate::api::error::Partial;
use crate::wire::assemble::assemble;
use crate::wire::refusal;
use crate::wire::responses;
use crate::wire::said::Said;

impl Attempt<'_> {
    /// Reads an answer that was not streamed.
    pub(super) fn understood(&self, received: Received) -> Result<Received, Failed> {
        let said = match (&received.answer, self.call.operation) {
            (Some(answer), _) => Said::response(answer),
            (None, Operation::ChatCreate) => Said::chat(&received.body),
            _ => return Ok(received),
        };
        let partial = match &received.answer {
            Some(answer) => report::partial_of(answer.clone(), received.usage),
            None => Partial {
                content: said.content.clone(),
                finish_reason: said.finish_reason.clone(),
                usage: received.usage,
                ..Partial::default()
            },
        };
        self.judged(received, said, partial)
    }

    /// Reads a stream that has come to its end.
    pub(super) fn understood_stream(&self, status: u16) -> Result<Received, Failed> {
        let transcript = self.record.transcript();
        let received = Received { status, usage: transcript.usage, ..Received::default() };
        // Of most streams nothing is to be known that its caller has not seen.
        if self.call.parse.is_none() && !transcript.events.iter().any(|event| refusal::may_be_in(event)) {
            return Ok(received);
        }
        self.judged(received, said(self.record), Partial::default()).map_err(|mut failed| {
            failed.details.saw_output = Some(self.record.saw_output());
            failed
        })
    }

    fn judged(&self, received: Received, said: Said, partial: Partial) -> Result<Received, Failed> {
        let Some(parse) = &self.call.parse else { return Ok(Received { refusal: said.refusal, ..received }) };
        match parse.read(&said) {
            Ok(parsed) => {
                self.record.stripped(parsed.as_ref().and_then(|parsed| parsed.stripped.clone()));
                Ok(Received { parsed: parsed.map(|parsed| parsed.json), ..received })
            }
            Err(unfit) => Err(report::unfit(received.status, &said, unfit, partial)),
        }
    }
}

/// What the stream of `record` says so far.
fn said(record: &Record) -> Said {
    let transcript = record.transcript();
    let events = transcript.events.iter().map(AsRef::as_ref);
    if record.streams_response() {
        Said::response(&responses::assemble::assemble(events).answer)
    } else {
        Said::chunks(&assemble(events))
    }
}
