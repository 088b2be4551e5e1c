//! `axonium._native`: the bridge in Python's terms. Conversion only; what users see is `packages/python`.

mod engine;
mod gateway;
mod handover;
mod keys;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;

pyo3::create_exception!(
    axonium._native,
    EngineError,
    PyException,
    "An engine or a key was refused; holds the failure's JSON."
);
pyo3::create_exception!(axonium._native, HandleError, PyException, "An engine or a call that cannot be used any more.");

/// The compiled part of the package.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("EngineError", module.py().get_type::<EngineError>())?;
    module.add("HandleError", module.py().get_type::<HandleError>())?;
    module.add_function(wrap_pyfunction!(keys::derive_key, module)?)?;
    module.add_function(wrap_pyfunction!(keys::run_key, module)?)?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<gateway::TestingGateway>()
}
