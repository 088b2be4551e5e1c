//! The error catalogue, `core/contract/errors.json`, read and built into one tree of kinds.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::Failure;

/// Where the catalogue lives, from the root of the checkout.
pub(crate) const PATH: &str = "core/contract/errors.json";

/// The parent of every kind that came from a status.
pub(crate) const API: &str = "API";
/// The parent of every refusal of the token endpoint.
pub(crate) const OAUTH: &str = "OAuth";
/// The kind of a client-error status that has none of its own, and of an unfollowed redirect.
pub(crate) const CLIENT_ERROR: &str = "ClientError";
/// The kind of every other status.
pub(crate) const SERVER_ERROR: &str = "ServerError";

/// What the platform states about the model having run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Generation {
    None,
    Unknown,
    Happened,
}

/// What the engine does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Retry {
    Never,
    Wait,
    RefreshOnce,
    WaitInProgress,
    OptInOnce,
    WithKey,
}

/// What makes a kind: the part of the catalogue it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A parent only; never the most specific kind of an error.
    Abstract,
    /// A problem document of the gateway, by the last segment of its `type`.
    Gateway { suffix: String, status: String },
    /// A refusal of the token endpoint, by its `error` code.
    OAuth { code: String, status: String },
    /// Found by the SDK itself.
    Local,
    /// Only known by its status.
    Fallback { status: String },
}

/// One error type, the same in every language.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The name all languages derive theirs from: `RateLimit` gives `RateLimitError`, `ErrRateLimit`, `.rateLimit`.
    pub name: String,
    /// The name of the kind it is a special case of; none directly under the language's `AxoniumError`.
    pub parent: Option<String>,
    pub origin: Origin,
    pub retry: Retry,
    pub retryable: bool,
    pub generation: Generation,
    pub meaning: String,
    pub remedy: Option<String>,
}

/// Every kind once, parents before their children, and how statuses are typed.
#[derive(Debug)]
pub(crate) struct Catalogue {
    pub kinds: Vec<Kind>,
    /// Exact status to the name of its kind. Other statuses: [`CLIENT_ERROR`] or [`SERVER_ERROR`].
    pub by_status: BTreeMap<u16, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    #[serde(rename = "about")]
    _about: String,
    gateway: Vec<GatewayRow>,
    oauth: Vec<OAuthRow>,
    local: Vec<LocalRow>,
    status_fallback: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GatewayRow {
    status: Status,
    suffix: String,
    name: String,
    generation: Generation,
    retry: Retry,
    retryable: bool,
    meaning: String,
    remedy: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OAuthRow {
    status: Status,
    error: String,
    name: String,
    meaning: String,
    remedy: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LocalRow {
    name: String,
    #[serde(default = "unknown")]
    generation: Generation,
    #[serde(default)]
    retryable: bool,
    meaning: String,
    remedy: Option<String>,
}

fn unknown() -> Generation {
    Generation::Unknown
}

/// A status code, or a whole class such as `4xx`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Status {
    Exact(u16),
    Class(String),
}

impl Status {
    fn text(&self) -> String {
        match self {
            Self::Exact(code) => code.to_string(),
            Self::Class(class) => class.clone(),
        }
    }
}

impl Catalogue {
    /// Reads the catalogue of the checkout at `root`.
    pub(crate) fn read(root: &Path) -> Result<Self, Failure> {
        let path = root.join(PATH);
        let text =
            std::fs::read_to_string(&path).map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        Self::parse(&text).map_err(|error| Failure::new(format!("{PATH}: {error}")))
    }

    /// Builds the tree from the catalogue's text.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let mut source: Source = serde_json::from_str(text).map_err(|error| Failure::new(error.to_string()))?;
        source.status_fallback.remove("about");
        let by_status = exact_statuses(&source.status_fallback)?;

        let mut kinds = vec![
            parent_only(API, "The gateway, or what stands in for it, answered with an error."),
            parent_only(OAUTH, "The token endpoint refused to issue a token."),
        ];
        kinds.extend(fallback_kinds(&source));
        kinds.extend(source.gateway.iter().map(|row| gateway_kind(row, &source.status_fallback)));
        kinds.extend(source.oauth.iter().map(oauth_kind));
        kinds.extend(source.local.iter().map(local_kind));

        let catalogue = Self { kinds, by_status };
        catalogue.check()?;
        Ok(catalogue)
    }

    /// The kind of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    fn check(&self) -> Result<(), Failure> {
        for (index, kind) in self.kinds.iter().enumerate() {
            let before = self.kinds.iter().take(index);
            if before.clone().any(|other| other.name == kind.name) {
                return Err(Failure::new(format!("{} is defined twice", kind.name)));
            }
            if let Some(parent) = &kind.parent
                && !before.clone().any(|other| other.name == *parent)
            {
                return Err(Failure::new(format!("{}: parent {parent} must come first", kind.name)));
            }
        }
        Ok(())
    }
}

impl Kind {
    /// The name in upper camel case, as an identifier: only `API` differs from [`Kind::name`].
    pub(crate) fn identifier(&self) -> &str {
        if self.name == API { "Api" } else { &self.name }
    }
}

