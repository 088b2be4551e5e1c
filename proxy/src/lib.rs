//! The engine as a local OpenAI-compatible proxy.
//!
//! A client in any language gets the engine's rules by changing its base URL: what was refused before a generation is
//! waited out or moved to another route, nothing else is repeated, and each answer says what it took to get it.
//! README.md lists the endpoints, headers and limits.
//!
//! ```
//! use axonium_proxy::{Proxy, ProxyConfig, Route};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let route = Route { name: "local".into(), url: "http://127.0.0.1:8020".into(), ..Route::default() };
//! let proxy = Proxy::start(ProxyConfig { listen: "127.0.0.1:0".into(), ..ProxyConfig::new(vec![route]) }).await?;
//! println!("give clients the base URL http://{}/v1", proxy.address());
//! proxy.drain(std::time::Duration::from_secs(30)).await;
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod account;
mod call;
mod config;
mod endpoints;
mod engines;
mod events;
mod intake;
mod outcome;
mod refusal;
mod server;
mod socket;
mod turns;

pub use config::{ConfigError, ProxyConfig, Route};
pub use server::{Proxy, StartError};
