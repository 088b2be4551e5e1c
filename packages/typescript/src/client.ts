/** The client: one engine, its resources, and its end. */

import type { Session } from "./call.js";
import { type Circuit, toCircuits } from "./circuits.js";
import { configJson } from "./control.js";
import { AxoniumError } from "./errors.js";
import { callSite, translated } from "./failure.js";
import { native } from "./native.js";
import type { AxoniumOptions } from "./options.js";
import { Chat } from "./resources/chat.js";
import { Models } from "./resources/models.js";
import { Responses } from "./resources/responses.js";
import { Token } from "./resources/token.js";
import { UsageRecords } from "./resources/usage.js";

/**
 * A client of one gateway. Make one and share it: it keeps the connections, the token and the cooldowns.
 *
 * @example
 * const client = new Axonium({ apiKey: process.env.KEY });
 * const completion = await client.chat.completions.create({ model: "qwen3-0.6b", messages });
 */
export class Axonium implements AsyncDisposable {
  readonly chat: Chat;
  readonly responses: Responses;
  readonly models: Models;
  readonly usage: UsageRecords;
  readonly token: Token;
  readonly #session: Session;

  /** Throws a ConfigurationError that names the option and the remedy. */
  constructor(options: AxoniumOptions = {}) {
    const config = configJson(options);
    const { Engine } = native();
    this.#session = {
      engine: translated(() => new Engine(config), callSite(Axonium)),
      logger: options.logger,
      hooks: options.hooks ?? {},
      tokenProvider: options.tokenProvider,
    };
    this.chat = new Chat(this.#session);
    this.responses = new Responses(this.#session);
    this.models = new Models(this.#session);
    this.usage = new UsageRecords(this.#session);
    this.token = new Token(this.#session);
  }

  /** The circuit breakers that this client and those of its `cooldownGroup` know; none while they are switched off. */
  circuits(): Circuit[] {
    return toCircuits(this.#session.engine.circuits());
  }

  /** Two lines for a person: what happened and was tried; why it was not repeated and what to do. */
  explain(error: unknown): string {
    if (error instanceof AxoniumError) return error.explanation ?? error.message;
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }

  /** Ends every call that still runs, with a CancelledError, and closes the connections. The client cannot be used again. */
  async close(): Promise<void> {
    this.#session.engine.shutdown();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
