/** One call: started, pulled, its notices served, ended by its signal, and closed whatever happens. */

import { cancelOnAbort } from "./abort.js";
import { optionsJson } from "./control.js";
import { type CallSite, toError, translated } from "./failure.js";
import type { FailureJson } from "./failure-json.js";
import { type AnswerFacts, type MetaJson, type RefusalJson, toMeta, toUsage, type UsageJson } from "./meta.js";
import type { NativeBatch, NativeCall, NativeEngine } from "./native.js";
import { type Hooks, type Logger, type Notice, report } from "./notices.js";
import type { RequestOptions, TokenProvider } from "./options.js";
import type { ParseJson } from "./parse.js";
import type { AnswerJson } from "./response.js";

/** What the calls of one client share. */
export interface Session {
  readonly engine: NativeEngine;
  readonly logger: Logger | undefined;
  readonly hooks: Hooks;
  readonly tokenProvider: TokenProvider | undefined;
}

/** A WebSocket that the engine keeps. */
export interface KeptConnection {
  readonly number: number;
}

/** What a call is. */
export interface CallSpec {
  readonly operation: string;
  /** The request's JSON, or nothing. */
  readonly body: string;
  readonly options: RequestOptions;
  /** The kept connection that carries it. */
  readonly connection?: KeptConnection | undefined;
  /** What its output is to be. */
  readonly parse?: ParseJson | undefined;
  readonly site: CallSite;
}

/** How a call ended well. */
export interface Done extends AnswerFacts {
  /** Of a response: what it says. */
  readonly answer: AnswerJson | undefined;
  /** The JSON text that fits the schema that was asked for. */
  readonly parsed: string | undefined;
}

interface DoneJson {
  readonly meta: MetaJson;
  readonly usage: UsageJson | null;
  readonly answer: AnswerJson | null;
  readonly parsed: string | null;
  readonly refusal: RefusalJson | null;
}

/** A batch: most items that one pull takes, and most bytes. One is always taken. */
const maxItems = 256;
const maxBytes = 1 << 20;

export class Call {
  readonly #native: NativeCall;
  readonly #session: Session;
  readonly signal: AbortSignal | undefined;
  /** Held as long as the call, or it would be forgotten and closed. */
  readonly connection: KeptConnection | undefined;
  readonly #site: CallSite;
  #unwatch: (() => void) | undefined;
  #providerFailure: unknown;
  #closed = false;

  /** Throws the signal's reason if it has aborted; nothing is sent then. */
  constructor(session: Session, spec: CallSpec) {
    const { signal } = spec.options;
    signal?.throwIfAborted();
    this.#session = session;
    this.signal = signal;
    this.connection = spec.connection;
    this.#site = spec.site;
    const options = optionsJson(spec.options, { connection: spec.connection?.number, parse: spec.parse });
    this.#native = translated(() => session.engine.start(spec.operation, spec.body, options), spec.site);
    if (signal) this.#unwatch = cancelOnAbort(signal, this.#native);
  }

  /** The next batch; its end, if it has one, is for `end` to read. */
  async pull(): Promise<NativeBatch> {
    const batch = await this.#native.pull(maxItems, maxBytes);
    for (const notice of batch.notices) this.#serve(JSON.parse(notice) as Notice);
    return batch;
  }

  /** How the call ended, once it has; throws if it failed. */
  end(batch: NativeBatch): Done | undefined {
    if (batch.failed !== undefined) throw this.#error(JSON.parse(batch.failed) as FailureJson);
    if (batch.done === undefined) return undefined;
    const { meta, usage, answer, parsed, refusal } = JSON.parse(batch.done) as DoneJson;
    return {
      meta: toMeta(meta),
      usage: toUsage(usage),
      answer: answer ?? undefined,
      parsed: parsed ?? undefined,
      refusalCode: refusal?.code,
    };
  }

  /** What has arrived so far, as the bridge's snapshot JSON. */
  snapshot(): string {
    return translated(() => this.#native.snapshot());
  }

  /** Ends the call; the pending pull gets its end. */
  cancel(): void {
    this.#native.cancel();
  }

  /** Frees the call, ending it if it still runs. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#unwatch?.();
    this.#native.close();
  }

  #serve(notice: Notice): void {
    if (notice.kind === "token") void this.#answerToken(notice.ticket, notice.rejected ?? undefined);
    else report(notice, this.#session.logger, this.#session.hooks);
  }

  async #answerToken(ticket: number, rejected: string | undefined): Promise<void> {
    let token: string | undefined;
    let failure: string | undefined;
    try {
      token = await this.#session.tokenProvider?.(rejected);
      if (typeof token !== "string") failure = `the token provider returned ${typeof token}, not a string`;
    } catch (error) {
      this.#providerFailure = error;
      // Its type only, since its text may hold a secret; the error itself is the cause.
      failure = `the token provider threw ${error instanceof Error ? error.name : typeof error}`;
    }
    this.#native.answerToken(ticket, failure === undefined ? token : undefined, failure);
  }

  #error(failure: FailureJson): unknown {
    if (failure.kind === "Cancelled" && this.signal?.aborted) return this.signal.reason;
    return toError(failure, this.#site, this.#providerFailure);
  }
}

/** An ordinary call's answer. */
export interface Answer extends Done {
  readonly body: string;
}

/** Makes an ordinary call and waits for its answer. */
export async function ask(session: Session, spec: CallSpec): Promise<Answer> {
  const call = new Call(session, spec);
  try {
    let body = "";
    for (;;) {
      const batch = await call.pull();
      body = batch.items[0] ?? body;
      const done = call.end(batch);
      if (done) return { body, ...done };
    }
  } finally {
    call.close();
  }
}
