use serde_json::json;

use super::super::response_event::ResponseEvent;

fn read(event: &serde_json::Value) -> ResponseEvent {
    ResponseEvent::from_json(event.to_string().into())
}

#[test]
fn a_lifecycle_event_holds_the_response() {
    let event =
        read(&json!({"type": "response.created", "sequence_number": 0, "response": {"id": "r-1", "output": []}}));
    assert_eq!((event.event_type(), event.sequence_number()), ("response.created", Some(0)));
    let ResponseEvent::ResponseCreated(event) = event else { panic!("{event:?}") };
    assert_eq!(event.response.get("id"), Some(&json!("r-1")));
}

#[test]
fn a_terminal_event_may_leave_unset_what_it_does_not_know() {
    let event = read(&json!({"type": "error", "code": null, "message": "overloaded", "sequence_number": 4}));
    let ResponseEvent::ErrorEvent(event) = event else { panic!("{event:?}") };
    assert_eq!((event.message.as_str(), event.code, event.status), ("overloaded", None, None));
    assert_eq!(event.sequence_number, Some(4));
}

#[test]
fn an_output_event_says_where_its_delta_belongs() {
    let data = r#"{ "type":"response.output_text.delta", "item_id":"m-1","output_index":2,"content_index":1,"delta":"Hel", "obfuscation":"x"}"#;
    let event = ResponseEvent::from_json(data.into());
    assert_eq!(event.raw(), data, "every byte stays, unknown fields included");
    let ResponseEvent::OutputTextDelta(event) = event else { panic!("{event:?}") };
    assert_eq!((event.item_id.as_str(), event.output_index, event.content_index), ("m-1", 2, 1));
    assert_eq!((event.delta.as_str(), event.logprobs, event.sequence_number), ("Hel", None, None));
}

#[test]
fn an_event_of_a_tool_names_its_item() {
    let event = read(&json!({"type": "response.web_search_call.searching", "item_id": "ws-1", "output_index": 0}));
    let ResponseEvent::WebSearchCallSearching(event) = event else { panic!("{event:?}") };
    assert_eq!(event.item_id, "ws-1");
}

#[test]
fn missing_and_null_fields_are_empty() {
    for fields in [json!({}), json!({"item_id": null, "output_index": null, "delta": null, "sequence_number": null})] {
        let mut data = json!({"type": "response.function_call_arguments.delta"});
        data.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let ResponseEvent::FunctionCallArgumentsDelta(event) = read(&data) else { panic!("{data}") };
        assert_eq!((event.item_id.as_str(), event.output_index, event.delta.as_str()), ("", 0, ""));
        assert_eq!(event.sequence_number, None);
    }
}

#[test]
fn another_type_passes_through() {
    let data = json!({"type": "response.hologram.delta", "sequence_number": 9, "delta": {"x": 1}});
    let event = read(&data);
    assert_eq!((event.event_type(), event.sequence_number()), ("response.hologram.delta", Some(9)));
    let ResponseEvent::Unknown(event) = event else { panic!("{event:?}") };
    assert_eq!(event.raw, data.to_string());
}

#[test]
fn a_field_of_another_type_makes_an_unknown_event() {
    for (field, value) in [
        ("delta", json!(7)),
        ("delta", json!(["Hel"])),
        ("output_index", json!("0")),
        ("logprobs", json!({})),
        ("sequence_number", json!("7")),
    ] {
        let mut data = json!({"type": "response.output_text.delta", "delta": "Hel", "sequence_number": 7});
        data[field] = value;
        let event = read(&data);
        assert_eq!(event.event_type(), "response.output_text.delta", "{data}");
        let ResponseEvent::Unknown(event) = event else { panic!("{event:?}") };
        assert_eq!(event.sequence_number, if field == "sequence_number" { None } else { Some(7) }, "{data}");
    }
    let event = read(&json!({"type": "response.created", "response": ["id"]}));
    assert!(matches!(event, ResponseEvent::Unknown(_)), "a list is no object: {event:?}");
}

#[test]
fn what_is_no_event_is_unknown_without_a_type() {
    for data in ["", "7", "[]", "null", "{\"type\": 7}", "{\"type\": \"response.cre"] {
        let event = ResponseEvent::from_json(data.into());
        assert_eq!((event.event_type(), event.sequence_number(), &event.raw()[..]), ("", None, data.as_bytes()));
    }
}

#[test]
fn half_a_character_is_replaced() {
    let event = ResponseEvent::from_json(r#"{"type":"response.output_text.delta","delta":"a\ud83d"}"#.into());
    let ResponseEvent::OutputTextDelta(event) = event else { panic!("{event:?}") };
    assert_eq!(event.delta, "a\u{fffd}");
}
