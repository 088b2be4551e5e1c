//! Plays every scenario through every SDK and compares: with what the scenario expects, and with each other.
//!
//! The formats are described in `tests/scenarios/README.md` and `tests/drivers/README.md`.

pub mod agreement;
pub mod arguments;
mod arrivals;
pub mod call;
pub mod canonical;
pub mod client;
pub mod compare;
pub mod coverage;
pub mod driver;
pub mod expect;
pub mod expectation;
pub mod invariant;
pub mod load;
pub mod lock;
pub mod observed;
pub mod over;
pub mod path;
pub mod play;
pub mod repeat;
pub mod report;
pub mod runner;
pub mod scenario;
pub mod server;
pub mod transcript;
