import { Axonium } from "../client.js";
import { refuseOption } from "../control.js";
import { translated } from "../failure.js";
import { encode } from "../json.js";
import { type NativeGateway, native } from "../native.js";
import type { AxoniumOptions } from "../options.js";
import { withClock } from "./clock.js";
import { type GatewayOptions, snakeCased } from "./options.js";
import {
  type Ledger,
  type LedgerJson,
  type RecordedRequest,
  type RecordedRequestJson,
  toLedger,
  toRequest,
} from "./records.js";
import type { Step } from "./script.js";

/**
 * An Axonium gateway in this process, on a random port of the loopback interface.
 *
 * @example
 * await using gateway = await Gateway.start();
 * await gateway.script([{ status: 429, headers: { "Retry-After": "7" }, problem: "rate-limit-exceeded-requests" }]);
 * const completion = await gateway.client().chat.completions.create({ model: "qwen3-0.6b", messages });
 * assert.equal(completion.meta.waitedMs, 7000);
 */
export class Gateway implements AsyncDisposable {
  /** Its address, for clients made elsewhere. */
  readonly url: string;
  readonly #native: NativeGateway;
  readonly #options: GatewayOptions;

  private constructor(gateway: NativeGateway, options: GatewayOptions) {
    this.url = gateway.url;
    this.#native = gateway;
    this.#options = options;
  }

  /** Starts one; it serves until `close()`. */
  static async start(options: GatewayOptions = {}): Promise<Gateway> {
    const started = translated(() => native().Gateway.start(encode(snakeCased(options), "", refuseOption)));
    return new Gateway(started, options);
  }

  /** A client of this gateway that shares its clock and, unless the options name some, its credentials. */
  client(options: AxoniumOptions = {}): Axonium {
    const { clientId, clientSecret, apiKey = "test" } = this.#options;
    const named = options.apiKey ?? options.clientId ?? options.tokenProvider;
    const own = clientId === undefined ? { apiKey } : { clientId, clientSecret };
    const credentials = named === undefined ? own : {};
    const shared = withClock(options, { gateway: this.#native.handle });
    return new Axonium({ ...shared, ...credentials, gatewayBaseUrl: options.gatewayBaseUrl ?? this.url });
  }

  /** Answers the next requests in order; then the full gateway answers again or, if `repeating`, the last step does. */
  async script(steps: readonly Step[], { repeating = false }: { repeating?: boolean } = {}): Promise<void> {
    this.#control(repeating ? "script_repeating" : "script", steps);
  }

  /** What arrived since the start or the last reset. */
  async requests(): Promise<RecordedRequest[]> {
    return this.#control<RecordedRequestJson[]>("requests").map(toRequest);
  }

  /** The requests for a token since the start or the last reset. */
  async tokenRequests(): Promise<RecordedRequest[]> {
    return this.#control<RecordedRequestJson[]>("token_requests").map(toRequest);
  }

  /** How many WebSockets were opened since the start or the last reset. */
  async connections(): Promise<number> {
    return this.#control("connections");
  }

  /** Moves a virtual clock forward by so many milliseconds, as a wait of that length would. */
  async advance(milliseconds: number): Promise<void> {
    this.#control("advance", { seconds: milliseconds / 1000 });
  }

  /** What ran and what was billed. */
  async ledger(): Promise<Ledger> {
    return toLedger(this.#control<LedgerJson>("ledger"));
  }

  /** Forgets script, requests, ledger and idempotency keys. */
  async reset(): Promise<void> {
    this.#control("reset");
  }

  /** Stops serving. */
  async close(): Promise<void> {
    this.#native.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #control<T>(command: string, argument: unknown = null): T {
    const json = encode(argument, command, refuseOption);
    return translated(() => JSON.parse(this.#native.control(command, json)) as T);
  }
}
