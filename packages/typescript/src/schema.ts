/** What an answer can be asked to be, and the types that follow from it. */

/** A JSON Schema as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A schema of any library that follows Standard Schema (standardschema.dev): zod, ArkType, Valibot, …
 *
 * `jsonSchema` is what the model is asked for; a library that does not offer it needs the option `jsonSchema` beside it.
 * `validate` makes the typed value of the model's JSON: defaults, transforms, and checks that JSON Schema cannot express.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate?: ((value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>) | undefined;
    readonly jsonSchema?: StandardJsonSchema | undefined;
  };
}

/** Offers a schema as JSON Schema; throws where it cannot be expressed so. */
export interface StandardJsonSchema {
  /** Of what `validate` takes: what the model is to write. */
  input(options: { readonly target: string }): Record<string, unknown>;
}

/** What `validate` comes to: a value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What an answer can be asked to be. */
export type Schema = StandardSchema | JsonSchema;

type TypesOf<S> = S extends { readonly "~standard": { readonly types?: infer Types } }
  ? NonNullable<Types>
  : { readonly input: unknown; readonly output: unknown };

/** The type of `parsed`: what the schema's `validate` makes, else what it describes; unknown for a plain JSON Schema. */
export type Parsed<S> = S extends { readonly "~standard": { readonly validate: object } }
  ? TypesOf<S> extends { readonly output: infer Output }
    ? Output
    : unknown
  : Written<S>;

/** The type of the JSON that the model writes, before `validate`. */
export type Written<S> = TypesOf<S> extends { readonly input: infer Input } ? Input : unknown;

/** A value of which any part may still be missing. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;
