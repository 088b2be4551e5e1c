/** `client.models`. */

import { ask, type Session } from "../call.js";
import { callSite } from "../failure.js";
import { decode } from "../json.js";
import type { Meta } from "../meta.js";
import type { RequestOptions } from "../options.js";

/** A model that the gateway serves. What it does not say is undefined. */
export interface Model {
  readonly id: string;
  readonly ownedBy: string | undefined;
  /** Tokens; undefined for models without a context, such as image models. */
  readonly contextLength: number | undefined;
  readonly family: string | undefined;
  readonly quantization: string | undefined;
  /** `text`, `vision`, `embedding`, `image`, `rerank`, … */
  readonly modality: string | undefined;
  /** What `predict` takes, for models that it serves. */
  readonly payloadSchema: unknown;
  readonly servedBy: unknown;
  /** The model as received. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Models, iterable. */
export class ModelList implements Iterable<Model> {
  readonly data: readonly Model[];
  readonly meta: Meta;
  /** The body as received. */
  readonly raw: Readonly<Record<string, unknown>>;

  /** @internal */
  constructor(raw: Readonly<Record<string, unknown>>, meta: Meta) {
    this.raw = raw;
    this.meta = meta;
    this.data = Array.isArray(raw.data) ? raw.data.map(toModel) : [];
  }

  get ids(): string[] {
    return this.data.map((model) => model.id);
  }

  [Symbol.iterator](): Iterator<Model> {
    return this.data[Symbol.iterator]();
  }
}

export class Models {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /** The models that run. */
  async list(options: RequestOptions = {}): Promise<ModelList> {
    const { body, meta } = await ask(this.#session, {
      operation: "models.list",
      body: "",
      options,
      site: callSite(this.list),
    });
    return new ModelList(decode(body) as Record<string, unknown>, meta);
  }

  /** The models that run and that this client may use; empty where there are none. */
  async mine(options: RequestOptions = {}): Promise<ModelList> {
    const { body, meta } = await ask(this.#session, {
      operation: "models.mine",
      body: "",
      options,
      site: callSite(this.mine),
    });
    return new ModelList(decode(body) as Record<string, unknown>, meta);
  }
}

function toModel(raw: Record<string, unknown>): Model {
  const text = (key: string) => (typeof raw[key] === "string" ? raw[key] : undefined);
  return {
    id: text("id") ?? "",
    ownedBy: text("owned_by"),
    contextLength: typeof raw.context_length === "number" ? raw.context_length : undefined,
    family: text("family"),
    quantization: text("quantization"),
    modality: text("modality"),
    payloadSchema: raw.payload_schema ?? undefined,
    servedBy: raw.served_by ?? undefined,
    raw,
  };
}
