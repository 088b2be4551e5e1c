/** Asks for an answer by a schema, and makes a typed value of it. The core validates, repairs and gives up. */

import { refuseRequest } from "./control.js";
import { MalformedOutputError } from "./errors.generated.js";
import type { MalformedOutput } from "./errors.js";
import { decode } from "./json.js";
import type { Meta } from "./meta.js";
import type { ParseOnlyOptions, ParseOptions } from "./options.js";
import type { JsonSchema, Parsed, Schema, StandardIssue, StandardSchema } from "./schema.js";

/** The option `parse` of the bridge. */
export interface ParseJson {
  readonly schema: JsonSchema | undefined;
  readonly name: string | undefined;
  readonly lenient: boolean | undefined;
  readonly max_repairs: number | undefined;
  readonly send_schema: boolean | undefined;
}

/** The draft that schemas are asked for in. */
const target = "draft-2020-12";

/** Whichever way a schema was written, the field that is refused is the bridge's. */
const field = "parse.schema";

/** The wire's own formats, which are no schemas: none of these is a type of JSON Schema. */
const wireFormats: ReadonlySet<unknown> = new Set(["text", "json_object", "json_schema"]);

/** Whether a request is to be parsed: its format is a schema, or the option `jsonSchema` stands beside it. */
export function isParsed(format: object | null | undefined, { jsonSchema }: ParseOnlyOptions): format is Schema {
  const isSchema = format !== undefined && format !== null && wireFormat(format) === undefined;
  return isSchema || jsonSchema !== undefined;
}

/** `format`, if it is one of the wire's own, which is sent as it is. */
export function wireFormat<Format>(format: Format): Format | undefined {
  if (typeof format !== "object" || format === null || standardOf(format)) return undefined;
  return wireFormats.has((format as { type?: unknown }).type) ? format : undefined;
}

/** The bridge's option for `schema`, which the user wrote at `place`, and what is left of the options. */
export function splitOptions<Options extends ParseOptions>(
  schema: Schema,
  { jsonSchema, name, lenient, maxRepairs, sendSchema, ...options }: Options,
  place: string,
): { parse: ParseJson; options: Omit<Options, keyof ParseOnlyOptions> } {
  const parse = {
    schema: jsonSchema ?? jsonSchemaOf(schema, place),
    name,
    lenient,
    max_repairs: maxRepairs,
    send_schema: sendSchema,
  };
  return { parse, options };
}

/**
 * The typed value of an answer, of which the core has found `text` to be valid; undefined if the model calls a tool instead.
 * The core's repair is for what the JSON Schema says. What is found here comes after it, so it is raised at once.
 */
export async function typedValue<S extends Schema>(
  schema: S,
  text: string | undefined,
  meta: Meta,
): Promise<Parsed<S> | undefined> {
  if (text === undefined) return undefined;
  const value = decode(text);
  const validate = standardOf(schema)?.validate;
  if (!validate) return value as Parsed<S>;
  const result = await validate(value);
  if (!result.issues) return result.value as Parsed<S>;
  const error = result.issues.map(issueLine).join("; ");
  const message = `the output fits its JSON Schema, and the schema's own validate refuses it: ${error}`;
  const hint = "say it in the JSON Schema, where the model sees it and a repair can mend it, or loosen the schema";
  throw malformed(message, hint, { text, error }, meta);
}

function malformed(message: string, hint: string, output: MalformedOutput, meta: Meta): MalformedOutputError {
  const explanation = `MalformedOutput: ${message}\n${hint}`;
  const { requestId, traceId } = meta;
  return new MalformedOutputError(message, { hint, outputs: [output], requestId, traceId, meta, explanation });
}

function issueLine({ message, path = [] }: StandardIssue): string {
  const place = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return place ? `${place}: ${message}` : message;
}

/** What a schema is by Standard Schema; some libraries' schemas are functions. */
function standardOf(schema: object): StandardSchema["~standard"] | undefined {
  return "~standard" in schema ? (schema as StandardSchema)["~standard"] : undefined;
}

function jsonSchemaOf(schema: Schema, place: string): JsonSchema {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null)
    throw refuseRequest(field, `(${place}) must be a schema, not ${schema === null ? "null" : typeof schema}`);
  if (wireFormat(schema))
    throw refuseRequest(field, `(${place}) is one of the wire's own formats and no schema; ${remedy}`);
  const standard = standardOf(schema);
  if (!standard) {
    if (typeof schema === "object") return schema as JsonSchema;
    throw refuseRequest(field, `(${place}) is a function and no schema; ${remedy}`);
  }
  const vendor = `a ${standard.vendor} schema`;
  if (!standard.jsonSchema) throw refuseRequest(field, `(${place}) is ${vendor} that offers no JSON Schema; ${remedy}`);
  try {
    return standard.jsonSchema.input({ target });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw refuseRequest(
      field,
      `(${place}) is ${vendor} that cannot be written as JSON Schema: ${problem}; ${remedy}`,
      cause,
    );
  }
}

const remedy =
  "give one as the option jsonSchema (zod: z.toJSONSchema(schema), Valibot: toJsonSchema(schema)), or pass a JSON Schema";
