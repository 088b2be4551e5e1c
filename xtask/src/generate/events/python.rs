//! `packages/python/src/axonium/types/response_events.py`: one struct an event, and the union of all.

use std::fmt::Write as _;

use crate::Failure;
use crate::response_events::{Event, Field, Json, ResponseEvents};

const HEADER: &str = include_str!("python_header.txt");
const FOOTER: &str = include_str!("python_footer.txt");

/// Names of the module that are no event.
const OTHERS: &[&str] = &["KnownResponseEvent", "ResponseEvent", "UnknownResponseEvent"];

/// Columns that the package's formatter allows.
const WIDTH: usize = 110;

/// The text of the generated module, formatted as ruff would.
#[expect(clippy::unnecessary_wraps, reason = "the signature that all generated files share")]
pub(in crate::generate) fn types(contract: &ResponseEvents) -> Result<String, Failure> {
    let events = contract.events.iter();
    let mut names: Vec<&str> = events.clone().map(|event| event.name.as_str()).chain(OTHERS.iter().copied()).collect();
    names.sort_unstable();
    let mut text = String::from(HEADER);
    for name in names {
        let _ = writeln!(text, "    \"{name}\",");
    }
    text += "    \"decode_response_event\",\n]\n";
    events.clone().for_each(|event| text += &class(event));
    text += "\n\nKnownResponseEvent: TypeAlias = (\n";
    for (index, event) in events.enumerate() {
        let _ = writeln!(text, "    {}{}", if index == 0 { "" } else { "| " }, event.name);
    }
    Ok(text + FOOTER)
}

fn class(event: &Event) -> String {
    let Event { name, kind, about, .. } = event;
    let mut text = String::from("\n\n");
    let bases = format!("Event, frozen=True, kw_only=True, tag=\"{kind}\"");
    let header = format!("class {name}({bases}):");
    let broken = format!("class {name}(\n    {bases}\n):");
    let _ = writeln!(text, "{}", if header.len() <= WIDTH { header } else { broken });
    let _ = writeln!(text, "    \"\"\"{about}\"\"\"\n");
    let declared_type = format!("    type: ClassVar[Literal[\"{kind}\"]] = ");
    let value = format!("\"{kind}\"");
    if declared_type.len() + value.len() <= WIDTH {
        let _ = writeln!(text, "{declared_type}{value}");
    } else {
        let _ = writeln!(text, "{declared_type}(\n        {value}\n    )");
    }
    for field in &event.fields {
        let _ = writeln!(text, "    {}: {}\n    \"\"\"{}\"\"\"", field.name, declared(field), field.about);
    }
    text
}

fn declared(field: &Field) -> String {
    let (plain, empty) = match field.json {
        Json::String => ("str", "\"\""),
        Json::Integer => ("int", "0"),
        Json::Array => ("tuple[Any, ...]", "()"),
        Json::Object => ("JsonObject", "msgspec.field(default_factory=JsonObject)"),
    };
    if field.optional { format!("{plain} | None = None") } else { format!("{plain} = {empty}") }
}
