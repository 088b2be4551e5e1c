//! JSON that a model writes: what it must be, what it is, and what it amounts to while it is still being written.

pub mod output;
pub mod partial;
pub mod schema;
mod strict;
