/** A streamed answer: opened, read once, ended by its reader or by itself. What its events say is its kinds' business. */

import { Call, type CallSpec, type Done, type Session } from "./call.js";
import { CancelledError } from "./errors.generated.js";
import { AxoniumError } from "./errors.js";
import { decode } from "./json.js";
import {
  type AnswerFacts,
  type Meta,
  type MetaJson,
  type RefusalJson,
  toMeta,
  toUsage,
  type Usage,
  type UsageJson,
} from "./meta.js";
import type { NativeBatch } from "./native.js";

/** A call that the server has accepted, with what came along. @internal */
export interface Opened {
  readonly call: Call;
  readonly opened: string;
  readonly batch: NativeBatch;
}

/** What every snapshot of the bridge has. @internal */
export interface Snapshot {
  readonly usage: UsageJson | null;
  readonly saw_output: boolean;
  readonly refusal: RefusalJson | null;
  readonly parsed_partial: unknown;
}

/** How the call ended: well, or by what its reader is to be told. */
type Outcome = { readonly done: Done } | { readonly error: unknown };

interface Arrived<Answer> {
  readonly answer: Answer;
  readonly facts: AnswerFacts;
  readonly sawOutput: boolean;
  readonly draft: unknown;
}

/** Starts a streamed call and waits until the server has accepted it. @internal */
export async function openStream(session: Session, spec: CallSpec): Promise<Opened> {
  const call = new Call(session, spec);
  try {
    for (;;) {
      const batch = await call.pull();
      if (batch.opened !== undefined) return { call, opened: batch.opened, batch };
      call.end(batch);
    }
  } catch (error) {
    call.close();
    throw error;
  }
}

/**
 * A streamed answer, read once: by `for await`, by `toReadableStream()` or by `final()`. Leaving the loop early, by
 * `break` or an exception, ends the request.
 */
export abstract class AnswerStream<Event, Answer> implements AsyncIterable<Event>, AsyncDisposable {
  readonly #call: Call;
  readonly #items: string[] = [];
  #meta: Meta;
  #outcome: Outcome | undefined;
  #errorTold = false;
  #pulling: Promise<void> | undefined;
  #taken = false;
  /** What had arrived when the call ended, taken before the call is freed. */
  #snapshot: string | undefined;
  #whole: Arrived<Answer> | undefined;

  /** @internal */
  constructor({ call, opened, batch }: Opened) {
    this.#call = call;
    this.#meta = toMeta(JSON.parse(opened) as MetaJson);
    this.#accept(batch);
  }

  /** @internal */
  protected abstract toEvent(text: string): Event;

  /** @internal */
  protected abstract toAnswer(snapshot: Snapshot, facts: AnswerFacts): Answer;

