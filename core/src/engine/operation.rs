//! The calls that exist, and how each is made.

use http::Method;

use crate::wire::answer::Shape;

/// One kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A chat completion as one answer.
    ChatCreate,
    /// A chat completion as a stream of chunks.
    ChatStream,
    /// A response as one answer.
    ResponsesCreate,
    /// A response as a stream of events.
    ResponsesStream,
    /// A WebSocket that is kept for many responses.
    ResponsesConnect,
    /// The end of a kept WebSocket.
    ResponsesDisconnect,
    /// The models that run and that the credential may use.
    ModelsList,
    /// The models granted to the credential.
    ModelsMine,
    /// What one earlier request used and cost.
    UsageRetrieve,
    /// An access token for the configured credential.
    TokenFetch,
}

impl Operation {
    const NAMES: &[(&str, Self)] = &[
        ("chat.completions.create", Self::ChatCreate),
        ("chat.completions.stream", Self::ChatStream),
        ("responses.create", Self::ResponsesCreate),
        ("responses.stream", Self::ResponsesStream),
        ("responses.connect", Self::ResponsesConnect),
        ("responses.disconnect", Self::ResponsesDisconnect),
        ("models.list", Self::ModelsList),
        ("models.mine", Self::ModelsMine),
        ("usage.retrieve", Self::UsageRetrieve),
        ("token.fetch", Self::TokenFetch),
    ];

    /// The operation of that name, for example `chat.completions.create`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, operation)| *operation)
    }

    pub(super) fn streams(self) -> bool {
        matches!(self, Self::ChatStream | Self::ResponsesStream)
    }

    /// Whether a request of this kind can start a generation. Those that only read may be sent again freely.
    pub(super) fn generates(self) -> bool {
        matches!(self, Self::ChatCreate | Self::ChatStream | Self::ResponsesCreate | Self::ResponsesStream)
    }

    /// Whether its answer is a response of the Responses API.
    pub(super) fn is_response(self) -> bool {
        matches!(self, Self::ResponsesCreate | Self::ResponsesStream)
    }

    /// What keeps a body of that shape from being an answer; `None` if nothing does.
    pub(super) fn missing_from(self, shape: Shape) -> Option<&'static str> {
        let (there, wanted) = match self {
            Self::ChatCreate | Self::ChatStream => (shape.choices, "the body has no list of choices"),
            Self::ResponsesCreate => (shape.output, "the body has no list of output"),
            Self::ModelsList | Self::ModelsMine => (shape.data, "the body has no list of data"),
            _ => (shape.object, "the body is no object"),
        };
        if there { None } else { Some(wanted) }
    }

    pub(super) fn method(self) -> Method {
        if self.generates() { Method::POST } else { Method::GET }
    }
}
