//! `packages/swift/Sources/Axonium/Responses/ResponseEvent.generated.swift`: one struct an event, and the enum of all.

use std::fmt::Write as _;

use crate::Failure;
use crate::response_events::{Event, Field, Json, ResponseEvents, camel, lower_first};

const HEADER: &str = include_str!("swift_header.txt");

/// The text of `ResponseEvent.generated.swift`.
#[expect(clippy::unnecessary_wraps, reason = "the signature that all generated files share")]
pub(in crate::generate) fn types(contract: &ResponseEvents) -> Result<String, Failure> {
    let mut text = String::from(HEADER);
    for event in &contract.events {
        let _ = writeln!(text, "    /// `{}`\n    case {}({})", event.kind, case(event), type_name(event));
    }
    text += "    /// Any other type, or one whose fields are not what they should be.\n    \
             case unknown(UnknownResponseEvent)\n}\n\nextension ResponseEvent {\n";
    text += &property(
        contract,
        "What the server calls it, such as `response.output_text.delta`; empty if it gave no type.",
        "type: String",
        |event| format!(": {:?}", event.kind),
    );
    text += &property(contract, NUMBER, "sequenceNumber: Int?", |_| "(let event): event.sequenceNumber".to_owned());
    text += &property(contract, RAW, "raw: Data", |_| "(let event): event.raw".to_owned());
    text += &reader(contract);
    text += "}\n\nextension ResponseEvent {\n";
    let structures: Vec<String> = contract.events.iter().map(structure).collect();
    Ok(text + &structures.join("\n") + "}\n")
}

const NUMBER: &str = "Its number in the stream; nil if the server does not number its events.";
const RAW: &str = "The event's data as it came, for fields that are not declared here.";

fn property(contract: &ResponseEvents, about: &str, declaration: &str, value: impl Fn(&Event) -> String) -> String {
    let mut text = format!("    /// {about}\n    public var {declaration} {{\n        switch self {{\n");
    for event in &contract.events {
        let _ = writeln!(text, "        case .{}{}", case(event), value(event));
    }
    let name = declaration.split(':').next().unwrap_or_default();
    text + &format!("        case .unknown(let event): event.{name}\n        }}\n    }}\n\n")
}

fn reader(contract: &ResponseEvents) -> String {
    let mut text = String::from(
        "    /// The event of that type; nil for a type that is not known.\n    \
         init?(known type: String, _ fields: EventFields) throws {\n        switch type {\n",
    );
    for event in &contract.events {
        let _ =
            writeln!(text, "        case {:?}:\n            self = try .{}(.init(fields))", event.kind, case(event));
    }
    text + "        default:\n            return nil\n        }\n    }\n"
}

fn structure(event: &Event) -> String {
    let mut text = format!("    /// {}\n    public struct {}: Sendable {{\n", event.summary(), type_name(event));
    let mut read = String::new();
    for field in &event.fields {
        let name = property_name(&field.name);
        let (plain, reader, empty) = swift_type(field);
        let (mark, otherwise) = if field.optional { ("?", String::new()) } else { ("", format!(" ?? {empty}")) };
        let _ = writeln!(text, "        /// {}\n        public let {name}: {plain}{mark}", field.about);
        let _ = writeln!(read, "            {name} = try fields.{reader}({:?}){otherwise}", field.name);
    }
    let _ = writeln!(text, "        /// {NUMBER}\n        public let sequenceNumber: Int?");
    let _ = writeln!(text, "        /// {RAW}\n        public let raw: Data\n");
    text + "        init(_ fields: EventFields) throws {\n"
        + &read
        + "            sequenceNumber = try fields.integer(\"sequence_number\")\n            raw = fields.raw\n        }\n    }\n"
}

/// The type of a field, who reads it, and what it is where it is unset.
fn swift_type(field: &Field) -> (&'static str, &'static str, &'static str) {
    match field.json {
        Json::String => ("String", "text", "\"\""),
        Json::Integer => ("Int", "integer", "0"),
        Json::Array => ("[JSONValue]", "array", "[]"),
        Json::Object => ("JSONObject", "object", "[:]"),
    }
}

/// Swift writes abbreviations in one case.
fn type_name(event: &Event) -> String {
    event.name.replacen("Mcp", "MCP", 1)
}

fn case(event: &Event) -> String {
    lower_first(&event.name)
}

fn property_name(name: &str) -> String {
    let camel = lower_first(&camel(name));
    camel.strip_suffix("Id").map_or(camel.clone(), |stem| format!("{stem}ID"))
}
