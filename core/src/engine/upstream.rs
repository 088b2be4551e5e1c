//! The ways to a model: the client's own address and credential, or the routes that its caller named.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::Url;
use secrecy::ExposeSecret;

use super::budget::RetryBudget;
use super::circuits::{Circuits, Pass};
use super::cooldown::Cooldowns;
use super::settings::{self, ClientCredentials, Credential, Settings};
use super::token::Tokens;
use super::transport::Transport;
use crate::ErrorKind;
use crate::api::config::Route;
use crate::api::error::ErrorDetails;

/// Routes that were named by single calls and are remembered, so that their tokens are kept from call to call.
const REMEMBERED: usize = 64;

type Refusal = Box<ErrorDetails>;

/// One way to a model, and what is known of the gateway there.
pub(super) struct Upstream {
    /// The name that its caller gave it; the client's own has none, nor need a fallback's have one.
    pub(super) name: Option<String>,
    pub(super) base_url: Url,
    pub(super) tokens: Arc<Tokens>,
    pub(super) budget: Arc<RetryBudget>,
    /// The model's name there, where it differs.
    pub(super) model: Option<String>,
    /// Scheme, host and port.
    origin: String,
    /// None where they are switched off.
    cooldowns: Option<Cooldowns>,
    /// None unless they are switched on.
    circuits: Option<Circuits>,
}

/// Why a model is left alone, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeftAlone {
    CoolingDown(Duration),
    CircuitOpen(Duration),
}

impl LeftAlone {
    pub(super) fn time(self) -> Duration {
        match self {
            Self::CoolingDown(left) | Self::CircuitOpen(left) => left,
        }
    }
}

impl Upstream {
    fn new(
        name: Option<String>,
        base_url: Url,
        tokens: Arc<Tokens>,
        model: Option<String>,
        settings: &Settings,
    ) -> Arc<Self> {
        let origin = base_url.origin().ascii_serialization();
        let budget = RetryBudget::shared(&origin, settings.budget_size);
        let cooldowns = settings.cooldown.then(|| settings.cooldown_group.towards(origin.clone()));
        let circuits = settings.circuits.clone();
        Arc::new(Self { name, base_url, tokens, budget, model, origin, cooldowns, circuits })
    }

    /// Whether it is the same address and credential as `other`.
    pub(super) fn is_same_way(&self, other: &Self) -> bool {
        self.base_url == other.base_url && Arc::ptr_eq(&self.tokens, &other.tokens)
    }

    /// Whether `model` is to be left alone at `now`.
    pub(super) fn left_alone(&self, model: &str, now: Duration) -> Option<LeftAlone> {
        let cooling = self.cooldowns.as_ref().and_then(|cooldowns| cooldowns.left(model, now));
        let open = || self.circuits.as_ref().and_then(|circuits| circuits.refuses(&self.origin, model));
        cooling.map(LeftAlone::CoolingDown).or_else(|| open().map(LeftAlone::CircuitOpen))
    }

    /// The right to make an attempt at `model`; none is needed where there are no circuits.
    pub(super) fn admit(&self, model: &str) -> Result<Option<Pass>, LeftAlone> {
        let Some(circuits) = &self.circuits else { return Ok(None) };
        circuits.admit(&self.origin, model).map(Some).map_err(LeftAlone::CircuitOpen)
    }

    /// Keeps callers away from `model` for `wait`.
    pub(super) fn cool_down(&self, model: &str, wait: Duration, now: Duration) {
        if let Some(cooldowns) = &self.cooldowns {
            cooldowns.set(model, now.saturating_add(wait), now);
        }
    }

    /// `model` answered.
    pub(super) fn answered(&self, model: &str) {
        if let Some(cooldowns) = &self.cooldowns {
            cooldowns.clear(model);
        }
    }
}

/// All ways that a client knows.
pub(super) struct Upstreams {
    /// The client's own; a client whose routes all have credentials of their own needs none.
    own: Option<Arc<Upstream>>,
    routes: Vec<Arc<Upstream>>,
    remembered: Mutex<Vec<(Route, Arc<Upstream>)>>,
}

impl Upstreams {
    /// The client's own way, if it has a credential, and its `routes`.
    pub(super) fn new(
        settings: &Settings,
        credential: Option<Credential>,
        routes: &[Route],
        transport: &Arc<Transport>,
    ) -> Result<Self, Refusal> {
        let base_url = settings.base_url.clone();
        let own = credential.map(|credential| {
            let tokens = tokens(credential, &base_url, settings, transport);
            Upstream::new(None, base_url, tokens, None, settings)
        });
        if own.is_none() && routes.is_empty() {
            return Err(settings::no_credential());
        }
        let mut upstreams = Self { own, routes: Vec::new(), remembered: Mutex::default() };
        upstreams.routes = upstreams.build_all(routes, settings, transport, ErrorKind::Configuration)?;
        Ok(upstreams)
    }

    /// The ways of a call, in order: those it names itself, else the client's routes, else the client's own.
    pub(super) fn of_call(
        &self,
        routes: Option<&[Route]>,
        settings: &Settings,
        transport: &Arc<Transport>,
    ) -> Result<Vec<Arc<Upstream>>, Refusal> {
        let named = match routes {
            Some(routes) => self.build_all(routes, settings, transport, ErrorKind::InvalidRequest)?,
            None => self.routes.clone(),
        };
        if named.is_empty() { Ok(vec![self.own()?]) } else { Ok(named) }
    }

