//! Responses that were stored, so that later ones can continue them.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::model::Message;
use crate::state::State;

/// How many are kept: a server that runs for days does not fill up with them.
const KEPT: usize = 10_000;

/// What stored responses said, and what they were asked.
#[derive(Debug, Default)]
pub(crate) struct KeptResponses {
    conversations: HashMap<Id, Vec<Message>>,
    oldest_first: VecDeque<Id>,
}

/// A response's id, and the client it belongs to.
type Id = (String, String);

impl KeptResponses {
    pub(super) fn find(&self, id: &str, client: &str) -> Option<Vec<Message>> {
        self.conversations.get(&(id.to_owned(), client.to_owned())).cloned()
    }

    fn keep(&mut self, id: Id, messages: Vec<Message>) {
        if self.oldest_first.len() == KEPT
            && let Some(oldest) = self.oldest_first.pop_front()
        {
            self.conversations.remove(&oldest);
        }
        self.oldest_first.push_back(id.clone());
        self.conversations.insert(id, messages);
    }
}

/// A response that is to be stored once it is there.
pub(super) struct Keep {
    pub(super) state: Arc<State>,
    pub(super) client: String,
    /// The conversation so far.
    pub(super) messages: Vec<Message>,
}

impl Keep {
    pub(super) fn answered(mut self, id: &str, text: String) {
        self.messages.push(Message::new("assistant", text));
        self.state.memory().kept.keep((id.to_owned(), self.client), self.messages);
    }
}
