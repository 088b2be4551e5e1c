/** Options as users give them. Durations are milliseconds. What is not given is not sent: the core has the defaults. */

import type { Hooks, Logger } from "./notices.js";
import type { JsonSchema } from "./schema.js";

/** When and how often a request is repeated. It never widens what is safe to repeat. */
export interface RetryOptions {
  /** Tries of one call, the first included. Default 3. */
  maxAttempts?: number | undefined;
  /** First wait where the server names none. Default 1,000. */
  initialBackoff?: number | undefined;
  /** Longest wait that is slept; a longer one is raised at once with `retryAfter`. 0 raises every wait. Default 60,000. */
  maxBackoff?: number | undefined;
  /** Spreads waits that the server did not name. Default true. */
  jitter?: boolean | undefined;
  /** One extra attempt after a 502 `upstream-error`, never for a stream. Default false. */
  retryUpstreamErrors?: boolean | undefined;
}

/** Limits repeats per gateway, so that a fleet does not multiply an outage. */
export interface RetryBudgetOptions {
  /** Default true. */
  enabled?: boolean | undefined;
  /** Tokens in the bucket: a repeat costs 5, a success returns 1. Default 500. */
  size?: number | undefined;
}

/** Limits in milliseconds. */
export interface TimeoutOptions {
  /** Establishing a connection. Default 10,000. */
  connect?: number | undefined;
  /** One attempt of an ordinary call. Default 600,000. */
  request?: number | undefined;
  /** The gap between two bytes of a stream. Default 180,000. */
  streamIdle?: number | undefined;
  /** The wait for a stream's first output. Unset by default. */
  firstOutput?: number | undefined;
  /** A token request. Default 30,000. */
  auth?: number | undefined;
  /** How long a stream's beginning is held back while it could still go to another route. Default 10,000. */
  holdBack?: number | undefined;
}

/**
 * A gateway, credential and model name that can serve the same request. What is left out is the client's own. Naming
 * routes consents to a stream being replayed on the next one before its output: the model may then have run twice.
 */
export interface Route {
  /** As `meta.route` and `meta.history` name it. Each route has its own. */
  name: string;
  /** One of its own needs a credential of its own. */
  gatewayBaseUrl?: string | undefined;
  apiKey?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  scope?: string | undefined;
  /** Replaces the request's. */
  model?: string | undefined;
}

/** Where a call goes once it has timed out twice. What is left out is the client's own. */
export interface FallbackRoute extends Omit<Route, "name"> {
  /** As `meta.route` and `meta.history` name it. */
  name?: string | undefined;
}

/** Refuses calls to a model that keeps failing, for servers that have no circuit breaker of their own. */
export interface CircuitBreakerOptions {
  /** How many failures that no waiting can answer (connection, timeout, 5xx) open it. Default 5. */
  failures?: number | undefined;
  /** Within how long they must fall. Default 10,000. */
  window?: number | undefined;
  /** How long it refuses before it lets one call through, as a probe. Default 30,000. */
  open?: number | undefined;
}

/** What a failure leads to that may have generated already. Each is opt-in, for a client or for one call. */
export interface FailureOptions {
  /**
   * What a timeout leads to. `retry_once_then_fallback` repeats once, then asks each `fallback` in turn; it needs an
   * idempotency key or `mayBillTwice`. Default `raise`.
   */
  onTimeout?: "raise" | "retry_once_then_fallback" | undefined;
  /** Models, or routes, for `onTimeout`, which needs at least one. An answer of one says so in `meta.fallbackFrom`. */
  fallback?: readonly (string | FallbackRoute)[] | undefined;
  /** Accepts that a generation may be paid for twice, where a key does not prevent it. Default false. */
  mayBillTwice?: boolean | undefined;
  /**
   * What a stream whose connection is lost leads to. `replay` asks again under the same idempotency key, which it needs,
   * and goes on where the stream broke; not over a WebSocket. Default `off`.
   */
  resume?: "off" | "replay" | undefined;
  /** Holds a stream back until it is whole, and starts it anew when it breaks. Needs `mayBillTwice` and `partial: "discard"`. Default false. */
  retryClean?: boolean | undefined;
}

/** Whether an interrupted stream's error carries the text that had arrived. */
export type Partial = "attach" | "discard";

/**
 * Returns an access token. `rejected` is the token that the gateway just refused as expired, if any. A rejected promise
 * fails the call with that error as `cause`.
 */
export type TokenProvider = (rejected: string | undefined) => string | Promise<string>;

