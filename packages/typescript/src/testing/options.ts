/** How a testing gateway is set up. What is not given is the gateway's own default, named here. */

import { snakeCase } from "../names.js";

/** A model of the gateway's catalogue and how it is played: it repeats the last user message, or counts if it is so named. */
export interface GatewayModel {
  readonly id: string;
  readonly ownedBy?: string | undefined;
  /** Largest prompt plus output in tokens, which are words. Default 32,768. */
  readonly contextLength?: number | undefined;
  readonly family?: string | undefined;
  readonly quantization?: string | undefined;
  /** Default `text`. */
  readonly modality?: string | undefined;
  /** Names of the replicas. Two by default. */
  readonly replicas?: readonly string[] | undefined;
  /** Milliseconds of the gateway's clock before the first word. */
  readonly generationMs?: number | undefined;
  /** Rate of the words after it; unset is all at once. */
  readonly wordsPerSecond?: number | undefined;
  /** How many generations break (502) before the model works. */
  readonly failsFirst?: number | undefined;
  readonly usdPerMillionTokens?: number | undefined;
}

/** How a gateway plays its part. By default it accepts every credential and never says no. */
export interface GatewayOptions {
  /** `virtual`, the default: deliberate waits of its clients move the clock and cost no time. `real` sleeps. */
  readonly clock?: "virtual" | "real" | undefined;
  /** The only client id that gets a token. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The only static bearer that is accepted. */
  readonly apiKey?: string | undefined;
  /** Scopes that a client may be granted. */
  readonly scopes?: readonly string[] | undefined;
  readonly tokenLifetimeSeconds?: number | undefined;
  /** The models that run. Default `qwen3-0.6b` and `count-to-20`. */
  readonly models?: readonly GatewayModel[] | undefined;
  /** Requests allowed in one window of one scope. No limit by default. */
  readonly requestsPerWindow?: number | undefined;
  readonly tokensPerWindow?: number | undefined;
  /** Default 60. */
  readonly windowSeconds?: number | undefined;
  /** When a replica that keeps failing is left alone. */
  readonly breaker?: { readonly failures?: number | undefined; readonly openSeconds?: number | undefined } | undefined;
  /** Whether a failed request keeps its idempotency key: its error is then stored and comes back. */
  readonly failuresHoldKey?: boolean | undefined;
  /** Largest response kept for replay, in bytes. Default 1 MiB. */
  readonly retainedBytes?: number | undefined;
  /** Default 24 hours. */
  readonly idempotencyWindowSeconds?: number | undefined;
  /** Refuses every connection. */
  readonly refuseConnections?: boolean | undefined;
}

/** The same with the names that the gateway reads. @internal */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [snakeCase(key), snakeCased(member)]));
}
