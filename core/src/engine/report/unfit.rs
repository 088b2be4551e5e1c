//! An answer that came whole and is not what it was to be parsed as.

use super::Failed;
use crate::ErrorKind;
use crate::api::error::{ErrorDetails, MalformedOutput, Partial};
use crate::decide::Failure;
use crate::engine::parse::Unfit;
use crate::wire::said::Said;

/// An answer with that `status` that says `said`, and is `unfit`; `partial` is what is left of it.
pub(in crate::engine) fn unfit(status: u16, said: &Said, unfit: Unfit, partial: Partial) -> Failed {
    let text = || said.content.clone().unwrap_or_default();
    let (failure, mut details, output) = match unfit {
        Unfit::Declined(refusal) => {
            let mut details = ErrorDetails::new(ErrorKind::Refusal, format!("the model declined ({})", refusal.code));
            details.hint =
                Some("the refusal of this error says what the model said; ask for something else".to_owned());
            details.detail.clone_from(&refusal.text);
            details.refusal = Some(refusal);
            (Failure::Declined, details, None)
        }
        Unfit::Truncated => {
            let error = "it was cut off by its token limit";
            let mut details =
                ErrorDetails::new(ErrorKind::MalformedOutput, format!("the output is no answer: {error}"));
            details.hint = Some("raise the limit of tokens, or ask for less".to_owned());
            (Failure::Truncated, details, Some(MalformedOutput { text: text(), error: error.to_owned() }))
        }
        Unfit::Malformed(error) => {
            let message = format!("the output is not what was asked for: {error}");
            let mut details = ErrorDetails::new(ErrorKind::MalformedOutput, message);
            details.hint = Some(
                "look at the outputs of this error; loosen the schema, or use a model that keeps to one".to_owned(),
            );
            (Failure::Malformed, details, Some(MalformedOutput { text: text(), error }))
        }
    };
    details.status = Some(status);
    details.partial = Some(partial);
    Failed { output, ..Failed::new(failure, details) }
}
