//! A stream of events on its way to the client, and how each API says that it failed.

use std::borrow::Cow;
use std::convert::Infallible;

use axonium::Error;
use axonium::wire::response_event_kinds::{EventClass, class_of};
use axum::body::Body;
use bytes::{BufMut, Bytes, BytesMut};
use futures_util::stream;
use serde::Deserialize;

use crate::account::Account;
use crate::call::{Call, Step};
use crate::refusal::Refusal;

/// Whose events they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Api {
    Chat,
    Responses,
}

/// The body that hands on what `call` delivers, after `first`. A client that leaves drops it, and with it the upstream
/// request.
pub(crate) fn body(api: Api, call: Call, first: Step, account: Account) -> Body {
    let relay = Relay { api, call, first: Some(first), account, ended: false, next_number: 0 };
    Body::from_stream(stream::unfold(relay, |mut relay| async move {
        let frame = relay.next().await?;
        Some((Ok::<_, Infallible>(frame), relay))
    }))
}

struct Relay {
    api: Api,
    call: Call,
    /// A step that was taken before the body was asked for.
    first: Option<Step>,
    account: Account,
    ended: bool,
    /// The sequence number of an event that the proxy would add.
    next_number: u64,
}

impl Relay {
    /// The bytes of the next event; `None` after the last.
    async fn next(&mut self) -> Option<Bytes> {
        while !self.ended {
            let step = match self.first.take() {
                Some(step) => step,
                None => self.call.next().await,
            };
            match step {
                Step::Item(data) => return Some(self.event(&data)),
                // Said in the response's headers already.
                Step::Opened => {}
                Step::Done(_) => {
                    self.ended = true;
                    self.account.answered();
                    return (self.api == Api::Chat).then(|| frame(None, b"[DONE]"));
                }
                Step::Failed(error) => {
                    self.ended = true;
                    self.account.failed(error.kind().name());
                    return Some(self.failure(&error));
                }
            }
        }
        None
    }

    fn event(&mut self, data: &Bytes) -> Bytes {
        match self.api {
            Api::Chat => frame(None, data),
            Api::Responses => {
                let head = EventHead::read(data);
                self.next_number = head.number_after(self.next_number);
                frame(head.name.as_deref(), data)
            }
        }
    }

    /// The event that says how the stream failed: the upstream's own, else one of the shape that clients know.
    fn failure(&self, error: &Error) -> Bytes {
        let own = self.call.failure_event(error);
        match (self.api, &own) {
            (Api::Chat, Some(own)) => frame(None, own),
            (Api::Chat, None) => frame(None, &Refusal::from(error).to_json()),
            (Api::Responses, Some(own)) => frame(EventHead::read(own).name.as_deref().or(Some("error")), own),
            (Api::Responses, None) => frame(Some("error"), &Refusal::from(error).to_event(self.next_number)),
        }
    }
}

/// What is read of a Responses event.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct EventHead<'a> {
    #[serde(borrow, rename = "type")]
    pub(crate) name: Option<Cow<'a, str>>,
    sequence_number: Option<u64>,
}

impl<'a> EventHead<'a> {
    /// Of what is no event, nothing.
    pub(crate) fn read(data: &'a [u8]) -> Self {
        serde_json::from_slice(data).unwrap_or_default()
    }

    /// Whether the response is over with it.
    pub(crate) fn is_last(&self) -> bool {
        self.name.as_deref().is_some_and(|name| matches!(class_of(name), EventClass::Terminal(_)))
    }

    /// The sequence number that comes next, if without this event it would be `next`.
    pub(crate) fn number_after(&self, next: u64) -> u64 {
        self.sequence_number.map_or(next, |number| number.saturating_add(1))
    }
}

/// One event: each line of its data on a line of its own.
fn frame(name: Option<&str>, data: &[u8]) -> Bytes {
    let mut frame = BytesMut::with_capacity(data.len() + 32);
    if let Some(name) = name {
        frame.put_slice(b"event: ");
        frame.put_slice(name.as_bytes());
        frame.put_u8(b'\n');
    }
    for line in data.split(|byte| *byte == b'\n') {
        frame.put_slice(b"data: ");
        frame.put_slice(line);
        frame.put_u8(b'\n');
    }
    frame.put_u8(b'\n');
    frame.freeze()
}
