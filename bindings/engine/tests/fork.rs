//! A forked child has none of its parent's threads: its parent's engines say so, and new ones work.

mod common;

use std::process::ExitCode;

use axonium_bridge::{Engine, HandleError};
use common::{chat, config, run};
use serde_json::json;

/// The child's verdict travels as its exit status.
const GOOD: i32 = 42;
/// A child that hangs is a failure, not a hanging test run.
const CHILD_SECONDS: u32 = 60;

fn main() -> ExitCode {
    // Asked for its tests, as runners do.
    if std::env::args().any(|argument| argument == "--list") {
        println!("fork: test");
        return ExitCode::SUCCESS;
    }
    let gateway = common::Gateway::start(&json!({}));
    let url = axonium_bridge::testing::url(gateway.0).unwrap();
    let old = Engine::new(&config(&url, &json!("real"), &json!({}))).unwrap();
    assert!(run(&old, "chat.completions.create", chat(), &json!({})).end.unwrap().is_ok());
    gateway.script(&json!([{"hang": true}]));
    let running = old.start("chat.completions.create", chat(), b"").unwrap();

    for _ in 0..5 {
        // SAFETY: the child runs no code of another thread; what it does with inherited state is what is tested.
        let child = unsafe { libc::fork() };
        assert!(child >= 0, "fork failed");
        if child == 0 {
            // SAFETY: both only touch this process; `_exit` runs no handlers that the parent's threads would be needed for.
            unsafe {
                libc::alarm(CHILD_SECONDS);
                libc::_exit(if in_child(old, running, &url) { GOOD } else { 1 })
            };
        }
        let mut status = 0;
        // SAFETY: the child is ours, and `status` outlives the call.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == GOOD, "the child ended with {status:#x}");
    }

    old.cancel(running).unwrap();
    assert_eq!(common::read(&old, running).failed()["kind"], "Cancelled");
    assert!(run(&old, "chat.completions.create", chat(), &json!({})).end.unwrap().is_ok(), "the parent goes on");
    println!("test fork ... ok");
    ExitCode::SUCCESS
}

fn in_child(old: Engine, running: u64, url: &str) -> bool {
    let forked = |result: Result<(), HandleError>| result == Err(HandleError::Forked);
    let refused = forked(old.start("chat.completions.create", chat(), b"").map(drop))
        && forked(old.try_pull(running, 1, 1).map(drop))
        && forked(old.cancel(running))
        && forked(old.snapshot(running).map(drop))
        && HandleError::Forked.message().contains("new client");
    old.close(running);
    old.shutdown();
    drop(old.stats());
    drop(old);
    let new = Engine::new(&config(url, &json!("real"), &json!({}))).unwrap();
    let answered = run(&new, "chat.completions.create", chat(), &json!({}));
    let streamed = run(&new, "chat.completions.stream", chat(), &json!({}));
    refused && answered.end.is_some_and(|end| end.is_ok()) && streamed.end.is_some_and(|end| end.is_ok())
}
