//! Calls: started, pulled, closed.

use axonium_bridge::Batch;
use bytes::Bytes;

use crate::batch::AxBatch;
use crate::engine::ENGINES;
use crate::guard::{AxStatus, Refusal, guard};
use crate::memory::{AxBuffer, AxBytes, put};
use crate::queue::{QUEUES, timeout};

/// The answer to a token notice is a token.
pub const AX_ANSWER_TOKEN: u32 = 1;
/// The answer to a token notice is why there is none.
pub const AX_ANSWER_FAILURE: u32 = 2;

/// Starts a call and writes its id; never blocks. `queue` is told when there is something to pull; 0 for none, to use
/// `ax_call_pull`. A request that is refused is a call that failed: its end says why. Close every call.
///
/// # Safety
///
/// The byte arguments must point to their bytes; `call` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_call_start(
    engine: u64,
    queue: u64,
    operation: AxBytes,
    body: AxBytes,
    options: AxBytes,
    call: *mut u64,
) -> AxStatus {
    guard(|| {
        let engine = ENGINES.get(engine)?;
        let queue = if queue == 0 { None } else { Some(QUEUES.get(queue)?) };
        // SAFETY: the caller lends the bytes of all three until the entry returns.
        let (operation, body, options) = unsafe { (operation.text()?, body.get()?, options.get()?) };
        if call.is_null() {
            return Err(Refusal::Argument);
        }
        let body = Bytes::copy_from_slice(body);
        let id = match queue {
            Some(queue) => engine.start_ready(operation, body, options, &queue),
            None => engine.start(operation, body, options),
        }?;
        // SAFETY: the caller gives a place for the id.
        unsafe { put(call, id) }
    })
}

/// Takes what is ready, at most about `max_items` and `max_bytes`, and never waits. Free `batch.buffer`.
///
/// # Safety
///
/// `batch` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_call_try_pull(
    engine: u64,
    call: u64,
    max_items: usize,
    max_bytes: usize,
    batch: *mut AxBatch,
) -> AxStatus {
    guard(|| {
        let pulled = ENGINES.get(engine)?.try_pull(call, max_items, max_bytes)?;
        // SAFETY: the caller gives a place for the batch.
        unsafe { write(batch, &pulled) }
    })
}

/// Waits until something is ready or `timeout_ms` passed, then takes what is ready. Blocks only its own thread; cancel or
/// close the call from another to end the wait. Free `batch.buffer`.
///
/// # Safety
///
/// `batch` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_call_pull(
    engine: u64,
    call: u64,
    max_items: usize,
    max_bytes: usize,
    timeout_ms: u32,
    batch: *mut AxBatch,
) -> AxStatus {
    guard(|| {
        let engine = ENGINES.get(engine)?;
        let pulled = engine.pull_blocking(call, max_items, max_bytes, timeout(timeout_ms))?;
        // SAFETY: the caller gives a place for the batch.
        unsafe { write(batch, &pulled) }
    })
}

/// # Safety
///
/// `target` must be null or valid for a write.
unsafe fn write(target: *mut AxBatch, batch: &Batch) -> Result<(), Refusal> {
    if target.is_null() {
        return Err(Refusal::Argument);
    }
    // SAFETY: not null, and the caller promises that a write is valid.
    unsafe { put(target, AxBatch::pack(batch)) }
}

/// What the call has come to so far, as snapshot JSON: what a stream has said, usage, meta.
///
/// # Safety
///
/// `snapshot` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_call_snapshot(engine: u64, call: u64, snapshot: *mut AxBuffer) -> AxStatus {
    guard(|| {
        let state = ENGINES.get(engine)?.snapshot(call)?;
        // SAFETY: the caller gives a place for the buffer.
        unsafe { put(snapshot, AxBuffer::of(&state)) }
    })
}

/// Answers a token notice by its ticket. `kind` is `AX_ANSWER_TOKEN` or `AX_ANSWER_FAILURE`, `text` the token or the
/// reason.
///
/// # Safety
///
/// `text` must point to its bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_call_answer_token(
    engine: u64,
    call: u64,
    ticket: u64,
    kind: u32,
    text: AxBytes,
) -> AxStatus {
    guard(|| {
        // SAFETY: the caller lends the bytes until the entry returns.
        let text = unsafe { text.text() }?;
        let answer = match kind {
            AX_ANSWER_TOKEN => Ok(text.to_owned()),
            AX_ANSWER_FAILURE => Err(text.to_owned()),
            _ => return Err(Refusal::Argument),
        };
        // Whether anyone still waits for it is of no use to who has it.
        ENGINES.get(engine)?.answer_token(call, ticket, answer)?;
        Ok(())
    })
}

/// Ends a call's work at once; its end, a failure of kind Cancelled, can still be pulled. Safe from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ax_call_cancel(engine: u64, call: u64) -> AxStatus {
    guard(|| Ok(ENGINES.get(engine)?.cancel(call)?))
}

/// Frees a call's id and what it holds; a call that is not over is cancelled. Closing twice does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ax_call_close(engine: u64, call: u64) -> AxStatus {
    guard(|| {
        ENGINES.get(engine)?.close(call);
        Ok(())
    })
}
