/** `client.responses`. */

import { ask, type CallSpec, type Session } from "../call.js";
import { refuseRequest } from "../control.js";
import { callSite } from "../failure.js";
import { decode, encode } from "../json.js";
import type { ParseOptions, RequestOptions, ResponseParseStreamOptions, ResponseStreamOptions } from "../options.js";
import { splitOptions, typedValue } from "../parse.js";
import { ParsedResponse, Response } from "../response.js";
import { ResponseConnection } from "../response-connection.js";
import { openResponse, type ParsedResponseStream, type ResponseStream, withoutSchema } from "../response-stream.js";
import type { ResponseBody, ResponseParseRequest, ResponseRequest } from "../response-types.js";
import type { Parsed, Schema } from "../schema.js";

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
    if (stream) return openResponse(this.#session, fields, { options, site });
    const spec = { body: encode(fields, "", refuseRequest), options, site };
    return (await this.#ask(spec)).response;
  }

  /**
   * Generates a response whose text fits a schema: of zod, of any library that follows Standard Schema, or a JSON Schema.
   * Output that does not fit is mended once, in a request of its own; then it is a MalformedOutputError with both outputs.
   * So is output cut short by a limit, at once. A model that declines is a RefusalError.
   *
   * @example
   * const Order = z.object({ id: z.string(), total: z.number() });
   * const { parsed } = await client.responses.parse({ model, input, text: { format: Order } });
   * console.log(parsed.total);
   */
  parse<const S extends Schema>(
    request: ResponseParseRequest<S> & { tools?: undefined },
    options?: ParseOptions,
  ): Promise<ParsedResponse<Parsed<S>>>;
  parse<const S extends Schema>(
    request: ResponseParseRequest<S>,
    options?: ParseOptions,
  ): Promise<ParsedResponse<Parsed<S> | undefined>>;
  async parse<const S extends Schema>(
    request: ResponseParseRequest<S>,
    options: ParseOptions = {},
  ): Promise<ParsedResponse<Parsed<S> | undefined>> {
    const site = callSite(this.parse);
    const { schema, fields } = withoutSchema(request);
    const body = encode(fields, "", refuseRequest);
    const { response, parsed } = await this.#ask({
      body,
      ...splitOptions(schema, options, "text.format"),
      site,
    });
    return new ParsedResponse(response, await typedValue(schema, parsed, response.meta));
  }

  /**
   * Generates a response event by event, over SSE or a WebSocket. Resolves once the server has accepted the request. With
   * a schema as `text.format` its `parsedPartial` grows, and `final()` gives `parsed`; output that does not fit is not mended.
   */
  stream(
    request: ResponseRequest & { stream?: true | undefined },
    options?: ResponseStreamOptions,
  ): Promise<ResponseStream>;
  stream<const S extends Schema>(
    request: ResponseParseRequest<S> & { stream?: true | undefined; tools?: undefined },
    options?: ResponseParseStreamOptions,
  ): Promise<ParsedResponseStream<S>>;
  stream<const S extends Schema>(
    request: ResponseParseRequest<S> & { stream?: true | undefined },
    options?: ResponseParseStreamOptions,
  ): Promise<ParsedResponseStream<S, Parsed<S> | undefined>>;
  async stream(
    request: (ResponseRequest | ResponseParseRequest<Schema>) & { stream?: true | undefined },
    options: ResponseParseStreamOptions = {},
  ): Promise<ResponseStream> {
    const site = callSite(this.stream);
    const { stream, ...fields } = request;
    return openResponse(this.#session, fields, { options, site });
  }

  /** Opens a WebSocket that is kept for many responses, one after the other. Close it when it is no longer needed. */
  async connect(options: RequestOptions = {}): Promise<ResponseConnection> {
    const site = callSite(this.connect);
    const { body, meta } = await ask(this.#session, { operation: "responses.connect", body: "", options, site });
    const { connection } = JSON.parse(body) as { connection: number };
    return new ResponseConnection(this.#session, { number: connection }, meta);
  }

  async #ask(spec: Omit<CallSpec, "operation">): Promise<{ response: Response; parsed: string | undefined }> {
    const { body, ...done } = await ask(this.#session, { operation: "responses.create", ...spec });
    return { response: new Response(decode(body) as ResponseBody, done.answer, done), parsed: done.parsed };
  }
}
