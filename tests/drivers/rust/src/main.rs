//! Plays scenarios through the public API of `axonium`: one JSON object a line in, one a line out.

mod call;
mod client;
mod error;
mod job;
mod keys;
mod logs;
mod request;
mod responses;
mod value;

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::job::Job;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let logs = logs::Collector::install()?;
    let runtime = tokio::runtime::Runtime::new()?;
    for line in io::stdin().lock().lines() {
        let job: Job = serde_json::from_str(&line?)?;
        let id = job.id.clone();
        let results = runtime.block_on(play(job));
        let answer = json!({"id": id, "results": results, "logs": logs.take()});
        writeln!(io::stdout().lock(), "{answer}")?;
    }
    Ok(())
}

async fn play(job: Job) -> Vec<Value> {
    let client = match client::build(&job) {
        Ok(client) => client,
        Err(refused) => {
            let result = json!({"outcome": "error", "error": error::described(&refused)});
            return vec![result; job.calls.len()];
        }
    };
    let mut results = Vec::new();
    let kept = Arc::new(responses::Connection::default());
    if job.parallel {
        let mut tasks = JoinSet::new();
        for (position, call) in job.calls.into_iter().enumerate() {
            let (client, kept) = (client.clone(), Arc::clone(&kept));
            tasks.spawn(async move { (position, call::play(&client, &kept, call).await) });
        }
        let mut ended = tasks.join_all().await;
        ended.sort_by_key(|(position, _)| *position);
        results.extend(ended.into_iter().map(|(_, result)| result));
    } else {
        for call in job.calls {
            results.push(call::play(&client, &kept, call).await);
        }
    }
    results
}
