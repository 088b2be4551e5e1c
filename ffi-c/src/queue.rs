//! Completion queues: which calls have something to pull, without a thread or a callback for each.

use std::time::Duration;

use axonium_bridge::Ready;

use crate::guard::{AxStatus, Refusal, guard};
use crate::handles::Handles;
use crate::memory::put;

pub(crate) static QUEUES: Handles<Ready> = Handles::new(2);

/// A timeout that never passes.
pub const AX_FOREVER: u32 = u32::MAX;

/// The time that C gives in milliseconds.
pub(crate) fn timeout(milliseconds: u32) -> Duration {
    if milliseconds == AX_FOREVER { Duration::MAX } else { Duration::from_millis(milliseconds.into()) }
}

/// Makes a completion queue and writes its handle. Use one queue for each engine: the
/// calls of two engines may have the same ids.
///
/// # Safety
///
/// `queue` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_queue_new(queue: *mut u64) -> AxStatus {
    guard(|| {
        if queue.is_null() {
            return Err(Refusal::Argument);
        }
        // SAFETY: the caller gives a place for the handle.
        unsafe { put(queue, QUEUES.insert(Ready::new())) }
    })
}

/// Waits until calls started on the queue have something to pull, and writes their ids and how many. An id comes once
/// until it is pulled. A count of 0: the time passed, or `ax_queue_wake` was called. Blocks only its own thread.
///
/// # Safety
///
/// `ids` must be valid for `capacity` writes, `count` for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_queue_next(
    queue: u64,
    ids: *mut u64,
    capacity: usize,
    timeout_ms: u32,
    count: *mut usize,
) -> AxStatus {
    guard(|| {
        if ids.is_null() || capacity == 0 || count.is_null() {
            return Err(Refusal::Argument);
        }
        let queue = QUEUES.get(queue)?;
        let ready = queue.next(capacity, timeout(timeout_ms));
        for (index, id) in ready.iter().take(capacity).enumerate() {
            // SAFETY: `index` is below `capacity`, for which the caller gives places.
            unsafe { ids.add(index).write(*id) };
        }
        // SAFETY: the caller gives a place for the count.
        unsafe { put(count, ready.len()) }
    })
}

/// Ends one wait of `ax_queue_next`: the one that is on, or the next. Safe from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn ax_queue_wake(queue: u64) -> AxStatus {
    guard(|| {
        QUEUES.get(queue)?.wake();
        Ok(())
    })
}

/// Ends a queue and wakes who waits for it. Calls started on it go on.
#[unsafe(no_mangle)]
pub extern "C" fn ax_queue_free(queue: u64) -> AxStatus {
    guard(|| {
        QUEUES.remove(queue)?.wake();
        Ok(())
    })
}
