use std::fmt;

use serde::{Deserialize, Deserializer};

/// A setting that may be left unset, and takes its value with `.into()`.
///
/// ```
/// use axonium::Optional;
/// let key: Optional<String> = "order-4417-summary".into();
/// assert_eq!(key.as_deref(), Some("order-4417-summary"));
/// assert_eq!(Optional::<String>::default().as_deref(), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Optional<T>(Option<T>);

impl<T> Optional<T> {
    /// The value, if it is set.
    #[must_use]
    pub fn as_ref(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// The value, if it is set.
    #[must_use]
    pub fn into_option(self) -> Option<T> {
        self.0
    }

    pub(crate) fn or_else(self, other: impl FnOnce() -> Option<T>) -> Option<T> {
        self.0.or_else(other)
    }
}

impl Optional<String> {
    /// The text, if it is set.
    #[must_use]
    pub fn as_deref(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl<T> Default for Optional<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: fmt::Debug> fmt::Debug for Optional<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<&str> for Optional<String> {
    fn from(value: &str) -> Self {
        Self(Some(value.to_owned()))
    }
}

impl<T> From<T> for Optional<T> {
    fn from(value: T) -> Self {
        Self(Some(value))
    }
}

impl<T> From<Option<T>> for Optional<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Optional<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self)
    }
}
