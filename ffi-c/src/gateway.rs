//! The testing gateway: a gateway in this process, with scripts of failures, a virtual clock and a ledger.

use axonium_bridge::testing;

use crate::guard::{AxStatus, Refusal, guard};
use crate::memory::{AxBuffer, AxBytes, put};

/// Starts a gateway on a free port of loopback and writes its handle, which an engine's config may name as its clock.
/// `AX_FAILED`: `failure` is a sentence about why.
///
/// # Safety
///
/// `config` must point to its bytes; `gateway` and `failure` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_gateway_start(config: AxBytes, gateway: *mut u64, failure: *mut AxBuffer) -> AxStatus {
    guard(|| {
        // SAFETY: the caller lends the bytes until the entry returns.
        let config = unsafe { config.get() }?;
        if gateway.is_null() {
            return Err(Refusal::Argument);
        }
        match testing::start(config) {
            // SAFETY: the caller gives a place for the handle.
            Ok(handle) => unsafe { put(gateway, handle) },
            Err(error) => {
                // SAFETY: the caller gives a place for the failure.
                unsafe { put(failure, AxBuffer::of(error.as_bytes())) }?;
                Err(Refusal::Failed)
            }
        }
    })
}

/// The gateway's address, as text.
///
/// # Safety
///
/// `url` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_gateway_url(gateway: u64, url: *mut AxBuffer) -> AxStatus {
    guard(|| {
        let address = testing::url(gateway).ok_or(Refusal::Stale)?;
        // SAFETY: the caller gives a place for the buffer.
        unsafe { put(url, AxBuffer::of(address.as_bytes())) }
    })
}

/// Runs a command of `bindings/engine/README.md` with its JSON argument, and writes its answer, JSON. `AX_FAILED`: the
/// answer is a sentence about what is wrong.
///
/// # Safety
///
/// The byte arguments must point to their bytes; `answer` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_gateway_control(
    gateway: u64,
    command: AxBytes,
    argument: AxBytes,
    answer: *mut AxBuffer,
) -> AxStatus {
    guard(|| {
        // SAFETY: the caller lends the bytes of both until the entry returns.
        let (command, argument) = unsafe { (command.text()?, argument.get()?) };
        match testing::control(gateway, command, argument) {
            // SAFETY: the caller gives a place for the buffer.
            Ok(json) => unsafe { put(answer, AxBuffer::of(&json)) },
            Err(why) => {
                // SAFETY: the caller gives a place for the buffer.
                unsafe { put(answer, AxBuffer::of(why.as_bytes())) }?;
                Err(Refusal::Failed)
            }
        }
    })
}

/// Stops a gateway; its connections close and its handle becomes stale. Stopping twice does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ax_gateway_stop(gateway: u64) -> AxStatus {
    guard(|| {
        testing::stop(gateway);
        Ok(())
    })
}
