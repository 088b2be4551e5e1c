import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  InvalidRequestError,
  type JsonSchema,
  MalformedOutputError,
  type ParseOptions,
  RefusalError,
  type Schema,
  type StandardResult,
  type StandardSchema,
} from "axonium";
import * as z from "zod";
import * as mini from "zod/mini";
import { answering, bodies, rejectionOf, responding, saying, withGateway } from "./support.mjs";

const Order = z.object({
  id: z.string().transform((id) => `order ${id}`),
  total: z.number(),
  note: z.string().default("none"),
});

const orderJson: JsonSchema = {
  type: "object",
  properties: { id: { type: "string" }, total: { type: "number" } },
  required: ["id", "total"],
};

/** A schema of a library that offers no JSON Schema. */
function handmade<T>(
  validate: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>,
): StandardSchema<unknown, T> {
  return { "~standard": { version: 1, vendor: "handmade", validate } };
}

/** The JSON Schema that a chat request was sent with. */
const sentSchema = (body: unknown) =>
  (body as { response_format: { json_schema: { schema: { properties: object } } } }).response_format.json_schema.schema;

describe("what a schema comes to", { concurrency: true }, () => {
  test("zod: its JSON Schema is sent, and the value is what zod makes of the answer", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"4417","total":12.5}')]);
      await using client = gateway.client();
      const completion = await client.chat.completions.parse({ ...saying("hi"), response_format: Order });
      assert.deepEqual(completion.parsed, { id: "order 4417", total: 12.5, note: "none" });
      assert.equal(completion.content, '{"id":"4417","total":12.5}');
      assert.equal(completion.usage?.totalTokens, 15);
      assert.equal(completion.meta.attempts, 1);
      const [body] = await bodies(gateway);
      assert.deepEqual(Object.keys(sentSchema(body).properties).sort(), ["id", "note", "total"]);
    }));

  test("responses take it as text.format, beside what else is said of the text", () =>
    withGateway(async (gateway) => {
      await gateway.script([responding('{"id":"4417","total":12.5}')]);
      await using client = gateway.client();
      const request = { model: "m", input: "hi", text: { format: Order, verbosity: "low" } } as const;
      const response = await client.responses.parse(request);
      assert.equal(response.parsed.id, "order 4417");
      assert.equal(response.outputText, '{"id":"4417","total":12.5}');
      const [body] = await bodies(gateway);
      const { text } = body as { text: { format: { type: string }; verbosity: string } };
      assert.deepEqual([text.format.type, text.verbosity], ["json_schema", "low"]);
    }));

  test("a schema that is a function, as ArkType's, and offers its JSON Schema by the standard", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"4417","total":1}')]);
      await using client = gateway.client();
      const asked: string[] = [];
      const jsonSchema = {
        input: ({ target }: { target: string }) => {
          asked.push(target);
          return orderJson;
        },
      };
      const validate = (value: unknown) => ({ value: Object.keys(value as object) });
      const standard = { version: 1, vendor: "handmade", validate, jsonSchema } as const;
      const schema = Object.assign(() => {}, { "~standard": standard });
      const { parsed } = await client.chat.completions.parse({ ...saying("hi"), response_format: schema });
      assert.deepEqual(parsed, ["id", "total"]);
      assert.deepEqual(asked, ["draft-2020-12"]);
    }));

  test("a schema without a JSON Schema takes the one beside it, and may validate asynchronously", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"4417","total":2}')]);
      await using client = gateway.client();
      const schema = handmade(async (value) => ({ value: (value as { total: number }).total * 2 }));
      const request = { ...saying("hi"), response_format: schema };
      const { parsed } = await client.chat.completions.parse(request, { jsonSchema: orderJson });
      assert.equal(parsed, 4);
      assert.deepEqual(Object.keys(sentSchema((await bodies(gateway))[0]).properties), ["id", "total"]);
    }));

  test("a plain JSON Schema gives the value as it is, numbers unrounded", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"4417","total":90071992547409931}')]);
      await using client = gateway.client();
      const { parsed } = await client.chat.completions.parse({ ...saying("hi"), response_format: orderJson });
      assert.deepEqual(parsed, { id: "4417", total: 90_071_992_547_409_931n });
    }));
});

