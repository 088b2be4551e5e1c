//! The replicas of a model, and the one that a request is pinned to.

use http::{HeaderMap, HeaderValue};

use crate::config::ModelConfig;
use crate::problem::Problem;

/// The replica that answers: what the response's headers say of it.
#[derive(Debug, Clone)]
pub(crate) struct Replica {
    number: String,
    pub(crate) name: String,
}

impl Replica {
    pub(crate) fn at(model: &ModelConfig, position: usize) -> Self {
        let name = model.replicas.get(position).cloned().unwrap_or_else(|| "replica-1".to_owned());
        Self { number: format!("#{}", position + 1), name }
    }

    /// Says in an answer's headers who gave it.
    pub(crate) fn name_in(&self, headers: &mut HeaderMap) {
        for (name, value) in [("x-prometheus-instance", &self.number), ("x-prometheus-instance-id", &self.name)] {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        }
    }

    /// The pinned replica, by number or name; the first where none is pinned.
    pub(crate) fn pick(model: &ModelConfig, pin: Option<&HeaderValue>) -> Result<Self, Problem> {
        let Some(pin) = pin else {
            return Ok(Self::at(model, 0));
        };
        let pin = pin.to_str().unwrap_or_default();
        let number = pin.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        let position = match number {
            Some(number) => number.checked_sub(1).filter(|position| *position < model.replicas.len()),
            None => model.replicas.iter().position(|name| name == pin),
        };
        position.map(|position| Self::at(model, position)).ok_or_else(|| {
            let detail = format!("No instance {pin:?} serves {:?}; it has {}.", model.id, model.replicas.join(", "));
            Problem::new("unknown-instance").detail(detail)
        })
    }
}
