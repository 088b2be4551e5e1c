//! What a caller may ask for.

use std::time::{Duration, SystemTime};

use axonium::Clock;
use axonium::{ChatRequest, Message, OnTimeout, ParseOptions, PartialMode, Resume, RetryOptions};
use serde_json::json;

pub(crate) const MODEL: &str = "first";
pub(crate) const FALLBACK: &str = "second";
/// The longest sequences of all.
pub(crate) const LONGEST: usize = 5;
/// What a call's own limit is, where it has one: less than a few waits and stalls together.
pub(crate) const CALL_LIMIT: Duration = Duration::from_secs(12);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Plain,
    Stream,
}

/// What bounds the call as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Timeout,
    Deadline,
}

/// One choice of options.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Options {
    pub(crate) shape: Shape,
    pub(crate) max_attempts: u32,
    pub(crate) key: bool,
    /// The gateway keeps the key of a request that failed, and repeats its error.
    pub(crate) failures_hold_key: bool,
    pub(crate) retry_upstream_errors: bool,
    pub(crate) limit: Option<Limit>,
    /// Waits are errors.
    pub(crate) never_waits: bool,
    pub(crate) first_output_limit: bool,
    pub(crate) fallback: bool,
    pub(crate) may_bill_twice: bool,
    pub(crate) resume: bool,
    pub(crate) retry_clean: bool,
    pub(crate) discard: bool,
    /// The most repairs of an output that is parsed.
    pub(crate) parse: Option<u32>,
    /// The longest sequences that these options are run with.
    pub(crate) longest: usize,
}

impl Options {
    /// Only combinations that a client accepts.
    pub(crate) fn all() -> Vec<Self> {
        let plain = Self::new(Shape::Plain);
        let stream = Self::new(Shape::Stream);
        let mut all = Vec::new();
        for base in [plain, stream] {
            all.extend(base.table());
            all.extend(base.falling_back());
            all.extend(base.parsing());
        }
        all.extend(stream.streaming());
        all
    }

    fn new(shape: Shape) -> Self {
        Self {
            shape,
            max_attempts: 2,
            key: false,
            failures_hold_key: false,
            retry_upstream_errors: false,
            limit: None,
            never_waits: false,
            first_output_limit: false,
            fallback: false,
            may_bill_twice: false,
            resume: false,
            retry_clean: false,
            discard: false,
            parse: None,
            longest: LONGEST,
        }
    }

