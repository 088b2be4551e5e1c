/** The root of every error that Axonium raises. The kinds below it are generated: see errors.generated.ts. */

import type { ErrorKind } from "./errors.generated.js";
import { type FailureJson, failureJson } from "./failure-json.js";
import { type Meta, type Refusal, type Usage, unsentMeta } from "./meta.js";
import type { ToolCall } from "./tool-call.js";

/** Why a failed request was not repeated. */
export interface Reason {
  /** Stable, to branch on: `timeout-without-key`. */
  readonly code: string;
  /** The same for a person. */
  readonly text: string;
}

/** Which limit passed: establishing the connection, the response, the gap between bytes, the first output, or the whole call. */
export type TimeoutPhase = "connect" | "response" | "idle" | "first_output" | "call";

/** An output of the model that is no answer to the schema that was asked for. */
export interface MalformedOutput {
  /** The model's text as it came. */
  readonly text: string;
  /** What is wrong with it, in a line. */
  readonly error: string;
}

/** What is known about a failure. Everything unknown is undefined. */
export interface ErrorDetails {
  /** The HTTP status of the answer. */
  readonly status?: number | undefined;
  /** The server's own code of the error: `rate_limit_exceeded`, … */
  readonly code?: string | undefined;
  /** The `type` of the problem document. */
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  /** What the caller can do about it. */
  readonly hint?: string | undefined;
  /** Advice: whether asking again later can help. The engine's own decision is in `reason`. */
  readonly retryable?: boolean | undefined;
  /** Seconds to wait before asking again, as the server or the cooldown says. */
  readonly retryAfter?: number | undefined;
  /** Why the request was not repeated. */
  readonly reason?: Reason | undefined;
  /** Whether it was refused here, without a request. */
  readonly local?: boolean | undefined;
  /** Whether the request had left when the connection failed. */
  readonly sent?: boolean | undefined;
  readonly phase?: TimeoutPhase | undefined;
  /** The option or request field that was refused. */
  readonly field?: string | undefined;
  /** The code of a token endpoint's refusal. */
  readonly oauthError?: string | undefined;
  /** The budget or permission that the server named. */
  readonly scope?: string | undefined;
  /** The fields that failed the server's validation, as it lists them. */
  readonly errors?: unknown;
  /** Whether any output had arrived when the stream failed. */
  readonly sawOutput?: boolean | undefined;
  /** The text that had arrived when the stream failed, or that a failed response holds. */
  readonly partialContent?: string | undefined;
  readonly partialReasoning?: string | undefined;
  /** Tool calls as far as they had arrived; never complete. */
  readonly partialToolCalls?: readonly ToolCall[] | undefined;
  /** What it had cost, where the server had told. */
  readonly partialUsage?: Usage | undefined;
  /** Of a MalformedOutputError: each output that was no answer, in order, and why. */
  readonly outputs?: readonly MalformedOutput[] | undefined;
  /** How the model declined: of a RefusalError, and of errors whose code says so. */
  readonly refusal?: Refusal | undefined;
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
  /** The beginning of the server's answer, as text. */
  readonly rawBody?: string | undefined;
  /** How the call went: attempts, waits, history. */
  readonly meta?: Meta | undefined;
  /** Two lines: what happened and was tried; why it was not repeated and what to do. */
  readonly explanation?: string | undefined;
}

/** What an error is made with. */
export interface AxoniumErrorOptions extends ErrorDetails {
  readonly cause?: unknown;
}

/** Not enumerable, and so not shown by `console.log`: they may hold prompts and outputs, or repeat the rest. */
const unlogged: ReadonlySet<string> = new Set<keyof ErrorDetails>([
  "rawBody",
  "partialContent",
  "partialReasoning",
  "partialToolCalls",
  "outputs",
  "refusal",
  "explanation",
]);

/** Everything of {@link ErrorDetails}, with what every error has. */
export interface AxoniumError extends ErrorDetails {
  /** The name in the error catalogue, the same in every language: `RateLimit`. */
  readonly kind: ErrorKind;
  /** Advice: whether asking again later can help. The engine's own decision is in `reason`. */
  readonly retryable: boolean;
  /** Whether it was refused here, without a request. */
  readonly local: boolean;
  /** How the call went, as on a success. */
  readonly meta: Meta;
}

/**
 * The root of every error that Axonium raises; `kind` tells them apart, as does `instanceof` with the generated classes.
 *
 * @example
 * if (error instanceof AxoniumError) log.warn(error.message, { requestId: error.requestId, attempts: error.meta.attempts });
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor defines every merged member that is not optional.
export class AxoniumError extends Error {
  constructor(message: string, { cause, ...details }: AxoniumErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    const known: ErrorDetails = {
      ...details,
      retryable: details.retryable ?? false,
      local: details.local ?? false,
      meta: details.meta ?? unsentMeta(),
    };
    for (const [name, value] of Object.entries(known)) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: !unlogged.has(name) });
    }
  }

  /**
   * The error as plain JSON, under the same keys in every language: what `axonium-gateway explain` reads from a log. It holds no
   * credential, but the server's answer and the output that had arrived, if any.
   */
  toJSON(): FailureJson {
    return failureJson(this);
  }
}

const classes = new Map<string, typeof AxoniumError>();

/** The class of a kind; the root's, if a newer core names a kind that this package lacks. @internal */
export function classOf(kind: string): typeof AxoniumError {
  return classes.get(kind) ?? AxoniumError;
}

/** Gives an error class its kind, and its name where that is not the class's own. @internal */
export function define(type: typeof AxoniumError, kind: ErrorKind, name?: string): void {
  classes.set(kind, type);
  const ownName = kind.endsWith("Error") ? kind : `${kind}Error`;
  Object.defineProperty(type.prototype, "name", { value: name ?? ownName, configurable: true, writable: true });
  Object.defineProperty(type.prototype, "kind", { value: kind });
}
