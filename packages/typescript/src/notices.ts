/** What a running call tells: waits to the logger, and what hooks ask for. */

import { milliseconds } from "./meta.js";

/** Where waits and changes of circuit breakers are reported; `console`, pino and winston fit. */
export interface Logger {
  debug(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
}

/** A deliberate wait begins. */
export interface WaitNotice {
  readonly method: string;
  readonly path: string;
  readonly model: string | undefined;
  /** The attempt that just failed, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
  /** Stable code of the decision. */
  readonly reason: string;
  readonly requestId: string | undefined;
}

/** A request is about to be sent. */
export interface RequestNotice {
  readonly attempt: number;
  readonly method: string;
  readonly path: string;
}

/** A response's head arrived. */
export interface ResponseNotice {
  readonly attempt: number;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly durationMs: number;
}

/** The engine decided what follows a failed attempt. */
export interface DecisionNotice {
  readonly attempt: number;
  /**
   * `repeat`, `collect`, `refresh`, `next-route`, `repair`, `fall-back`, `resume` or `raise`; `circuit` where a circuit
   * breaker has changed, with the reason `circuit-opened`, `circuit-half-open` (this call tries) or `circuit-closed`.
   */
  readonly action: string;
  /** Stable code. */
  readonly reason: string;
  readonly message: string;
  readonly waitMs: number | undefined;
}

/**
 * Functions told of a call's course, in order, on the caller's thread. They cannot change it: what one throws becomes a
 * warning of the process.
 */
export interface Hooks {
  onRequest?: ((notice: RequestNotice) => void) | undefined;
  onResponse?: ((notice: ResponseNotice) => void) | undefined;
  onDecision?: ((notice: DecisionNotice) => void) | undefined;
  onWait?: ((notice: WaitNotice) => void) | undefined;
}

/** A notice of the bridge. @internal */
export type Notice =
  | { kind: "token"; ticket: number; rejected: string | null }
  | { kind: "request"; attempt: number; method: string; path: string }
  | { kind: "response"; attempt: number; status: number; request_id: string | null; duration_s: number }
  | { kind: "decision"; attempt: number; action: string; reason: string; message: string; wait_s: number | null }
  | {
      kind: "wait";
      level: "info" | "debug";
      message: string;
      method: string;
      path: string;
      model: string | null;
      attempt: number;
      wait_s: number;
      reason: string;
      request_id: string | null;
    };

/** Passes a notice on. A fault of whoever watches is no reason to lose an answer that may be paid for: it becomes a warning. @internal */
export function report(notice: Exclude<Notice, { kind: "token" }>, logger: Logger | undefined, hooks: Hooks): void {
  try {
    tell(notice, logger, hooks);
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.emitWarning(`a hook or the logger threw at a ${notice.kind}: ${fault}`, "AxoniumWarning");
  }
}

function tell(notice: Exclude<Notice, { kind: "token" }>, logger: Logger | undefined, hooks: Hooks): void {
  const { attempt } = notice;
  switch (notice.kind) {
    case "request":
      hooks.onRequest?.({ attempt, method: notice.method, path: notice.path });
      return;
    case "response": {
      const durationMs = milliseconds(notice.duration_s);
      hooks.onResponse?.({ attempt, status: notice.status, requestId: notice.request_id ?? undefined, durationMs });
      return;
    }
    case "decision": {
      const waitMs = notice.wait_s === null ? undefined : milliseconds(notice.wait_s);
      const decision = { attempt, action: notice.action, reason: notice.reason, message: notice.message, waitMs };
      if (notice.action === "circuit") logger?.info(notice.message, decision);
      hooks.onDecision?.(decision);
      return;
    }
    case "wait": {
      const wait: WaitNotice = {
        method: notice.method,
        path: notice.path,
        model: notice.model ?? undefined,
        attempt,
        waitMs: milliseconds(notice.wait_s),
        reason: notice.reason,
        requestId: notice.request_id ?? undefined,
      };
      logger?.[notice.level](notice.message, wait);
      hooks.onWait?.(wait);
    }
  }
}
