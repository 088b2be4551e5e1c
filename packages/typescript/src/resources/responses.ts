/** `client.responses`. */

import { openStream } from "../answer-stream.js";
import { ask, type CallSpec, type Session } from "../call.js";
import { refuseRequest } from "../control.js";
import { callSite } from "../failure.js";
import { decode, encode } from "../json.js";
import type { RequestOptions, ResponseStreamOptions } from "../options.js";
import { Response } from "../response.js";
import { ResponseConnection } from "../response-connection.js";
import { ResponseStream } from "../response-stream.js";
import type { ResponseBody, ResponseRequest } from "../response-types.js";

/** A request of either kind: which one it is shows at run time. */
type Streamable = ResponseRequest & { stream?: boolean | undefined };

export class Responses {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Generates a response. With `stream: true` it is the same as `stream()`.
   *
   * @example
   * const response = await client.responses.create({ model: "qwen3-0.6b", input: "hi" });
   * console.log(response.outputText);
   */
  create(request: ResponseRequest & { stream?: false | undefined }, options?: RequestOptions): Promise<Response>;
  create(request: ResponseRequest & { stream: true }, options?: ResponseStreamOptions): Promise<ResponseStream>;
  create(
    request: ResponseRequest & { stream: boolean },
    options?: ResponseStreamOptions,
  ): Promise<Response | ResponseStream>;
  async create(request: Streamable, options: ResponseStreamOptions = {}): Promise<Response | ResponseStream> {
    const site = callSite(this.create);
    const { stream, ...fields } = request;
    const spec = { body: encode(fields, "", refuseRequest), options, site };
    if (stream) return this.#open(spec);
    const { body, answer, usage, meta } = await ask(this.#session, { operation: "responses.create", ...spec });
    return new Response(decode(body) as ResponseBody, answer, usage, meta);
  }

  /** Generates a response event by event, over SSE or a WebSocket. Resolves once the server has accepted the request. */
  async stream(
    request: ResponseRequest & { stream?: true | undefined },
    options: ResponseStreamOptions = {},
  ): Promise<ResponseStream> {
    const site = callSite(this.stream);
    const { stream, ...fields } = request;
    return this.#open({ body: encode(fields, "", refuseRequest), options, site });
  }

  /** Opens a WebSocket that is kept for many responses, one after the other. Close it when it is no longer needed. */
  async connect(options: RequestOptions = {}): Promise<ResponseConnection> {
    const site = callSite(this.connect);
    const { body, meta } = await ask(this.#session, { operation: "responses.connect", body: "", options, site });
    const { connection } = JSON.parse(body) as { connection: number };
    return new ResponseConnection(this.#session, { number: connection }, meta);
  }

  async #open(spec: Omit<CallSpec, "operation">): Promise<ResponseStream> {
    return new ResponseStream(await openStream(this.#session, { operation: "responses.stream", ...spec }));
  }
}
