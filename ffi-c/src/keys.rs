//! Derived idempotency keys.

use bytes::Bytes;

use crate::guard::{AxStatus, Refusal, guard};
use crate::memory::{AxBuffer, AxBytes, put};

/// Writes the idempotency key of a request, text: the same in every language for the same namespace and body.
/// `AX_FAILED`: the key is error JSON instead.
///
/// # Safety
///
/// The byte arguments must point to their bytes; `key` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_derive_key(namespace_: AxBytes, body: AxBytes, key: *mut AxBuffer) -> AxStatus {
    guard(|| {
        // SAFETY: the caller lends the bytes until the entry returns.
        let (namespace_, body) = unsafe { (namespace_.text()?, body.get()?) };
        // SAFETY: the caller gives a place for the key.
        unsafe { answer(axonium_bridge::derive_key(namespace_, body), key) }
    })
}

/// Writes the idempotency key of one step of a run, text. `AX_FAILED`: the key is error JSON instead.
///
/// # Safety
///
/// The byte arguments must point to their bytes; `key` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_run_key(run_id: AxBytes, step: AxBytes, key: *mut AxBuffer) -> AxStatus {
    guard(|| {
        // SAFETY: the caller lends the bytes until the entry returns.
        let (run_id, step) = unsafe { (run_id.text()?, step.text()?) };
        // SAFETY: the caller gives a place for the key.
        unsafe { answer(axonium_bridge::run_key(run_id, step), key) }
    })
}

/// # Safety
///
/// `key` must be null or valid for a write.
unsafe fn answer(made: Result<String, Bytes>, key: *mut AxBuffer) -> Result<(), Refusal> {
    // Before a buffer is made that nobody could free.
    if key.is_null() {
        return Err(Refusal::Argument);
    }
    let (bytes, outcome) = match made {
        Ok(made) => (Bytes::from(made), Ok(())),
        Err(failed) => (failed, Err(Refusal::Failed)),
    };
    // SAFETY: as the caller promises.
    unsafe { put(key, AxBuffer::of(&bytes)) }?;
    outcome
}