fn exact_statuses(fallback: &BTreeMap<String, String>) -> Result<BTreeMap<u16, String>, Failure> {
    for class in [("4xx", CLIENT_ERROR), ("5xx", SERVER_ERROR)] {
        if fallback.get(class.0).map(String::as_str) != Some(class.1) {
            return Err(Failure::new(format!("status_fallback {} must be {}", class.0, class.1)));
        }
    }
    fallback
        .iter()
        .filter(|(status, _)| !status.ends_with("xx"))
        .map(|(status, name)| match status.parse() {
            Ok(code) => Ok((code, name.clone())),
            Err(_) => Err(Failure::new(format!("status_fallback {status} is no status"))),
        })
        .collect()
}

fn parent_only(name: &str, meaning: &str) -> Kind {
    Kind {
        name: name.to_owned(),
        parent: None,
        origin: Origin::Abstract,
        retry: Retry::Never,
        retryable: false,
        generation: Generation::Unknown,
        meaning: meaning.to_owned(),
        remedy: None,
    }
}

/// The kinds known by status alone; the classes first, for they are the others' parents.
/// A name that is also a row's is left to that row.
fn fallback_kinds(source: &Source) -> Vec<Kind> {
    let is_row = |name: &str| source.gateway.iter().any(|row| row.name == name);
    let (classes, exact): (Vec<_>, Vec<_>) =
        source.status_fallback.iter().partition(|(status, _)| status.ends_with("xx"));
    let kind = |status: &str, name: &str, parent: &str| Kind {
        parent: Some(parent.to_owned()),
        origin: Origin::Fallback { status: status.to_owned() },
        ..parent_only(name, &format!("Status {status}, and nothing more specific is known."))
    };
    let classes = classes.into_iter().map(|(status, name)| kind(status, name, API));
    let exact =
        exact.into_iter().filter(|(_, name)| !is_row(name)).map(|(status, name)| kind(status, name, class_of(status)));
    classes.chain(exact).collect()
}

fn gateway_kind(row: &GatewayRow, fallback: &BTreeMap<String, String>) -> Kind {
    let status = row.status.text();
    let parent = match fallback.get(&status) {
        Some(name) if *name != row.name => name,
        _ => class_of(&status),
    };
    Kind {
        name: row.name.clone(),
        parent: Some(parent.to_owned()),
        origin: Origin::Gateway { suffix: row.suffix.clone(), status },
        retry: row.retry,
        retryable: row.retryable,
        generation: row.generation,
        meaning: row.meaning.clone(),
        remedy: row.remedy.clone(),
    }
}

fn oauth_kind(row: &OAuthRow) -> Kind {
    Kind {
        parent: Some(OAUTH.to_owned()),
        origin: Origin::OAuth { code: row.error.clone(), status: row.status.text() },
        generation: Generation::None,
        remedy: row.remedy.clone(),
        ..parent_only(&row.name, &row.meaning)
    }
}

fn local_kind(row: &LocalRow) -> Kind {
    Kind {
        origin: Origin::Local,
        retryable: row.retryable,
        generation: row.generation,
        remedy: row.remedy.clone(),
        ..parent_only(&row.name, &row.meaning)
    }
}

fn class_of(status: &str) -> &'static str {
    if status.starts_with('4') { CLIENT_ERROR } else { SERVER_ERROR }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        Catalogue::parse(include_str!("../../core/contract/errors.json")).unwrap()
    }

    fn ancestors(name: &str) -> Vec<String> {
        let catalogue = catalogue();
        let mut chain = Vec::new();
        let mut next = catalogue.get(name).unwrap().parent.clone();
        while let Some(parent) = next {
            next = catalogue.get(&parent).unwrap().parent.clone();
            chain.push(parent);
        }
        chain
    }

    #[test]
    fn a_row_sits_under_the_kind_of_its_status() {
        assert_eq!(ancestors("UnknownModel"), ["BadRequest", "ClientError", "API"]);
        assert_eq!(ancestors("TokenExpired"), ["Unauthorized", "ClientError", "API"]);
        assert_eq!(ancestors("UnknownRoute"), ["NotFound", "ClientError", "API"]);
        assert_eq!(ancestors("IdempotencyInProgress"), ["Conflict", "ClientError", "API"]);
        assert_eq!(ancestors("CapacityExhausted"), ["ServerError", "API"]);
    }

    #[test]
    fn a_row_that_is_its_own_status_sits_under_the_class() {
        for name in ["NotFound", "Forbidden", "SpendCapExceeded", "Validation", "RateLimit"] {
            assert_eq!(ancestors(name), ["ClientError", "API"], "{name}");
        }
        assert_eq!(ancestors("PredictBackendRejected"), ["ClientError", "API"]);
    }

    #[test]
    fn local_kinds_have_no_parent() {
        assert!(ancestors("Timeout").is_empty());
        assert!(ancestors("Internal").is_empty());
        assert_eq!(ancestors("InvalidClient"), ["OAuth"]);
    }

    #[test]
    fn a_twice_defined_name_is_refused() {
        let text = r#"{"about": "", "gateway": [], "oauth": [], "local": [
            {"name": "Timeout", "meaning": ""}, {"name": "Timeout", "meaning": ""}],
            "status_fallback": {"about": "", "4xx": "ClientError", "5xx": "ServerError"}}"#;
        let error = Catalogue::parse(text).unwrap_err();
        assert_eq!(error.to_string(), "Timeout is defined twice");
    }
}
