/** One event of a Responses stream, out of its data. */

import { decode } from "./json.js";
import { FIELDS } from "./response-event-fields.generated.js";
import type { KnownResponseEvent } from "./response-events.generated.js";

/** A JSON object; integers beyond a double's reach are bigints. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What all events have. */
export interface ResponseEventBase {
  /** Its number in the stream; absent if the server does not number its events. */
  readonly sequence_number?: number | undefined;
  /** The event's data as received, unknown fields included. Not listed among the event's own fields. */
  readonly raw: JsonObject;
}

/**
 * An event of a type that is not known here, or of a known one whose fields are not what they should be. Its `type` is
 * always `unknown`, so that a comparison with any other rules it out.
 */
export interface UnknownResponseEvent {
  readonly type: "unknown";
  /** The type that the server gave it; empty if it gave none. */
  readonly event_type: string;
  /** Its number in the stream; absent if the server does not number its events. */
  readonly sequence_number?: number | undefined;
  /** The event's data as received; its text, where that is no JSON. Not listed among the event's own fields. */
  readonly raw: unknown;
}

/**
 * An event of a Responses stream, told apart by its `type`.
 *
 * @example
 * if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
 */
export type ResponseEvent = KnownResponseEvent | UnknownResponseEvent;

/** The JSON type of a field; with `?` if it may be unset. @internal */
export type FieldKind = `${Kind}${"" | "?"}`;

type Kind = "string" | "integer" | "array" | "object";

const KINDS: Record<Kind, { fits(value: unknown): boolean; empty(): unknown }> = {
  string: { fits: (value) => typeof value === "string", empty: () => "" },
  integer: { fits: Number.isSafeInteger, empty: () => 0 },
  array: { fits: Array.isArray, empty: () => [] },
  object: { fits: isObject, empty: () => ({}) },
};

/** Reads an event out of its data. Never throws: what is none of the known events is the unknown one. */
export function decodeResponseEvent(text: string): ResponseEvent {
  const raw = parse(text);
  const body: JsonObject = isObject(raw) ? raw : {};
  const { type } = body;
  const event = (known(type) && fill(type, body)) || {
    type: "unknown",
    event_type: typeof type === "string" ? type : "",
    ...(KINDS.integer.fits(body.sequence_number) && { sequence_number: body.sequence_number }),
  };
  // Not enumerable: an event that is printed or sent on would show everything twice.
  return Object.defineProperty(event, "raw", { value: raw }) as unknown as ResponseEvent;
}

function known(type: unknown): type is KnownResponseEvent["type"] {
  return typeof type === "string" && Object.hasOwn(FIELDS, type);
}

/** The event's declared fields; undefined if one has another type than it should. */
function fill(type: KnownResponseEvent["type"], body: JsonObject): Record<string, unknown> | undefined {
  const event: Record<string, unknown> = { type };
  for (const [name, kind] of Object.entries<FieldKind>({ ...FIELDS[type], sequence_number: "integer?" })) {
    const optional = kind.endsWith("?");
    const { fits, empty } = KINDS[(optional ? kind.slice(0, -1) : kind) as Kind];
    const value = body[name] ?? undefined;
    if (value !== undefined && !fits(value)) return undefined;
    if (value !== undefined || !optional) event[name] = value ?? empty();
  }
  return event;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return decode(text);
  } catch {
    return text;
  }
}
