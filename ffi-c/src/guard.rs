//! What every entry returns, and the one place where a panic is stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};

use axonium_bridge::HandleError;

/// The outcome of a function: `AX_OK`, `AX_FAILED` or one of the `AX_ERROR_…` constants.
pub type AxStatus = i32;

/// Done; the results are written.
pub const AX_OK: AxStatus = 0;
/// Refused, with a reason for people: the failure is written as error JSON, and is to be freed.
pub const AX_FAILED: AxStatus = 1;
/// The handle or the call id is closed, was never given out, or belongs to something else.
pub const AX_ERROR_STALE: AxStatus = -1;
/// A pointer is null where it may not be, or text is not UTF-8, or a constant is unknown.
pub const AX_ERROR_ARGUMENT: AxStatus = -2;
/// The engine was made before this process was forked, and its threads did not come along; make a new one.
pub const AX_ERROR_FORKED: AxStatus = -4;
/// A fault of the library. The call it happened in ends with an error; the process and all other calls go on.
pub const AX_ERROR_PANIC: AxStatus = -3;

/// Why an entry did not succeed. Nothing was written, unless a failure's JSON is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Failed,
    Stale,
    Argument,
    Forked,
}

impl From<HandleError> for Refusal {
    fn from(error: HandleError) -> Self {
        match error {
            HandleError::Unknown => Self::Stale,
            HandleError::Forked => Self::Forked,
        }
    }
}

/// Runs the body of an entry. A panic ends here: it must not unwind into C.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Refusal>) -> AxStatus {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => AX_OK,
        Ok(Err(Refusal::Failed)) => AX_FAILED,
        Ok(Err(Refusal::Stale)) => AX_ERROR_STALE,
        Ok(Err(Refusal::Argument)) => AX_ERROR_ARGUMENT,
        Ok(Err(Refusal::Forked)) => AX_ERROR_FORKED,
        Err(_) => AX_ERROR_PANIC,
    }
}
