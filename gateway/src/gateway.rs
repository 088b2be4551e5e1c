//! The handle of a running gateway.

use std::io;
use std::sync::Arc;

use axonium_clock::Clock;
use tokio::runtime::Handle;

use crate::config::{ClockMode, GatewayConfig};
use crate::ledger::Ledger;
use crate::record::RecordedRequest;
use crate::routes::TOKEN_PATH;
use crate::script::{Script, Step};
use crate::server::{Listening, Transport};
use crate::state::State;

/// A gateway on a loopback port. Dropping it ends it with its connections.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use axonium_gateway::{Gateway, GatewayConfig, Step};
///
/// let gateway = Gateway::start(GatewayConfig::default())?;
/// gateway.script(vec![Step { problem: Some("rate-limit-exceeded-requests".into()), ..Step::default() }])?;
/// println!("the next request to {} is refused, and the ones after it are not", gateway.url());
/// assert_eq!(gateway.ledger().generations, 0);
/// # Ok(())
/// # }
/// ```
pub struct Gateway {
    state: Arc<State>,
    listening: Listening,
    scheme: &'static str,
}

impl Gateway {
    /// Starts a gateway on a free port with a clock of its own. Must be called inside a tokio runtime.
    pub fn start(config: GatewayConfig) -> io::Result<Self> {
        let clock = match config.clock {
            ClockMode::Virtual => Clock::simulated(),
            ClockMode::Real => Clock::real(),
        };
        Self::start_with_clock(config, clock)
    }

    /// Starts a gateway on the clock of a client; `config.clock` is not looked at.
    pub fn start_with_clock(config: GatewayConfig, clock: Clock) -> io::Result<Self> {
        Self::start_on(config, clock, 0)
    }

    /// Starts a gateway on a given port of the loopback address.
    pub fn start_on(config: GatewayConfig, clock: Clock, port: u16) -> io::Result<Self> {
        Self::listen(config, clock, Transport::Plain, port)
    }

    /// Starts a gateway behind TLS; clients must trust [`Tls::certificate_pem`](crate::Tls::certificate_pem).
    #[cfg(feature = "tls")]
    pub fn start_tls(config: GatewayConfig, clock: Clock, tls: crate::Tls) -> io::Result<Self> {
        Self::listen(config, clock, Transport::Tls(tls), 0)
    }

    fn listen(config: GatewayConfig, clock: Clock, transport: Transport, port: u16) -> io::Result<Self> {
        if Handle::try_current().is_err() {
            return Err(io::Error::other("a gateway needs a tokio runtime; start it inside one"));
        }
        let scheme = match transport {
            Transport::Plain => "http",
            #[cfg(feature = "tls")]
            Transport::Tls(_) => "https",
        };
        let state = Arc::new(State::new(config, clock));
        Ok(Self { listening: Listening::start(state.clone(), transport, port)?, scheme, state })
    }

    /// The base URL for clients.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.listening.address)
    }

    /// The clock. A client that uses it too waits without waiting.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.state.clock.clone()
    }

    /// Answers the next requests by these steps, one each; then the full gateway answers again.
    ///
    /// A step that contradicts itself is an error, and the script before stays.
    pub fn script(&self, steps: Vec<Step>) -> io::Result<()> {
        self.take_script(steps, false)
    }

    /// The same, and the last step answers every further request.
    pub fn script_repeating(&self, steps: Vec<Step>) -> io::Result<()> {
        self.take_script(steps, true)
    }

    fn take_script(&self, steps: Vec<Step>, repeat_last: bool) -> io::Result<()> {
        let script =
            Script::new(steps, repeat_last).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        self.state.memory().script = script;
        Ok(())
    }

    /// Requests that arrived, in order, the last 10,000 of them; those for tokens are in [`token_requests`](Self::token_requests).
    #[must_use]
    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.recorded(|request| request.path != TOKEN_PATH)
    }

    /// Requests for tokens that arrived, in order.
    #[must_use]
    pub fn token_requests(&self) -> Vec<RecordedRequest> {
        self.recorded(|request| request.path == TOKEN_PATH)
    }

    fn recorded(&self, wanted: impl Fn(&RecordedRequest) -> bool) -> Vec<RecordedRequest> {
        self.state.memory().requests.iter().filter(|request| wanted(request)).cloned().collect()
    }

    /// How many WebSocket handshakes were accepted: fewer than turns where connections are used again.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.state.memory().connections
    }

    /// What was generated and billed so far.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        self.state.memory().book.ledger()
    }

    /// Ends running generations and forgets script, requests, connections, ledger, keys, stored responses, budgets and breakers.
    /// Tokens stay valid and the clock goes on.
    pub fn reset(&self) {
        self.state.reset();
    }

    /// Ends the gateway at once, like dropping it.
    pub fn stop(self) {}

    /// Ends the gateway after the requests that are running.
    pub async fn shutdown(mut self) {
        self.listening.finish().await;
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.state.stop();
    }
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gateway").field("address", &self.listening.address).finish_non_exhaustive()
    }
}