    fn own(&self) -> Result<Arc<Upstream>, Refusal> {
        self.own.clone().ok_or_else(settings::no_credential)
    }

    fn build_all(
        &self,
        routes: &[Route],
        settings: &Settings,
        transport: &Arc<Transport>,
        kind: ErrorKind,
    ) -> Result<Vec<Arc<Upstream>>, Refusal> {
        for (at, route) in routes.iter().enumerate() {
            let refuse = |message: &str| Err(ErrorDetails::refused_field(kind, format!("routes[{at}].name"), message));
            if route.name.is_empty() {
                return refuse("is missing; name each route, meta.route tells which one answered");
            }
            if routes.iter().take(at).any(|earlier| earlier.name == route.name) {
                return refuse("is another route's name already; give each its own");
            }
        }
        let place = |at: usize| format!("routes[{at}]");
        let built = |(at, route)| self.remembered(&place(at), route, settings, transport, kind);
        routes.iter().enumerate().map(built).collect()
    }

    /// The way that `route` is, which its caller wrote at `place`.
    pub(super) fn remembered(
        &self,
        place: &str,
        route: &Route,
        settings: &Settings,
        transport: &Arc<Transport>,
        kind: ErrorKind,
    ) -> Result<Arc<Upstream>, Refusal> {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, upstream)) = remembered.iter().find(|(known, _)| same(known, route)) {
            return Ok(Arc::clone(upstream));
        }
        let upstream = self.build(place, route, settings, transport, kind)?;
        if remembered.len() >= REMEMBERED {
            remembered.remove(0);
        }
        remembered.push((route.clone(), Arc::clone(&upstream)));
        Ok(upstream)
    }

    fn build(
        &self,
        place: &str,
        route: &Route,
        settings: &Settings,
        transport: &Arc<Transport>,
        kind: ErrorKind,
    ) -> Result<Arc<Upstream>, Refusal> {
        let field = |member: &str| format!("{place}.{member}");
        let base_url = match route.gateway_base_url.as_ref() {
            Some(url) => settings::base_url(Some(url.clone()), &field("gateway_base_url"), kind)?,
            None => settings.base_url.clone(),
        };
        if route.model.as_deref().is_some_and(|model| model.trim().is_empty()) {
            let fix = "is empty; name the model, or leave it out to keep the request's";
            return Err(ErrorDetails::refused_field(kind, field("model"), fix));
        }
        let tokens = match credential(route)
            .map_err(|(member, why)| ErrorDetails::refused_field(kind, field(member), why))?
        {
            Some(credential) => tokens(credential, &base_url, settings, transport),
            None if base_url.origin() == settings.base_url.origin() => Arc::clone(&self.own()?.tokens),
            None => {
                let fix = "is missing; a credential is only sent to the address it was given for, so a route to another \
                           address needs its own api_key, or client_id and client_secret";
                return Err(ErrorDetails::refused_field(kind, field("api_key"), fix));
            }
        };
        let name = Some(route.name.clone()).filter(|name| !name.is_empty());
        Ok(Upstream::new(name, base_url, tokens, route.model.clone().into_option(), settings))
    }
}

/// A route's own credential; none if it has none.
fn credential(route: &Route) -> Result<Option<Credential>, (&'static str, &'static str)> {
    let client = [route.client_id.as_ref().is_some(), route.client_secret.as_ref().is_some()];
    match (route.api_key.as_ref(), client) {
        (None, [false, false]) => Ok(None),
        (Some(_), [true, _] | [_, true]) => {
            Err(("api_key", "is given beside client_id and client_secret; keep one credential"))
        }
        (Some(key), _) => match settings::api_key(key.clone()) {
            Ok(credential) => Ok(Some(credential)),
            Err(_) => Err(("api_key", "is empty or holds characters that no HTTP header can carry")),
        },
        (None, _) => match (route.client_id.as_ref(), route.client_secret.as_ref()) {
            (Some(id), Some(secret)) if !id.is_empty() => Ok(Some(Credential::ClientCredentials(ClientCredentials {
                client_id: id.clone(),
                client_secret: secret.clone(),
                scope: route.scope.clone().into_option().filter(|scope| !scope.is_empty()),
            }))),
            (_, Some(_)) => Err(("client_id", "is missing beside client_secret")),
            (_, None) => Err(("client_secret", "is missing beside client_id")),
        },
    }
}

fn tokens(credential: Credential, base_url: &Url, settings: &Settings, transport: &Arc<Transport>) -> Arc<Tokens> {
    Arc::new(Tokens::new(credential, base_url, settings.limits.auth, settings.clock.clone(), Arc::clone(transport)))
}

/// Whether two routes are the same in every respect, secrets included.
fn same(one: &Route, other: &Route) -> bool {
    let open = |route: &Route| {
        let secrets = [&route.api_key, &route.client_secret];
        secrets.map(|secret| secret.as_ref().map(|secret| secret.expose_secret().to_owned()))
    };
    let plain = |route: &Route| {
        let texts = [&route.gateway_base_url, &route.client_id, &route.scope, &route.model];
        (route.name.clone(), texts.map(|text| text.as_deref().map(str::to_owned)))
    };
    plain(one) == plain(other) && open(one) == open(other)
}
