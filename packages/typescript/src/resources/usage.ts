/** `client.usage`. */

import { ask, type Session } from "../call.js";
import { refuseRequest } from "../control.js";
import { callSite } from "../failure.js";
import { decode, encode } from "../json.js";
import type { Meta, Usage } from "../meta.js";
import type { RequestOptions } from "../options.js";

/** What the gateway recorded of one generation. */
export interface UsageRecord {
  readonly requestId: string | undefined;
  readonly model: string | undefined;
  readonly usage: Usage | undefined;
  /** US dollars; undefined where no price is known, which is not 0. */
  readonly costUsd: number | undefined;
  /** `complete`, `upstream_error` or `client_disconnected`. */
  readonly terminationReason: string | undefined;
  readonly interrupted: boolean | undefined;
  readonly instanceId: string | undefined;
  readonly createdAt: string | number | undefined;
  readonly meta: Meta;
  /** The body as received. */
  readonly raw: Readonly<Record<string, unknown>>;
}

interface UsageBody {
  request_id?: string;
  model?: string;
  cost_usd?: number | null;
  termination_reason?: string | null;
  interrupted?: boolean | null;
  instance_id?: string | null;
  created_at?: string | number | null;
  [field: string]: unknown;
}

export class UsageRecords {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * The record of a generation, by its request id. A replay has none of its own: ask for `meta.idempotentReplayOf`.
   * Unknown and foreign ids are a NotFoundError.
   */
  async retrieve(requestId: string, options: RequestOptions = {}): Promise<UsageRecord> {
    const site = callSite(this.retrieve);
    const question = encode({ request_id: requestId }, "", refuseRequest);
    const { body, usage, meta } = await ask(this.#session, {
      operation: "usage.retrieve",
      body: question,
      options,
      site,
    });
    const raw = decode(body) as UsageBody;
    return {
      requestId: raw.request_id,
      model: raw.model,
      usage,
      costUsd: raw.cost_usd ?? undefined,
      terminationReason: raw.termination_reason ?? undefined,
      interrupted: raw.interrupted ?? undefined,
      instanceId: raw.instance_id ?? undefined,
      createdAt: raw.created_at ?? undefined,
      meta,
      raw,
    };
  }
}
