//! What a caller may ask for where a call times out or a stream breaks, beyond what is always done.

use std::fmt;
use std::time::{Duration, SystemTime};

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::config::Route;

/// What a timeout leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// It is repeated where an idempotency key makes that safe, and else raised.
    #[default]
    Raise,
    /// The request is sent once more; if that times out too, the next fallback is asked. Needs a fallback, and an
    /// idempotency key or `may_bill_twice`.
    RetryOnceThenFallback,
}

/// What a stream leads to that was lost after it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// It is raised, with what had arrived.
    #[default]
    Off,
    /// The same idempotency key is sent again; the replay's beginning is held against what was delivered and skipped, and
    /// the stream goes on where it broke. For streams over SSE that have a key.
    Replay,
}

/// Who is asked where a model has timed out twice.
///
/// ```
/// use axonium::{Fallback, Route};
/// let smaller: Fallback = "qwen3-0.6b".into();
/// let elsewhere: Fallback = Route {
///     gateway_base_url: "https://backup.example".into(),
///     api_key: "key".into(),
///     ..Route::default()
/// }
/// .into();
/// # let _ = (smaller, elsewhere);
/// ```
#[derive(Clone, Debug)]
pub enum Fallback {
    /// Another model, on the way that the call takes anyway.
    Model(String),
    /// Another way. Its name may be left out.
    Route(Box<Route>),
}

impl From<&str> for Fallback {
    fn from(model: &str) -> Self {
        Self::Model(model.to_owned())
    }
}

impl From<String> for Fallback {
    fn from(model: String) -> Self {
        Self::Model(model)
    }
}

impl From<Route> for Fallback {
    fn from(route: Route) -> Self {
        Self::Route(Box::new(route))
    }
}

impl<'de> Deserialize<'de> for Fallback {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FallbackVisitor;
        impl<'de> Visitor<'de> for FallbackVisitor {
            type Value = Fallback;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the name of a model, or a route")
            }

            fn visit_str<E: Error>(self, model: &str) -> Result<Fallback, E> {
                Ok(model.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Fallback, A::Error> {
                Route::deserialize(MapAccessDeserializer::new(map)).map(Fallback::from)
            }
        }
        deserializer.deserialize_any(FallbackVisitor)
    }
}

/// A moment, as seconds since 1970.
pub(super) fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SystemTime>, D::Error> {
    let Some(seconds) = Option::<f64>::deserialize(deserializer)? else { return Ok(None) };
    let moment = Duration::try_from_secs_f64(seconds).ok().and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since));
    let refused = || D::Error::custom(format!("must be a moment as seconds since 1970, not {seconds}"));
    moment.map(Some).ok_or_else(refused)
}
