//! Runs every sequence of server behaviours through the engine, and holds the ledger against the rule.

mod behaviour;
mod invariant;
mod options;

use std::process::ExitCode;
use std::thread;

use axonium::testing::{Gateway, GatewayConfig};
use axonium::{Client, Config, RetryBudgetOptions};
use lexopt::ValueExt;

use crate::behaviour::Behaviour;
use crate::invariant::{Ended, violations};
use crate::options::Options;

const FULL_LENGTH: u32 = 5;
/// So many of the things that are wrong are shown.
const SHOWN: usize = 20;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<ExitCode, Failure> {
    let length = length()?;
    let workers = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let handles: Vec<_> = (0..workers).map(|worker| thread::spawn(move || work(length, worker, workers))).collect();
    let (mut sequences, mut wrong) = (0, Vec::new());
    for handle in handles {
        let (run, found) = handle.join().map_err(|_| "a worker panicked")??;
        sequences += run;
        wrong.extend(found);
    }
    for violation in wrong.iter().take(SHOWN) {
        println!("{violation}");
    }
    println!("{sequences} sequences, {} violations", wrong.len());
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn length() -> Result<u32, Failure> {
    let mut parser = lexopt::Parser::from_env();
    let mut length = FULL_LENGTH;
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("length") => length = parser.value()?.parse()?,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(length)
}

/// Runs every `workers`-th sequence, from number `worker` on. Returns how many, and what was wrong.
fn work(length: u32, worker: usize, workers: usize) -> Result<(usize, Vec<String>), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let gateway = Gateway::start(GatewayConfig::default())?;
        let client = Client::new(Config {
            gateway_base_url: gateway.url().into(),
            api_key: "key".into(),
            clock: Some(gateway.clock()),
            cooldown: Some(false),
            // The sequences of one client are not one caller's.
            retry_budget: RetryBudgetOptions { enabled: Some(false), ..RetryBudgetOptions::default() },
            ..Config::default()
        })?;
        let (mut run, mut wrong) = (0, Vec::new());
        for (number, sequence) in sequences(length).enumerate() {
            if number % workers != worker {
                continue;
            }
            for options in Options::all() {
                run += 1;
                let found = play(&gateway, &client, &sequence, options).await?;
                wrong.extend(found.into_iter().map(|what| format!("{sequence:?} with {options:?}: {what}")));
            }
        }
        Ok((run, wrong))
    })
}

/// Every sequence of 1 to `length` behaviours.
fn sequences(length: u32) -> impl Iterator<Item = Vec<Behaviour>> {
    let kinds = Behaviour::ALL.len();
    (1..=length).flat_map(move |length| {
        (0..kinds.pow(length)).map(move |number| {
            let digit = |place: u32| (number / kinds.pow(place)) % kinds;
            (0..length).filter_map(|place| Behaviour::ALL.get(digit(place)).copied()).collect()
        })
    })
}

async fn play(
    gateway: &Gateway,
    client: &Client,
    sequence: &[Behaviour],
    options: Options,
) -> Result<Vec<String>, Failure> {
    gateway.reset();
    let steps: Vec<_> = sequence.iter().map(|behaviour| behaviour.step()).collect();
    gateway.script(serde_json::from_value(steps.into())?)?;
    let ended = if options.stream { stream(client, options).await } else { answer(client, options).await };
    Ok(violations(sequence, options, gateway, &ended))
}

async fn answer(client: &Client, options: Options) -> Ended {
    let result = client.chat(&options.request()).await;
    let meta = match &result {
        Ok(completion) => completion.meta.clone(),
        Err(error) => error.details().meta.clone(),
    };
    let delivered = result.as_ref().ok().and_then(|completion| completion.content()).unwrap_or_default().to_owned();
    Ended { delivered, result: result.map(drop), attempts: meta.attempts, waited: meta.waited_for }
}

async fn stream(client: &Client, options: Options) -> Ended {
    let mut delivered = String::new();
    let result = async {
        let mut stream = client.chat_stream(&options.request()).await?;
        while let Some(chunk) = stream.next().await? {
            delivered.push_str(chunk.content());
        }
        Ok(stream.meta())
    }
    .await;
    let meta = match &result {
        Ok(meta) => meta.clone(),
        Err(error) => axonium::Error::details(error).meta.clone(),
    };
    Ended { delivered, result: result.map(drop), attempts: meta.attempts, waited: meta.waited_for }
}
