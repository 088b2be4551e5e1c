import assert from "node:assert/strict";
import { test } from "node:test";
import { rejection, saying, until, withGateway } from "./support.mjs";

const texts = Array.from({ length: 64 }, (_, index) => `order ${index} is ${index * 7919} of ${crypto.randomUUID()}`);

test("64 calls at once each get their own answer", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const answers = await Promise.all(texts.map((text) => client.chat.completions.create(saying(text))));
    assert.deepEqual(
      answers.map((answer) => answer.content),
      texts,
    );
    assert.equal(new Set(answers.map((answer) => answer.meta.requestId)).size, 64);
  }));

test("64 streams at once each get their own answer", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const read = async (text: string) => {
      let said = "";
      for await (const chunk of await client.chat.completions.stream(saying(text))) said += chunk.content ?? "";
      return said;
    };
    assert.deepEqual(await Promise.all(texts.map(read)), texts);
  }));

test("a pending call leaves the event loop free", () =>
  withGateway(async (gateway) => {
    await gateway.script([{ hang: true }]);
    await using client = gateway.client();
    const controller = new AbortController();
    const pending = rejection(client.chat.completions.create(saying("hi"), { signal: controller.signal }));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    await until(async () => (await gateway.requests()).length === 1);
    controller.abort();
    assert.equal(await pending, controller.signal.reason);
  }));
