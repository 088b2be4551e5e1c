//! `core/src/wire/response_event_kinds.rs`: what the engine must know of an event, by its type alone.

use std::fmt::Write as _;

use crate::Failure;
use crate::generate::formatted;
use crate::response_events::{Class, Event, ResponseEvents, camel};

const HEADER: &str = include_str!("kinds_header.txt");

/// The text of `core/src/wire/response_event_kinds.rs`.
pub(in crate::generate) fn table(contract: &ResponseEvents) -> Result<String, Failure> {
    let mut classes = String::new();
    for class in [Class::Lifecycle, Class::Output, Class::ToolProgress] {
        let types = types(contract, |event| event.class == class);
        let _ = writeln!(classes, "{types} => EventClass::{class:?},");
    }
    for event in contract.events.iter().filter(|event| event.class == Class::Terminal) {
        let way = camel(event.kind.trim_start_matches("response."));
        let _ = writeln!(classes, "{:?} => EventClass::Terminal(Terminal::{way}),", event.kind);
    }
    let output = types(contract, |event| event.saw_output);
    let text = format!(
        "{HEADER}\
         /// The class of an event, by its `type`.\n#[must_use]\n\
         pub fn class_of(event_type: &str) -> EventClass {{ match event_type {{ {classes} _ => EventClass::Unknown }} }}\n\n\
         /// Whether an event counts as output by its `type`: it carries a delta, an item, or something of theirs that is whole.\n///\n\
         /// A content part and a part of a summary do not: they count only where something is in them.\n#[must_use]\n\
         pub fn is_output(event_type: &str) -> bool {{ matches!(event_type, {output}) }}\n\n\
         #[cfg(test)]\nmod tests;\n"
    );
    formatted("rustfmt", &["--edition", "2024", "--emit", "stdout"], &text)
}

fn types(contract: &ResponseEvents, which: impl Fn(&Event) -> bool) -> String {
    let types = contract.events.iter().filter(|event| which(event)).map(|event| format!("{:?}", event.kind));
    types.collect::<Vec<_>>().join(" | ")
}
