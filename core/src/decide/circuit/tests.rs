//! The circuit held against what must always be true of it, for every sequence of events up to a length.

use super::*;
use crate::ErrorKind;

const SECOND: Duration = Duration::from_secs(1);
const POLICY: CircuitPolicy =
    CircuitPolicy { failures: 2, window: Duration::from_secs(3), open_for: Duration::from_secs(2) };
/// Two calls may be under way at once.
const CALLERS: usize = 2;
const LENGTH: u32 = 10;

/// What can happen next.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A caller asks to pass, if it is not under way.
    Asks(usize),
    /// A caller's call ends, if it is under way.
    Ends(usize, Outcome),
    /// Time goes on.
    Later,
}

const EVENTS: [Event; 9] = [
    Event::Asks(0),
    Event::Asks(1),
    Event::Ends(0, Outcome::Answered),
    Event::Ends(0, Outcome::Failed),
    Event::Ends(0, Outcome::Neither),
    Event::Ends(1, Outcome::Answered),
    Event::Ends(1, Outcome::Failed),
    Event::Ends(1, Outcome::Neither),
    Event::Later,
];

#[derive(Clone, Default, PartialEq, Eq)]
struct World {
    circuit: Circuit,
    now: Duration,
    under_way: [Option<Admission>; CALLERS],
    /// When the circuit last opened, as a spectator saw it.
    opened: Option<Duration>,
}

impl World {
    /// The world after `event`; none if it cannot happen.
    fn after(&self, event: Event) -> Option<Self> {
        let mut world = self.clone();
        match event {
            Event::Later => world.now += SECOND,
            Event::Asks(caller) => {
                if world.under_way[caller].is_some() {
                    return None;
                }
                let before = world.circuit.state(world.now);
                let admission = world.circuit.admit(world.now);
                Self::hold_admission(before, admission);
                world.under_way[caller] =
                    Some(admission).filter(|admission| !matches!(admission, Admission::Refused(_)));
            }
            Event::Ends(caller, outcome) => {
                let admission = world.under_way[caller].take()?;
                let before = world.circuit.state(world.now);
                world.circuit.ended(&POLICY, admission, outcome, world.now);
                world.hold_end(before, admission, outcome);
            }
        }
        world.hold_always();
        Some(world)
    }

    fn hold_admission(before: CircuitState, admission: Admission) {
        match before {
            CircuitState::Closed => assert_eq!(admission, Admission::Passes),
            CircuitState::Open => {
                let Admission::Refused(left) = admission else { panic!("a call was let through while open") };
                assert!(!left.is_zero() && left <= POLICY.open_for, "{left:?}");
            }
            CircuitState::HalfOpen => assert_ne!(admission, Admission::Passes, "only a probe passes"),
        }
    }

    fn hold_end(&mut self, before: CircuitState, admission: Admission, outcome: Outcome) {
        let after = self.circuit.state(self.now);
        match (admission, outcome) {
            (Admission::Probes, Outcome::Answered) => assert_eq!(after, CircuitState::Closed),
            (Admission::Probes, Outcome::Failed) => assert_eq!(after, CircuitState::Open),
            (Admission::Probes, Outcome::Neither) => assert_eq!(after, CircuitState::HalfOpen),
            (_, Outcome::Failed) if before == CircuitState::Closed => {}
            _ => assert_eq!(after, before, "nothing else changes it"),
        }
        if after == CircuitState::Open && before != CircuitState::Open {
            self.opened = Some(self.now);
        }
    }

    fn hold_always(&self) {
        let probes = self.under_way.iter().filter(|admission| **admission == Some(Admission::Probes)).count();
        assert!(probes <= 1, "two probes at once");
        let state = self.circuit.state(self.now);
        if let (CircuitState::Open, Some(opened)) = (state, self.opened) {
            assert!(self.now < opened + POLICY.open_for, "it stays open beyond its time");
        }
        // Whatever has happened, it lets a call try once the time is over and no probe is out.
        if probes == 0 {
            let mut later = self.circuit.clone();
            assert!(!matches!(later.admit(self.now + POLICY.open_for), Admission::Refused(_)), "it never leaves open");
        }
    }
}

