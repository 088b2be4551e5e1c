//! Gateways and clients of one worker, and the time that passes between them.

use std::time::Duration;

use axonium::testing::Gateway;
use axonium::{Client, Config, RetryBudgetOptions, Timeouts};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::json;
use tokio::time::advance;

use crate::Failure;
use crate::behaviour::Behaviour;
use crate::options::{FALLBACK, MODEL, Options};

/// Limits of the clients, in whole ticks.
pub(crate) const REQUEST: Duration = Duration::from_secs(4);
pub(crate) const STREAM_IDLE: Duration = Duration::from_secs(2);
const FIRST_OUTPUT: Duration = Duration::from_secs(1);
/// So much time passes at once where nothing else happens.
pub(crate) const TICK: Duration = Duration::from_secs(1);
/// A call that takes longer does not end.
const ENDLESS: Duration = Duration::from_hours(1);
/// Looks at the sockets, in a row, after which nothing more comes from a server that waits.
const QUIET: usize = 24;
/// So many times that, and nothing more comes from any.
const QUIET_FOR_GOOD: usize = 400;

/// One gateway, and a client without and one with a limit of the first output.
pub(crate) struct Served {
    pub(crate) gateway: Gateway,
    client: Client,
    impatient: Client,
}

/// What a worker plays with. Time stands still in it unless it is told to pass.
pub(crate) struct World {
    releases_keys: Served,
    holds_keys: Served,
}

impl World {
    pub(crate) fn start() -> Result<Self, Failure> {
        Ok(Self { releases_keys: Served::start(false)?, holds_keys: Served::start(true)? })
    }

    pub(crate) fn served(&self, options: Options) -> &Served {
        if options.failures_hold_key { &self.holds_keys } else { &self.releases_keys }
    }
}

impl Served {
    fn start(failures_hold_key: bool) -> Result<Self, Failure> {
        let models = [json!({"id": MODEL}), json!({"id": FALLBACK})];
        let config = json!({"models": models, "failures_hold_key": failures_hold_key});
        let gateway = Gateway::start(serde_json::from_value(config)?)?;
        let client = |first_output| {
            let timeouts = Timeouts {
                request: Some(REQUEST),
                stream_idle: Some(STREAM_IDLE),
                first_output,
                ..Timeouts::default()
            };
            Client::new(Config {
                gateway_base_url: gateway.url().into(),
                api_key: "key".into(),
                clock: Some(gateway.clock()),
                timeouts,
                cooldown: Some(false),
                // The sequences of one client are not one caller's.
                retry_budget: RetryBudgetOptions { enabled: Some(false), ..RetryBudgetOptions::default() },
                ..Config::default()
            })
        };
        Ok(Self { client: client(None)?, impatient: client(Some(FIRST_OUTPUT))?, gateway })
    }

    pub(crate) fn client(&self, options: Options) -> &Client {
        if options.first_output_limit { &self.impatient } else { &self.client }
    }

    /// Closes the connection of which the gateway has the end.
    pub(crate) async fn hang_up(&self, options: Options) -> Result<(), Failure> {
        self.gateway.reset();
        self.client(options).models().await?;
        Ok(())
    }

    /// What `call` comes to, while time passes whenever everyone waits for it; none if it does not end.
    pub(crate) async fn drive<T>(&self, sequence: &[Behaviour], call: impl Future<Output = T>) -> Option<T> {
        // Polled only when it is woken, unlike a future that is selected from.
        let mut call = FuturesUnordered::from_iter([call]);
        let (mut passed, mut arrived, mut quiet) = (Duration::ZERO, 0, 0);
        while passed < ENDLESS {
            let result = looked(&mut call, QUIET).await;
            if result.is_some() {
                return result;
            }
            let before = std::mem::replace(&mut arrived, self.gateway.requests().len());
            quiet = if arrived == before { quiet + 1 } else { 0 };
            let waits = arrived.checked_sub(1).and_then(|at| sequence.get(at)).is_some_and(|step| step.takes_time());
            if quiet >= if waits { 1 } else { QUIET_FOR_GOOD } {
                advance(TICK).await;
                (passed, quiet) = (passed + TICK, 0);
            }
        }
        None
    }
}

/// What `call` comes to while the sockets are looked at so many times.
async fn looked<T>(call: &mut FuturesUnordered<impl Future<Output = T>>, times: usize) -> Option<T> {
    for _ in 0..times {
        tokio::select! {
            biased;
            result = call.next() => return result,
            () = tokio::task::yield_now() => {}
        }
    }
    None
}
