//! Plays scenarios: each runner takes them in order, all runners at the same time.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Map, Value, json};
use tokio::task::JoinSet;

use crate::agreement;
use crate::call::Call;
use crate::client;
use crate::compare;
use crate::driver::Driver;
use crate::invariant;
use crate::observed::{Failure, Observed};
use crate::report::Record;
use crate::runner::Runner;
use crate::scenario::Scenario;
use crate::server::Servers;
use crate::transcript;

/// How long a driver may take for one scenario, beyond what the scenario itself allows.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// Addresses of servers that the runner did not start, by name.
pub type External = BTreeMap<String, String>;

/// One scenario on one runner, before the runners are held against each other.
struct Played {
    failures: Vec<Failure>,
    form: Value,
    transcript: Option<Value>,
}

/// What a runner made of each scenario, in order; `None` for those that are not for its language.
type Row = Vec<Option<Played>>;

/// Plays all scenarios on all runners and compares, in the order of scenarios and runners.
pub async fn all(scenarios: &[Scenario], runners: &[Runner], drivers: &Path, external: &External) -> Vec<Record> {
    let mut tasks = JoinSet::new();
    for (position, runner) in runners.iter().copied().enumerate() {
        let (scenarios, driver, external) = (scenarios.to_vec(), runner.driver(drivers), external.clone());
        tasks.spawn(async move { (position, one_runner(&scenarios, runner, driver, &external).await) });
    }
    let mut played: Vec<(usize, Row)> = tasks.join_all().await;
    played.sort_by_key(|(position, _)| *position);
    let by_runner: Vec<(Runner, Row)> =
        runners.iter().copied().zip(played.into_iter().map(|(_, played)| played)).collect();
    scenarios.iter().enumerate().flat_map(|(index, scenario)| records(scenario, index, &by_runner)).collect()
}

fn records(scenario: &Scenario, index: usize, by_runner: &[(Runner, Row)]) -> Vec<Record> {
    let row: Vec<(Runner, &Played)> =
        by_runner.iter().filter_map(|(runner, played)| Some((*runner, played.get(index)?.as_ref()?))).collect();
    let answered: Vec<(String, Value)> = row
        .iter()
        .filter(|(_, played)| !played.form.is_null())
        .map(|(runner, played)| (runner.name.to_owned(), played.form.clone()))
        .collect();
    let differences = agreement::differences(&answered);
    row.into_iter()
        .map(|(runner, played)| {
            let mut failures = played.failures.clone();
            failures.extend(differences.get(runner.name).cloned().unwrap_or_default());
            let record = Record::new(&scenario.id, runner.name, &failures, played.form.clone());
            Record { transcript: played.transcript.clone(), ..record }
        })
        .collect()
}

async fn one_runner(scenarios: &[Scenario], runner: Runner, mut driver: Driver, external: &External) -> Row {
    if let Err(problem) = driver.start().await {
        eprintln!("{}: {problem}", runner.name);
        return scenarios.iter().map(|scenario| runner.plays(scenario).then(|| failed("driver", &problem))).collect();
    }
    let mut row = Row::new();
    for scenario in scenarios {
        row.push(if runner.plays(scenario) { Some(one(scenario, runner, &mut driver, external).await) } else { None });
    }
    if let (Err(problem), Some(last)) = (driver.finish().await, row.iter_mut().flatten().last()) {
        last.failures.push(Failure::new("driver", "an exit with success at the end of its input", problem));
    }
    row
}

fn failed(path: &str, problem: &str) -> Played {
    Played { failures: vec![Failure::new(path, "an answer", problem)], form: Value::Null, transcript: None }
}

async fn one(scenario: &Scenario, runner: Runner, driver: &mut Driver, external: &External) -> Played {
    match observe(scenario, runner, driver, external).await {
        Err((path, problem)) => failed(path, &problem),
        Ok(observed) => {
            let mut failures = compare::failures(scenario, &observed);
            failures.extend(invariant::failures(scenario, &observed));
            let form = agreement::shared_form(scenario, &observed);
            let transcript = Some(transcript::of(&form, &observed));
            Played { failures, form, transcript }
        }
    }
}

