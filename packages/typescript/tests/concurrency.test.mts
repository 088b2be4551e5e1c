import assert from "node:assert/strict";
import { test } from "node:test";
import { saying, withGateway } from "./support.mjs";

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

test("a long call leaves the event loop free", () =>
  withGateway(
    async (gateway) => {
      await gateway.script([{ gateway: true, delay_ms: 400 }]);
      await using client = gateway.client();
      let turns = 0;
      const timer = setInterval(() => {
        turns += 1;
      }, 5);
      await client.chat.completions.create(saying("hi"));
      clearInterval(timer);
      assert.ok(turns >= 10, `the timer fired ${turns} times`);
    },
    { clock: "real" },
  ));
