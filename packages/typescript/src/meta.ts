/** How a call went: what every answer and every error carries, and how the core's seconds become milliseconds. */

/** One HTTP request sent for a call. */
export interface Attempt {
  /** Which of the caller's routes was used; unset without routes. */
  readonly route: string | undefined;
  /** The answer's status; unset when none arrived. */
  readonly status: number | undefined;
  /** What went wrong, as a name of the error catalogue; unset for a success. */
  readonly kind: string | undefined;
  readonly requestId: string | undefined;
  /** Milliseconds deliberately waited before this attempt. */
  readonly waitedBeforeMs: number;
  /** Milliseconds from sending to the answer or the failure. */
  readonly durationMs: number;
  /** Why the call went on or ended after this attempt: a stable code. */
  readonly reason: string | undefined;
}

/** The gateway's budgets as its last answer stated them; each number is unset where the server did not say. */
export interface RateLimit {
  readonly scope: string | undefined;
  readonly limitRequests: number | undefined;
  readonly remainingRequests: number | undefined;
  /** Seconds until the request budget is whole again. */
  readonly resetRequests: number | undefined;
  readonly limitTokens: number | undefined;
  readonly remainingTokens: number | undefined;
  /** Seconds until the token budget is whole again. */
  readonly resetTokens: number | undefined;
}

/** How a call went, on success and on failure alike. */
export interface Meta {
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  /** The replica that answered, as the server names it to callers. */
  readonly instance: string | undefined;
  readonly instanceId: string | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** Request fields that the server says it ignored; unset when it said nothing. */
  readonly ignoredParameters: readonly string[] | undefined;
  /** Whether this is the stored answer of an earlier request with the same idempotency key. */
  readonly idempotentReplay: boolean;
  /** The request id of the generation that was billed, when this answer is a replay of it. */
  readonly idempotentReplayOf: string | undefined;
  /** HTTP requests sent for this call; token requests are not counted. Zero for a local refusal. */
  readonly attempts: number;
  /** Milliseconds deliberately waited, network time not included. */
  readonly waitedMs: number;
  /** Milliseconds from the call's start to its end. */
  readonly elapsedMs: number;
  /** Which of the caller's routes gave the answer; unset without routes. */
  readonly route: string | undefined;
  /** How often the sequence numbers of a Responses stream skipped one. */
  readonly sequenceGaps: number;
  /** What `lenient` took away around the JSON of a parsed answer. */
  readonly stripped: string | undefined;
  /** The model or route that was asked first, of an answer that a fallback gave. */
  readonly fallbackFrom: string | undefined;
  /** One entry an attempt, in order. */
  readonly history: readonly Attempt[];
}

/** Tokens of one answer; each number is unset where nobody reported it. */
export interface Usage {
  readonly promptTokens: number | undefined;
  readonly completionTokens: number | undefined;
  /** `promptTokens` by the name that the Responses API has for it. */
  readonly inputTokens: number | undefined;
  /** `completionTokens` by the name that the Responses API has for it. */
  readonly outputTokens: number | undefined;
  readonly totalTokens: number | undefined;
  /** Prompt tokens served from a cache. */
  readonly cacheReadTokens: number | undefined;
  /** Completion tokens spent on reasoning. */
  readonly reasoningTokens: number | undefined;
  /** Whether the numbers were derived from the server's timings and not reported. */
  readonly estimated: boolean;
}

/** How a model declined. */
export interface Refusal {
  /** `refusal`, where the model says so itself; `content_filter`, where its output was held back; else the server's own code. */
  readonly code: string;
  /** The model's words, or the server's. */
  readonly text: string | undefined;
}

