/** The state of circuit breakers. */

import { milliseconds } from "./meta.js";

/** A circuit breaker of one model at one address. */
export interface Circuit {
  /** `http://host:port`. */
  readonly origin: string;
  readonly model: string | undefined;
  /** `closed` lets calls through, `open` refuses them, `half_open` lets one through and waits for what becomes of it. */
  readonly state: "closed" | "open" | "half_open";
  /** Milliseconds for which calls are still refused; undefined unless it is open. */
  readonly refusedForMs: number | undefined;
}

interface CircuitJson {
  readonly origin: string;
  readonly model: string | null;
  readonly state: Circuit["state"];
  readonly refused_for_s: number | null;
}

/** @internal */
export function toCircuits(json: string): Circuit[] {
  return (JSON.parse(json) as CircuitJson[]).map(({ origin, model, state, refused_for_s: seconds }) => ({
    origin,
    model: model ?? undefined,
    state,
    refusedForMs: seconds === null ? undefined : milliseconds(seconds),
  }));
}
