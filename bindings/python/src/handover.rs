//! From the bridge's runtime to an event loop of Python's.

use axonium_bridge::Batch;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::engine::to_python;

/// Has `event_loop` give `batch` to whoever awaits `future`. Waits for the interpreter.
pub(crate) fn hand_over(event_loop: &Py<PyAny>, future: &Py<PyAny>, batch: &Batch) {
    // None once the interpreter is going down: then nobody waits.
    let _ = Python::try_attach(|py| {
        let scheduled = to_python(py, batch).and_then(|batch| {
            let settle = settle_function(py)?;
            event_loop.call_method1(py, "call_soon_threadsafe", (settle, future, batch))
        });
        // A loop that was closed meanwhile has nobody left who could be told.
        drop(scheduled);
    });
}

fn settle_function(py: Python<'_>) -> PyResult<&Py<PyAny>> {
    static SETTLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    SETTLE.get_or_try_init(py, || Ok(wrap_pyfunction!(settle, py)?.into_any().unbind()))
}

/// Runs on the loop. A future that was cancelled meanwhile is left alone.
#[pyfunction]
fn settle(future: &Bound<'_, PyAny>, batch: &Bound<'_, PyTuple>) -> PyResult<()> {
    if !future.call_method0("done")?.is_truthy()? {
        future.call_method1("set_result", (batch,))?;
    }
    Ok(())
}
