//! Joins the fragments of tool calls.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json as value};

use crate::wire::json;
use crate::wire::text::{self, Text};

/// The calls of one choice, in the order in which they began.
#[derive(Debug, Clone, Default)]
pub(super) struct ToolCalls {
    calls: Vec<Call>,
    /// Where in `calls` the last fragment went.
    current: usize,
}

#[derive(Debug, Clone, Default)]
struct Call {
    index: Option<i64>,
    id: Option<String>,
    kind: Option<String>,
    name: Option<String>,
    arguments: Text,
}

#[derive(Deserialize)]
struct Fragment<'a> {
    #[serde(borrow, default)]
    index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow, default)]
    function: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Function<'a> {
    #[serde(borrow, default)]
    name: Option<&'a RawValue>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
}

impl ToolCalls {
    /// Takes a delta's list of fragments; what is no fragment in it is passed over.
    pub(super) fn take(&mut self, fragments: &RawValue) {
        for fragment in json::objects(fragments) {
            self.take_fragment(&fragment);
        }
    }

    fn take_fragment(&mut self, fragment: &Fragment<'_>) {
        let index = fragment.index.and_then(|raw| serde_json::from_str(raw.get()).ok());
        let id = name(fragment.id);
        let at = self.find(index, id.as_deref()).unwrap_or(self.calls.len());
        if at == self.calls.len() {
            self.calls.push(Call { index, ..Call::default() });
        }
        self.current = at;
        let Some(call) = self.calls.get_mut(at) else {
            return;
        };
        let function = fragment.function.and_then(|raw| json::object(raw.get().as_bytes()).ok());
        let function: Function<'_> = function.unwrap_or_default();
        call.id = call.id.take().or(id);
        call.kind = call.kind.take().or(name(fragment.kind));
        call.name = call.name.take().or(name(function.name));
        if let Some(arguments) = function.arguments {
            call.arguments.push_value(arguments);
        }
    }

    /// The call that a fragment continues; `None` if it begins one.
    fn find(&self, index: Option<i64>, id: Option<&str>) -> Option<usize> {
        let known = |call: &Call| id.is_some() && call.id.as_deref() == id;
        // Any other call takes the fragment only if one of the two has no id.
        let open = |call: &Call| id.is_none() || call.id.is_none();
        // Without an index it is the current call that goes on; with one, the last call of that index.
        let place = |call: &Call| index.is_none() || call.index == index;
        let by_id = self.calls.iter().rposition(|call| place(call) && known(call));
        by_id.or_else(|| {
            let last = if index.is_some() { self.calls.iter().rposition(place)? } else { self.current };
            self.calls.get(last).filter(|call| open(call)).map(|_| last)
        })
    }

    /// The calls as in a message. Arguments stay the model's own text.
    pub(super) fn finish(&self) -> Vec<Value> {
        let call = |call: &Call| {
            value!({
                "id": call.id,
                "type": call.kind.as_deref().unwrap_or("function"),
                "function": {"name": call.name, "arguments": call.arguments.finish()},
            })
        };
        self.calls.iter().map(call).collect()
    }
}

/// A text that is not empty.
fn name(raw: Option<&RawValue>) -> Option<String> {
    raw.and_then(text::of).filter(|text| !text.is_empty())
}
