//! `core/src/api/response_event.rs`: one struct an event, and the enum of all.

use std::fmt::Write as _;

use crate::Failure;
use crate::generate::formatted;
use crate::response_events::{Event, Field, Json, ResponseEvents};

const HEADER: &str = include_str!("rust_header.txt");

/// The text of `core/src/api/response_event.rs`.
pub(in crate::generate) fn types(contract: &ResponseEvents) -> Result<String, Failure> {
    let mut text = String::from(HEADER);
    text += &variants(contract);
    text += &accessors(contract);
    text += &reader(contract);
    for event in &contract.events {
        text += &structure(event);
    }
    formatted("rustfmt", &["--edition", "2024", "--emit", "stdout"], &text)
}

fn variants(contract: &ResponseEvents) -> String {
    let mut text = String::from(
        "/// An event of a Responses stream.\n#[derive(Clone, Debug, PartialEq)]\n#[non_exhaustive]\n\
         pub enum ResponseEvent {\n",
    );
    for Event { name, kind, .. } in &contract.events {
        let _ = writeln!(text, "    /// `{kind}`\n    {name}({name}),");
    }
    text + "    /// Any other type, or one whose fields are not what they should be.\n    Unknown(UnknownEvent),\n}\n\n"
}

fn accessors(contract: &ResponseEvents) -> String {
    let types = arms(contract, |event| format!("Self::{}(_) => {:?}", event.name, event.kind));
    let numbers = arms(contract, |event| format!("Self::{}(event) => event.sequence_number", event.name));
    let raws = arms(contract, |event| format!("Self::{}(event) => &event.raw", event.name));
    format!(
        "impl ResponseEvent {{\n\
         /// Its `type`, such as `response.output_text.delta`. Empty if the event has none.\n#[must_use]\n\
         pub fn event_type(&self) -> &str {{ match self {{ {types} Self::Unknown(event) => &event.event_type }} }}\n\n\
         /// Its number in the stream; `None` if the server does not number its events.\n#[must_use]\n\
         pub fn sequence_number(&self) -> Option<i64> {{ match self {{ {numbers} Self::Unknown(event) => event.sequence_number }} }}\n\n\
         /// The event's data as it came, for fields that are not declared here.\n#[must_use]\n\
         pub fn raw(&self) -> &Bytes {{ match self {{ {raws} Self::Unknown(event) => &event.raw }} }}\n\n"
    )
}

/// A match's arms, one an event.
fn arms(contract: &ResponseEvents, arm: impl Fn(&Event) -> String) -> String {
    contract.events.iter().map(|event| arm(event) + ",\n").collect()
}

fn reader(contract: &ResponseEvents) -> String {
    let arms =
        arms(contract, |Event { name, kind, .. }| format!("{kind:?} => Self::{name}({name}::read(fields, raw)?)"));
    format!(
        "/// The event of that type; `None` for a type that is not known.\n\
         #[expect(clippy::too_many_lines, reason = \"a table: one arm an event\")]\n\
         pub(super) fn known(event_type: &str, fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Option<Self>> {{\n\
         Ok(Some(match event_type {{ {arms} _ => return Ok(None) }}))\n}}\n}}\n\n"
    )
}

fn structure(event: &Event) -> String {
    let name = &event.name;
    let mut declared = String::new();
    let mut read = String::new();
    for field in &event.fields {
        let reader = if field.optional { "optional" } else { "or_empty" };
        let _ = writeln!(declared, "/// {}\npub {}: {},", field.about, field.name, rust_type(field));
        let _ = writeln!(read, "{}: fields.{reader}({:?})?,", field.name, field.name);
    }
    format!(
        "/// {}\n#[derive(Clone, Debug, Default, PartialEq)]\n#[non_exhaustive]\npub struct {name} {{\n{declared}\
         /// Its number in the stream; `None` if the server does not number its events.\npub sequence_number: Option<i64>,\n\
         /// The event's data as it came, for fields that are not declared here.\npub raw: Bytes,\n}}\n\n\
         impl {name} {{\nfn read(fields: &Fields<'_>, raw: &Bytes) -> serde_json::Result<Self> {{\n\
         Ok(Self {{ {read} sequence_number: fields.optional(\"sequence_number\")?, raw: raw.clone() }})\n}}\n}}\n\n",
        event.summary()
    )
}

fn rust_type(field: &Field) -> String {
    let plain = match field.json {
        Json::String => "String",
        Json::Integer => "i64",
        Json::Array => "Vec<Value>",
        Json::Object => "Map<String, Value>",
    };
    if field.optional { format!("Option<{plain}>") } else { plain.to_owned() }
}
