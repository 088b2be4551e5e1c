use std::fmt;
use std::sync::Arc;

use crate::engine::Notice;

/// A function that is told what a client's calls do while they do it: requests, responses, decisions and waits.
///
/// It runs within the call, so it must be quick. It watches and cannot change anything.
///
/// ```
/// use axonium::{Config, Hooks, Notice};
/// let hooks = Hooks::new(|notice| {
///     if let Notice::Wait(wait) = notice {
///         println!("waiting {:?} because {}", wait.wait, wait.reason);
///     }
/// });
/// let config = Config { hooks: Some(hooks), ..Config::default() };
/// ```
#[derive(Clone)]
pub struct Hooks(Arc<dyn Fn(&Notice) + Send + Sync>);

impl Hooks {
    /// Hooks that call `function` with each notice.
    pub fn new(function: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self(Arc::new(function))
    }

    pub(crate) fn notice(&self, notice: &Notice) {
        (self.0)(notice);
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooks")
    }
}