#[test]
fn every_sequence_of_events_keeps_what_must_be_true() {
    // Worlds that are alike have the same future: each is looked at once for each length, with how many sequences lead there.
    let mut worlds = vec![(World::default(), 1_u64)];
    for _ in 0..LENGTH {
        let mut next: Vec<(World, u64)> = Vec::new();
        for (world, sequences) in &worlds {
            for after in EVENTS.iter().filter_map(|event| world.after(*event)) {
                match next.iter_mut().find(|(known, _)| *known == after) {
                    Some((_, known)) => *known += sequences,
                    None => next.push((after, *sequences)),
                }
            }
        }
        worlds = next;
    }
    let sequences: u64 = worlds.iter().map(|(_, sequences)| sequences).sum();
    assert!(sequences > 1_000_000, "{sequences} sequences are too few to tell");
}

fn passing(circuit: &mut Circuit, outcome: Outcome, now: Duration) {
    let admission = circuit.admit(now);
    circuit.ended(&POLICY, admission, outcome, now);
}

#[test]
fn failures_open_it_only_within_their_window() {
    let at = |seconds| Duration::from_secs(seconds);
    let mut circuit = Circuit::default();
    passing(&mut circuit, Outcome::Failed, at(0));
    passing(&mut circuit, Outcome::Failed, at(4));
    assert_eq!(circuit.state(at(4)), CircuitState::Closed, "4 s apart");
    passing(&mut circuit, Outcome::Failed, at(7));
    assert_eq!(circuit.state(at(7)), CircuitState::Open, "3 s apart");
    assert_eq!(circuit.refuses(at(8)), Some(SECOND));
    assert_eq!((circuit.state(at(9)), circuit.refuses(at(9))), (CircuitState::HalfOpen, None));
}

#[test]
fn a_probe_decides_and_others_are_refused_meanwhile() {
    let mut circuit = Circuit::default();
    passing(&mut circuit, Outcome::Failed, SECOND);
    passing(&mut circuit, Outcome::Failed, SECOND);
    assert_eq!(circuit.admit(3 * SECOND), Admission::Probes);
    assert_eq!(circuit.admit(3 * SECOND), Admission::Refused(Duration::ZERO));
    circuit.ended(&POLICY, Admission::Probes, Outcome::Failed, 3 * SECOND);
    assert_eq!(circuit.admit(4 * SECOND), Admission::Refused(SECOND));
    assert_eq!(circuit.admit(5 * SECOND), Admission::Probes);
    circuit.ended(&POLICY, Admission::Probes, Outcome::Answered, 5 * SECOND);
    assert_eq!(circuit, Circuit::default(), "earlier failures are forgotten");
}

#[test]
fn what_counts() {
    let refused = |kind| Failure::Refused { kind, retry_after: None, forbids_repeat: false };
    let cases = [
        (Failure::NotConnected, None, Outcome::Failed),
        (Failure::ConnectionLost, None, Outcome::Failed),
        (Failure::StreamLostBeforeFirstEvent, Some(200), Outcome::Failed),
        (Failure::StreamLost, Some(200), Outcome::Failed),
        (Failure::Timeout(TimeoutPhase::Response), None, Outcome::Failed),
        (Failure::Timeout(TimeoutPhase::Call), None, Outcome::Neither),
        (refused(ErrorKind::Upstream), Some(502), Outcome::Failed),
        (refused(ErrorKind::ServerError), Some(500), Outcome::Failed),
        (refused(ErrorKind::ServerError), None, Outcome::Neither),
        (refused(ErrorKind::BackendUnavailable), Some(503), Outcome::Neither),
        (refused(ErrorKind::RateLimit), Some(429), Outcome::Neither),
        (refused(ErrorKind::Validation), Some(499), Outcome::Neither),
        (Failure::Undecodable, Some(200), Outcome::Neither),
        (Failure::StreamBroken, Some(200), Outcome::Neither),
        (Failure::Malformed, Some(200), Outcome::Answered),
        (Failure::Truncated, Some(200), Outcome::Answered),
        (Failure::Declined, Some(200), Outcome::Answered),
        (Failure::Cancelled, None, Outcome::Neither),
        (Failure::RefusedLocally, None, Outcome::Neither),
        (Failure::CircuitOpen, None, Outcome::Neither),
    ];
    for (failure, status, expected) in cases {
        assert_eq!(outcome(&failure, status), expected, "{failure:?} {status:?}");
    }
}

#[test]
fn names_and_defaults() {
    let states = [CircuitState::Closed, CircuitState::Open, CircuitState::HalfOpen];
    assert_eq!(states.map(CircuitState::name), ["closed", "open", "half_open"]);
    let CircuitPolicy { failures, window, open_for } = CircuitPolicy::default();
    assert_eq!((failures, window, open_for), (5, 10 * SECOND, 30 * SECOND));
}
