/** What a testing gateway saw and counted. */

/** A request that arrived; token requests are left out. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query, if there was one. */
  readonly path: string;
  /** Names in lower case; the values of one that stands there several times are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body: string;
}

/** One generation that was begun. */
export interface LedgerEntry {
  readonly requestId: string;
  readonly model: string;
  /** Tokens, once it ended. */
  readonly usage:
    | { readonly promptTokens: number; readonly completionTokens: number; readonly totalTokens: number }
    | undefined;
  /** Whether someone pays for it: yes, unless it was refunded. */
  readonly billed: boolean;
  /** Whether the bill was taken back, because nothing of it was delivered. */
  readonly refunded: boolean;
  /** How often its answer was sent again under its idempotency key. */
  readonly replays: number;
  /** Undefined while it runs. */
  readonly terminationReason: "complete" | "upstream_error" | "client_disconnected" | undefined;
}

/** How many generations were begun, paid for and refunded, and how many answers were sent again. */
export interface LedgerTotals {
  readonly generations: number;
  readonly billed: number;
  readonly refunded: number;
  readonly replayed: number;
}

/** What ran and what was billed. */
export interface Ledger extends LedgerTotals {
  /** The same for each model. */
  readonly byModel: Readonly<Record<string, LedgerTotals>>;
  readonly entries: readonly LedgerEntry[];
}

/** @internal */
export interface RecordedRequestJson {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** @internal */
export interface LedgerJson extends LedgerTotals {
  readonly by_model: Readonly<Record<string, LedgerTotals>>;
  readonly entries: readonly {
    request_id: string;
    model: string;
    usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null;
    billed: boolean;
    refunded: boolean;
    replays: number;
    termination_reason: "complete" | "upstream_error" | "client_disconnected" | null;
  }[];
}

/** @internal */
export function toRequest({ method, path, headers, body }: RecordedRequestJson): RecordedRequest {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) joined[name] = name in joined ? `${joined[name]}, ${value}` : value;
  return { method, path, headers: joined, body };
}

/** @internal */
export function toLedger({ by_model, entries, ...totals }: LedgerJson): Ledger {
  return { ...totals, byModel: by_model, entries: entries.map(toEntry) };
}

function toEntry(entry: LedgerJson["entries"][number]): LedgerEntry {
  const { usage } = entry;
  return {
    requestId: entry.request_id,
    model: entry.model,
    usage: usage
      ? {
          promptTokens: usage.prompt_tokens,
          completionTokens: usage.completion_tokens,
          totalTokens: usage.total_tokens,
        }
      : undefined,
    billed: entry.billed,
    refunded: entry.refunded,
    replays: entry.replays,
    terminationReason: entry.termination_reason ?? undefined,
  };
}
