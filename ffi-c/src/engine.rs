//! Engines: where calls are made.

use axonium_bridge::Engine;

use crate::guard::{AxStatus, Refusal, guard};
use crate::handles::Handles;
use crate::memory::{AxBuffer, AxBytes, put};

pub(crate) static ENGINES: Handles<Engine> = Handles::new(1);

/// Makes an engine from config JSON, and writes its handle. `AX_FAILED`: the config is unusable, and `failure` is error
/// JSON that says what to change.
///
/// # Safety
///
/// `config` must point to its bytes; `engine` and `failure` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_engine_new(config: AxBytes, engine: *mut u64, failure: *mut AxBuffer) -> AxStatus {
    guard(|| {
        // SAFETY: the caller lends the bytes until the entry returns.
        let config = unsafe { config.get() }?;
        if engine.is_null() {
            return Err(Refusal::Argument);
        }
        match Engine::new(config) {
            // SAFETY: the caller gives a place for the handle.
            Ok(made) => unsafe { put(engine, ENGINES.insert(made)) },
            Err(error) => {
                // SAFETY: the caller gives a place for the failure.
                unsafe { put(failure, AxBuffer::of(&error)) }?;
                Err(Refusal::Failed)
            }
        }
    })
}

/// Counts of an engine's calls, as JSON.
///
/// # Safety
///
/// `stats` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_engine_stats(engine: u64, stats: *mut AxBuffer) -> AxStatus {
    guard(|| {
        let engine = ENGINES.get(engine)?;
        // SAFETY: the caller gives a place for the buffer.
        unsafe { put(stats, AxBuffer::of(&engine.stats())) }
    })
}

/// The circuit breakers that an engine knows, as JSON.
///
/// # Safety
///
/// `circuits` must be valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ax_engine_circuits(engine: u64, circuits: *mut AxBuffer) -> AxStatus {
    guard(|| {
        let engine = ENGINES.get(engine)?;
        // SAFETY: the caller gives a place for the buffer.
        unsafe { put(circuits, AxBuffer::of(&engine.circuits())) }
    })
}

/// Ends every call of an engine at once and lets no new one begin. What its calls came to can still be pulled.
#[unsafe(no_mangle)]
pub extern "C" fn ax_engine_shutdown(engine: u64) -> AxStatus {
    guard(|| {
        ENGINES.get(engine)?.shutdown();
        Ok(())
    })
}

/// Shuts an engine down and frees it: its handle and the ids of its calls become stale.
#[unsafe(no_mangle)]
pub extern "C" fn ax_engine_free(engine: u64) -> AxStatus {
    guard(|| {
        // Calls that another thread is about to pull keep it until they have.
        ENGINES.remove(engine)?.shutdown();
        Ok(())
    })
}
