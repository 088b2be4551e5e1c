use std::fmt;

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $code:literal : $text:literal;)*) => {
        /// Why a request was or was not repeated: a stable code, and a sentence for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason {
            $(#[doc = concat!("`", $code, "`")] $name,)*
        }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The stable code, for example `timeout-without-key`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The sentence that explains the code.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

reasons! {
    RefusedBeforeGeneration = "refused-before-generation": "the server refused before any generation began; a repeat is a first generation";
    NotSent = "not-sent": "no byte of the request was read by the server; a repeat is a first generation";
    LostWithKey = "lost-with-key": "the connection was lost after the request left; the idempotency key turns the repeat into a replay";
    LostRead = "lost-read": "the connection was lost, and this request only reads; a repeat generates nothing";
    LostWithoutKey = "lost-without-key": "the connection was lost after the request left, so a generation may be running; without an idempotency key a repeat could start a second one";
    TimeoutWithKey = "timeout-with-key": "the backend may still be generating; the idempotency key makes the repeat collect that generation";
    TimeoutWithoutKey = "timeout-without-key": "the backend is probably still generating; without an idempotency key a repeat would start a second generation";
    TimeoutMayBillTwice = "timeout-may-bill-twice": "the backend may still be generating; the caller accepts that a repeat may be billed as a second generation";
    TimedOut = "timed-out": "the model timed out and is not asked again; a fallback is, and what the model may still generate is billed too";
    InProgressOutlasted = "in-progress-outlasted": "the first request with this idempotency key has been running for longer than timeouts.request; a fallback is asked";
    NoFallbackLeft = "no-fallback-left": "the model and every fallback that could be asked timed out";
    FirstOutputTimeout = "first-output-timeout": "the stream had begun and its output was late; the backend may still be generating";
    CallTimeLimit = "call-time-limit": "the call's own time limit passed";
    UndecodableWithKey = "undecodable-with-key": "the answer arrived damaged; the idempotency key makes the repeat collect the stored one";
    UndecodableWithoutKey = "undecodable-without-key": "the answer arrived damaged and was generated; without an idempotency key a repeat would start a second generation";
    UndecodableAgain = "undecodable-again": "the answer arrived damaged twice; another repeat would bring the same";
    RefusedWithKey = "refused-with-key": "the server may have begun; the idempotency key turns the repeat into a replay";
    RefusedWithoutKey = "refused-without-key": "the server does not state that no generation began; without an idempotency key a repeat could start a second one";
    InProgress = "in-progress": "the first request with this idempotency key is still running; waiting collects its result";
    InProgressWithoutKey = "in-progress-without-key": "the server says a request with this key is running, but this call has no key to collect it with";
    InProgressTooLong = "in-progress-too-long": "the first request with this idempotency key is still running, and this call has waited long enough; give it a timeout to wait longer";
    KeyReuse = "key-reuse": "the key belongs to another request; a new key is never made up, since it could pay for the same work twice";
    NotRetained = "not-retained": "the original was generated and billed, and its answer was too large to be stored; a repeat would pay again";
    TokenExpired = "token-expired": "the token's lifetime is over; a new one is fetched and the request sent once more";
    RefreshedAlready = "refreshed-already": "the request was refused with a fresh token as well";
    CannotRefresh = "cannot-refresh": "the credential is a fixed token, which the client cannot renew";
    UpstreamOptedIn = "upstream-opted-in": "the gateway's own attempts failed, and the caller allows one more";
    UpstreamNotOptedIn = "upstream-not-opted-in": "the gateway's own attempts failed and a generation may have run; retry_upstream_errors allows one more";
    UpstreamRetried = "upstream-retried": "the one extra attempt after an upstream error is used up";
    UpstreamStream = "upstream-stream": "an upstream error on a stream is never repeated";
    UpstreamRanLong = "upstream-ran-long": "the attempt ran past half of its limit, so a generation has probably run";
    OutputDelivered = "output-delivered": "part of the answer was delivered and billed; a repeat would be a new generation, not a resumption";
    StreamBegan = "stream-began": "the stream had begun; a repeat would start a second generation";
    StartedAnew = "started-anew": "the stream broke before any of it reached the caller, who accepts that it is generated and billed again";
    StreamResumed = "stream-resumed": "the stream was lost; its idempotency key brings the replay, which goes on where it broke";
    NotAReplay = "not-a-replay": "the answer to the same idempotency key is not marked as a replay, so it is a second generation; it was closed unread";
    ReplayDiffers = "replay-differs": "the replay does not begin with what was delivered, so it cannot go on from there";
    ResumeRefused = "resume-refused": "the stream was lost, and the server refused to replay it";
    ResumeExhausted = "resume-exhausted": "the stream was lost, and max_attempts is reached without its end";
    ReplayedFailure = "replayed-failure": "the stream failed before any output and nothing of it reached the caller; the next route replays it, once, and the model may have run twice";
    ReplayedLoss = "replayed-loss": "the stream was lost before its first event; the next route replays it, once, and the model may have run twice";
    NotRetryable = "not-retryable": "the failure does not say that another route could do better";
    UsageSeen = "usage-seen": "the failed attempt reported usage, so it is billed; a replay would pay again";
    Stateful = "stateful": "the request stores or continues state, or names what only its first route knows; it cannot move to another";
    EventsReleased = "events-released": "events of the failed attempt have already reached the caller, so a replay would contradict them";
    ReplayedAlready = "replayed-already": "the one replay of this call is used up";
    NoRouteLeft = "no-route-left": "no other route is left that is not cooling down";
    MalformedOutput = "malformed-output": "the output does not match the schema; the model is shown its mistake and asked once more, which is a generation of its own";
    RepairFailed = "repair-failed": "the mended output does not match the schema either; a model that failed twice is not asked a third time";
    RepairOff = "repair-off": "the output does not match the schema, and max_repairs is 0";
    OutputTruncated = "output-truncated": "the output was cut off by its token limit; asking again would cut it off again, so raise the limit";
    Declined = "declined": "the model declined, or a filter held its output back; the same request would be declined again";
    NotRepeatable = "not-repeatable": "the same request would be refused again, or it is not known that no generation began";
    ServerForbids = "server-forbids": "the server's error says that it must not be repeated";
    AttemptsExhausted = "attempts-exhausted": "max_attempts is reached";
    WaitTooLong = "wait-too-long": "the server asks for a wait longer than max_backoff; schedule the work for after retry_after";
    WaitingOff = "waiting-off": "max_backoff is 0, which turns every wait into an error";
    Deadline = "deadline": "the wait would pass the call's time limit";
    RetryBudgetEmpty = "retry-budget-empty": "too many recent calls to this gateway were repeats; repeating more would deepen an outage";
    Cancelled = "cancelled": "the caller cancelled";
    CircuitOpen = "circuit-open": "too many recent calls to this model failed, so its circuit breaker lets none through until one has tried; nothing was sent";
    RefusedLocally = "refused-locally": "an earlier 503 asked callers to stay away, and its time is not over; nothing was sent";
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.text())
    }
}
