/** Options in the shape that the bridge takes: snake case, seconds, unset keys left out. */

import { clock } from "./clock.js";
import { ConfigurationError, InvalidRequestError } from "./errors.generated.js";
import { encode, type Refuse } from "./json.js";
import type {
  AxoniumOptions,
  CircuitBreakerOptions,
  FailureOptions,
  FallbackRoute,
  RequestOptions,
  ResponseStreamOptions,
  RetryBudgetOptions,
  RetryOptions,
  Route,
  TimeoutOptions,
} from "./options.js";
import { version } from "./version.js";

/** How one option crosses: its name there and its unit, the table of its own members or of its items' (which may be text), or not at all. */
type Field =
  | string
  | { readonly seconds: string }
  | { readonly moment: string }
  | { readonly name: string; readonly fields: Fields }
  | { readonly name: string; readonly items: Fields; readonly orText?: true }
  | "here";
type Fields = { readonly [option: string]: Field };
type FieldsOf<T> = { readonly [K in keyof Required<T>]: Field };

const retry: FieldsOf<RetryOptions> = {
  maxAttempts: "max_attempts",
  initialBackoff: { seconds: "initial_backoff_s" },
  maxBackoff: { seconds: "max_backoff_s" },
  jitter: "jitter",
  retryUpstreamErrors: "retry_upstream_errors",
};

const retryBudget: FieldsOf<RetryBudgetOptions> = { enabled: "enabled", size: "size" };

const timeouts: FieldsOf<TimeoutOptions> = {
  connect: { seconds: "connect_s" },
  request: { seconds: "request_s" },
  streamIdle: { seconds: "stream_idle_s" },
  firstOutput: { seconds: "first_output_s" },
  auth: { seconds: "auth_s" },
  holdBack: { seconds: "hold_back_s" },
};

const circuitBreaker: FieldsOf<CircuitBreakerOptions> = {
  failures: "failures",
  window: { seconds: "window_s" },
  open: { seconds: "open_s" },
};

const route: FieldsOf<Route & FallbackRoute> = {
  name: "name",
  gatewayBaseUrl: "gateway_base_url",
  apiKey: "api_key",
  clientId: "client_id",
  clientSecret: "client_secret",
  scope: "scope",
  model: "model",
};

/** What a failure leads to, for a client or for a call. */
const onFailure: FieldsOf<FailureOptions> = {
  onTimeout: "on_timeout",
  fallback: { name: "fallback", items: route, orText: true },
  mayBillTwice: "may_bill_twice",
  resume: "resume",
  retryClean: "retry_clean",
};

const client: FieldsOf<AxoniumOptions> = {
  gatewayBaseUrl: "gateway_base_url",
  clientId: "client_id",
  clientSecret: "client_secret",
  scope: "scope",
  apiKey: "api_key",
  tokenProvider: "here",
  caBundle: "ca_bundle",
  proxy: "proxy",
  retry: { name: "retry", fields: retry },
  retryBudget: { name: "retry_budget", fields: retryBudget },
  timeouts: { name: "timeouts", fields: timeouts },
  circuitBreaker: { name: "circuit_breaker", fields: circuitBreaker },
  ...onFailure,
  cooldown: "cooldown",
  cooldownGroup: "cooldown_group",
  partial: "partial",
  routes: { name: "routes", items: route },
  maxHoldBackBytes: "max_hold_back_bytes",
  defaultHeaders: "default_headers",
  userAgentSuffix: "user_agent_suffix",
  http2: "http2",
  poolMaxIdlePerHost: "pool_max_idle_per_host",
  maxEventBytes: "max_event_bytes",
  logger: "here",
  hooks: "here",
};

const request: FieldsOf<ResponseStreamOptions> = {
  idempotencyKey: "idempotency_key",
  signal: "here",
  timeout: { seconds: "timeout_s" },
  instance: "instance",
  extraHeaders: "extra_headers",
  extraBody: "extra_body",
  retry: { name: "retry", fields: retry },
  partial: "partial",
  routes: { name: "routes", items: route },
  ...onFailure,
  deadline: { moment: "deadline_unix_s" },
  transport: "transport",
};

