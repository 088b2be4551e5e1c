/** Errors by the classes that catch them, under their canonical names. */
import * as axonium from "axonium";
import { AxoniumError } from "axonium";
import { metaValue, toolCallsValue } from "./values.mjs";

/** The package's public error classes. */
const classes = new Map<unknown, string>(
  Object.entries(axonium)
    .filter(([, value]) => typeof value === "function" && value.prototype instanceof AxoniumError)
    .map(([name, type]) => [type, name]),
);

/** An error, by the specific class and the parents that catch it. Anything that is not the package's is a fault. */
export function described(error: unknown): object {
  if (!(error instanceof AxoniumError)) {
    if (error instanceof Error && error.name === "AbortError") return { name: "Cancelled" };
    throw error;
  }
  const [name, ...parents] = catching(error);
  return {
    name,
    parents,
    code: error.code,
    status: error.status,
    title: error.title,
    detail: error.detail,
    hint: error.hint,
    retryable: error.retryable,
    retry_after_s: error.retryAfter,
    reason: error.reason?.code,
    local: error.local,
    sent: error.sent,
    phase: error.phase,
    field: error.field,
    oauth_error: error.oauthError,
    request_id: error.requestId,
    trace_id: error.traceId,
    saw_output: error.sawOutput,
    partial_content: error.partialContent,
    partial_reasoning: error.partialReasoning,
    partial_tool_calls: toolCallsValue(error.partialToolCalls),
    outputs: error.outputs,
    refusal_code: error.refusal?.code,
    refusal_text: error.refusal?.text,
    message: error.message,
    meta: metaValue(error.meta),
  };
}

/** The public classes that catch `error`, the specific one first. */
function catching(error: AxoniumError): string[] {
  const names: string[] = [];
  for (let type = error.constructor; type !== AxoniumError; type = Object.getPrototypeOf(type)) {
    const name = classes.get(type);
    if (name !== undefined && error instanceof type) names.push(kindName(name));
  }
  return names;
}

function kindName(name: string): string {
  return name === "ClientError" || name === "ServerError" ? name : name.replace(/Error$/, "");
}
