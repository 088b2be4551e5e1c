//! What a client sends: its body within the limit, its credential, and the options of its call.

use axonium::CallOptions;
use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::header::{AUTHORIZATION, CONTENT_LENGTH, ORIGIN};
use http::{HeaderMap, HeaderName};
use http_body_util::BodyExt;
use serde::Deserialize;

use crate::refusal::Refusal;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const INSTANCE: HeaderName = HeaderName::from_static("x-prometheus-instance");

/// Which previews of an API a request uses.
const BETA: HeaderName = HeaderName::from_static("openai-beta");
/// Whose account a credential is used for.
const ACCOUNT: [HeaderName; 2] =
    [HeaderName::from_static("openai-organization"), HeaderName::from_static("openai-project")];

/// So many times the limit is read and thrown away, so that a client that is still sending gets to read why.
const THROWN_AWAY: usize = 2;

/// Reads a body of at most `limit` bytes. `None`: the client left.
pub(crate) async fn read_body(headers: &HeaderMap, mut body: Body, limit: usize) -> Option<Result<Bytes, Refusal>> {
    let announced = text(headers, &CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    let mut fits = announced.is_none_or(|length| length <= limit);
    let (mut read, mut seen) = (BytesMut::new(), 0_usize);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        seen = seen.saturating_add(data.len());
        fits &= seen <= limit;
        if fits {
            read.extend_from_slice(&data);
        } else if seen > limit.saturating_mul(THROWN_AWAY) {
            break;
        }
    }
    Some(if fits { Ok(read.freeze()) } else { Err(Refusal::too_large(limit)) })
}

/// Whether a request asks for a stream. What cannot be read asks for nothing; the engine says what is wrong with it.
pub(crate) fn wants_stream(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Asked {
        stream: Option<bool>,
    }
    serde_json::from_slice::<Asked>(body).is_ok_and(|asked| asked.stream == Some(true))
}

/// The bearer token, if one was sent.
pub(crate) fn credential(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = text(headers, &AUTHORIZATION)?.split_once(' ')?;
    Some(token.trim()).filter(|token| scheme.eq_ignore_ascii_case("bearer") && !token.is_empty())
}

/// Browsers put it on what a page sends to another site; programs do not.
pub(crate) fn is_from_a_page(headers: &HeaderMap) -> bool {
    headers.contains_key(ORIGIN)
}

/// The options that a client can set by headers. `own_credential`: every route gets the client's credential, and so what
/// goes with it.
pub(crate) fn options(headers: &HeaderMap, own_credential: bool) -> CallOptions {
    let passed_on = |name: &HeaderName| *name == BETA || (own_credential && ACCOUNT.contains(name));
    let extra = headers.iter().filter(|(name, _)| passed_on(name));
    CallOptions {
        idempotency_key: text(headers, &IDEMPOTENCY_KEY).map(str::to_owned).into(),
        instance: text(headers, &INSTANCE).map(str::to_owned).into(),
        extra_headers: extra
            .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
            .collect(),
        ..CallOptions::default()
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
