import { clock } from "../clock.js";
import type { AxoniumOptions } from "../options.js";

/**
 * Options for a client whose deliberate waits take no time: they are reported exactly and not slept. Limits on I/O stay
 * real.
 *
 * @example
 * const client = new Axonium(withVirtualClock({ gatewayBaseUrl, apiKey }));
 */
export function withVirtualClock(options: AxoniumOptions = {}): AxoniumOptions {
  return withClock(options, "virtual");
}

/** @internal */
export function withClock(options: AxoniumOptions, value: "virtual" | { readonly gateway: number }): AxoniumOptions {
  return { ...options, [clock]: value } as AxoniumOptions;
}
