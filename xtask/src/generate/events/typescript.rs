//! `packages/typescript/src/response-events.generated.ts`: one interface an event, and their union; and beside it, for the
//! decoder, the JSON types of their fields.

use std::fmt::Write as _;

use crate::Failure;
use crate::response_events::{Event, Field, Json, ResponseEvents};

const HEADER: &str = "// @generated from core/contract/response_events.json by `./dev generate`. Do not edit.

/** The events of a Responses stream. A field that the server left out is empty, or absent where it may be unset. */

import type { JsonObject, ResponseEventBase } from \"./response-event.js\";
import type { ResponseBody, ResponseContentPart, ResponseOutputItem } from \"./response-types.js\";
";

const FIELDS_HEADER: &str = "// @generated from core/contract/response_events.json by `./dev generate`. Do not edit.

import type { FieldKind } from \"./response-event.js\";
import type { KnownResponseEvent } from \"./response-events.generated.js\";

/** The JSON type of each event's fields. */
export const FIELDS: Readonly<Record<KnownResponseEvent[\"type\"], Readonly<Record<string, FieldKind>>>> = {
";

/// Widest line that the package's formatter leaves alone.
const WIDTH: usize = 120;

/// The text of `packages/typescript/src/response-events.generated.ts`.
#[expect(clippy::unnecessary_wraps, reason = "the signature that all generated files share")]
pub(in crate::generate) fn types(contract: &ResponseEvents) -> Result<String, Failure> {
    let mut text = String::from(HEADER);
    for event in &contract.events {
        text += &interface(event);
    }
    text += "\n/** An event of a type that the contract has. */\nexport type KnownResponseEvent =";
    for event in &contract.events {
        let _ = write!(text, "\n  | {}", event.name);
    }
    Ok(text + ";\n")
}

/// The text of `packages/typescript/src/response-event-fields.generated.ts`.
#[expect(clippy::unnecessary_wraps, reason = "the signature that all generated files share")]
pub(in crate::generate) fn fields(contract: &ResponseEvents) -> Result<String, Failure> {
    let rows: String = contract.events.iter().map(row).collect();
    Ok(format!("{FIELDS_HEADER}{rows}}};\n"))
}

fn interface(event: &Event) -> String {
    let mut text = format!(
        "\n/** {} */\nexport interface {} extends ResponseEventBase {{\n  readonly type: {:?};\n",
        event.summary(),
        event.name,
        event.kind
    );
    for field in &event.fields {
        let (mark, unset) = if field.optional { ("?", " | undefined") } else { ("", "") };
        let plain = match field.json {
            Json::String => "string",
            Json::Integer => "number",
            Json::Array => "readonly unknown[]",
            Json::Object => object(&field.name),
        };
        let _ = writeln!(text, "  /** {} */\n  readonly {}{mark}: {plain}{unset};", field.about, field.name);
    }
    text + "}\n"
}

/// The type of a field that is an object: those that ordinary answers have as well are known by name.
fn object(field: &str) -> &'static str {
    match field {
        "response" => "ResponseBody",
        "item" => "ResponseOutputItem",
        "part" => "ResponseContentPart",
        _ => "JsonObject",
    }
}

/// An event's line of the table, broken where the formatter would.
fn row(event: &Event) -> String {
    let key = if event.kind.contains('.') { format!("{:?}", event.kind) } else { event.kind.clone() };
    let fields: Vec<String> = event.fields.iter().map(|field| format!("{}: \"{}\"", field.name, kind(field))).collect();
    let line = format!("  {key}: {{ {} }},\n", fields.join(", "));
    if fields.is_empty() {
        return format!("  {key}: {{}},\n");
    }
    if line.trim_end().len() <= WIDTH {
        return line;
    }
    format!("  {key}: {{\n    {},\n  }},\n", fields.join(",\n    "))
}

/// What the decoder is told of a field: its JSON type, with a mark where it may be unset.
fn kind(field: &Field) -> String {
    let plain = match field.json {
        Json::String => "string",
        Json::Integer => "integer",
        Json::Array => "array",
        Json::Object => "object",
    };
    format!("{plain}{}", if field.optional { "?" } else { "" })
}
