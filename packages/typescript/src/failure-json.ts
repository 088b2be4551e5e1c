/** The bridge's Failed JSON: what every error of every language is written as. */

import type { AxoniumError, MalformedOutput, Reason, TimeoutPhase } from "./errors.js";
import type { MetaJson, RefusalJson, Usage, UsageJson } from "./meta.js";
import { snakeCase } from "./names.js";
import type { ToolCallJson } from "./tool-call.js";

/** An error as JSON, under the same keys in every language. What is unknown is null; durations are seconds. */
export interface FailureJson {
  readonly kind: string;
  readonly message: string;
  readonly explain: string;
  readonly code: string | null;
  readonly status: number | null;
  readonly type: string | null;
  readonly title: string | null;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly retry_after_s: number | null;
  readonly request_id: string | null;
  readonly trace_id: string | null;
  readonly scope: string | null;
  readonly body: string | null;
  readonly errors: unknown;
  readonly retryable: boolean;
  readonly reason: Reason | null;
  readonly local: boolean;
  readonly sent: boolean | null;
  readonly phase: TimeoutPhase | null;
  readonly field: string | null;
  readonly oauth_error: string | null;
  readonly saw_output: boolean | null;
  readonly partial: PartialJson | null;
  readonly cause: { readonly kind: string; readonly message: string; readonly code: string | null } | null;
  readonly outputs: readonly MalformedOutput[] | null;
  readonly refusal: RefusalJson | null;
  readonly meta: MetaJson;
}

interface PartialJson {
  readonly content: string | null;
  readonly reasoning: string | null;
  readonly tool_calls: readonly ToolCallJson[] | null;
  readonly finish_reason: string | null;
  readonly usage: UsageJson | null;
}

/** The engine's own words, kept so that nothing is lost that this package has no name for. */
const origins = new WeakMap<AxoniumError, FailureJson>();

/** Keeps the failure that `error` was made of. @internal */
export function keepFailure(error: AxoniumError, failure: FailureJson): void {
  origins.set(error, failure);
}

/** The error as JSON: the engine's own words, or for one that was made here the same from what it says. @internal */
export function failureJson(error: AxoniumError): FailureJson {
  return (
    origins.get(error) ?? {
      kind: error.kind,
      message: error.message,
      explain: error.explanation ?? `${error.kind}: ${error.message}`,
      code: error.code ?? null,
      status: error.status ?? null,
      type: error.type ?? null,
      title: error.title ?? null,
      detail: error.detail ?? null,
      hint: error.hint ?? null,
      retry_after_s: error.retryAfter ?? null,
      request_id: error.requestId ?? null,
      trace_id: error.traceId ?? null,
      scope: error.scope ?? null,
      body: error.rawBody ?? null,
      errors: error.errors ?? null,
      retryable: error.retryable,
      reason: error.reason ?? null,
      local: error.local,
      sent: error.sent ?? null,
      phase: error.phase ?? null,
      field: error.field ?? null,
      oauth_error: error.oauthError ?? null,
      saw_output: error.sawOutput ?? null,
      partial: partialJson(error),
      cause: causeJson(error.cause),
      outputs: error.outputs ?? null,
      refusal: error.refusal ? { code: error.refusal.code, text: error.refusal.text ?? null } : null,
      meta: crossed(error.meta) as MetaJson,
    }
  );
}

function partialJson(error: AxoniumError): PartialJson | null {
  const { partialContent, partialReasoning, partialToolCalls, partialUsage } = error;
  if ([partialContent, partialReasoning, partialToolCalls, partialUsage].every((part) => part === undefined))
    return null;
  return {
    content: partialContent ?? null,
    reasoning: partialReasoning ?? null,
    tool_calls: partialToolCalls ?? [],
    finish_reason: null,
    usage: partialUsage ? usageJson(partialUsage) : null,
  };
}

function causeJson(cause: unknown): FailureJson["cause"] {
  if (!(cause instanceof Error)) return null;
  const { kind, code } = cause as Partial<AxoniumError>;
  return { kind: kind ?? cause.name, message: cause.message, code: code ?? null };
}

function usageJson({ inputTokens, outputTokens, ...usage }: Usage): UsageJson {
  return crossed(usage) as UsageJson;
}

/** `value` under the bridge's names: snake case, seconds for milliseconds, null for what is unset. */
function crossed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(crossed);
  if (typeof value !== "object" || value === null) return value ?? null;
  const entries = Object.entries(value).map(([name, member]) =>
    name.endsWith("Ms")
      ? [`${snakeCase(name.slice(0, -2))}_s`, Number(member) / 1000]
      : [snakeCase(name), crossed(member)],
  );
  return Object.fromEntries(entries);
}
