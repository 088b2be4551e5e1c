//! The JSON Schema that an output is held against, and the form in which a server is sent it.

use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};

use super::strict::strict;
use crate::wire::request::InvalidField;

/// What a schema is called that has no title.
const NAME: &str = "output";
/// The longest name that servers take.
const LONGEST_NAME: usize = 64;

/// A schema that outputs are held against.
#[derive(Debug)]
pub struct Schema {
    validator: Validator,
    /// As the caller gave it.
    given: Value,
    name: String,
}

impl Schema {
    /// Compiles `schema`. Nothing that it refers to is fetched. A `format` is held against too (JSON Schema leaves that open):
    /// a date that is none would otherwise fail where the typed value is made, and no repair comes after that.
    ///
    /// # Errors
    /// A schema that is none, or refers to what is not in it; a `name` that servers do not take.
    pub fn new(schema: Option<&Value>, name: Option<&str>) -> Result<Self, InvalidField> {
        let Some(schema) = schema.filter(|schema| schema.is_object()) else {
            let fix = "is missing or no object; give a JSON Schema, for example {\"type\": \"object\"}";
            return Err(InvalidField::new("parse.schema", fix));
        };
        let refuse = |error: ValidationError<'_>| {
            let place = place(error.instance_path().as_str());
            let fix = "mend it, or put what it refers to into it: nothing is fetched";
            InvalidField::new("parse.schema", format!("is no JSON Schema: {place}{error}; {fix}"))
        };
        let validator = jsonschema::options().offline().should_validate_formats(true).build(schema).map_err(refuse)?;
        Ok(Self { validator, given: schema.clone(), name: named(schema, name)? })
    }

    /// Holds `output` against the schema.
    ///
    /// # Errors
    /// The first fault, in a line that names its place and does not repeat the model's words.
    pub fn check(&self, output: &Value) -> Result<(), String> {
        self.validator
            .validate(output)
            .map_err(|error| format!("{}{}", place(error.instance_path().as_str()), error.masked()))
    }

    /// The format that asks a server for it: `{name, schema, strict}`. Strict where the schema can be made so.
    #[must_use]
    pub fn format(&self) -> Value {
        match strict(&self.given) {
            Some(schema) => json!({"name": self.name, "schema": schema, "strict": true}),
            None => json!({"name": self.name, "schema": self.given, "strict": false}),
        }
    }
}

/// Where in a value something is, as a beginning of a sentence; nothing for the whole.
fn place(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!("at {pointer}: ") }
}

fn named(schema: &Value, name: Option<&str>) -> Result<String, InvalidField> {
    let fits = |next: char| next.is_ascii_alphanumeric() || next == '_' || next == '-';
    if let Some(name) = name {
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fits) {
            let fix =
                format!("must be 1 to {LONGEST_NAME} letters, digits, _ or -; leave it out for the schema's title");
            return Err(InvalidField::new("parse.name", fix));
        }
        return Ok(name.to_owned());
    }
    let title = schema.get("title").and_then(Value::as_str).unwrap_or_default();
    let title: String = title.chars().take(LONGEST_NAME).map(|next| if fits(next) { next } else { '_' }).collect();
    Ok(if title.is_empty() { NAME.to_owned() } else { title })
}

#[cfg(test)]
mod tests;
