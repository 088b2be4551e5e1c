//! Completes a request's bytes without touching those that the caller wrote.

use std::collections::BTreeSet;
use std::fmt;

use bytes::Bytes;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{InvalidField, path};

/// Adds the members of `extra` to the request. Numbers and order of what is there stay as they came.
///
/// # Errors
/// A member that has the name of a `declared` field, or is already there: its value would be ambiguous.
pub fn merge_extra_body(body: Bytes, extra: &Map<String, Value>, declared: &[&str]) -> Result<Bytes, InvalidField> {
    let Members(present) = path::read(&body)?;
    for key in extra.keys() {
        if declared.contains(&key.as_str()) {
            let fix = "is a declared field; set it there and drop it from extra_body";
            return Err(InvalidField::new(format!("extra_body.{key}"), fix));
        }
        if present.contains(key) {
            let fix = "is already in the request; drop it from one of them";
            return Err(InvalidField::new(format!("extra_body.{key}"), fix));
        }
    }
    if extra.is_empty() {
        return Ok(body);
    }
    let members = Value::Object(extra.clone()).to_string();
    splice(&body, members.strip_prefix('{').and_then(|members| members.strip_suffix('}')).unwrap_or_default())
}

/// Sets `"stream": true`, unless it is there.
///
/// # Errors
/// A body that is no JSON object.
pub fn set_stream(body: Bytes) -> Result<Bytes, InvalidField> {
    #[derive(Deserialize)]
    struct Stream {
        #[serde(default)]
        stream: Option<bool>,
    }
    let Stream { stream } = path::read(&body)?;
    if stream == Some(true) { Ok(body) } else { splice(&body, "\"stream\":true") }
}

/// Sets the model, whatever was there. Everything else stays as it came.
///
/// # Errors
/// A body that is no JSON object.
pub fn set_model(body: &Bytes, model: &str) -> Result<Bytes, InvalidField> {
    rewrite(body, &["model"], &format!("\"model\":{}", Value::from(model)))
}

/// Writes the object anew: `first`, then its members without those `dropped`, each value in its own bytes.
pub(super) fn rewrite(body: &[u8], dropped: &[&str], first: &str) -> Result<Bytes, InvalidField> {
    let RawMembers(members) = path::read(body)?;
    let mut written = Vec::with_capacity(body.len() + first.len() + 2);
    written.push(b'{');
    written.extend_from_slice(first.as_bytes());
    for (name, value) in members.iter().filter(|(name, _)| !dropped.contains(&name.as_str())) {
        written.push(b',');
        written.extend_from_slice(Value::from(name.as_str()).to_string().as_bytes());
        written.push(b':');
        written.extend_from_slice(value.get().as_bytes());
    }
    written.push(b'}');
    Ok(Bytes::from(written))
}

/// An object's members, in order, their values unread.
struct RawMembers<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for RawMembers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RawMembersVisitor;
        impl<'de> Visitor<'de> for RawMembersVisitor {
            type Value = RawMembers<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawMembers<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(RawMembers(members))
            }
        }
        deserializer.deserialize_map(RawMembersVisitor)
    }
}

/// The names of an object's members.
struct Members(BTreeSet<String>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut names = BTreeSet::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.insert(name);
                }
                Ok(Members(names))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// Puts members before the closing brace of an object.
fn splice(body: &[u8], members: &str) -> Result<Bytes, InvalidField> {
    let refused = || InvalidField::new("body", "must be a JSON object");
    let head = body.trim_ascii_end().strip_suffix(b"}").ok_or_else(refused)?;
    let comma: &[u8] = if head.trim_ascii() == b"{" { b"" } else { b"," };
    Ok(Bytes::from([head, comma, members.as_bytes(), b"}"].concat()))
}
