//! Lays a script's faults on an answer.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::future::pending;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axonium_clock::Clock;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use http::{HeaderValue, header};
use http_body::Body as _;
use http_body_util::BodyExt;

use super::line::Line;
use crate::script::{Amount, CloseIdle, Cut, Ending, Faults};

/// The answer as the client will come to see it. `None` is an HTTP/2 stream that is to be refused.
pub(crate) async fn apply(faults: &Faults, response: Response, line: &Arc<Line>, clock: &Clock) -> Option<Response> {
    if !faults.delay.is_zero() {
        clock.reach(clock.now() + faults.delay).await;
    }
    match faults.ending {
        Ending::RefusedStream => return None,
        Ending::Cut { after: None, how } => return cut(line, how).await,
        Ending::Silence { after_body: false } => return pending().await,
        Ending::Keep | Ending::Cut { .. } | Ending::Idle(_) | Ending::Silence { .. } => {}
    }
    let (mut head, body) = response.into_parts();
    if faults.gzip {
        head.headers.remove(header::CONTENT_LENGTH);
        head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    } else if let (false, Some(length)) = (head.headers.contains_key(header::CONTENT_LENGTH), body.size_hint().exact())
    {
        // The length that is promised is the whole one, also where less will come.
        head.headers.insert(header::CONTENT_LENGTH, length.into());
    }
    let writer = Writer {
        body,
        clock: clock.clone(),
        gzip: faults.gzip.then(|| GzEncoder::new(Vec::new(), Compression::default())),
        split_every: faults.split_every,
        pauses: faults.pauses.clone(),
        pieces: 0,
        ready: VecDeque::new(),
        sent: 0,
        end: End { ending: faults.ending, line: line.clone() },
    };
    let pieces = stream::unfold(writer, |mut writer| async move {
        let piece = writer.next().await?;
        Some((Ok::<_, Infallible>(piece), writer))
    });
    Some(Response::from_parts(head, Body::from_stream(pieces)))
}

/// Asks for the end of the connection, and waits for it.
async fn cut<T>(line: &Line, how: Cut) -> T {
    end(line, how);
    pending().await
}

fn end(line: &Line, how: Cut) {
    match how {
        Cut::Reset => line.reset(),
        Cut::Closed | Cut::WithCode(_) => line.close(),
    }
}

/// A body on its way out.
struct Writer {
    body: Body,
    clock: Clock,
    gzip: Option<GzEncoder<Vec<u8>>>,
    split_every: Option<usize>,
    pauses: BTreeMap<usize, Duration>,
    /// Pieces of the body that were taken; one an event in a stream of events.
    pieces: usize,
    ready: VecDeque<Bytes>,
    sent: usize,
    end: End,
}

impl Writer {
    /// The next bytes to write.
    async fn next(&mut self) -> Option<Bytes> {
        if let Ending::Cut { after: Some(limit), how } = self.end.ending
            && self.has_sent(limit)
        {
            return cut(&self.end.line, how).await;
        }
        while self.ready.is_empty() {
            self.refill().await?;
        }
        // Lets what was given before be written by itself.
        tokio::task::yield_now().await;
        let mut bytes = self.ready.pop_front()?;
        if let Ending::Cut { after: Some(Amount::Bytes(limit)), .. } = self.end.ending {
            bytes.truncate(limit - self.sent);
        }
        self.sent += bytes.len();
        Some(bytes)
    }

    fn has_sent(&self, limit: Amount) -> bool {
        match limit {
            Amount::Bytes(limit) => self.sent >= limit,
            Amount::Events(limit) => self.pieces >= limit && self.ready.is_empty(),
        }
    }

    /// Takes one piece of the body, compressed and split as wished.
    async fn refill(&mut self) -> Option<()> {
        if let Some(pause) = self.pauses.get(&self.pieces) {
            self.clock.reach(self.clock.now() + *pause).await;
        }
        let piece = self.body.frame().await.and_then(Result::ok).and_then(|frame| frame.into_data().ok());
        let bytes = match (piece, &mut self.gzip) {
            (Some(piece), None) => piece,
            (None, None) if matches!(self.end.ending, Ending::Silence { .. }) => pending().await,
            (None, None) => return None,
            (Some(piece), Some(gzip)) => {
                // Writing to memory cannot fail.
                let _ = gzip.write_all(&piece).and_then(|()| gzip.flush());
                Bytes::from(std::mem::take(gzip.get_mut()))
            }
            (None, Some(_)) => Bytes::from(self.gzip.take()?.finish().ok()?),
        };
        self.pieces += 1;
        match self.split_every {
            None => self.ready.push_back(bytes),
            Some(size) => self.ready.extend(bytes.chunks(size).map(Bytes::copy_from_slice)),
        }
        Some(())
    }
}

/// What is to happen when the body was given away whole.
struct End {
    ending: Ending,
    line: Arc<Line>,
}

impl Drop for End {
    fn drop(&mut self) {
        match self.ending {
            Ending::Idle(CloseIdle::AtNextRequest) => self.line.close_at_next_read(),
            Ending::Idle(CloseIdle::Now) => self.line.close(),
            // A body that is shorter than the limit ends like any other, and then the connection does.
            Ending::Cut { after: Some(_), how } => end(&self.line, how),
            Ending::Keep | Ending::Cut { after: None, .. } | Ending::RefusedStream | Ending::Silence { .. } => {}
        }
    }
}