/** The bridge's config for a client. */
export function configJson(options: AxoniumOptions): string {
  checkFunctions("logger", options.logger, ["info", "debug"]);
  checkFunctions("hooks", options.hooks, ["onRequest", "onResponse", "onDecision", "onWait"], "optional");
  const hooks = options.hooks ?? {};
  const logsCircuits = options.circuitBreaker && options.logger;
  const observe = [
    hooks.onRequest && "request",
    hooks.onResponse && "response",
    (hooks.onDecision || logsCircuits) && "decision",
  ];
  const config = {
    ...convert(options, client, "", refuseOption),
    language: "typescript",
    version,
    token_provider: options.tokenProvider ? true : undefined,
    observe: observe.some(Boolean) ? observe.filter(Boolean) : undefined,
    clock: (options as { [clock]?: unknown })[clock],
  };
  return encode(config, "", refuseOption);
}

/** The bridge's options for one call; `own` are those that this package adds to the user's. */
export function optionsJson(options: RequestOptions, own: Readonly<Record<string, unknown>>): string {
  return encode({ ...convert(options, request, "", refuseRequest), ...own }, "", refuseRequest);
}

function convert(options: object, fields: Fields, path: string, refuse: Refuse): Record<string, unknown> {
  const converted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) throw refuse(path + key, `is no option; there are ${Object.keys(fields).join(", ")}`);
    if (value === undefined || value === null || field === "here") continue;
    if (typeof field === "string") converted[field] = value;
    else if ("seconds" in field) converted[field.seconds] = seconds(value, path + key, refuse);
    else if ("moment" in field) converted[field.moment] = unixSeconds(value, path + key, refuse);
    else if ("items" in field) converted[field.name] = items(value, field, path + key, refuse);
    else converted[field.name] = convert(members(value, path + key, refuse), field.fields, `${path}${key}.`, refuse);
  }
  return converted;
}

function seconds(value: unknown, path: string, refuse: Refuse): number {
  if (typeof value === "number" && Number.isFinite(value)) return value / 1000;
  throw refuse(path, `must be a number of milliseconds, not ${String(value)}`);
}

function unixSeconds(value: unknown, path: string, refuse: Refuse): number {
  if (value instanceof Date && Number.isFinite(value.getTime())) return value.getTime() / 1000;
  throw refuse(path, `must be a valid Date, not ${String(value)}`);
}

function items(
  value: unknown,
  { items: fields, orText }: { readonly items: Fields; readonly orText?: true },
  path: string,
  refuse: Refuse,
): unknown[] {
  if (!Array.isArray(value)) throw refuse(path, `must be a list, not ${typeof value}`);
  return value.map((item: unknown, index) => {
    if (orText && typeof item === "string") return item;
    const place = `${path}[${index}]`;
    return convert(members(item, place, refuse), fields, `${place}.`, refuse);
  });
}

function members(value: unknown, path: string, refuse: Refuse): object {
  if (typeof value === "object" && value !== null) return value;
  throw refuse(path, `must be an object, not ${value === null ? "null" : typeof value}`);
}

/** Refuses an option of a client. */
export function refuseOption(path: string, problem: string, cause?: unknown): Error {
  const message = `option ${path} ${problem}`;
  const explanation = `Configuration: ${message} (nothing was sent)`;
  return new ConfigurationError(message, { local: true, field: path, explanation, cause });
}

/** Refuses a request or one of its options. */
export function refuseRequest(path: string, problem: string, cause?: unknown): Error {
  const message = `${path} ${problem}`;
  const explanation = `InvalidRequest: ${message} (nothing was sent)`;
  return new InvalidRequestError(message, { local: true, field: path, explanation, cause });
}

/** An object of the caller's that is called later must be one that can be. */
function checkFunctions(name: string, given: object | undefined, methods: string[], optional?: "optional"): void {
  if (given === undefined || given === null) return;
  for (const method of methods) {
    const value = (given as Record<string, unknown>)[method];
    if (typeof value === "function" || (optional && value === undefined)) continue;
    throw refuseOption(`${name}.${method}`, `must be a function, not ${value === null ? "null" : typeof value}`);
  }
}
