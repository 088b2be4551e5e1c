//! How steps for a WebSocket are written down, and where they are refused.

mod support;

use serde_json::{Value, json};
use support::websocket::script;
use support::*;

#[tokio::test]
async fn a_step_for_a_websocket_answers_no_http() -> Result {
    let gateway = start(json!({}))?;
    script(&gateway, &json!([{"websocket": []}]))?;
    assert_eq!(respond(&gateway, &[], &ask("hi")).await?.status, 426);
    assert_eq!(respond(&gateway, &[], &ask("hi")).await?.status, 200, "it was used up");
    Ok(())
}

#[tokio::test]
async fn steps_that_make_no_sense_are_refused_by_name() -> Result {
    let gateway = start(json!({}))?;
    let cases = [
        (json!({"websocket": [], "gateway": true}), "gateway and websocket"),
        (json!({"websocket": [{"drop": true}, {"text": "x"}]}), "websocket frame 0"),
        (json!({"websocket": [{"drop": false}]}), "expected true"),
        (json!({"websocket": [{"texts": "x"}]}), "texts"),
        (json!({"websocket": [{"binary_base64": "?"}]}), "websocket frame 0: not base64"),
        (json!({"websocket": [{"close": {"code": 1006}}]}), "1006"),
        (json!({"websocket": [{"close": {"code": 17}}]}), "17"),
        (json!({"websocket": [{"close": {"reason": "x"}}]}), "needs a code"),
        (json!({"websocket": [{"close": {"code": 1000, "reason": "x".repeat(124)}}]}), "123 bytes"),
        (json!({"websocket": [{"ping": "x".repeat(126)}]}), "125 bytes"),
        (json!({"websocket": [], "hang": true}), "excludes hang"),
        (json!({"websocket": [], "close": "reset"}), "excludes close"),
        (json!({"websocket": [], "status": 200}), "excludes status"),
        (json!({"body": {}, "close_after_events": 1}), "close_after_events"),
        (json!({"gateway": true, "close_after_events": 1, "close_after_bytes": 1}), "exclude each other"),
        (json!({"gateway": true, "close_code": 1011}), "close_code"),
        (json!({"gateway": true, "close_after_events": 1, "close_code": 1005}), "1005"),
        (json!({"gateway": true, "close_after_events": 1, "close_idle": true}), "close_idle"),
        (json!({"gateway": true, "close_after_events": 1, "hang": true}), "hang"),
    ];
    for (step, named) in cases {
        let error = gateway.control("script", json!([step])).err().ok_or(named)?.to_string();
        assert!(error.contains(named), "{named}: {error}");
    }
    Ok(())
}

#[test]
fn a_step_is_written_as_it_was_read() -> Result {
    let step = json!({"websocket": [
        {"json": {"a": 1}}, {"text": "t"}, {"binary_base64": ""}, {"ping": ""}, {"pause_ms": 1},
        {"close": {"code": 1000, "reason": ""}}, {"drop": true}, {"reset": true}, {"hang": true},
    ]});
    let read: axonium_gateway::Step = serde_json::from_value(step.clone())?;
    assert_eq!(json!(read)["websocket"], step["websocket"]);
    assert_eq!(Value::Null, json!(axonium_gateway::Step::default())["websocket"]);
    Ok(())
}
