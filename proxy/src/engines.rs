//! Engines by credential: what one client's calls share is never shared with another client's.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axonium::Config;
use axonium::engine::Engine;
use secrecy::{ExposeSecret, SecretString};

use crate::config::{ConfigError, ProxyConfig};
use crate::refusal::Refusal;

/// Credentials remembered at once. Beyond, the one that was used longest ago is forgotten.
const CAPACITY: usize = 64;

pub(crate) struct Engines {
    config: ProxyConfig,
    /// Most recently used first.
    known: Mutex<VecDeque<Known>>,
}

struct Known {
    /// None where every route has a key of its own.
    credential: Option<SecretString>,
    engine: Engine,
}

impl Engines {
    /// Checks the routes as far as that can be done without a server.
    pub(crate) fn new(config: ProxyConfig) -> Result<Self, ConfigError> {
        if config.routes.is_empty() {
            return Err(ConfigError::new("routes", "is empty; name at least one route"));
        }
        if let Some(route) = config.routes.iter().find(|route| !route.name.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            let message = "its name stands in a header, so it must be of visible ASCII characters; choose another";
            return Err(ConfigError::new(format!("route {}", route.name), message));
        }
        let engines = Self { config, known: Mutex::default() };
        let stand_in = SecretString::from("a-credential");
        engines.build(Some(&stand_in)).map_err(|error| engines.explained(&error))?;
        Ok(engines)
    }

    /// Whether a call could go another way than its first.
    pub(crate) fn have_alternatives(&self) -> bool {
        self.config.routes.len() > 1
    }

    /// Whether every route gets the client's own credential.
    pub(crate) fn pass_credentials_on(&self) -> bool {
        self.config.routes.iter().all(|route| route.key.is_none())
    }

    /// The engine for a client's credential.
    pub(crate) fn engine(&self, credential: Option<&str>) -> Result<Engine, Refusal> {
        let passed_on = self.config.routes.iter().any(|route| route.key.is_none());
        let credential = match (passed_on, credential) {
            (false, _) => None,
            (true, Some(credential)) => Some(SecretString::from(credential)),
            (true, None) => return Err(Refusal::no_credential()),
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let place = known.iter().position(|known| exposed(known.credential.as_ref()) == exposed(credential.as_ref()));
        let found = match place.and_then(|place| known.remove(place)) {
            Some(found) => found,
            None => Known { engine: self.build(credential.as_ref())?, credential },
        };
        let engine = found.engine.clone();
        known.push_front(found);
        known.truncate(CAPACITY);
        Ok(engine)
    }

    /// The engine for the routes; those without a key of their own get `credential`.
    fn build(&self, credential: Option<&SecretString>) -> axonium::Result<Engine> {
        let routes = self.config.routes.iter().map(|route| axonium::Route {
            name: route.name.clone(),
            gateway_base_url: route.url.clone().into(),
            api_key: route.key.clone().or_else(|| credential.cloned()).into(),
            model: route.model.clone().into(),
            ..axonium::Route::default()
        });
        let routes: Vec<axonium::Route> = routes.collect();
        Engine::new(Config {
            // Every route has its own; what the environment says of a client's is not meant for the proxy.
            api_key: routes.first().map(|route| route.api_key.clone()).unwrap_or_default(),
            routes,
            clock: self.config.clock.clone(),
            ..Config::default()
        })
    }

    /// Why no engine can be built, in the words of the proxy's settings.
    fn explained(&self, error: &axonium::Error) -> ConfigError {
        let details = error.details();
        let field = details.field.as_deref().unwrap_or_default();
        let message = details.message.strip_prefix(&format!("{field}: ")).unwrap_or(&details.message);
        let place = field.strip_prefix("routes[").and_then(|rest| rest.split_once("]."));
        let route = place.and_then(|(at, _)| self.config.routes.get(at.parse::<usize>().ok()?));
        match (route, place) {
            (Some(route), Some((_, "gateway_base_url"))) => {
                ConfigError::new(format!("route {}: url", route.name), message)
            }
            (Some(route), Some((_, "api_key"))) => ConfigError::new(format!("route {}: key", route.name), message),
            (Some(route), Some((_, member))) => ConfigError::new(format!("route {}: {member}", route.name), message),
            _ => ConfigError::new(field, message),
        }
    }
}

fn exposed(credential: Option<&SecretString>) -> Option<&str> {
    credential.map(ExposeSecret::expose_secret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Route;

    fn engines(keys: &[Option<&str>]) -> Result<Engines, ConfigError> {
        let routes = keys.iter().enumerate().map(|(at, key)| Route {
            name: format!("route-{at}"),
            url: String::from("http://127.0.0.1:1"),
            key: key.map(SecretString::from),
            ..Route::default()
        });
        Engines::new(ProxyConfig::new(routes.collect()))
    }

    fn remembered(engines: &Engines) -> Vec<Option<String>> {
        let known = engines.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().map(|known| exposed(known.credential.as_ref()).map(str::to_owned)).collect()
    }

    #[test]
    fn each_credential_has_an_engine_of_its_own_and_keeps_it() -> Result<(), Box<dyn std::error::Error>> {
        let engines = engines(&[Some("fixed"), None])?;
        for credential in ["a", "b", "a"] {
            assert!(engines.engine(Some(credential)).is_ok());
        }
        assert_eq!(remembered(&engines), [Some("a".to_owned()), Some("b".to_owned())]);
        assert_eq!(engines.engine(None).err().map(|refusal| refusal.error.code), Some("missing_credentials"));
        Ok(())
    }

    #[test]
    fn where_every_route_has_a_key_there_is_one_engine_for_all() -> Result<(), Box<dyn std::error::Error>> {
        let engines = engines(&[Some("one"), Some("two")])?;
        for credential in [Some("a"), Some("b"), None] {
            assert!(engines.engine(credential).is_ok());
        }
        assert_eq!(remembered(&engines), [None]);
        Ok(())
    }

    #[test]
    fn the_credential_that_was_used_longest_ago_is_forgotten() -> Result<(), Box<dyn std::error::Error>> {
        let engines = engines(&[None])?;
        for credential in 0..CAPACITY {
            assert!(engines.engine(Some(&credential.to_string())).is_ok());
        }
        assert!(engines.engine(Some("0")).is_ok());
        assert!(engines.engine(Some("new")).is_ok());
        let known = remembered(&engines);
        assert_eq!(known.len(), CAPACITY);
        assert!(known.contains(&Some("0".to_owned())) && !known.contains(&Some("1".to_owned())));
        Ok(())
    }
}
