//! A client's engine and its calls.

use std::time::Duration;

use axonium_bridge::{self as bridge, End};
use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::handover::hand_over;
use crate::{EngineError, HandleError};

/// One client's engine. Every method may be called from any thread.
#[pyclass(frozen, module = "axonium._native")]
pub(crate) struct Engine {
    bridge: bridge::Engine,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, config: &[u8]) -> PyResult<Self> {
        let built = py.detach(|| bridge::Engine::new(config));
        let bridge = built.map_err(|failed| EngineError::new_err((PyBytes::new(py, &failed).unbind(),)))?;
        Ok(Self { bridge })
    }

    fn start(&self, py: Python<'_>, operation: &str, body: &[u8], options: &[u8]) -> PyResult<u64> {
        let body = Bytes::copy_from_slice(body);
        py.detach(|| self.bridge.start(operation, body, options)).map_err(unusable)
    }

    /// Waits for the next batch for so many seconds, with the interpreter released; None if there was none.
    fn pull<'py>(
        &self,
        py: Python<'py>,
        call: u64,
        max_items: usize,
        max_bytes: usize,
        seconds: f64,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let limit = Duration::try_from_secs_f64(seconds).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let pulled = py.detach(|| self.bridge.pull_blocking(call, max_items, max_bytes, limit));
        something(py, &pulled.map_err(unusable)?)
    }

    /// What is ready, or None.
    fn try_pull<'py>(
        &self,
        py: Python<'py>,
        call: u64,
        max_items: usize,
        max_bytes: usize,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let pulled = py.detach(|| self.bridge.try_pull(call, max_items, max_bytes));
        something(py, &pulled.map_err(unusable)?)
    }

    /// Waits for the next batch without holding a thread, and sets it as the result of `future`, which is of `event_loop`.
    fn pull_into(
        &self,
        call: u64,
        max_items: usize,
        max_bytes: usize,
        event_loop: Py<PyAny>,
        future: Py<PyAny>,
    ) -> PyResult<()> {
        let pull = self.bridge.pull(call, max_items, max_bytes).map_err(unusable)?;
        bridge::spawn(async move {
            let batch = pull.await;
            // Not here: waiting for the interpreter would hold up the threads that drive connections.
            tokio::task::spawn_blocking(move || hand_over(&event_loop, &future, &batch));
        });
        Ok(())
    }

    fn snapshot<'py>(&self, py: Python<'py>, call: u64) -> PyResult<Bound<'py, PyBytes>> {
        let snapshot = py.detach(|| self.bridge.snapshot(call)).map_err(unusable)?;
        Ok(PyBytes::new(py, &snapshot))
    }

    /// Answers a request for a token: with it, or with why there is none.
    fn answer_token(&self, call: u64, ticket: u64, token: Option<String>, message: Option<String>) -> PyResult<()> {
        let answer = token.ok_or_else(|| message.unwrap_or_default());
        self.bridge.answer_token(call, ticket, answer).map(drop).map_err(unusable)
    }

    fn cancel(&self, call: u64) -> PyResult<()> {
        self.bridge.cancel(call).map_err(unusable)
    }

    fn close(&self, call: u64) {
        self.bridge.close(call);
    }

    fn shutdown(&self, py: Python<'_>) {
        py.detach(|| self.bridge.shutdown());
    }

    fn circuits<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.bridge.circuits()))
    }

    fn stats<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bridge.stats())
    }
}

fn unusable(error: bridge::HandleError) -> PyErr {
    HandleError::new_err(error.message())
}

fn something<'py>(py: Python<'py>, batch: &bridge::Batch) -> PyResult<Option<Bound<'py, PyTuple>>> {
    if batch.is_empty() { Ok(None) } else { to_python(py, batch).map(Some) }
}

/// `(opened, notices, items, end)`, where end is `(succeeded, json)`.
pub(crate) fn to_python<'py>(py: Python<'py>, batch: &bridge::Batch) -> PyResult<Bound<'py, PyTuple>> {
    let bytes = |json: &Bytes| PyBytes::new(py, json);
    let notices = PyList::new(py, batch.notices.iter().map(bytes))?;
    let items = PyList::new(py, batch.items.iter().map(bytes))?;
    let end = batch.end.as_ref().map(|end| match end {
        End::Done(json) => (true, bytes(json)),
        End::Failed(json) => (false, bytes(json)),
    });
    (batch.opened.as_ref().map(bytes), notices, items, end).into_pyobject(py)
}
