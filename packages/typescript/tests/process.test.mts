import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "./support.mjs";

const endings: [plot: string, code: number, stdout: string][] = [
  ["pending-call-then-close", 0, "AbortError\n"],
  ["pending-read-then-close", 0, "AbortError\n"],
  ["kept-connection", 0, "connected\n"],
  ["kept-connection-then-close", 0, "AbortError\n"],
  ["awaited-call", 0, "one two\n"],
  ["unread-stream", 0, "opened\n"],
  ["nothing-closed", 0, "one two\n"],
  ["exit-during-call", 7, ""],
];

for (const [plot, code, stdout] of endings) {
  test(`the process ends by itself: ${plot}`, async () => {
    const exit = await run("exit.mjs", [plot]);
    assert.deepEqual(exit, { code, signal: null, stdout, stderr: "" });
  });
}

test("worker threads make calls, and can be terminated in the middle of them", async () => {
  const exit = await run("worker.mjs");
  assert.deepEqual(exit, { code: 0, signal: null, stdout: "a b c d\nstill here\n", stderr: "" });
});

test("a stream that is forgotten ends its request and leaves its signal", async () => {
  const exit = await run("abandoned.mjs", [], { flags: ["--expose-gc"] });
  assert.deepEqual(exit, { code: 0, signal: null, stdout: "8 ended, 0 listeners\n", stderr: "" });
});

test("a connection that is forgotten is closed, and not before the stream on it is read", async () => {
  const exit = await run("forgotten.mjs", [], { flags: ["--expose-gc"] });
  assert.deepEqual(exit, { code: 0, signal: null, stdout: "one two\n1 of 1 closed\n", stderr: "" });
});

test("import and require give the same classes", async () => {
  const exit = await run("both-systems.mjs");
  assert.equal(exit.stderr, "");
  assert.deepEqual(JSON.parse(exit.stdout), { differing: [], missing: [], sameGateway: true, caught: true });
});

test("a CommonJS program requires the package, types included", async () => {
  const exit = await run("commonjs.cjs");
  assert.deepEqual(exit, { code: 0, signal: null, stdout: "from require\n", stderr: "" });
});

test("a missing addon is a ConfigurationError that names what to install", async () => {
  const exit = await run("no-addon.mjs", [], { env: { AXONIUM_NATIVE_PATH: "/nowhere/axonium.node" } });
  assert.equal(exit.code, 0, exit.stderr);
  const { kind, message } = JSON.parse(exit.stdout);
  assert.equal(kind, "Configuration");
  for (const part of ["/nowhere/axonium.node", "AXONIUM_NATIVE_PATH", "@axonium/native-"])
    assert.ok(message.includes(part), message);
});
