/** `client.chat`. */

import { openStream } from "../answer-stream.js";
import { ask, type CallSpec, type Session } from "../call.js";
import { ChatCompletion } from "../chat-completion.js";
import { ChatCompletionStream } from "../chat-stream.js";
import type { ChatCompletionBody, ChatRequest } from "../chat-types.js";
import { refuseRequest } from "../control.js";
import { callSite } from "../failure.js";
import { decode, encode } from "../json.js";
import type { RequestOptions } from "../options.js";

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
    const { body, usage, meta } = await ask(this.#session, { operation: "chat.completions.create", ...spec });
    return new ChatCompletion(decode(body) as ChatCompletionBody, usage, meta);
  }

  /** Generates an answer piece by piece. Resolves once the server has accepted the request. */
  async stream(
    request: ChatRequest & { stream?: true | undefined },
    options: RequestOptions = {},
  ): Promise<ChatCompletionStream> {
    const site = callSite(this.stream);
    const { stream, ...fields } = request;
    return this.#open({ body: encode(fields, "", refuseRequest), options, site });
  }

  async #open(spec: Omit<CallSpec, "operation">): Promise<ChatCompletionStream> {
    return new ChatCompletionStream(await openStream(this.#session, { operation: "chat.completions.stream", ...spec }));
  }
}
