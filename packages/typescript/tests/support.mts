/** What the tests share. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ChatRequest } from "axonium";
import { Gateway, type GatewayOptions, type Step } from "axonium/testing";

export const model = "qwen3-0.6b";

/** A request whose answer is `text`: the gateway's model repeats what it is told. */
export function saying(text: string): Pick<ChatRequest, "model" | "messages"> {
  return { model, messages: [{ role: "user", content: text }] };
}

/** A chat answer with that text, and what else the message and the choice say. */
export function answering(content: string | null, message: object = {}, finish_reason = "stop"): Step {
  const choice = { index: 0, message: { role: "assistant", content, ...message }, finish_reason };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return { body: { id: "c", object: "chat.completion", model, choices: [choice], usage } };
}

/** A response with that text. */
export function responding(text: string): Step {
  const item = { id: "i", type: "message", role: "assistant", content: [{ type: "output_text", text }] };
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  return { body: { id: "r", object: "response", model, status: "completed", output: [item], usage } };
}

/** What the requests that arrived asked for. */
export async function bodies(gateway: Gateway): Promise<unknown[]> {
  return (await gateway.requests()).map(({ body }) => JSON.parse(body));
}

/** Runs `test` with a gateway of its own. */
export async function withGateway(test: (gateway: Gateway) => Promise<void>, options?: GatewayOptions): Promise<void> {
  const gateway = await Gateway.start(options);
  try {
    await test(gateway);
  } finally {
    await gateway.close();
  }
}

/** What `promise` rejects with; fails if it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`it was expected to reject, and gave ${String(value)}`);
}

/** The error of that class that `promise` rejects with. */
export async function rejectionOf<E extends Error>(
  type: abstract new (...args: never[]) => E,
  promise: Promise<unknown>,
): Promise<E> {
  const error = await rejection(promise);
  if (error instanceof type) return error;
  throw new Error(`expected ${type.name}, got ${String(error)}`, { cause: error });
}

/** Resolves once `condition` holds, asked at every turn of the event loop; rejects after `limit` milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, limit = 30_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("the condition did not come to hold in time");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Lets a second of the gateway's time pass again and again, until `pending` is settled: a pause may not even have begun
 * when the first one does.
 */
export async function whileTimePasses<T>(gateway: Gateway, pending: Promise<T>): Promise<T> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  pending.then(settle, settle);
  await until(async () => {
    await gateway.advance(1_000);
    return settled;
  });
  return pending;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What runs the programs: Node, unless `AXONIUM_TEST_RUNTIME` names another, such as `bun`. */
const runtime = process.env.AXONIUM_TEST_RUNTIME ?? process.execPath;

/** Runs a program of `programs/` to its end; one that has not ended after `limit` milliseconds is killed. */
export async function run(
  program: string,
  argv: string[] = [],
  options: { flags?: string[]; limit?: number; env?: Record<string, string> } = {},
): Promise<Exit> {
  const file = fileURLToPath(new URL(`./programs/${program}`, import.meta.url));
  const child = spawn(runtime, [...(options.flags ?? []), file, ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env },
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), options.limit ?? 60_000);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
  });
}
