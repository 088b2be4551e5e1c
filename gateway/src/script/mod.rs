//! Scripted answers: which step answers which request.

mod answer;
mod content;
mod frame;
mod step;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

pub(crate) use self::answer::{Amount, Answer, Content, Cut, Ending, Faults, ScriptedBody};
pub(crate) use self::frame::{Act, End, Frame};
pub use self::frame::{Always, CloseFrame, WebSocketFrame};
pub use self::step::{Close, CloseIdle, HeaderValues, ProblemStep, SseEvent, Step};
use crate::routes::TOKEN_PATH;

/// The steps that are still to come. Steps that name a path are a list of their own.
#[derive(Debug, Default)]
pub(crate) struct Script {
    lists: HashMap<Option<String>, VecDeque<Arc<Answer>>>,
    repeat_last: bool,
}

impl Script {
    /// Takes steps, after checking all of them. With `repeat_last` the last of each list answers for ever; else the
    /// full gateway answers once they are used up.
    pub(crate) fn new(steps: Vec<Step>, repeat_last: bool) -> Result<Self, String> {
        let mut script = Self { lists: HashMap::new(), repeat_last };
        for (position, step) in steps.into_iter().enumerate() {
            let path = step.path.clone();
            let answer = Answer::try_from(step).map_err(|error| format!("step {position}: {error}"))?;
            script.lists.entry(path).or_default().push_back(Arc::new(answer));
        }
        Ok(script)
    }

    /// The answer to the next request of that path; `None` where the full gateway answers.
    pub(crate) fn next(&mut self, path: &str) -> Option<Arc<Answer>> {
        let repeat_last = self.repeat_last;
        let list = self.list(path)?;
        if repeat_last && list.len() == 1 { list.front().cloned() } else { list.pop_front() }
    }

    /// The same, without using the step up.
    pub(crate) fn peek(&mut self, path: &str) -> Option<Arc<Answer>> {
        self.list(path)?.front().cloned()
    }

    fn list(&mut self, path: &str) -> Option<&mut VecDeque<Arc<Answer>>> {
        let named = Some(path.to_owned());
        if self.lists.contains_key(&named) {
            return self.lists.get_mut(&named);
        }
        if path == TOKEN_PATH { None } else { self.lists.get_mut(&None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(script: &mut Script, path: &str) -> Option<u16> {
        let answer = script.next(path)?;
        match &answer.content {
            Content::Scripted { status, .. } => Some(status.as_u16()),
            _ => None,
        }
    }

    fn step(status: u16, path: Option<&str>) -> Step {
        Step { status: Some(status), path: path.map(str::to_owned), ..Step::default() }
    }

    #[test]
    fn steps_are_used_in_order_and_the_last_repeats_if_it_should() {
        let steps = vec![step(500, None), step(201, None)];
        let mut once = Script::new(steps.clone(), false).unwrap_or_default();
        let mut repeating = Script::new(steps, true).unwrap_or_default();
        assert_eq!([0; 3].map(|_| status(&mut once, "/v1")), [Some(500), Some(201), None]);
        assert_eq!([0; 3].map(|_| status(&mut repeating, "/v1")), [Some(500), Some(201), Some(201)]);
    }

    #[test]
    fn a_named_path_has_its_own_list_and_tokens_are_left_alone_otherwise() {
        let mut script = Script::new(vec![step(500, None), step(401, Some(TOKEN_PATH))], true).unwrap_or_default();
        assert_eq!(status(&mut script, TOKEN_PATH), Some(401));
        assert_eq!(status(&mut script, "/v1"), Some(500));
        let mut unnamed = Script::new(vec![step(500, None)], true).unwrap_or_default();
        assert_eq!(status(&mut unnamed, TOKEN_PATH), None);
    }

    #[test]
    fn a_step_that_makes_no_sense_is_refused_with_its_position() {
        let both = Step { body: Some(1.into()), text: Some(String::new()), ..Step::default() };
        let error = Script::new(vec![Step::default(), both], false).err().unwrap_or_default();
        assert!(error.starts_with("step 1: ") && error.contains("body") && error.contains("text"), "{error}");
    }
}
