/** `client.token`. */

import { ask, type Session } from "../call.js";
import { callSite } from "../failure.js";
import type { Meta } from "../meta.js";
import type { RequestOptions } from "../options.js";

/** What is known of the access token; never the token itself. */
export interface TokenInfo {
  /** The scope that was granted, which may be less than the one asked for. */
  readonly scope: string | undefined;
  /** Seconds until it expires. */
  readonly expiresIn: number | undefined;
  readonly meta: Meta;
}

export class Token {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /** Fetches the access token, or reuses the one at hand: to see early whether the credentials work. */
  async fetch(options: RequestOptions = {}): Promise<TokenInfo> {
    const { body, meta } = await ask(this.#session, {
      operation: "token.fetch",
      body: "",
      options,
      site: callSite(this.fetch),
    });
    const { scope, expires_in_s } = JSON.parse(body) as { scope: string | null; expires_in_s: number | null };
    return { scope: scope ?? undefined, expiresIn: expires_in_s ?? undefined, meta };
  }
}