const refused: [name: string, schema: Schema, message: RegExp, options?: ParseOptions][] = [
  ["a library's schema that offers no JSON Schema", handmade((value) => ({ value })), /handmade.*option jsonSchema/],
  ["zod mini, which offers none", mini.object({ id: mini.string() }), /zod.*z\.toJSONSchema\(schema\)/],
  ["a zod type that JSON cannot hold", z.object({ at: z.date() }), /Date.*option jsonSchema/],
  ["no schema at all", undefined as never, /response_format.*undefined/],
  ["a text", "Order" as never, /response_format.*string/],
  ["one of the wire's own formats alone", { type: "json_object" }, /wire's own formats/],
  ["a function that is none", (() => {}) as never, /response_format.*function/],
  ["a JSON Schema that is none", { type: "objekt" }, /objekt/],
];

for (const [name, schema, message, options] of refused) {
  test(`refused before anything is sent: ${name}`, () =>
    withGateway(async (gateway) => {
      await using client = gateway.client();
      const call = client.chat.completions.parse({ ...saying("hi"), response_format: schema }, options);
      const error = await rejectionOf(InvalidRequestError, call);
      assert.equal(error.field, "parse.schema");
      assert.match(error.message, message);
      assert.equal(error.local, true);
      assert.deepEqual(await gateway.requests(), []);
    }));
}

test("more than one repair is refused before anything is sent", () =>
  withGateway(async (gateway) => {
    await using client = gateway.client();
    const call = client.chat.completions.parse({ ...saying("hi"), response_format: Order }, { maxRepairs: 2 as never });
    assert.equal((await rejectionOf(InvalidRequestError, call)).field, "parse.max_repairs");
    assert.deepEqual(await gateway.requests(), []);
  }));

describe("output that is not what was asked for", { concurrency: true }, () => {
  test("is mended once, with the broken output and the error, and both requests count", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"4417"}'), answering('{"id":"4417","total":1}')]);
      await using client = gateway.client();
      const request = { ...saying("hi"), response_format: Order };
      const { parsed, usage, meta } = await client.chat.completions.parse(request, { idempotencyKey: "k" });
      assert.equal(parsed.total, 1);
      assert.equal(usage?.totalTokens, 30);
      assert.equal(meta.history.length, 2);
      const [, repair] = await bodies(gateway);
      const { messages } = repair as { messages: { role: string; content: string }[] };
      assert.deepEqual(
        messages.map(({ role }) => role),
        ["user", "assistant", "user"],
      );
      assert.equal(messages[1]?.content, '{"id":"4417"}');
      assert.match(messages[2]?.content ?? "", /total/);
      const keys = (await gateway.requests()).map(({ headers }) => headers["idempotency-key"]);
      assert.deepEqual(keys, ["k", "k:repair:1"]);
    }));

  test("and then is a MalformedOutputError with both outputs", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"4417"}'), answering("sorry")]);
      await using client = gateway.client();
      const call = client.chat.completions.parse({ ...saying("hi"), response_format: Order });
      const error = await rejectionOf(MalformedOutputError, call);
      assert.deepEqual(
        error.outputs?.map(({ text }) => text),
        ['{"id":"4417"}', "sorry"],
      );
      assert.match(error.outputs?.[0]?.error ?? "", /total/);
      assert.equal(error.meta.attempts, 2);
      assert.ok(error.reason?.code);
    }));

  test("is raised at once without repairs", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering("sorry")], { repeating: true });
      await using client = gateway.client();
      const call = client.chat.completions.parse({ ...saying("hi"), response_format: Order }, { maxRepairs: 0 });
      assert.equal((await rejectionOf(MalformedOutputError, call)).outputs?.length, 1);
      assert.equal((await gateway.requests()).length, 1);
    }));

  test("that only the schema's own validate refuses is raised, and not mended", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"4417","total":-1}')], { repeating: true });
      await using client = gateway.client();
      const Paid = z.object({ id: z.string(), total: z.number() }).refine(({ total }) => total > 0, {
        path: ["total"],
        message: "must be paid",
      });
      const call = client.chat.completions.parse({ ...saying("hi"), response_format: Paid });
      const error = await rejectionOf(MalformedOutputError, call);
      assert.deepEqual(error.outputs, [{ text: '{"id":"4417","total":-1}', error: "total: must be paid" }]);
      assert.match(error.message, /total: must be paid/);
      assert.equal(error.meta.attempts, 1);
      assert.equal((await gateway.requests()).length, 1);
    }));

  test("is cut short: raised with that reason, without a second request", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('{"id":"44', {}, "length")], { repeating: true });
      await using client = gateway.client();
      const call = client.chat.completions.parse({ ...saying("hi"), response_format: Order });
      const error = await rejectionOf(MalformedOutputError, call);
      assert.equal(error.reason?.code, "output-truncated");
      assert.equal((await gateway.requests()).length, 1);
    }));

  test("is a refusal: raised with the model's words, without a second request", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering(null, { refusal: "I will not." })], { repeating: true });
      await using client = gateway.client();
      const call = client.chat.completions.parse({ ...saying("hi"), response_format: Order });
      const error = await rejectionOf(RefusalError, call);
      assert.deepEqual(error.refusal, { code: "refusal", text: "I will not." });
      assert.equal((await gateway.requests()).length, 1);
      const plain = await client.chat.completions.create(saying("hi"));
      assert.deepEqual([plain.refusal, plain.refusalCode], ["I will not.", "refusal"]);
    }));

  test("has a fence around it: accepted if lenient, and what was taken away is said", () =>
    withGateway(async (gateway) => {
      await gateway.script([answering('Here:\n```json\n{"id":"4417","total":1}\n```')], { repeating: true });
      await using client = gateway.client();
      const request = { ...saying("hi"), response_format: Order };
      const { parsed, meta } = await client.chat.completions.parse(request, { lenient: true });
      assert.equal(parsed.total, 1);
      assert.match(meta.stripped ?? "", /Here/);
      await rejectionOf(MalformedOutputError, client.chat.completions.parse(request, { maxRepairs: 0 }));
    }));
});

