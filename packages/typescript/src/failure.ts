/** The bridge's failures as errors of the kind they name. */

import { type AxoniumError, classOf } from "./errors.js";
import { type FailureJson, keepFailure } from "./failure-json.js";
import { toMeta, toRefusal, toUsage } from "./meta.js";
import { ToolCall } from "./tool-call.js";

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
export function toError(failure: FailureJson, site?: CallSite, cause?: unknown): AxoniumError {
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
    outputs: failure.outputs ?? undefined,
    refusal: toRefusal(failure.refusal),
    requestId: failure.request_id ?? undefined,
    traceId: failure.trace_id ?? undefined,
    rawBody: failure.body ?? undefined,
    meta: toMeta(failure.meta),
    explanation: failure.explain,
    cause: cause ?? toCause(failure.cause),
  });
  keepFailure(error, failure);
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

function parseFailure(text: string): FailureJson | undefined {
  return text.startsWith("{") ? (JSON.parse(text) as FailureJson) : undefined;
}

function toCause(cause: FailureJson["cause"]): Error | undefined {
  if (!cause) return undefined;
  return new (classOf(cause.kind))(cause.message, { code: cause.code ?? undefined });
}

/** The stack without its heading, which is the site's own. */
function frames(stack: string): string {
  const start = stack.indexOf("\n");
  return start < 0 ? "" : stack.slice(start);
}
