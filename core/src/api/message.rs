//! What is said in a chat.

use serde::{Deserialize, Serialize};

/// One message of a chat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Message {
    /// Who speaks: `system`, `user`, `assistant` or `tool`.
    pub role: String,
    /// What is said; `None` for an assistant's message that only calls tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// A name that tells speakers of one role apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Tools that the assistant calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// For a `tool` message: the call that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
}

impl Message {
    /// A message of plain text.
    #[must_use]
    pub fn text(role: impl Into<String>, text: impl Into<String>) -> Self {
        Self { role: role.into(), content: Some(Content::Text(text.into())), ..Self::default() }
    }

    /// A message of several parts.
    #[must_use]
    pub fn parts(role: impl Into<String>, parts: Vec<ContentPart>) -> Self {
        Self { role: role.into(), content: Some(Content::Parts(parts)), ..Self::default() }
    }

    /// A tool's answer to the call of that id.
    #[must_use]
    pub fn tool(tool_call_id: impl Into<String>, text: impl Into<String>) -> Self {
        Self { tool_call_id: Some(tool_call_id.into()), ..Self::text("tool", text) }
    }
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Content {
    /// Plain text.
    Text(String),
    /// Text and images.
    Parts(Vec<ContentPart>),
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ContentPart {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// An image, as a `data:` URI. An address on the network is refused before sending, since the server would fetch it.
    ImageUrl {
        /// Where the image is.
        image_url: ImageUrl,
    },
}

/// Where an image is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageUrl {
    /// A `data:` URI.
    pub url: String,
}

/// A tool that the model wants called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolCall {
    /// Its id, to be given with the answer.
    pub id: Option<String>,
    /// `function`.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// What to call.
    pub function: FunctionCall,
}

/// A function and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FunctionCall {
    /// The function's name.
    pub name: Option<String>,
    /// The arguments as the model wrote them: usually, but not surely, JSON.
    pub arguments: String,
}
