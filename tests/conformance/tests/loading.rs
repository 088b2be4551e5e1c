//! A scenario that cannot fail, or that says what nobody reads, is refused.

use std::fs;
use std::path::Path;

use axonium_conformance::coverage;
use axonium_conformance::load::{parse, scenarios};

const GOOD: &str = "{id: a, about: x, call: {op: models.list}, server: [{status: 200}], expect: {outcome: ok}}";

fn problem(text: &str) -> String {
    match parse(text, Path::new("")) {
        Ok(_) => panic!("accepted: {text}"),
        Err(problem) => problem,
    }
}

#[test]
fn one_scenario_and_a_list_are_both_read() {
    assert_eq!(parse(GOOD, Path::new("")).map(|all| all.len()), Ok(1));
    assert_eq!(parse(&format!("- {GOOD}\n- {GOOD}"), Path::new("")).map(|all| all.len()), Ok(2));
}

#[test]
fn unknown_keys_are_named_with_their_place() {
    assert!(problem(&GOOD.replace("outcome: ok", "outcome: ok, reqests: 1")).contains("`reqests`"));
    assert!(problem(&GOOD.replace("about: x", "abuot: x")).contains("`abuot`"));
    assert!(problem(&GOOD.replace("op: models.list", "op: models.lst")).contains("models.lst"));
    assert!(
        problem(&GOOD.replace("op: models.list", "op: models.list, options: {timout_s: 1}")).contains("`timout_s`")
    );
    assert!(problem(&GOOD.replace("call:", "client: {max_atempts: 1}, call:")).contains("`max_atempts`"));
    assert!(problem(&GOOD.replace("status: 200", "statsu: 200")).contains("statsu"));
}

#[test]
fn a_scenario_that_expects_nothing_is_refused() {
    assert!(problem(&GOOD.replace("outcome: ok", "")).contains("could not fail"));
    assert!(problem(&GOOD.replace("outcome: ok", "requests: 1")).contains("could not fail"));
    assert!(problem(&GOOD.replace(", expect: {outcome: ok}", "")).contains("could not fail"));
    let one_of_two = "{id: a, about: x, calls: [{op: models.list, expect: {outcome: ok}}, {op: models.list}], server: [{status: 200}]}";
    assert!(problem(one_of_two).contains("call 1"));
}

#[test]
fn keys_in_the_wrong_place_are_refused() {
    let counted =
        "{id: a, about: x, calls: [{op: models.list, expect: {outcome: ok, requests: 1}}], server: [{status: 200}]}";
    assert!(problem(counted).contains("counts"));
    let named = "{id: a, about: x, calls: [{op: models.list, expect: {outcome: ok}}], server: [{status: 200}], expect: {chunks: 1}}";
    assert!(problem(named).contains("may only count"));
    assert!(problem(&GOOD.replace("server: [{status: 200}], ", "")).contains("requests: 0"));
    assert!(problem(&GOOD.replace("about: x", "about: x, external: e")).contains("scripted"));
}

#[test]
fn several_servers_are_named_in_what_is_expected_of_them() {
    let several = "{id: a, about: x, call: {op: models.list}, servers: {a: [{status: 200}], b: [{status: 200}]}, expect: {outcome: ok, requests: {a: 1}}}";
    assert_eq!(parse(several, Path::new("")).map(|all| all.len()), Ok(1));
    assert!(problem(&several.replace("requests: {a: 1}", "requests: {c: 1}")).contains("by server, of a, b"));
    assert!(problem(&several.replace("requests: {a: 1}", "request_json: {model: m}")).contains("`request_json`"));
    assert!(problem(&several.replace("requests: {a: 1}", "request_headers: {a: x}")).contains("`request_headers`"));
    assert!(problem(&several.replace("{a: [{status: 200}], b", "{server: [{status: 200}], b")).contains("`server`"));
    assert!(problem(&GOOD.replace("outcome: ok", "outcome: ok, request_headers: x")).contains("`request_headers`"));
}

#[test]
fn a_scenario_over_two_transports_is_two() {
    let over = "{id: a, about: x, over: [sse, websocket], call: {op: responses.stream}, server: [{events: []}], expect: {outcome: stream}}";
    let ids = parse(over, Path::new("")).map(|all| all.into_iter().map(|one| one.id).collect::<Vec<_>>());
    assert_eq!(ids, Ok(vec!["a-over-sse".to_owned(), "a-over-websocket".to_owned()]));
    assert!(problem(&over.replace("over: [sse, websocket], ", "")).contains("events"));
}

#[test]
fn the_same_id_twice_is_refused_over_all_folders() {
    let (one, two) = (tempfile::tempdir(), tempfile::tempdir());
    let (Ok(one), Ok(two)) = (one, two) else { panic!("no folder for the test") };
    for folder in [&one, &two] {
        assert!(fs::write(folder.path().join("s.yaml"), GOOD).is_ok());
    }
    assert!(scenarios(&[one.path().to_owned()]).is_ok());
    let both = scenarios(&[one.path().to_owned(), two.path().to_owned()]);
    assert!(both.is_err_and(|error| error.to_string().contains("already used")));
}

#[test]
fn the_projects_own_scenarios_are_sound_and_cover_every_rule() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let all = scenarios(std::slice::from_ref(&folder)).unwrap_or_else(|error| panic!("{error}"));
    assert!(all.len() >= 60, "only {} scenarios", all.len());
    let rows = coverage::check(std::slice::from_ref(&folder), &all).unwrap_or_else(|error| panic!("{error}"));
    assert!(rows > 30, "only {rows} rules");
}
