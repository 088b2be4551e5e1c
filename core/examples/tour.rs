//! What the SDK does when calls fail, in a minute: `./dev demo rust`.
//!
//! The gateway runs in this process. Its clock is virtual, so deliberate waits take no time and are reported exactly.

use std::time::Duration;

use axonium::testing::{Gateway, GatewayConfig};
use axonium::{ChatRequest, Client, Config, Error, Message, Meta, Timeouts};
use serde_json::json;

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[tokio::main]
async fn main() -> Outcome {
    let gateway = Gateway::start(GatewayConfig::default())?;
    let client = Client::new(Config {
        gateway_base_url: gateway.url().into(),
        api_key: "demo".into(),
        clock: Some(gateway.clock()),
        timeouts: Timeouts { request: Some(Duration::from_secs(1)), ..Timeouts::default() },
        ..Config::default()
    })?;
    rate_limit_waited_out(&gateway, &client).await?;
    replay_by_key(&client).await?;
    stream_broken_midway(&gateway, &client).await?;
    timeout_without_and_with_a_key(&gateway, &client).await?;
    ledger(&gateway);
    Ok(())
}

async fn rate_limit_waited_out(gateway: &Gateway, client: &Client) -> Outcome {
    println!("1. A 429 is waited out: it was refused before the model ran");
    let refusal = json!([{"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"}]);
    gateway.script(serde_json::from_value(refusal)?)?;
    let completion = client.chat(&ask("Good morning", None)).await?;
    show("answer", completion.content().unwrap_or_default());
    account(&completion.meta);
    Ok(())
}

async fn replay_by_key(client: &Client) -> Outcome {
    println!("\n2. The same key again: the stored answer, and no second bill");
    let first = client.chat(&ask("Summarise order 4417", Some("order-4417-summary"))).await?;
    let second = client.chat(&ask("Summarise order 4417", Some("order-4417-summary"))).await?;
    show("first", first.meta.request_id.as_deref().unwrap_or("no id"));
    show("second", second.meta.request_id.as_deref().unwrap_or("no id"));
    show("a replay", second.meta.idempotent_replay);
    show("billed as", second.meta.idempotent_replay_of.as_deref().unwrap_or("nothing"));
    Ok(())
}

async fn stream_broken_midway(gateway: &Gateway, client: &Client) -> Outcome {
    println!("\n3. A stream that breaks midway is not repeated: the model has run");
    gateway.script(serde_json::from_value(json!([{"gateway": true, "model_breaks_after": 3}]))?)?;
    let mut stream = client.chat_stream(&ask("One two three four five six", None)).await?;
    let error = loop {
        match stream.next().await {
            Ok(Some(_)) => {}
            Ok(None) => return Err("the stream was to break".into()),
            Err(error) => break error,
        }
    };
    let Error::StreamInterrupted(details) = error else { return Err(error.into()) };
    let partial = details.partial.as_ref().and_then(|partial| partial.content.as_deref());
    show("what arrived", partial.unwrap_or_default());
    println!("{}", indented(&details.explain));
    account(&details.meta);
    Ok(())
}

async fn timeout_without_and_with_a_key(gateway: &Gateway, client: &Client) -> Outcome {
    println!("\n4. A timeout: not repeated without a key, collected with one");
    let silent = json!([{"gateway": true, "hang": true}]);
    gateway.script(serde_json::from_value(silent.clone())?)?;
    match client.chat(&ask("Take your time", None)).await {
        Err(Error::Timeout(details)) => println!("{}", indented(&details.explain)),
        Err(other) => return Err(other.into()),
        Ok(_) => return Err("the call was to time out".into()),
    }
    gateway.script(serde_json::from_value(silent)?)?;
    let completion = client.chat(&ask("Take your time", Some("patience-1"))).await?;
    show("with a key", completion.content().unwrap_or_default());
    show("a replay", completion.meta.idempotent_replay);
    account(&completion.meta);
    Ok(())
}

fn ledger(gateway: &Gateway) {
    let ledger = gateway.ledger();
    println!(
        "\nThe gateway's ledger: {} generations, {} billed, {} replayed",
        ledger.generations, ledger.billed, ledger.replayed
    );
    for entry in &ledger.entries {
        let ended = entry.termination_reason.map_or_else(|| "running".to_owned(), |reason| format!("{reason:?}"));
        println!("   {}  billed: {}  replays: {}  {ended}", entry.request_id, entry.billed, entry.replays);
    }
}

fn ask(text: &str, key: Option<&str>) -> ChatRequest {
    ChatRequest {
        model: "qwen3-0.6b".into(),
        messages: vec![Message::text("user", text)],
        idempotency_key: key.map(str::to_owned).into(),
        ..Default::default()
    }
}

fn account(meta: &Meta) {
    show("attempts", meta.attempts);
    show("waited", format!("{:?}", meta.waited_for));
}

fn show(name: &str, value: impl std::fmt::Display) {
    println!("   {name:<13} {value}");
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}")).collect::<Vec<_>>().join("\n")
}