/** What is known of an answer besides its body. @internal */
export interface AnswerFacts {
  readonly usage: Usage | undefined;
  readonly meta: Meta;
  readonly refusalCode: string | undefined;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** @internal */
export interface MetaJson
  extends Nullable<{
    request_id: string;
    trace_id: string;
    instance: string;
    instance_id: string;
    rate_limit: RateLimitJson;
    ignored_parameters: string[];
    idempotent_replay_of: string;
    route: string;
    stripped: string;
    fallback_from: string;
  }> {
  readonly idempotent_replay: boolean;
  readonly attempts: number;
  readonly waited_s: number;
  readonly elapsed_s: number;
  readonly sequence_gaps: number;
  readonly history: readonly AttemptJson[];
}

type RateLimitJson = Nullable<{
  scope: string;
  limit_requests: number;
  remaining_requests: number;
  reset_requests: number;
  limit_tokens: number;
  remaining_tokens: number;
  reset_tokens: number;
}>;

interface AttemptJson
  extends Nullable<{ route: string; status: number; kind: string; request_id: string; reason: string }> {
  readonly waited_before_s: number;
  readonly duration_s: number;
}

/** @internal */
export interface UsageJson
  extends Nullable<{
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    cache_read_tokens: number;
    reasoning_tokens: number;
  }> {
  readonly estimated: boolean;
}

/** @internal */
export interface RefusalJson {
  readonly code: string;
  readonly text: string | null;
}

/** Seconds as the core counts them, in milliseconds; rounded to a nanosecond, so that 1.1 s is 1100 ms. @internal */
export function milliseconds(seconds: number): number {
  return Math.round(seconds * 1e9) / 1e6;
}

/** @internal */
export function toMeta(json: MetaJson): Meta {
  return {
    requestId: json.request_id ?? undefined,
    traceId: json.trace_id ?? undefined,
    instance: json.instance ?? undefined,
    instanceId: json.instance_id ?? undefined,
    rateLimit: json.rate_limit ? toRateLimit(json.rate_limit) : undefined,
    ignoredParameters: json.ignored_parameters ?? undefined,
    idempotentReplay: json.idempotent_replay,
    idempotentReplayOf: json.idempotent_replay_of ?? undefined,
    attempts: json.attempts,
    waitedMs: milliseconds(json.waited_s),
    elapsedMs: milliseconds(json.elapsed_s),
    route: json.route ?? undefined,
    sequenceGaps: json.sequence_gaps,
    stripped: json.stripped ?? undefined,
    fallbackFrom: json.fallback_from ?? undefined,
    history: json.history.map(toAttempt),
  };
}

/** What is known of a call that was refused before it reached the core. @internal */
export function unsentMeta(): Meta {
  return toMeta({
    request_id: null,
    trace_id: null,
    instance: null,
    instance_id: null,
    rate_limit: null,
    ignored_parameters: null,
    idempotent_replay: false,
    idempotent_replay_of: null,
    attempts: 0,
    waited_s: 0,
    elapsed_s: 0,
    route: null,
    sequence_gaps: 0,
    stripped: null,
    fallback_from: null,
    history: [],
  });
}

/** @internal */
export function toUsage(json: UsageJson | null | undefined): Usage | undefined {
  if (!json) return undefined;
  return {
    promptTokens: json.prompt_tokens ?? undefined,
    completionTokens: json.completion_tokens ?? undefined,
    inputTokens: json.prompt_tokens ?? undefined,
    outputTokens: json.completion_tokens ?? undefined,
    totalTokens: json.total_tokens ?? undefined,
    cacheReadTokens: json.cache_read_tokens ?? undefined,
    reasoningTokens: json.reasoning_tokens ?? undefined,
    estimated: json.estimated,
  };
}

/** @internal */
export function toRefusal(json: RefusalJson | null | undefined): Refusal | undefined {
  return json ? { code: json.code, text: json.text ?? undefined } : undefined;
}

function toRateLimit(json: RateLimitJson): RateLimit {
  return {
    scope: json.scope ?? undefined,
    limitRequests: json.limit_requests ?? undefined,
    remainingRequests: json.remaining_requests ?? undefined,
    resetRequests: json.reset_requests ?? undefined,
    limitTokens: json.limit_tokens ?? undefined,
    remainingTokens: json.remaining_tokens ?? undefined,
    resetTokens: json.reset_tokens ?? undefined,
  };
}

function toAttempt(json: AttemptJson): Attempt {
  return {
    route: json.route ?? undefined,
    status: json.status ?? undefined,
    kind: json.kind ?? undefined,
    requestId: json.request_id ?? undefined,
    waitedBeforeMs: milliseconds(json.waited_before_s),
    durationMs: milliseconds(json.duration_s),
    reason: json.reason ?? undefined,
  };
}
