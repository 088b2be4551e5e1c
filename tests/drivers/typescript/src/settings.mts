/** A job's names as the package's options: camel case, and milliseconds for seconds. */
import type {
  AxoniumOptions,
  ChatParseRequest,
  ChatRequest,
  JsonSchema,
  ParseOptions,
  ResponseParseRequest,
  ResponseRequest,
  ResponseStreamOptions,
} from "axonium";

type Json = Record<string, unknown>;

/** One call of a job. */
export interface JobCall {
  readonly op: string;
  readonly request?: Json;
  readonly options?: Json;
}

/** What the runner hands over. */
export interface Job {
  readonly id: string;
  readonly base_url: string;
  readonly clock: "virtual" | "real";
  readonly client: Json;
  readonly calls: readonly JobCall[];
  readonly parallel: boolean;
}

/** Options that hold options, and so have names to map inside. */
const groups = new Set(["retry", "retry_budget", "timeouts", "circuit_breaker"]);

/** Options that list routes, or models by their names. */
const lists = new Set(["routes", "fallback"]);

/** The options of a client. */
export function clientOptions(job: Job): AxoniumOptions {
  return named({ gateway_base_url: job.base_url, ...job.client }) as AxoniumOptions;
}

/** The options of a call; how it is to be cancelled, and whether on the kept connection, is the driver's own. */
export function callOptions(call: JobCall, signal: AbortSignal | undefined): ResponseStreamOptions {
  const { cancel_after_ms, cancel_after_chunks, connection, deadline_unix_s, parse, ...options } = call.options ?? {};
  const deadline = typeof deadline_unix_s === "number" ? new Date(deadline_unix_s * 1000) : undefined;
  return { ...named(options), deadline, signal };
}

/** The options of a call that parses. */
export function parseOptions(call: JobCall, signal: AbortSignal | undefined): ParseOptions {
  const { schema: jsonSchema, ...options } = parsing(call);
  return { ...callOptions(call, signal), ...named(options), ...(ownFormat(call) && { jsonSchema }) } as ParseOptions;
}

/** The request that a key is derived from, a chat's or a response's. */
export function keyedRequest(call: JobCall): ChatRequest | ResponseRequest {
  return marked(call.request?.body ?? {}) as ChatRequest | ResponseRequest;
}

/** The request of a chat call that parses. */
export function chatParseRequest(call: JobCall): ChatParseRequest<JsonSchema> {
  return { ...chatRequest(call), response_format: ownFormat(call) ?? schema(call) };
}

/** The request of a responses call that parses. */
export function responseParseRequest(call: JobCall): ResponseParseRequest<JsonSchema> {
  const request = responseRequest(call);
  return { ...request, text: { ...request.text, format: ownFormat(call) ?? schema(call) } };
}

/** A format that the request itself has, which then stands in the schema's place. */
function ownFormat(call: JobCall): JsonSchema | undefined {
  const { response_format, text } = (call.request ?? {}) as {
    response_format?: JsonSchema;
    text?: { format?: JsonSchema };
  };
  return response_format ?? text?.format;
}

function schema(call: JobCall): JsonSchema {
  return parsing(call).schema as JsonSchema;
}

function parsing(call: JobCall): Json {
  return (call.options?.parse ?? {}) as Json;
}

/** The request of a chat call. */
export function chatRequest(call: JobCall): ChatRequest {
  return marked(call.request ?? {}) as ChatRequest;
}

/** The request of a responses call. */
export function responseRequest(call: JobCall): ResponseRequest {
  return marked(call.request ?? {}) as ResponseRequest;
}

function named<Options extends Json | string>(options: Options): Options;
function named(options: Json | string): Json | string {
  if (typeof options === "string") return options;
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      if (groups.has(name)) return [camelCase(name), named(value as Json)];
      if (lists.has(name)) return [name, (value as (Json | string)[]).map(named)];
      if (name.endsWith("_s") && typeof value === "number") return [camelCase(name.slice(0, -2)), value * 1000];
      return [camelCase(name), value];
    }),
  );
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The value, with what JSON cannot say in the place of its marks. */
function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== "object" || value === null) return value;
  if ("$unserialisable" in value) return () => {};
  if ("$lone_surrogate" in value) return "half \ud83d of it";
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, marked(member)]));
}
