//! What the codes of errors inside streams say of the cause: they come without a status.
//!
//! Source: the error codes of `OpenAI`'s API reference, and those that gateways in front of it add.

use crate::decide::FailureCause;
use crate::wire::refusal;

/// Codes of errors that lie in the request: it would fail again everywhere.
const REQUEST: [&str; 13] = [
    "authentication_error",
    "context_length_exceeded",
    "image_parse_error",
    "insufficient_balance",
    "insufficient_quota",
    "invalid_prompt",
    "invalid_request_error",
    "model_not_found",
    "not_found_error",
    "permission_error",
    "previous_response_not_found",
    "quota_exceeded",
    "unsupported_parameter",
];
const OVERLOADED: [&str; 6] =
    ["engine_overloaded", "overloaded", "overloaded_error", "server_is_overloaded", "server_overloaded", "slow_down"];
const INTERNAL: [&str; 6] = [
    "api_error",
    "internal_error",
    "internal_server_error",
    "server_error",
    "stream_read_error",
    "websocket_response_failed",
];

/// The cause, by the error's code and class, else by its status.
pub(super) fn read<'a>(words: &(impl Iterator<Item = &'a str> + Clone), status: Option<u16>) -> FailureCause {
    let is_one_of = |codes: &[&str]| words.clone().any(|word| codes.contains(&word));
    let is_request = is_one_of(&REQUEST)
        || words.clone().any(refusal::is_safety_code)
        || words.clone().any(|word| word.starts_with("invalid_"));
    match status {
        _ if is_request => FailureCause::Request,
        _ if is_one_of(&OVERLOADED) => FailureCause::Overloaded,
        _ if is_one_of(&INTERNAL) => FailureCause::Internal,
        Some(503 | 529) => FailureCause::Overloaded,
        Some(500) => FailureCause::Internal,
        // Too early, too slow, too often: that may change.
        Some(408 | 409 | 425 | 429) => FailureCause::Other,
        Some(400..500) => FailureCause::Request,
        _ => FailureCause::Other,
    }
}

/// The status that an error of that code would have had as a response of its own, where that is certain.
pub(super) fn status(code: &str) -> Option<u16> {
    match code {
        "rate_limit_exceeded" | "insufficient_quota" | "insufficient_balance" | "quota_exceeded" => Some(429),
        "authentication_error" => Some(401),
        "permission_error" => Some(403),
        "model_not_found" | "not_found_error" => Some(404),
        code if OVERLOADED.contains(&code) => Some(503),
        code if INTERNAL.contains(&code) => Some(500),
        code if refusal::is_safety_code(code) => Some(400),
        code if REQUEST.contains(&code) || code.starts_with("invalid_") => Some(400),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_counts_before_the_status() {
        let rows = [
            (&["invalid_prompt"][..], Some(500), FailureCause::Request),
            (&["invalid_image_size"][..], None, FailureCause::Request),
            (&["server_error"][..], None, FailureCause::Internal),
            (&["cyber_policy"][..], Some(500), FailureCause::Request),
            (&["something", "overloaded_error"][..], Some(400), FailureCause::Overloaded),
            (&["stream_read_error"][..], None, FailureCause::Internal),
            (&["server_is_overloaded"][..], None, FailureCause::Overloaded),
            (&["slow_down"][..], None, FailureCause::Overloaded),
            (&[][..], Some(503), FailureCause::Overloaded),
            (&[][..], Some(500), FailureCause::Internal),
            (&["rate_limit_exceeded"][..], Some(429), FailureCause::Other),
            (&[][..], Some(409), FailureCause::Other),
            (&[][..], Some(404), FailureCause::Request),
            (&["all_channels_failed"][..], None, FailureCause::Other),
            (&["upstream_stream_buffer_limit"][..], Some(502), FailureCause::Other),
        ];
        for (words, status, cause) in rows {
            assert_eq!(read(&words.iter().copied(), status), cause, "{words:?} {status:?}");
        }
    }

    #[test]
    fn codes_that_mean_a_status() {
        let rows = [
            ("rate_limit_exceeded", Some(429)),
            ("insufficient_quota", Some(429)),
            ("authentication_error", Some(401)),
            ("permission_error", Some(403)),
            ("model_not_found", Some(404)),
            ("overloaded", Some(503)),
            ("server_error", Some(500)),
            ("context_length_exceeded", Some(400)),
            ("invalid_base64_image", Some(400)),
            ("content_policy_violation", Some(400)),
            ("all_channels_failed", None),
        ];
        for (code, expected) in rows {
            assert_eq!(status(code), expected, "{code}");
        }
    }
}
