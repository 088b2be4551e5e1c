//! The program itself.

mod common;

use std::io::Write;
use std::process::{Output, Stdio};

use common::{Result, assert_refused, program};

#[test]
fn a_command_that_is_missing_or_unknown_is_refused() -> Result {
    assert_refused(&[], &["command is missing", "serve"])?;
    assert_refused(&["sing"], &["sing", "serve"])?;
    assert_refused(&["--colour"], &["--colour"])
}

#[test]
fn help_lists_the_commands() -> Result {
    for help in ["--help", "-h"] {
        let shown = program(&[help]).output()?;
        assert!(shown.status.success() && String::from_utf8(shown.stdout)?.contains("serve"), "{help}");
    }
    Ok(())
}

#[test]
fn an_error_that_was_logged_is_explained() -> Result {
    let logged = r#"{"kind": "RateLimit", "message": "status 429: slow down", "status": 429, "retry_after_s": 90.0,
        "reason": {"code": "wait-too-long", "text": "as an older version said it"}, "request_id": "req-2", "from_the_future": [],
        "meta": {"attempts": 2, "waited_s": 1.5, "history": [
            {"status": 429, "kind": "RateLimit", "request_id": "req-1", "waited_before_s": 0.0, "duration_s": 0.25, "reason": "refused-before-generation"},
            {"route": "far", "status": 429, "kind": "RateLimit", "waited_before_s": 1.5, "duration_s": 0.5, "reason": "wait-too-long"}]}}"#;
    let told = explained(logged)?;
    assert!(told.status.success(), "{told:?}");
    let told = String::from_utf8(told.stdout)?;
    for words in [
        "RateLimit: status 429: slow down",
        "did not run",
        "repeated after a wait",
        "2, 1.5 s waited",
        "1. after 0 s, 0.250 s long: status 429, RateLimit, request req-1 → refused-before-generation",
        "2. after 1.5 s, 0.500 s long: route far, status 429, RateLimit → wait-too-long",
        "wait-too-long: the server asks for a wait longer than max_backoff",
        "req-2",
        "90 s",
    ] {
        assert!(told.contains(words), "{words:?} in {told}");
    }
    Ok(())
}

#[test]
fn what_is_no_error_is_refused() -> Result {
    for json in ["", "[]", "{\"message\": \"no kind\"}"] {
        let refused = explained(json)?;
        assert_eq!(refused.status.code(), Some(2), "{json}");
        assert!(String::from_utf8(refused.stderr)?.contains("no error written as JSON"), "{json}");
    }
    assert_refused(&["explain", "no-such-file.json"], &["no-such-file.json"])
}

/// Runs `explain` on what comes by standard input.
fn explained(json: &str) -> Result<Output> {
    let mut child =
        program(&["explain"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("no standard input")?.write_all(json.as_bytes())?;
    Ok(child.wait_with_output()?)
}
