use super::chat::ChatRequest;
use super::error::{ErrorDetails, Result};
use super::response::ResponseRequest;
use crate::ErrorKind;
use crate::wire::canonical::{body_key, request_key, step_key};
use crate::wire::request::body::merge_extra_body;
use crate::wire::request::responses::DECLARED_BY_RESPONSES;
use crate::wire::request::{DECLARED_BY_CHAT, InvalidField};

/// A request that an idempotency key can be derived from.
pub trait KeyedRequest: sealed::Sealed {}

mod sealed {
    pub trait Sealed {
        fn path(&self) -> &'static str;
        fn body(&self) -> crate::Result<bytes::Bytes>;
    }
}

impl KeyedRequest for ChatRequest {}
impl KeyedRequest for ResponseRequest {}

impl sealed::Sealed for ChatRequest {
    fn path(&self) -> &'static str {
        "/v1/chat/completions"
    }

    fn body(&self) -> Result<bytes::Bytes> {
        Ok(merge_extra_body(Self::body(self)?, &self.extra_body, &DECLARED_BY_CHAT).map_err(refused)?)
    }
}

impl sealed::Sealed for ResponseRequest {
    fn path(&self) -> &'static str {
        "/v1/responses"
    }

    fn body(&self) -> Result<bytes::Bytes> {
        Ok(merge_extra_body(Self::body(self)?, &self.extra_body, &DECLARED_BY_RESPONSES).map_err(refused)?)
    }
}

/// An idempotency key that this request always comes to, in every language of this SDK: SHA-256 over the canonical JSON
/// (RFC 8785) of `namespace`, path and body. A program that is started again asks for the same, and pays once.
///
/// `namespace` says what the answer is for: without it, two uses of one prompt would share one generation. If a request with
/// a derived key failed, whether the gateway still holds the key is undefined; it remembers finished ones for 24 hours.
///
/// ```
/// use axonium::{ChatRequest, Message, derive_key};
/// let request = ChatRequest { model: "m".into(), messages: vec![Message::text("user", "hi")], ..Default::default() };
/// let key = derive_key("order-4417", &request)?;
/// let request = ChatRequest { idempotency_key: key.into(), ..request };
/// # Ok::<(), axonium::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::InvalidRequest`] for an empty namespace, or a request that cannot be written.
pub fn derive_key(namespace: &str, request: &impl KeyedRequest) -> Result<String> {
    request_key(namespace, request.path(), &request.body()?).map_err(|invalid| refused(invalid).into())
}

/// [`derive_key`] for other languages, of whose request only the body is known.
///
/// # Errors
/// As [`derive_key`]; and for a body that is neither a chat nor a response request.
#[doc(hidden)]
pub fn derive_key_of_body(namespace: &str, body: &[u8]) -> Result<String> {
    body_key(namespace, body).map_err(|invalid| refused(invalid).into())
}

/// The keys of a run of several steps that may be resumed: the same run and step always have the same key.
///
/// ```
/// use axonium::RunKeys;
/// let keys = RunKeys::new("import-2026-11-30")?;
/// assert_eq!(keys.step("summary")?, RunKeys::new("import-2026-11-30")?.step("summary")?);
/// # Ok::<(), axonium::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunKeys {
    run_id: String,
}

impl RunKeys {
    /// The keys of the run of that id: any text that the run has again when it is resumed.
    ///
    /// # Errors
    /// [`crate::Error::InvalidRequest`] for an empty id.
    pub fn new(run_id: impl Into<String>) -> Result<Self> {
        let run_id = run_id.into();
        step_key(&run_id, "first").map_err(refused)?;
        Ok(Self { run_id })
    }

    /// The key of the step of that name.
    ///
    /// # Errors
    /// [`crate::Error::InvalidRequest`] for an empty name.
    pub fn step(&self, step: &str) -> Result<String> {
        step_key(&self.run_id, step).map_err(|invalid| refused(invalid).into())
    }
}

fn refused(invalid: InvalidField) -> Box<ErrorDetails> {
    ErrorDetails::refused_field(ErrorKind::InvalidRequest, invalid.field, invalid.message)
}
