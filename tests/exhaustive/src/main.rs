//! Runs every sequence of server behaviours through the engine, and holds the ledger against the rule.

mod behaviour;
mod invariant;
mod money;
mod options;
mod play;
mod world;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{sync, thread};

use lexopt::ValueExt;

use crate::behaviour::Behaviour;
use crate::options::{LONGEST, Options};
use crate::world::World;

/// So many of the things that are wrong are shown.
const SHOWN: usize = 20;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// All sequences of these options that begin with this behaviour.
type Task = (Options, Behaviour);

fn main() -> Result<ExitCode, Failure> {
    let length = length()?;
    let tasks: Arc<[Task]> = tasks().into();
    let next = Arc::new(AtomicUsize::new(0));
    let workers = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let handles: Vec<_> = (0..workers)
        .map(|_| {
            let (tasks, next) = (Arc::clone(&tasks), Arc::clone(&next));
            thread::spawn(move || work(length, &tasks, &next))
        })
        .collect();
    let mut found = Found::new(length);
    for handle in handles {
        found.add(handle.join().map_err(|_| "a worker panicked")??);
    }
    for violation in found.wrong.iter().take(SHOWN) {
        println!("{violation}");
    }
    for (at, runs) in found.runs.iter().enumerate() {
        println!("length {}: {runs}", at + 1);
    }
    println!("{} sequences, {} violations", found.runs.iter().sum::<usize>(), found.wrong.len());
    Ok(if found.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn length() -> Result<usize, Failure> {
    let mut parser = lexopt::Parser::from_env();
    let mut length = LONGEST;
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("length") => length = parser.value()?.parse()?,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(length)
}

/// The longest first, so that no worker is left with one at the end.
fn tasks() -> Vec<Task> {
    let mut all = Options::all();
    all.sort_by_key(|options| std::cmp::Reverse((options.longest, options.key)));
    all.into_iter().flat_map(|options| Behaviour::all(options).into_iter().map(move |first| (options, first))).collect()
}

/// How many sequences were run, by length, and what was wrong with them.
struct Found {
    runs: Vec<usize>,
    wrong: Vec<String>,
}

impl Found {
    fn new(length: usize) -> Self {
        Self { runs: vec![0; length], wrong: Vec::new() }
    }

    fn add(&mut self, other: Self) {
        for (sum, runs) in self.runs.iter_mut().zip(other.runs) {
            *sum += runs;
        }
        self.wrong.extend(other.wrong);
    }
}

fn work(length: usize, tasks: &[Task], next: &AtomicUsize) -> Result<Found, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    // While a thread blocks, tokio lets no time pass by itself, which it would do while a socket is about to be read.
    let (done, blocks) = sync::mpsc::channel::<()>();
    runtime.spawn_blocking(move || blocks.recv());
    let found = runtime.block_on(async {
        let mut search = Search { world: World::start()?, length, found: Found::new(length) };
        while let Some((options, first)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            search.visit(*options, &mut vec![*first]).await?;
        }
        Ok(search.found)
    });
    drop(done);
    found
}

struct Search {
    world: World,
    length: usize,
    found: Found,
}

impl Search {
    /// Runs `sequence`, and every longer one that begins with it and is another run.
    async fn visit(&mut self, options: Options, sequence: &mut Vec<Behaviour>) -> Result<(), Failure> {
        let requests = self.run(options, sequence).await?;
        Box::pin(self.extend(options, sequence, requests)).await
    }

    /// A call that made no request beyond `sequence` never sees what follows it. What follows is an answer already,
    /// so that one more is no other run, though what comes after it may be.
    async fn extend(
        &mut self,
        options: Options,
        sequence: &mut Vec<Behaviour>,
        requests: usize,
    ) -> Result<(), Failure> {
        if requests <= sequence.len() || sequence.len() >= self.length.min(options.longest) {
            return Ok(());
        }
        for behaviour in Behaviour::all(options) {
            sequence.push(behaviour);
            if behaviour == Behaviour::Answers {
                Box::pin(self.extend(options, sequence, requests)).await?;
            } else {
                self.visit(options, sequence).await?;
            }
            sequence.pop();
        }
        Ok(())
    }

    /// Returns how many requests the call made.
    async fn run(&mut self, options: Options, sequence: &[Behaviour]) -> Result<usize, Failure> {
        let served = self.world.served(options);
        let ended = play::play(served, sequence, options).await?;
        let wrong = match &ended {
            Some(ended) => invariant::violations(sequence, options, served, ended),
            None => vec!["it does not end".to_owned()],
        };
        self.found.wrong.extend(wrong.into_iter().map(|what| format!("{sequence:?} with {options:?}: {what}")));
        if let Some(runs) = sequence.len().checked_sub(1).and_then(|at| self.found.runs.get_mut(at)) {
            *runs += 1;
        }
        let requests = served.gateway.requests().len();
        if sequence.contains(&Behaviour::RefusesAndHangsUp) {
            served.hang_up(options).await?;
        }
        Ok(requests)
    }
}