type Problem = (&'static str, String);

async fn observe(
    scenario: &Scenario,
    runner: Runner,
    driver: &mut Driver,
    external: &External,
) -> Result<Observed, Problem> {
    if let Some(name) = &scenario.external {
        let address =
            external.get(name).ok_or_else(|| ("external", format!("no address; give --external {name}=URL")))?;
        let host = address.split_once("://").map_or(address.as_str(), |(_, host)| host);
        let addresses = BTreeMap::from([("{address}".to_owned(), host.to_owned())]);
        let (answer, wall) = ask(scenario, runner, driver, address, addresses, None).await?;
        return Ok(Observed { answer, servers: None, wall });
    }
    let servers = Servers::start(scenario).map_err(|problem| ("server", problem))?;
    let asked = ask(scenario, runner, driver, &servers.base_url(), servers.addresses(), servers.ca_bundle()).await;
    let seen = servers.stop();
    let (answer, wall) = asked?;
    Ok(Observed { answer, servers: Some(seen), wall })
}

async fn ask(
    scenario: &Scenario,
    runner: Runner,
    driver: &mut Driver,
    base_url: &str,
    addresses: BTreeMap<String, String>,
    ca_bundle: Option<String>,
) -> Result<(Value, Duration), Problem> {
    let group = format!("{}/{}", scenario.id, runner.name);
    let mut placeholders = addresses.clone();
    placeholders.insert("{folder}".to_owned(), scenario.folder.display().to_string());
    placeholders.insert("{runner}".to_owned(), runner.name.to_owned());
    placeholders.extend(ca_bundle.map(|file| ("{ca_bundle}".to_owned(), file)));
    let client = fill(&Value::Object(client::config(&scenario.client, &group)), &placeholders);
    let calls: Vec<Value> = scenario.calls().map(|of| call(of, &placeholders)).collect();
    let job = json!({"id": scenario.id, "base_url": base_url, "clock": scenario.clock.name(), "client": client,
        "calls": calls, "parallel": scenario.parallel});
    let started = Instant::now();
    let limit =
        ANSWER_LIMIT + Duration::try_from_secs_f64(scenario.expect.max_wall_s.unwrap_or(0.0)).unwrap_or_default();
    let answer = driver.play(&job, limit).await.map_err(|problem| ("driver", problem))?;
    Ok((without_addresses(&answer, &addresses), started.elapsed()))
}

fn call(call: &Call, placeholders: &BTreeMap<String, String>) -> Value {
    let mut options = fill(&Value::Object(call.options.0.clone()), placeholders);
    if let Value::Object(options) = &mut options
        && let Some(seconds) = options.remove("deadline_in_s")
    {
        // Counted from now, which a scenario cannot know.
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let deadline = now.as_secs_f64() + seconds.as_f64().unwrap_or_default();
        options.insert("deadline_unix_s".to_owned(), deadline.into());
    }
    json!({"op": call.op.name(), "request": call.request, "options": options})
}

/// Puts what is only known once a server runs into the strings that ask for it.
fn fill(value: &Value, placeholders: &BTreeMap<String, String>) -> Value {
    on_strings(value, &|text| {
        placeholders.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    })
}

/// A server's port is chosen anew in every run, so answers are compared without it.
fn without_addresses(answer: &Value, addresses: &BTreeMap<String, String>) -> Value {
    on_strings(answer, &|text| {
        addresses.iter().fold(text.to_owned(), |text, (name, address)| text.replace(address, name))
    })
}

fn on_strings(value: &Value, change: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(change(text)),
        Value::Array(list) => list.iter().map(|item| on_strings(item, change)).collect(),
        Value::Object(map) => Value::Object(
            map.iter().map(|(key, value)| (key.clone(), on_strings(value, change))).collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}