    /// Options of which a shorter sequence has to do: README.md says which.
    fn up_to(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// What every call has: a key or none, attempts, limits.
    fn table(self) -> Vec<Self> {
        let keyed = Self { key: true, ..self };
        let upstream = |base: Self| Self { retry_upstream_errors: true, ..base };
        let (five, three) = (Self { max_attempts: 5, ..self }, Self { max_attempts: 3, ..keyed });
        let mut all = vec![
            five,
            Self { limit: Some(Limit::Timeout), ..five },
            if self.shape == Shape::Plain { three } else { three.up_to(4) },
            Self { limit: Some(Limit::Timeout), ..keyed },
            Self { limit: Some(Limit::Deadline), ..keyed }.up_to(4),
            upstream(Self { failures_hold_key: true, ..keyed }).up_to(4),
        ];
        for base in [self, keyed] {
            all.push(Self { max_attempts: 1, ..base });
            all.push(upstream(base));
            all.push(upstream(Self { max_attempts: 1, ..base }));
            all.push(Self { never_waits: true, ..base });
        }
        all
    }

    /// A timeout leads to one more try, and then to a fallback.
    fn falling_back(self) -> Vec<Self> {
        let base = Self { fallback: true, ..self };
        let keyed = Self { key: true, ..base };
        let twice = Self { may_bill_twice: true, ..base };
        let mut all = vec![
            keyed.up_to(4),
            twice,
            Self { max_attempts: 1, ..keyed },
            Self { max_attempts: 1, ..twice },
            Self { limit: Some(Limit::Deadline), ..keyed }.up_to(4),
            Self { retry_upstream_errors: true, ..twice },
        ];
        if self.shape == Shape::Plain {
            all.push(Self { may_bill_twice: true, ..keyed }.up_to(4));
            all.push(Self { failures_hold_key: true, ..keyed }.up_to(4));
        }
        all
    }

    fn parsing(self) -> Vec<Self> {
        let repaired = Self { parse: Some(1), ..self };
        let unrepaired = Self { parse: Some(0), ..self };
        let mut all = vec![
            repaired,
            Self { key: true, ..repaired },
            unrepaired,
            Self { key: true, ..unrepaired }.up_to(4),
            Self { limit: Some(Limit::Timeout), key: true, ..repaired }.up_to(4),
        ];
        if self.shape == Shape::Plain {
            all.push(Self { fallback: true, key: true, ..repaired }.up_to(4));
            all.push(Self { fallback: true, may_bill_twice: true, ..repaired });
            all.push(Self { retry_upstream_errors: true, ..repaired });
        }
        all
    }

    /// What only a stream can be asked.
    fn streaming(self) -> Vec<Self> {
        let keyed = Self { key: true, ..self };
        let resumed = Self { resume: true, ..keyed };
        let clean = Self { retry_clean: true, may_bill_twice: true, discard: true, ..self };
        vec![
            Self { discard: true, ..self },
            Self { first_output_limit: true, ..keyed },
            Self { first_output_limit: true, fallback: true, ..keyed }.up_to(4),
            resumed,
            Self { max_attempts: 3, ..resumed }.up_to(3),
            Self { max_attempts: 1, ..resumed },
            Self { may_bill_twice: true, ..resumed }.up_to(4),
            Self { discard: true, ..resumed }.up_to(4),
            Self { fallback: true, ..resumed }.up_to(4),
            Self { failures_hold_key: true, ..resumed }.up_to(4),
            Self { limit: Some(Limit::Timeout), ..resumed }.up_to(4),
            clean,
            Self { max_attempts: 3, ..clean },
            Self { key: true, ..clean }.up_to(4),
            Self { fallback: true, ..clean }.up_to(4),
            Self { limit: Some(Limit::Deadline), ..clean },
        ]
    }

    /// What the model is asked, and says in turn.
    pub(crate) fn asked(self) -> &'static str {
        if self.parse.is_some() { r#"{"said": "one two three"}"# } else { "one two three" }
    }

    pub(crate) fn request(self, clock: &Clock) -> ChatRequest {
        ChatRequest {
            model: MODEL.into(),
            messages: vec![Message::text("user", self.asked())],
            idempotency_key: if self.key { "auto".into() } else { None.into() },
            retry: RetryOptions {
                max_attempts: Some(self.max_attempts),
                max_backoff: self.never_waits.then_some(Duration::ZERO),
                retry_upstream_errors: Some(self.retry_upstream_errors),
                jitter: Some(false),
                ..RetryOptions::default()
            },
            timeout: (self.limit == Some(Limit::Timeout)).then_some(CALL_LIMIT),
            // The wall clock as the client sees it, which does not stand still.
            deadline: (self.limit == Some(Limit::Deadline)).then(|| SystemTime::now() + clock.ahead() + CALL_LIMIT),
            on_timeout: self.fallback.then_some(OnTimeout::RetryOnceThenFallback),
            fallback: self.fallback.then(|| vec![FALLBACK.into()]),
            may_bill_twice: Some(self.may_bill_twice),
            resume: self.resume.then_some(Resume::Replay),
            retry_clean: self.retry_clean.then_some(true),
            partial: self.discard.then_some(PartialMode::Discard),
            parse: self.parse.map(|max_repairs| ParseOptions {
                schema: Some(json!({
                    "type": "object", "properties": {"said": {"type": "string"}}, "required": ["said"],
                })),
                max_repairs: Some(max_repairs),
                ..ParseOptions::default()
            }),
            ..ChatRequest::default()
        }
    }
}
