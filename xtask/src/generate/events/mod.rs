//! The events of the Responses API: what the engine must know of them, and their types in every language.

pub(super) mod go;
pub(super) mod kinds;
pub(super) mod python;
pub(super) mod rust;
pub(super) mod swift;
pub(super) mod typescript;
