import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Gateway } from "axonium/testing";
import { withGateway } from "./support.mjs";

/** The rows of the page "How calls fail". */
const rows = [
  ...["rate-limit", "wait-too-long", "not-sent", "lost-without-key", "lost-with-key", "timeout-without-key"],
  ...["timeout-with-key", "in-progress", "key-reuse", "token-expired", "upstream-error", "capacity-exhausted"],
  ...["damaged-answer", "cancelled", "stream-broken", "stream-lost-before-output", "spend-cap", "cooldown"],
  ...["circuit-open", "malformed-output", "truncated-output", "refusal", "timeout-then-fallback", "resume"],
];

const file = new URL("./examples/how-calls-fail.js", import.meta.url).href;
const { default: examples } = (await import(file)) as { default: Record<string, (gateway: Gateway) => Promise<void>> };
const functionOf = (row: string) => row.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe("how calls fail", { concurrency: true }, () => {
  for (const row of rows)
    test(row, () =>
      withGateway(async (gateway) => {
        const example = examples[functionOf(row)];
        assert.ok(example, `no example is named ${functionOf(row)}`);
        await example(gateway);
      }),
    );
});

test("there is one example a row", () => {
  const named = Object.entries(examples).filter(([, example]) => typeof example === "function");
  assert.deepEqual(named.map(([name]) => name).sort(), rows.map(functionOf).sort());
});
