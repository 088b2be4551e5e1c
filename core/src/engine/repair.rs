//! The request by which a model mends an output that does not match: what was asked first, the output, and its fault.

use http::HeaderValue;

use super::operation::Operation;
use super::request::{Call, IDEMPOTENCY_KEY, Target};
use super::transport::Request;
use crate::ErrorKind;
use crate::api::error::{ErrorDetails, MalformedOutput};
use crate::wire::request::names::MAX_KEY_BYTES;
use crate::wire::request::output::{Api, set_repair};

/// What the key of a repair has behind that of the request it mends: another request must have another key.
const SUFFIX: &str = ":repair:1";

impl Operation {
    /// The API that it is one of, if it generates.
    pub(super) fn api(self) -> Option<Api> {
        match self {
            Self::ChatCreate | Self::ChatStream => Some(Api::Chat),
            Self::ResponsesCreate | Self::ResponsesStream => Some(Api::Responses),
            _ => None,
        }
    }
}

/// Makes of `request` the one that asks for `output` to be mended.
pub(super) fn ask(request: &mut Request, operation: Operation, output: &MalformedOutput) {
    let Some(api) = operation.api() else { return };
    // The body was read when it was checked.
    if let Ok(body) = set_repair(api, &request.body, &output.text, &output.error) {
        request.body = body;
    }
    if let Some(key) = key(request).and_then(|key| HeaderValue::try_from(format!("{key}{SUFFIX}")).ok()) {
        request.headers.insert(IDEMPOTENCY_KEY, key);
    }
}

/// Refuses a call whose repair would need a key that is longer than servers take.
pub(super) fn check_keys(call: &Call) -> Result<(), Box<ErrorDetails>> {
    if call.parse.is_none() || call.operation.streams() || call.policy.max_repairs == 0 {
        return Ok(());
    }
    let longest = call.targets.all().chain(&call.fallbacks).filter_map(key_length).max().unwrap_or_default();
    if longest.saturating_add(SUFFIX.len()) <= MAX_KEY_BYTES {
        return Ok(());
    }
    let message = format!(
        "makes a key of {longest} bytes, which leaves no room for `{SUFFIX}` within {MAX_KEY_BYTES}, the key of a repair; \
         use a hash of it, or set parse.max_repairs = 0"
    );
    Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, "idempotency_key", message))
}

fn key_length(target: &Target) -> Option<usize> {
    key(&target.request).map(str::len)
}

fn key(request: &Request) -> Option<&str> {
    request.headers.get(IDEMPOTENCY_KEY)?.to_str().ok()
}
