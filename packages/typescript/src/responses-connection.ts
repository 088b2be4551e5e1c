/** A WebSocket that is kept for many responses. */

import { openStream } from "./answer-stream.js";
import { ask, type Session } from "./call.js";
import { refuseRequest } from "./control.js";
import { type CallSite, callSite } from "./failure.js";
import { encode } from "./json.js";
import type { Meta } from "./meta.js";
import type { RequestOptions } from "./options.js";
import type { Response } from "./response.js";
import { ResponseStream } from "./response-stream.js";
import type { ResponseRequest } from "./response-types.js";

/**
 * A WebSocket that carries one response after the other. If it was closed in between, or has lived its 60 minutes, the
 * next response opens it again. One response at a time: asking for another meanwhile is an InvalidRequestError.
 *
 * @example
 * await using connection = await client.responses.connect();
 * const first = await connection.create({ model, input: "Summarise order 4417." });
 * const second = await connection.create({ model, input: "Shorter.", previous_response_id: first.id });
 */
export class ResponsesConnection implements AsyncDisposable {
  readonly #session: Session;
  readonly #connection: number;
  /** How opening it went. */
  readonly meta: Meta;

  /** @internal */
  constructor(session: Session, connection: number, meta: Meta) {
    this.#session = session;
    this.#connection = connection;
    this.meta = meta;
  }

  /** Generates a response and reads it to its end. */
  async create(request: ResponseRequest, options: RequestOptions = {}): Promise<Response> {
    const stream = await this.#open(request, options, callSite(this.create));
    return stream.final();
  }

  /** Generates a response event by event. Leaving it early closes the socket; the next response opens it again. */
  async stream(request: ResponseRequest, options: RequestOptions = {}): Promise<ResponseStream> {
    return this.#open(request, options, callSite(this.stream));
  }

  /** Closes the socket; a response that still runs is cut off. */
  async close(): Promise<void> {
    const body = encode({ connection: this.#connection }, "", refuseRequest);
    const site = callSite(this.close);
    await ask(this.#session, { operation: "responses.disconnect", body, options: {}, site });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #open(request: ResponseRequest, options: RequestOptions, site: CallSite): Promise<ResponseStream> {
    const body = encode(request, "", refuseRequest);
    const spec = { operation: "responses.stream", body, options, connection: this.#connection, site };
    return new ResponseStream(await openStream(this.#session, spec));
  }
}
