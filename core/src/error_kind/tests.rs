//! Holds the enum against `core/contract/errors.json`, row by row, in both directions.

use std::collections::HashSet;

use serde_json::Value;

use super::{ErrorKind, Generation, RetryRule};

fn catalogue() -> Value {
    serde_json::from_str(include_str!("../../contract/errors.json")).unwrap()
}

fn rows(section: &str) -> Vec<Value> {
    let rows = catalogue()[section].as_array().unwrap().clone();
    assert!(!rows.is_empty(), "{section}");
    rows
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap()
}

fn kind(name: &str) -> ErrorKind {
    ErrorKind::from_name(name).unwrap_or_else(|| panic!("{name} has no variant"))
}

fn fallbacks() -> Vec<(String, ErrorKind)> {
    let catalogue = catalogue();
    let table = catalogue["status_fallback"].as_object().unwrap();
    table
        .iter()
        .filter(|(status, _)| *status != "about")
        .map(|(status, name)| (status.clone(), kind(name.as_str().unwrap())))
        .collect()
}

fn retry(name: &str) -> RetryRule {
    match name {
        "never" => RetryRule::Never,
        "wait" => RetryRule::Wait,
        "refresh_once" => RetryRule::RefreshOnce,
        "wait_in_progress" => RetryRule::WaitInProgress,
        "opt_in_once" => RetryRule::OptInOnce,
        "with_key" => RetryRule::WithKey,
        other => panic!("{other} is no retry rule"),
    }
}

fn generation(name: &str) -> Generation {
    match name {
        "none" => Generation::None,
        "unknown" => Generation::Unknown,
        "happened" => Generation::Happened,
        other => panic!("{other} is no statement about generation"),
    }
}

#[test]
fn every_gateway_row_is_a_variant_with_its_facts() {
    for row in rows("gateway") {
        let kind = kind(text(&row, "name"));
        assert_eq!(ErrorKind::from_problem_suffix(text(&row, "suffix")), Some(kind));
        assert_eq!(kind.retry(), retry(text(&row, "retry")), "{kind}");
        assert_eq!(kind.generation(), generation(text(&row, "generation")), "{kind}");
        assert_eq!(kind.retryable(), row["retryable"].as_bool().unwrap(), "{kind}");
        assert_eq!(kind.meaning(), text(&row, "meaning"));
        assert_eq!(kind.remedy(), row["remedy"].as_str());
        assert!(kind.is_a(ErrorKind::Api), "{kind}");
    }
}

#[test]
fn every_oauth_row_is_a_variant() {
    for row in rows("oauth") {
        let kind = kind(text(&row, "name"));
        assert_eq!(ErrorKind::from_oauth_code(text(&row, "error")), Some(kind));
        assert_eq!(kind.parent(), Some(ErrorKind::OAuth));
        assert_eq!((kind.retry(), kind.retryable()), (RetryRule::Never, false), "{kind}");
    }
}

#[test]
fn every_local_row_is_a_variant_without_a_parent() {
    for row in rows("local") {
        let kind = kind(text(&row, "name"));
        assert_eq!(kind.parent(), None, "{kind}");
        assert_eq!(kind.retry(), RetryRule::Never, "{kind}");
        assert_eq!(kind.meaning(), text(&row, "meaning"));
    }
}

#[test]
fn of_the_local_kinds_only_the_local_refusals_can_be_tried_later() {
    let retryable: Vec<_> =
        rows("local").iter().map(|row| kind(text(row, "name"))).filter(|kind| kind.retryable()).collect();
    assert_eq!(retryable, [ErrorKind::CooldownActive, ErrorKind::CircuitOpen]);
}

#[test]
fn every_variant_is_a_row_a_fallback_or_a_known_parent() {
    let mut named: HashSet<ErrorKind> = ["gateway", "oauth", "local"]
        .iter()
        .flat_map(|section| rows(section))
        .map(|row| kind(text(&row, "name")))
        .collect();
    named.extend(fallbacks().into_iter().map(|(_, kind)| kind));
    named.extend([ErrorKind::Api, ErrorKind::OAuth]);
    let all: HashSet<ErrorKind> = ErrorKind::ALL.iter().copied().collect();
    assert_eq!(named, all);
}

#[test]
fn names_are_unique_and_lead_back() {
    let names: HashSet<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), ErrorKind::ALL.len());
    for kind in ErrorKind::ALL {
        assert_eq!(ErrorKind::from_name(kind.name()), Some(*kind));
    }
    assert_eq!(ErrorKind::from_name("Api"), None);
    assert_eq!(ErrorKind::Api.to_string(), "API");
}

#[test]
fn every_status_of_the_fallback_table_has_its_kind() {
    for (status, kind) in fallbacks() {
        match status.as_str() {
            "4xx" => assert_eq!(ErrorKind::from_status(418), kind),
            "5xx" => assert_eq!(ErrorKind::from_status(599), kind),
            exact => assert_eq!(ErrorKind::from_status(exact.parse().unwrap()), kind, "{exact}"),
        }
    }
}

#[test]
fn statuses_outside_the_table_take_their_class() {
    for status in [300, 304, 399, 405, 499] {
        assert_eq!(ErrorKind::from_status(status), ErrorKind::ClientError, "{status}");
    }
    for status in [0, 100, 200, 299, 500, 503, 599, 600, u16::MAX] {
        assert_eq!(ErrorKind::from_status(status), ErrorKind::ServerError, "{status}");
    }
}

#[test]
fn a_kind_known_by_status_alone_is_never_advised_to_be_retried() {
    for (status, kind) in fallbacks() {
        assert_eq!(kind.retryable(), status == "429", "{status}");
    }
}

#[test]
fn is_a_is_reflexive_and_follows_the_chain() {
    use ErrorKind::{Api, BadRequest, ClientError, Conflict, OAuth, ServerError, UnknownModel};
    for kind in ErrorKind::ALL {
        assert!(kind.is_a(*kind), "{kind}");
    }
    assert_eq!(UnknownModel.ancestors().collect::<Vec<_>>(), [BadRequest, ClientError, Api]);
    assert!(UnknownModel.is_a(Api));
    assert!(ErrorKind::IdempotencyInProgress.is_a(Conflict));
    assert!(ErrorKind::TokenEndpointUnavailable.is_a(ServerError));
    assert!(!UnknownModel.is_a(ServerError));
    assert!(!BadRequest.is_a(UnknownModel));
    assert!(!ErrorKind::InvalidClient.is_a(Api));
    assert!(ErrorKind::InvalidClient.is_a(OAuth));
}

#[test]
fn codes_that_no_row_has_are_unknown() {
    assert_eq!(ErrorKind::from_problem_suffix("brand-new"), None);
    assert_eq!(ErrorKind::from_problem_suffix(""), None);
    assert_eq!(ErrorKind::from_oauth_code("invalid_grant"), None);
}
