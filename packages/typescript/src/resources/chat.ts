/** `client.chat`. */

import { openStream } from "../answer-stream.js";
import { ask, type CallSpec, type Session } from "../call.js";
import { ChatCompletion, ParsedChatCompletion } from "../chat-completion.js";
import { ChatCompletionStream, ParsedChatCompletionStream } from "../chat-stream.js";
import type { ChatCompletionBody, ChatParseRequest, ChatRequest } from "../chat-types.js";
import { refuseRequest } from "../control.js";
import { callSite } from "../failure.js";
import { decode, encode } from "../json.js";
import type { ParseOptions, RequestOptions } from "../options.js";
import { isParsed, splitOptions, typedValue, wireFormat } from "../parse.js";
import type { Parsed, Schema } from "../schema.js";

/** A request of either kind: which one it is shows at run time. */
type Streamable = ChatRequest & { stream?: boolean | undefined };

export class Chat {
  readonly completions: ChatCompletions;

  /** @internal */
  constructor(session: Session) {
    this.completions = new ChatCompletions(session);
  }
}

export class ChatCompletions {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Generates an answer. With `stream: true` it is the same as `stream()`.
   *
   * @example
   * const completion = await client.chat.completions.create(
   *   { model: "qwen3-0.6b", messages: [{ role: "user", content: "hi" }] },
   *   { idempotencyKey: "order-4417-summary" },
   * );
   */
  create(request: ChatRequest & { stream?: false | undefined }, options?: RequestOptions): Promise<ChatCompletion>;
  create(request: ChatRequest & { stream: true }, options?: RequestOptions): Promise<ChatCompletionStream>;
  create(request: Streamable, options?: RequestOptions): Promise<ChatCompletion | ChatCompletionStream>;
  async create(request: Streamable, options: RequestOptions = {}): Promise<ChatCompletion | ChatCompletionStream> {
    const site = callSite(this.create);
    const { stream, ...fields } = request;
    const spec = { body: encode(fields, "", refuseRequest), options, site };
    if (stream) return this.#open(spec);
    const { completion } = await this.#ask(spec);
    return completion;
  }

  /**
   * Generates an answer that fits a schema: of zod, of any library that follows Standard Schema, or a JSON Schema. Output
   * that does not fit is mended once, in a request of its own; then it is a MalformedOutputError with both outputs. So is
   * output cut short by a limit, at once. A model that declines is a RefusalError.
   *
   * @example
   * const Order = z.object({ id: z.string(), total: z.number() });
   * const { parsed } = await client.chat.completions.parse({ model, messages, response_format: Order });
   * console.log(parsed.total);
   */
  parse<const S extends Schema>(
    request: ChatParseRequest<S> & { tools?: undefined },
    options?: ParseOptions,
  ): Promise<ParsedChatCompletion<Parsed<S>>>;
  parse<const S extends Schema>(
    request: ChatParseRequest<S>,
    options?: ParseOptions,
  ): Promise<ParsedChatCompletion<Parsed<S> | undefined>>;
  async parse<const S extends Schema>(
    request: ChatParseRequest<S>,
    options: ParseOptions = {},
  ): Promise<ParsedChatCompletion<Parsed<S> | undefined>> {
    const site = callSite(this.parse);
    const { response_format: schema, ...fields } = request;
    const body = encode({ ...fields, response_format: wireFormat(schema) }, "", refuseRequest);
    const { completion, parsed } = await this.#ask({ body, ...splitOptions(schema, options, "response_format"), site });
    return new ParsedChatCompletion(completion, await typedValue(schema, parsed, completion.meta));
  }

  /**
   * Generates an answer piece by piece. Resolves once the server has accepted the request. With a schema as the
   * `response_format` its `parsedPartial` grows, and `final()` gives `parsed`; output that does not fit is not mended.
   */
  stream(request: ChatRequest & { stream?: true | undefined }, options?: RequestOptions): Promise<ChatCompletionStream>;
  stream<const S extends Schema>(
    request: ChatParseRequest<S> & { stream?: true | undefined; tools?: undefined },
    options?: ParseOptions,
  ): Promise<ParsedChatCompletionStream<S>>;
  stream<const S extends Schema>(
    request: ChatParseRequest<S> & { stream?: true | undefined },
    options?: ParseOptions,
  ): Promise<ParsedChatCompletionStream<S, Parsed<S> | undefined>>;
  async stream(
    request: (ChatRequest | ChatParseRequest<Schema>) & { stream?: true | undefined },
    options: ParseOptions = {},
  ): Promise<ChatCompletionStream> {
    const site = callSite(this.stream);
    const { stream, response_format: format, ...fields } = request;
    const body = encode({ ...fields, response_format: wireFormat(format) }, "", refuseRequest);
    if (!isParsed(format, options)) return this.#open({ body, options, site });
    const operation = "chat.completions.stream";
    const spec = { operation, body, ...splitOptions(format, options, "response_format"), site };
    return new ParsedChatCompletionStream(await openStream(this.#session, spec), format);
  }

  async #ask(spec: Omit<CallSpec, "operation">): Promise<{ completion: ChatCompletion; parsed: string | undefined }> {
    const { body, ...done } = await ask(this.#session, { operation: "chat.completions.create", ...spec });
    return { completion: new ChatCompletion(decode(body) as ChatCompletionBody, done), parsed: done.parsed };
  }

  async #open(spec: Omit<CallSpec, "operation">): Promise<ChatCompletionStream> {
    return new ChatCompletionStream(await openStream(this.#session, { operation: "chat.completions.stream", ...spec }));
  }
}