/** What a client is made with. Credentials and address left out are read from the environment when it is made. */
export interface AxoniumOptions extends FailureOptions {
  /** `AXONIUM_GATEWAY_BASE_URL`. Default `http://127.0.0.1:8020`. */
  gatewayBaseUrl?: string | undefined;
  /** `AXONIUM_CLIENT_ID`. One credential only: client id and secret, or an API key, or a token provider. */
  clientId?: string | undefined;
  /** `AXONIUM_CLIENT_SECRET`. */
  clientSecret?: string | undefined;
  /** `AXONIUM_SCOPE`. */
  scope?: string | undefined;
  /** A static bearer, `AXONIUM_API_KEY`. */
  apiKey?: string | undefined;
  tokenProvider?: TokenProvider | undefined;
  /** File of PEM certificates to trust besides the system's, `AXONIUM_CA_BUNDLE`. */
  caBundle?: string | undefined;
  /** Proxy URL; wins over `HTTPS_PROXY` and `HTTP_PROXY`. */
  proxy?: string | undefined;
  retry?: RetryOptions | undefined;
  retryBudget?: RetryBudgetOptions | undefined;
  timeouts?: TimeoutOptions | undefined;
  /** Off unless it is given; `{}` takes the defaults. `circuits()` shows the state. */
  circuitBreaker?: CircuitBreakerOptions | undefined;
  /** Refuse calls locally while a 503's Retry-After for their model lasts. Default true. */
  cooldown?: boolean | undefined;
  /** Clients of one process that name the same group share their cooldowns and circuit breakers. */
  cooldownGroup?: string | undefined;
  /** Default `attach`. */
  partial?: Partial | undefined;
  /** Where a chat or Responses request may go, in order of preference. Unset, there is only the client's own gateway. */
  routes?: readonly Route[] | undefined;
  /** How many bytes of a stream's beginning are held back while it could still go to another route. Default 1 MiB. */
  maxHoldBackBytes?: number | undefined;
  /** Sent with every request. */
  defaultHeaders?: Readonly<Record<string, string>> | undefined;
  /** Appended to the User-Agent. */
  userAgentSuffix?: string | undefined;
  /** True speaks HTTP/2 only; unset negotiates. */
  http2?: boolean | undefined;
  /** Idle connections kept for each host. */
  poolMaxIdlePerHost?: number | undefined;
  /** Longest stream event accepted, in bytes. Default 16 MiB. */
  maxEventBytes?: number | undefined;
  /**
   * Told of every wait (`info` from one second, `debug` below) and of circuit breakers that change (`info`). Silent by
   * default. `console` fits.
   */
  logger?: Logger | undefined;
  hooks?: Hooks | undefined;
}

/** What one call is made with, over the client's options. */
export interface RequestOptions extends FailureOptions {
  /** 1 to 255 visible ASCII characters, or `auto` for a random one. Makes a repeat a replay: see the README. */
  idempotencyKey?: string | undefined;
  /** Ends the call: its promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Bounds the whole call in milliseconds: attempts and waits together. */
  timeout?: number | undefined;
  /** The moment when the call must be over, whatever it is doing. Beside `timeout` the sooner holds. */
  deadline?: Date | undefined;
  /** Pins the call to a replica; kept over repeats. */
  instance?: string | undefined;
  extraHeaders?: Readonly<Record<string, string>> | undefined;
  /** Request fields that the request's type does not have. One that it has is refused. */
  extraBody?: Readonly<Record<string, unknown>> | undefined;
  retry?: RetryOptions | undefined;
  partial?: Partial | undefined;
  /** In place of the client's; none if empty. */
  routes?: readonly Route[] | undefined;
}

/** What is said of the schema of a parse call. */
export interface ParseOnlyOptions {
  /**
   * The JSON Schema to send and to hold the output against, for a schema that offers none, or in place of its own. It may
   * stand beside one of the wire's own formats, such as `json_object`, if `sendSchema` is false.
   */
  jsonSchema?: JsonSchema | undefined;
  /** The schema's name, as the model sees it. */
  name?: string | undefined;
  /** Accepts JSON in a code fence, or with text around it; `meta.stripped` says what was taken away. Default false. */
  lenient?: boolean | undefined;
  /** How often the model is asked to mend an output that does not fit, in a request of its own: 0 or 1. Default 1. */
  maxRepairs?: 0 | 1 | undefined;
  /** Whether the server is told the schema; false for servers that do not take one. Default true. */
  sendSchema?: boolean | undefined;
}

/** What a parse call is made with. */
export interface ParseOptions extends RequestOptions, ParseOnlyOptions {}

/** What a streamed response is made with. */
export interface ResponseStreamOptions extends RequestOptions {
  /** What carries its events. Default `sse`. */
  transport?: "sse" | "websocket" | undefined;
}

/** What a streamed response that is parsed is made with. */
export interface ResponseParseStreamOptions extends ResponseStreamOptions, ParseOnlyOptions {}
