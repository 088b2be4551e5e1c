/** A WebSocket that is kept for many responses. */

import type { KeptConnection, Session } from "./call.js";
import { type CallSite, callSite } from "./failure.js";
import type { Meta } from "./meta.js";
import type { ParseOptions, RequestOptions } from "./options.js";
import type { Response } from "./response.js";
import { openResponse, type ParsedResponseStream, type ResponseStream } from "./response-stream.js";
import type { ResponseParseRequest, ResponseRequest } from "./response-types.js";
import type { Parsed, Schema } from "./schema.js";

/** A connection that nobody closed is closed once neither it nor a stream on it can be reached. */
const forgotten = new FinalizationRegistry<() => void>((close) => close());

/**
 * A WebSocket that carries one response after the other. If it was closed in between, or has lived its 60 minutes, the
 * next response opens it again. One response at a time: asking for another meanwhile is an InvalidRequestError.
 *
 * @example
 * await using connection = await client.responses.connect();
 * const first = await connection.create({ model, input: "Summarise order 4417." });
 * const second = await connection.create({ model, input: "Shorter.", previous_response_id: first.id });
 */
export class ResponseConnection implements AsyncDisposable {
  readonly #session: Session;
  readonly #connection: KeptConnection;
  readonly #close: () => void;
  /** How opening it went. */
  readonly meta: Meta;

  /** @internal */
  constructor(session: Session, connection: KeptConnection, meta: Meta) {
    this.#session = session;
    this.#connection = connection;
    this.#close = closing(session, connection.number);
    this.meta = meta;
    forgotten.register(connection, this.#close);
  }

  /** Generates a response and reads it to its end. */
  async create(request: ResponseRequest, options: RequestOptions = {}): Promise<Response> {
    const stream = await this.#open(request, options, callSite(this.create));
    return stream.final();
  }

  /** Generates a response event by event. Leaving it early closes the socket; the next response opens it again. */
  stream(request: ResponseRequest, options?: RequestOptions): Promise<ResponseStream>;
  stream<const S extends Schema>(
    request: ResponseParseRequest<S> & { tools?: undefined },
    options?: ParseOptions,
  ): Promise<ParsedResponseStream<S>>;
  stream<const S extends Schema>(
    request: ResponseParseRequest<S>,
    options?: ParseOptions,
  ): Promise<ParsedResponseStream<S, Parsed<S> | undefined>>;
  async stream(
    request: ResponseRequest | ResponseParseRequest<Schema>,
    options: ParseOptions = {},
  ): Promise<ResponseStream> {
    return this.#open(request, options, callSite(this.stream));
  }

  /** Closes the socket; a response that still runs is cut off. May be repeated. */
  async close(): Promise<void> {
    this.#close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #open(
    request: ResponseRequest | ResponseParseRequest<Schema>,
    options: ParseOptions,
    site: CallSite,
  ): Promise<ResponseStream> {
    return openResponse(this.#session, request, { options, connection: this.#connection, site });
  }
}

/** What closes the connection of that number; must not refer to the connection, which would then never be forgotten. */
function closing({ engine }: Session, number: number): () => void {
  return () => engine.start("responses.disconnect", JSON.stringify({ connection: number }), "{}").close();
}