test("a model that asks for its tools first has said nothing to parse yet", () =>
  withGateway(async (gateway) => {
    const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
    await gateway.script([answering(null, { tool_calls: [call] }, "tool_calls")], { repeating: true });
    await using client = gateway.client();
    const request = { ...saying("hi"), response_format: Order };
    const tools = [{ type: "function", function: { name: "f" } }] as const;
    const { parsed, toolCalls } = await client.chat.completions.parse({ ...request, tools });
    assert.deepEqual([parsed, toolCalls[0]?.id], [undefined, "a"]);
  }));

test("a server that takes no schema is not sent one", () =>
  withGateway(async (gateway) => {
    await gateway.script([answering('{"id":"4417","total":1}')]);
    await using client = gateway.client();
    const request = { ...saying("hi"), response_format: Order };
    assert.equal((await client.chat.completions.parse(request, { sendSchema: false })).parsed.total, 1);
    assert.deepEqual(await bodies(gateway), [saying("hi")]);
  }));

test("one of the wire's own formats may stand beside a schema that is not sent, and not beside one that is", () =>
  withGateway(async (gateway) => {
    await gateway.script([answering('{"id":"4417","total":1}'), responding('{"id":"4417","total":1}')]);
    await using client = gateway.client();
    const format = { type: "json_object" } as const;
    const chat = { ...saying("hi"), response_format: format };
    const options = { jsonSchema: orderJson, sendSchema: false };
    assert.deepEqual((await client.chat.completions.parse(chat, options)).parsed, { id: "4417", total: 1 });
    const response = { model: "m", input: "hi", text: { format } };
    assert.deepEqual((await client.responses.parse(response, options)).parsed, { id: "4417", total: 1 });
    assert.deepEqual(await bodies(gateway), [chat, response]);
    for (const [call, field] of [
      [client.chat.completions.parse(chat, { jsonSchema: orderJson }), "response_format"],
      [client.chat.completions.stream(chat, { jsonSchema: orderJson }), "response_format"],
      [client.responses.parse(response, { jsonSchema: orderJson }), "text.format"],
      [client.responses.stream(response, { jsonSchema: orderJson }), "text.format"],
    ] as const)
      assert.equal((await rejectionOf(InvalidRequestError, call)).field, field);
    assert.equal((await gateway.requests()).length, 2);
  }));
