//! The circuit breakers of this process, one for each model of each gateway.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axonium_clock::Clock;
use serde::Serialize;

use super::registry::{ModelKey, Registry};
use crate::api::meta::optional_seconds;
use crate::decide::circuit::{Admission, Circuit, CircuitPolicy, CircuitState, Outcome};

/// Beyond this many circuits, those that are closed are forgotten.
const CAPACITY: usize = 4096;

type Running = Mutex<HashMap<ModelKey, Circuit>>;

static GROUPS: Registry<String, Running> = Registry::new();

/// The circuits of a client, shared with every client of this process that names the same group.
#[derive(Clone)]
pub(super) struct Circuits {
    group: Arc<Running>,
    policy: CircuitPolicy,
    clock: Clock,
}

/// A circuit as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CircuitStatus {
    /// Scheme, host and port of the gateway.
    pub origin: String,
    /// The model.
    pub model: String,
    /// Whether calls pass.
    pub state: CircuitState,
    /// How long calls are refused from now on.
    #[serde(rename = "refused_for_s", serialize_with = "optional_seconds")]
    pub refused_for: Option<Duration>,
}

/// The right of an attempt to be made. It must be told how the attempt ended; dropped, it counts as neither well nor ill.
pub(super) struct Pass {
    circuits: Circuits,
    key: ModelKey,
    admission: Admission,
}

/// What a circuit has become.
pub(super) struct Change {
    pub(super) state: CircuitState,
    pub(super) open_for: Duration,
}

impl Circuits {
    /// Of the group of that name; without one, the client's own.
    pub(super) fn new(group: Option<&str>, policy: CircuitPolicy, clock: Clock) -> Self {
        let group = group.map_or_else(Arc::default, |name| GROUPS.get(name.to_owned(), Running::default));
        Self { group, policy, clock }
    }

    /// How long calls to `model` are refused from now on.
    pub(super) fn refuses(&self, origin: &str, model: &str) -> Option<Duration> {
        self.lock().get(&ModelKey::new(origin, model))?.refuses(self.clock.now())
    }

    /// Lets an attempt through, or says how long it is to wait.
    pub(super) fn admit(&self, origin: &str, model: &str) -> Result<Pass, Duration> {
        let key = ModelKey::new(origin, model);
        let now = self.clock.now();
        let mut running = self.lock();
        if running.len() >= CAPACITY && !running.contains_key(&key) {
            running.retain(|_, circuit| circuit.state(now) != CircuitState::Closed);
        }
        match running.entry(key.clone()).or_default().admit(now) {
            Admission::Refused(left) => Err(left),
            admission => Ok(Pass { circuits: self.clone(), key, admission }),
        }
    }

    /// Every circuit that is known, in order of gateway and model.
    pub(super) fn statuses(&self) -> Vec<CircuitStatus> {
        let now = self.clock.now();
        let running = self.lock();
        let mut statuses: Vec<CircuitStatus> = running
            .iter()
            .map(|(ModelKey { origin, model }, circuit)| CircuitStatus {
                origin: origin.clone(),
                model: model.clone(),
                state: circuit.state(now),
                refused_for: circuit.refuses(now),
            })
            .collect();
        statuses.sort_by(|one, other| (&one.origin, &one.model).cmp(&(&other.origin, &other.model)));
        statuses
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ModelKey, Circuit>> {
        self.group.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass {
    /// The attempt begins. Returns what the circuit has become, if it is the one that tries.
    pub(super) fn began(&self) -> Option<Change> {
        let change = Change { state: CircuitState::HalfOpen, open_for: Duration::ZERO };
        (self.admission == Admission::Probes).then_some(change)
    }

    /// The attempt has ended so. Returns what the circuit has become, if it has changed.
    pub(super) fn ended(mut self, outcome: Outcome) -> Option<Change> {
        let state = self.settle(outcome)?;
        Some(Change { state, open_for: self.circuits.policy.open_for })
    }

    /// Tells the circuit, once. Returns its state, if that has changed.
    fn settle(&mut self, outcome: Outcome) -> Option<CircuitState> {
        let admission = std::mem::replace(&mut self.admission, Admission::Refused(Duration::ZERO));
        let now = self.circuits.clock.now();
        let mut running = self.circuits.lock();
        let circuit = running.get_mut(&self.key)?;
        let before = circuit.state(now);
        circuit.ended(&self.circuits.policy, admission, outcome, now);
        let after = circuit.state(now);
        (after != before).then_some(after)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if !matches!(self.admission, Admission::Refused(_)) {
            self.settle(Outcome::Neither);
        }
    }
}
