//! The embedded gateway, for `axonium.testing`.

use axonium_bridge::testing;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A gateway in this process. It serves until it is stopped or dropped.
#[pyclass(frozen, module = "axonium._native")]
pub(crate) struct TestingGateway {
    handle: testing::GatewayId,
}

#[pymethods]
impl TestingGateway {
    #[new]
    fn new(py: Python<'_>, config: &[u8]) -> PyResult<Self> {
        let handle = py.detach(|| testing::start(config)).map_err(PyValueError::new_err)?;
        Ok(Self { handle })
    }

    #[getter]
    fn handle(&self) -> u64 {
        self.handle
    }

    #[getter]
    fn url(&self) -> PyResult<String> {
        testing::url(self.handle).ok_or_else(|| PyValueError::new_err("the gateway is stopped"))
    }

    fn control<'py>(&self, py: Python<'py>, command: &str, argument: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let answer = py.detach(|| testing::control(self.handle, command, argument)).map_err(PyValueError::new_err)?;
        Ok(PyBytes::new(py, &answer))
    }

    fn stop(&self, py: Python<'_>) {
        py.detach(|| testing::stop(self.handle));
    }
}

impl Drop for TestingGateway {
    fn drop(&mut self) {
        testing::stop(self.handle);
    }
}
