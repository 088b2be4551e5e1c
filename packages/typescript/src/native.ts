/** The native addon: what it offers, and where it is found. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { ConfigurationError } from "./errors.generated.js";
import { version } from "./version.js";

/** What a pull brings. Every string but an item is a JSON object of the bridge; an item is one body or one event's data. */
export interface NativeBatch {
  readonly opened?: string;
  readonly notices: string[];
  readonly items: string[];
  /** Exactly one of these on the call's last batch. */
  readonly done?: string;
  readonly failed?: string;
}

/** One call. Cancelled by `close`, and when it is garbage-collected. */
export interface NativeCall {
  pull(maxItems: number, maxBytes: number): Promise<NativeBatch>;
  snapshot(): string;
  cancel(): void;
  close(): void;
  answerToken(ticket: number, token: string | undefined, failure: string | undefined): void;
}

/** An error thrown by the addon has the failure's JSON as its message. */
export interface NativeEngine {
  start(operation: string, body: string, options: string): NativeCall;
  circuits(): string;
  stats(): string;
  shutdown(): void;
}

export interface NativeGateway {
  readonly handle: number;
  readonly url: string;
  control(command: string, argument: string): string;
  stop(): void;
}

export interface NativeAddon {
  readonly Engine: new (config: string) => NativeEngine;
  readonly Gateway: { start(config: string): NativeGateway };
  deriveKey(namespace: string, body: string): string;
  runKey(runId: string, step: string): string;
  version(): string;
}

let loaded: NativeAddon | undefined;

/** Loads the addon on first use, so that importing the package cannot fail. */
export function native(): NativeAddon {
  loaded ??= load();
  return loaded;
}

function load(): NativeAddon {
  const require = createRequire(__filename);
  const failures: string[] = [];
  for (const candidate of candidates()) {
    let addon: NativeAddon;
    try {
      addon = require(candidate) as NativeAddon;
    } catch (error) {
      failures.push(`${candidate}: ${firstLine(error)}`);
      continue;
    }
    if (addon.version() === version) return addon;
    failures.push(`${candidate}: is version ${addon.version()}, this package is ${version}`);
  }
  throw new ConfigurationError(
    `axonium has no native addon for ${process.platform}-${process.arch}: install ${platformPackages().join(" or ")} ` +
      `in version ${version}, or name a built addon in AXONIUM_NATIVE_PATH. Tried ${failures.join("; ")}`,
    { local: true, field: "AXONIUM_NATIVE_PATH" },
  );
}

/** An explicit path is the only candidate: falling back from it would hide that it is wrong. */
function candidates(): string[] {
  const explicit = process.env.AXONIUM_NATIVE_PATH;
  if (explicit) return [explicit];
  const local = join(__dirname, "..", "native", `axonium.${process.platform}-${process.arch}.node`);
  return [local, ...platformPackages()];
}

function platformPackages(): string[] {
  const name = `@axonium/native-${process.platform}-${process.arch}`;
  return process.platform === "linux" ? [`${name}-gnu`, `${name}-musl`] : [name];
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? text;
}
