/** Idempotency keys that come out the same whenever and wherever they are derived. */

import type { ChatRequest } from "./chat-types.js";
import { refuseRequest } from "./control.js";
import { callSite, translated } from "./failure.js";
import { encode } from "./json.js";
import { native } from "./native.js";
import type { ResponseRequest } from "./response-types.js";

/**
 * An idempotency key that this request always comes to, in every language of this SDK: SHA-256 over the canonical JSON
 * (RFC 8785) of `namespace`, path and body. A program that is started again asks for the same, and pays once.
 *
 * `namespace` says what the answer is for: without it, two uses of one prompt would share one generation. If a request with
 * a derived key failed, whether the gateway still holds the key is undefined; it remembers finished ones for 24 hours.
 *
 * Throws an InvalidRequestError for an empty namespace, or a request that is neither a chat's nor a response's.
 *
 * @example
 * const request = { model: "qwen3-0.6b", messages };
 * await client.chat.completions.create(request, { idempotencyKey: deriveKey("order-4417", request) });
 */
export function deriveKey(namespace: string, request: ChatRequest | ResponseRequest): string {
  checkText(namespace, "namespace");
  const body = encode(request, "", refuseRequest);
  return translated(() => native().deriveKey(namespace, body), callSite(deriveKey));
}

/**
 * The keys of a run of several steps that may be resumed: the same run and step always have the same key.
 *
 * @example
 * const keys = new RunKeys("import-2026-11-30");
 * await client.chat.completions.create(request, { idempotencyKey: keys.step("summary") });
 */
export class RunKeys {
  /** Any text that the run has again when it is resumed. */
  readonly runId: string;

  /** Throws an InvalidRequestError for an empty id. */
  constructor(runId: string) {
    checkText(runId, "run_id");
    translated(() => native().runKey(runId, "any"), callSite(RunKeys));
    this.runId = runId;
  }

  /** The key of the step of that name. Throws an InvalidRequestError if it is empty. */
  step(name: string): string {
    checkText(name, "step");
    return translated(() => native().runKey(this.runId, name), callSite(this.step));
  }
}

/** Refuses what is no text: the addon would put U+FFFD in the place of half a surrogate pair, and make one key of two texts. */
function checkText(text: string, field: string): void {
  if (typeof text !== "string") throw refuseRequest(field, `must be a string, not ${typeof text}`);
  encode(text, field, refuseRequest);
}
