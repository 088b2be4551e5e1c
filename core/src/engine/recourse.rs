//! What a call may do about a timeout or a broken stream because its caller asked for it, checked before anything is sent.

use super::operation::Operation;
use super::request::Carrier;
use crate::ErrorKind;
use crate::api::config::{CallOptions, Config, PartialMode};
use crate::api::error::ErrorDetails;
use crate::api::{OnTimeout, Resume};

type Refusal = Box<ErrorDetails>;

/// What a client, or one of its calls, allows.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct Recourse {
    /// A timeout is repeated once, then a fallback is asked.
    pub(super) falls_back: bool,
    /// Fallbacks are named.
    pub(super) names_fallbacks: bool,
    pub(super) may_bill_twice: bool,
    /// A stream that is lost goes on with its replay.
    pub(super) resumes: bool,
    /// A stream is held back whole, and started anew when it breaks.
    pub(super) starts_anew: bool,
}

/// What there is to know of a call before it is asked what it allows.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    pub(super) operation: Operation,
    pub(super) carrier: Carrier,
    pub(super) options: &'a CallOptions,
    pub(super) partial: PartialMode,
}

impl Recourse {
    /// What a client allows, wherever it fits its calls.
    pub(super) fn of_client(config: &Config) -> Result<Self, Refusal> {
        let recourse = Self {
            falls_back: falls_back(config.on_timeout),
            names_fallbacks: !config.fallback.is_empty(),
            may_bill_twice: config.may_bill_twice.unwrap_or_default(),
            resumes: config.resume == Some(Resume::Replay),
            starts_anew: config.retry_clean.unwrap_or_default(),
        };
        recourse.check_fallbacks(ErrorKind::Configuration)?;
        if recourse.starts_anew {
            let partial = config.partial.unwrap_or_default();
            check_retry_clean(recourse, recourse.resumes, partial, ErrorKind::Configuration)?;
        }
        Ok(recourse)
    }

    /// What a call allows, whose client allows `self`. Only what the call says itself is refused where it does not fit.
    pub(super) fn of_call(self, asking: Asking<'_>) -> Result<Self, Refusal> {
        let options = asking.options;
        let recourse = Self {
            falls_back: options.on_timeout.map_or(self.falls_back, |asked| falls_back(Some(asked))),
            names_fallbacks: options.fallback.as_ref().map_or(self.names_fallbacks, |named| !named.is_empty()),
            may_bill_twice: options.may_bill_twice.unwrap_or(self.may_bill_twice),
            resumes: asking.resumes(self)?,
            starts_anew: asking.starts_anew(self)?,
        };
        asking.falls_back(recourse)
    }

    fn check_fallbacks(self, kind: ErrorKind) -> Result<(), Refusal> {
        if self.falls_back && !self.names_fallbacks {
            let message =
                "is missing beside on_timeout = \"retry_once_then_fallback\"; name at least one model or route";
            return refuse(kind, "fallback", message);
        }
        if !self.falls_back && self.names_fallbacks {
            let message = "is missing beside fallback; set it to \"retry_once_then_fallback\", or drop fallback";
            return refuse(kind, "on_timeout", message);
        }
        Ok(())
    }
}

impl Asking<'_> {
    fn has_key(self) -> bool {
        self.options.idempotency_key.as_ref().is_some()
    }

    fn falls_back(self, mut recourse: Recourse) -> Result<Recourse, Refusal> {
        let asked = falls_back(self.options.on_timeout) || self.options.fallback.is_some();
        if !self.operation.generates() {
            if asked {
                return invalid("on_timeout", "is for calls that generate an answer; leave it and fallback out here");
            }
            recourse.falls_back = false;
        }
        if recourse.falls_back || self.options.fallback.is_some() {
            recourse.check_fallbacks(ErrorKind::InvalidRequest)?;
        }
        if recourse.falls_back && !recourse.may_bill_twice && !self.has_key() {
            let message = "must be true beside on_timeout = \"retry_once_then_fallback\" without an idempotency key: the \
                           model may still be generating, and a repeat could be billed as a second generation; set it, \
                           or give an idempotency_key";
            return invalid("may_bill_twice", message);
        }
        Ok(recourse)
    }

    fn resumes(self, client: Recourse) -> Result<bool, Refusal> {
        let streams = self.operation.streams();
        match self.options.resume {
            Some(Resume::Off) => Ok(false),
            None => {
                let fits = streams && self.carrier == Carrier::Http && self.has_key();
                Ok(client.resumes && fits && self.options.retry_clean != Some(true))
            }
            Some(Resume::Replay) if !streams => invalid(
                "resume",
                "continues a stream; leave it out here, since a plain call is repeated under its key anyway",
            ),
            Some(Resume::Replay) if self.carrier != Carrier::Http => invalid(
                "resume",
                "needs an idempotency key, which cannot travel over a WebSocket; use transport = \"sse\"",
            ),
            Some(Resume::Replay) if !self.has_key() => invalid(
                "idempotency_key",
                "is missing beside resume = \"replay\", which sends it again to get the replay",
            ),
            Some(Resume::Replay) => Ok(true),
        }
    }

    fn starts_anew(self, client: Recourse) -> Result<bool, Refusal> {
        let streams = self.operation.streams();
        let may_bill_twice = self.options.may_bill_twice.unwrap_or(client.may_bill_twice);
        let allowed = Recourse { may_bill_twice, ..client };
        let resumes = self.options.resume == Some(Resume::Replay);
        match self.options.retry_clean {
            Some(false) => Ok(false),
            None => {
                let fits = streams && may_bill_twice && self.partial == PartialMode::Discard;
                Ok(client.starts_anew && fits && !resumes)
            }
            Some(true) if !streams => invalid("retry_clean", "is for streams; leave it out here"),
            Some(true) => {
                check_retry_clean(allowed, resumes, self.partial, ErrorKind::InvalidRequest)?;
                Ok(true)
            }
        }
    }
}

fn falls_back(on_timeout: Option<OnTimeout>) -> bool {
    on_timeout == Some(OnTimeout::RetryOnceThenFallback)
}

fn check_retry_clean(allowed: Recourse, resumes: bool, partial: PartialMode, kind: ErrorKind) -> Result<(), Refusal> {
    if !allowed.may_bill_twice {
        let message =
            "must be true beside retry_clean: a stream that broke was generated and billed, and is generated again";
        return refuse(kind, "may_bill_twice", message);
    }
    if partial != PartialMode::Discard {
        let message = "must be \"discard\" beside retry_clean, which drops what had arrived of a stream that broke";
        return refuse(kind, "partial", message);
    }
    if resumes {
        let message =
            "does not go with resume = \"replay\": a broken stream is started anew or continued; keep one of them";
        return refuse(kind, "retry_clean", message);
    }
    Ok(())
}

fn invalid<T>(field: &str, message: &str) -> Result<T, Refusal> {
    refuse(ErrorKind::InvalidRequest, field, message)
}

fn refuse<T>(kind: ErrorKind, field: &str, message: &str) -> Result<T, Refusal> {
    Err(ErrorDetails::refused_field(kind, field, message))
}
