//! `packages/go/response_events_generated.go`: one struct an event, and how each is read.

use std::fmt::Write as _;

use crate::Failure;
use crate::generate::formatted;
use crate::response_events::{Event, Field, Json, ResponseEvents, camel, lower_first};

const HEADER: &str =
    "// Code generated from core/contract/response_events.json by ./dev generate (@generated). DO NOT EDIT.

package axonium

import \"encoding/json\"

";

/// The text of `packages/go/response_events_generated.go`.
pub(in crate::generate) fn types(contract: &ResponseEvents) -> Result<String, Failure> {
    let mut text = String::from(HEADER);
    text +=
        "// eventReaders reads each event by its type.\nvar eventReaders = map[string]func(eventBase) ResponseEvent{\n";
    for event in &contract.events {
        let _ = writeln!(text, "\t{:?}: readEvent[{}],", event.kind, type_name(event));
    }
    text += "}\n";
    for event in &contract.events {
        text += &structure(event);
    }
    formatted("gofmt", &[], &text)
}

fn structure(event: &Event) -> String {
    let (name, kind) = (type_name(event), &event.kind);
    let mut text =
        format!("\n// {name} is {kind}: {}\ntype {name} struct {{\n\teventBase\n", lower_first(&event.about));
    for field in &event.fields {
        let _ = writeln!(
            text,
            "\t// {}\n\t{} {} `json:\"{}\"`",
            field.about,
            field_name(&field.name),
            go_type(field),
            field.name
        );
    }
    text += "}\n";
    let _ = writeln!(text, "\n// Type is {kind}.\nfunc ({name}) Type() string {{ return {kind:?} }}");
    let checks: Vec<String> = event.fields.iter().filter_map(check).collect();
    if !checks.is_empty() {
        let _ = writeln!(text, "\nfunc (e *{name}) fits() bool {{ return {} }}", checks.join(" && "));
    }
    text
}

/// The check of a field that Go's decoder takes whatever it is.
fn check(field: &Field) -> Option<String> {
    let opening = match field.json {
        Json::Array => '[',
        Json::Object => '{',
        Json::String | Json::Integer => return None,
    };
    Some(format!("opensWith(&e.{}, '{opening}')", field_name(&field.name)))
}

fn go_type(field: &Field) -> String {
    let plain = match field.json {
        Json::String => "string",
        Json::Integer => "int",
        // Nil where it is unset, required or not.
        Json::Array | Json::Object => return "json.RawMessage".to_owned(),
    };
    format!("{}{plain}", if field.optional { "*" } else { "" })
}

/// Go writes abbreviations in one case.
fn type_name(event: &Event) -> String {
    event.name.replacen("Mcp", "MCP", 1)
}

fn field_name(name: &str) -> String {
    let camel = camel(name);
    camel.strip_suffix("Id").map_or(camel.clone(), |stem| format!("{stem}ID"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_are_written_as_go_does() {
        assert_eq!(field_name("item_id"), "ItemID");
        assert_eq!(field_name("partial_image_b64"), "PartialImageB64");
        let contract = ResponseEvents::parse(include_str!("../../../../core/contract/response_events.json")).unwrap();
        let names: Vec<String> = contract.events.iter().map(type_name).collect();
        assert!(names.contains(&"MCPListToolsInProgress".to_owned()));
    }
}
