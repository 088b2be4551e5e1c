//! The Responses events of `core/contract/response_events.json`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de};

use crate::Failure;

/// Where the events are described, from the root of the checkout.
const PATH: &str = "core/contract/response_events.json";

/// Every event, in the order of the contract.
#[derive(Debug)]
pub(crate) struct ResponseEvents {
    pub events: Vec<Event>,
}

/// One type of event.
#[derive(Debug)]
pub(crate) struct Event {
    /// The value of its `type`.
    pub kind: String,
    /// The name all languages call it by: `response.output_text.delta` is `OutputTextDelta`.
    pub name: String,
    pub class: Class,
    /// Whether it counts as output by its type.
    pub saw_output: bool,
    /// What it says, in a sentence.
    pub about: String,
    pub fields: Vec<Field>,
}

/// What an event is in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Class {
    Lifecycle,
    Terminal,
    Output,
    ToolProgress,
}

/// A field of an event, besides `type` and `sequence_number`.
#[derive(Debug)]
pub(crate) struct Field {
    pub name: String,
    pub json: Json,
    /// Unset where the server left it out, instead of empty.
    pub optional: bool,
    pub about: String,
}

/// The JSON type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    String,
    Integer,
    Array,
    /// Any object; a response, an output item and a content part are objects as well.
    Object,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    #[serde(rename = "about")]
    _about: String,
    fields: BTreeMap<String, String>,
    events: Vec<EventRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventRow {
    #[serde(rename = "type")]
    kind: String,
    class: Class,
    saw_output: bool,
    about: String,
    fields: InOrder,
}

/// The fields of an object, in their order.
struct InOrder(Vec<(String, String)>);

impl ResponseEvents {
    /// Reads the events of the checkout at `root`.
    pub(crate) fn read(root: &Path) -> Result<Self, Failure> {
        let path = root.join(PATH);
        let text =
            std::fs::read_to_string(&path).map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        Self::parse(&text).map_err(|error| Failure::new(format!("{PATH}: {error}")))
    }

    /// Reads the contract's text.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let source: Source = serde_json::from_str(text).map_err(|error| Failure::new(error.to_string()))?;
        let mut events: Vec<Event> = Vec::new();
        for row in source.events {
            let event = event(row, &source.fields)?;
            if events.iter().any(|other| other.name == event.name) {
                return Err(Failure::new(format!("{} is defined twice", event.kind)));
            }
            events.push(event);
        }
        Ok(Self { events })
    }
}

impl Event {
    /// Type and meaning in one sentence, for documentation: `response.created`: the server has accepted the request.
    pub(crate) fn summary(&self) -> String {
        format!("`{}`: {}", self.kind, lower_first(&self.about))
    }
}

/// The text with its first letter in lower case.
pub(crate) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn event(row: EventRow, about: &BTreeMap<String, String>) -> Result<Event, Failure> {
    if row.saw_output && row.class != Class::Output {
        return Err(Failure::new(format!("{}: only an event of the class output counts as output", row.kind)));
    }
    let mut fields = Vec::new();
    for (name, json) in row.fields.0 {
        let own = about.get(&format!("{}.{name}", row.kind));
        let Some(about) = own.or_else(|| about.get(&name)) else {
            return Err(Failure::new(format!("{}: fields does not say what {name} is", row.kind)));
        };
        let optional = json.ends_with('?');
        let json = match json.trim_end_matches('?') {
            "string" => Json::String,
            "integer" => Json::Integer,
            "array" => Json::Array,
            "object" | "response" | "item" | "part" => Json::Object,
            other => return Err(Failure::new(format!("{}: {name} is no {other}", row.kind))),
        };
        fields.push(Field { name, json, optional, about: about.clone() });
    }
    Ok(Event {
        name: name(&row.kind),
        kind: row.kind,
        class: row.class,
        saw_output: row.saw_output,
        about: row.about,
        fields,
    })
}

/// The type in upper camel case. What happens to the response itself keeps its prefix, for `Created` says too little;
/// and `Error` alone would be taken for an error of the language.
fn name(kind: &str) -> String {
    let own = kind.strip_prefix("response.").unwrap_or(kind);
    match own {
        "error" => "ErrorEvent".to_owned(),
        _ if own.contains('.') => camel(own),
        _ => format!("Response{}", camel(own)),
    }
}

/// A dotted or snake case name in upper camel case.
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for word in name.split(['.', '_']) {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.extend(letters);
    }
    camel
}

impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = InOrder;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of JSON types by field")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InOrder, A::Error> {
                let mut entries: Vec<(String, String)> = Vec::new();
                while let Some(entry) = map.next_entry::<String, String>()? {
                    if entries.iter().any(|(name, _)| *name == entry.0) {
                        return Err(de::Error::custom(format!("{} is given twice", entry.0)));
                    }
                    entries.push(entry);
                }
                Ok(InOrder(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(event: &str) -> String {
        let text = format!(r#"{{"about": "", "fields": {{"delta": "What is new."}}, "events": [{event}]}}"#);
        ResponseEvents::parse(&text).unwrap_err().to_string()
    }

    #[test]
    fn a_name_says_what_happened_to_what() {
        assert_eq!(name("response.output_text.delta"), "OutputTextDelta");
        assert_eq!(name("response.output_text.annotation.added"), "OutputTextAnnotationAdded");
        assert_eq!(name("response.in_progress"), "ResponseInProgress");
        assert_eq!(name("error"), "ErrorEvent");
    }

    #[test]
    fn the_order_of_fields_is_kept() {
        let contract = ResponseEvents::parse(include_str!("../../core/contract/response_events.json")).unwrap();
        let event = contract.events.iter().find(|event| event.name == "OutputTextDelta").unwrap();
        let fields: Vec<_> = event.fields.iter().map(|field| (field.name.as_str(), field.optional)).collect();
        let expected = [
            ("item_id", false),
            ("output_index", false),
            ("content_index", false),
            ("delta", false),
            ("logprobs", true),
        ];
        assert_eq!(fields, expected);
    }

    #[test]
    fn a_mistake_in_the_contract_is_named() {
        let row = |class: &str, saw_output: bool, fields: &str| {
            format!(
                r#"{{"type": "response.a.b", "class": "{class}", "saw_output": {saw_output}, "about": "", "fields": {fields}}}"#
            )
        };
        let sound = row("output", true, "{}");
        assert_eq!(refused(&format!("{sound}, {sound}")), "response.a.b is defined twice");
        assert_eq!(
            refused(&row("lifecycle", true, "{}")),
            "response.a.b: only an event of the class output counts as output"
        );
        assert_eq!(
            refused(&row("output", true, r#"{"item": "item"}"#)),
            "response.a.b: fields does not say what item is"
        );
        assert_eq!(refused(&row("output", true, r#"{"delta": "text"}"#)), "response.a.b: delta is no text");
    }
}
