/** The bridge's failures as errors of the kind they name. */

import { type AxoniumError, classOf, type Reason, type TimeoutPhase } from "./errors.js";
import { type MetaJson, toMeta, toUsage, type UsageJson } from "./meta.js";
import { ToolCall, type ToolCallJson } from "./tool-call.js";

/** The bridge's Failed JSON. */
export interface Failure {
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
  readonly cause: { kind: string; message: string; code: string | null } | null;
  readonly meta: MetaJson;
}

interface PartialJson {
  readonly content: string | null;
  readonly reasoning: string | null;
  readonly tool_calls: ToolCallJson[] | null;
  readonly usage: UsageJson | null;
}

/** Where a call was made, to be shown as an error's origin: by the time it fails, the stack is the event loop's. */
export interface CallSite {
  readonly stack?: string;
}

/** The stack above `callee`, the function that the user called. Formatted only if it is read. */
export function callSite(callee: object): CallSite {
  const site: { stack?: string } = {};
  Error.captureStackTrace(site, callee as () => unknown);
  return site;
}

/** The error for a failure. `cause` is the exception of the caller's own that led to it, if one did. */
export function toError(failure: Failure, site?: CallSite, cause?: unknown): AxoniumError {
  const type = classOf(failure.kind);
  const partial = failure.partial;
  const error = new type(failure.message, {
    code: failure.code ?? undefined,
    status: failure.status ?? undefined,
    type: failure.type ?? undefined,
    title: failure.title ?? undefined,
    detail: failure.detail ?? undefined,
    hint: failure.hint ?? undefined,
    retryable: failure.retryable,
    retryAfter: failure.retry_after_s ?? undefined,
    reason: failure.reason ?? undefined,
    local: failure.local,
    sent: failure.sent ?? undefined,
    phase: failure.phase ?? undefined,
    field: failure.field ?? undefined,
    oauthError: failure.oauth_error ?? undefined,
    scope: failure.scope ?? undefined,
    errors: failure.errors ?? undefined,
    sawOutput: failure.saw_output ?? undefined,
    partialContent: partial?.content ?? undefined,
    partialReasoning: partial?.reasoning ?? undefined,
    partialToolCalls: partial?.tool_calls?.map((call) => new ToolCall(call)),
    partialUsage: toUsage(partial?.usage),
    requestId: failure.request_id ?? undefined,
    traceId: failure.trace_id ?? undefined,
    rawBody: failure.body ?? undefined,
    meta: toMeta(failure.meta),
    explanation: failure.explain,
    cause: cause ?? toCause(failure.cause),
  });
  if (site?.stack) error.stack = `${error.name}: ${error.message}${frames(site.stack)}`;
  return error;
}

/** Runs what may throw the addon's errors, whose message is a failure's JSON. */
export function translated<T>(run: () => T, site?: CallSite): T {
  try {
    return run();
  } catch (error) {
    const failure = error instanceof Error ? parseFailure(error.message) : undefined;
    throw failure ? toError(failure, site) : error;
  }
}

function parseFailure(text: string): Failure | undefined {
  return text.startsWith("{") ? (JSON.parse(text) as Failure) : undefined;
}

function toCause(cause: Failure["cause"]): Error | undefined {
  if (!cause) return undefined;
  return new (classOf(cause.kind))(cause.message, { code: cause.code ?? undefined });
}

/** The stack without its heading, which is the site's own. */
function frames(stack: string): string {
  const start = stack.indexOf("\n");
  return start < 0 ? "" : stack.slice(start);
}