  [Symbol.asyncIterator](): AsyncIterableIterator<Event> {
    this.#take();
    const iterator: AsyncIterableIterator<Event> = {
      next: async () => {
        const text = await this.#next();
        return text === undefined ? { value: undefined, done: true } : { value: this.toEvent(text), done: false };
      },
      return: async () => {
        this.abort();
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  /** Tokens, once the server has reported them: usually at the end. */
  get usage(): Usage | undefined {
    return this.#arrived().facts.usage;
  }

  /** How the model declined: `refusal`, `content_filter` or a code of the server's own; undefined if it did not. */
  get refusalCode(): string | undefined {
    return this.#arrived().facts.refusalCode;
  }

  /** Whether any output has arrived: text, reasoning, a refusal, a tool call. What says only that work goes on is none. */
  get sawOutput(): boolean {
    return this.#arrived().sawOutput;
  }

  /** How the call went; final once the stream has ended. */
  get meta(): Meta {
    return this.#meta;
  }

  /** Reads what is left and gives the whole answer; throws what ended the stream, if it was not its own end. */
  async final(): Promise<Answer> {
    this.#taken = true;
    while ((await this.#next()) !== undefined);
    if (this.#outcome && "error" in this.#outcome) throw this.#outcome.error;
    return this.answer;
  }

  /** The answer as bytes, one JSON event a line: the body of a server's own response. Cancelling it ends the request. */
  toReadableStream(): ReadableStream<Uint8Array> {
    this.#take();
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const text = await this.#next();
        if (text === undefined) controller.close();
        else controller.enqueue(encoder.encode(`${text.replaceAll("\n", " ")}\n`));
      },
      cancel: () => this.abort(),
    });
  }

  /** Ends the request now. What has arrived stays readable; whoever waits for more gets an AbortError. */
  abort(): void {
    if (this.#outcome) return;
    this.#items.length = 0;
    this.#settle({ error: new CancelledError("the stream was ended by its reader", { meta: this.#meta }) });
  }

  /** Ends the request, if it still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.abort();
  }

  /** The answer as far as it has arrived. @internal */
  protected get answer(): Answer {
    return this.#arrived().answer;
  }

  /** The JSON that has arrived, closed where it stands. @internal */
  protected get draft(): unknown {
    return this.#arrived().draft ?? undefined;
  }

  /** How the stream ended, if it ended well. @internal */
  protected get done(): Done | undefined {
    return this.#outcome && "done" in this.#outcome ? this.#outcome.done : undefined;
  }

  #take(): void {
    if (this.#taken) throw new TypeError("this stream has been read already: an answer arrives only once");
    this.#taken = true;
  }

  async #next(): Promise<string | undefined> {
    for (;;) {
      this.#heedSignal();
      const item = this.#items.shift();
      if (item !== undefined) return item;
      if (this.#outcome) return this.#finish(this.#outcome);
      this.#pulling ??= this.#pull();
      await this.#pulling;
    }
  }

  /** An abort is heard before what had arrived by then, as with fetch. */
  #heedSignal(): void {
    const { signal } = this.#call;
    if (!signal?.aborted || (this.#outcome && this.#items.length === 0)) return;
    this.#items.length = 0;
    this.#settle({ error: signal.reason });
  }

  /** The error is thrown once, as a generator does; then the stream is at its end. */
  #finish(outcome: Outcome): undefined {
    if (!("error" in outcome) || this.#errorTold) return undefined;
    this.#errorTold = true;
    throw outcome.error;
  }

  async #pull(): Promise<void> {
    try {
      const batch = await this.#call.pull();
      if (!this.#outcome) this.#accept(batch);
    } catch (error) {
      if (!this.#outcome) this.#settle({ error });
    } finally {
      this.#pulling = undefined;
    }
  }

  #accept(batch: NativeBatch): void {
    this.#items.push(...batch.items);
    try {
      const done = this.#call.end(batch);
      if (done) this.#settle({ done });
    } catch (error) {
      this.#settle({ error });
    }
  }

  #settle(outcome: Outcome): void {
    this.#outcome = outcome;
    if ("done" in outcome) this.#meta = outcome.done.meta;
    else if (outcome.error instanceof AxoniumError) this.#meta = outcome.error.meta;
    this.#snapshot ??= this.#call.snapshot();
    this.#call.close();
  }

  /** What has arrived; put together anew at each question until the stream has ended. */
  #arrived(): Arrived<Answer> {
    if (this.#whole) return this.#whole;
    const snapshot = decode(this.#snapshot ?? this.#call.snapshot()) as Snapshot;
    const facts = {
      usage: this.done?.usage ?? toUsage(snapshot.usage),
      meta: this.#meta,
      refusalCode: this.done?.refusalCode ?? snapshot.refusal?.code,
    };
    const { saw_output: sawOutput, parsed_partial: draft } = snapshot;
    const arrived = { answer: this.toAnswer(snapshot, facts), facts, sawOutput, draft };
    if (this.#snapshot !== undefined) this.#whole = arrived;
    return arrived;
  }
}
