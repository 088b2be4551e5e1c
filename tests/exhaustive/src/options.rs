//! What a caller may ask for.

use axonium::{ChatRequest, Message, RetryOptions};

/// One choice of options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) key: bool,
    pub(crate) stream: bool,
    pub(crate) retry_upstream_errors: bool,
    pub(crate) max_attempts: u32,
}

impl Options {
    pub(crate) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for key in [false, true] {
            for stream in [false, true] {
                for retry_upstream_errors in [false, true] {
                    for max_attempts in [1, 3] {
                        all.push(Self { key, stream, retry_upstream_errors, max_attempts });
                    }
                }
            }
        }
        all
    }

    pub(crate) fn request(self) -> ChatRequest {
        ChatRequest {
            model: "qwen3-0.6b".into(),
            messages: vec![Message::text("user", "one two three")],
            idempotency_key: if self.key { "auto".into() } else { None.into() },
            retry: RetryOptions {
                max_attempts: Some(self.max_attempts),
                retry_upstream_errors: Some(self.retry_upstream_errors),
                jitter: Some(false),
                ..RetryOptions::default()
            },
            ..ChatRequest::default()
        }
    }
}
