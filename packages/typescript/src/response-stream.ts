/** A streamed response. */

import { AnswerStream, type Opened, openStream, type Snapshot } from "./answer-stream.js";
import type { CallSpec, Session } from "./call.js";
import { refuseRequest } from "./control.js";
import { encode } from "./json.js";
import type { AnswerFacts } from "./meta.js";
import type { ParseOnlyOptions, ResponseStreamOptions } from "./options.js";
import { isParsed, splitOptions, typedValue, wireFormat } from "./parse.js";
import { type AnswerJson, ParsedResponse, Response } from "./response.js";
import { decodeResponseEvent, type ResponseEvent } from "./response-event.js";
import type { ResponseBody, ResponseParseRequest, ResponseRequest } from "./response-types.js";
import type { DeepPartial, Parsed, Schema, Written } from "./schema.js";
import type { ToolCall } from "./tool-call.js";

interface ResponseSnapshot extends Snapshot {
  readonly response: ResponseBody;
  readonly answer: AnswerJson;
}

/**
 * A streamed response, read once: by `for await`, by `toReadableStream()` or by `final()`. Leaving the loop early, by
 * `break` or an exception, ends the request.
 *
 * @example
 * const stream = await client.responses.stream({ model, input: "hi" }, { transport: "websocket" });
 * for await (const event of stream) if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
 * console.log(stream.usage?.totalTokens);
 */
export class ResponseStream extends AnswerStream<ResponseEvent, Response> {
  /** All text that has arrived. */
  get outputText(): string | undefined {
    return this.answer.outputText;
  }

  /** All reasoning that has arrived, or its summaries. */
  get reasoning(): string | undefined {
    return this.answer.reasoning;
  }

  /** What the model said when it declined, as far as it has arrived. */
  get refusal(): string | undefined {
    return this.answer.refusal;
  }

  /** The tool calls as far as they have arrived; complete once the stream has ended. */
  get toolCalls(): readonly ToolCall[] {
    return this.answer.toolCalls;
  }

  /** @internal */
  protected override toEvent(text: string): ResponseEvent {
    return decodeResponseEvent(text);
  }

  /** @internal */
  protected override toAnswer({ response, answer }: ResponseSnapshot, facts: AnswerFacts): Response {
    return new Response(response, answer, facts);
  }
}

/**
 * A streamed response by a schema: `parsedPartial` grows with it, and `final()` gives the whole, validated once.
 *
 * @example
 * const stream = await client.responses.stream({ model, input, text: { format: Order } });
 * for await (const _ of stream) show(stream.parsedPartial?.items ?? []);
 * const { parsed } = await stream.final();
 */
export class ParsedResponseStream<S extends Schema, Value = Parsed<S>> extends ResponseStream {
  readonly #schema: S;
  #final: Promise<ParsedResponse<Value>> | undefined;

  /** @internal */
  constructor(opened: Opened, schema: S) {
    super(opened);
    this.#schema = schema;
  }

  /** What the output so far amounts to; not validated, so any part may be missing, cut short or wrong. */
  get parsedPartial(): DeepPartial<Written<S>> | undefined {
    return this.draft as DeepPartial<Written<S>> | undefined;
  }

  /** Reads what is left and gives the whole; throws a MalformedOutputError or a RefusalError if it is not what was asked for. */
  override final(): Promise<ParsedResponse<Value>> {
    this.#final ??= this.#whole();
    return this.#final;
  }

  async #whole(): Promise<ParsedResponse<Value>> {
    const response = await super.final();
    const value = await typedValue(this.#schema, this.done?.parsed, response.meta);
    return new ParsedResponse(response, value as Value);
  }
}

/** A streamed call of the Responses API. @internal */
interface StreamSpec extends Pick<CallSpec, "connection" | "site"> {
  readonly options: ResponseStreamOptions & ParseOnlyOptions;
}

/** Opens a stream of the kind that the request's format asks for. @internal */
export async function openResponse(
  session: Session,
  request: ResponseRequest | ResponseParseRequest<Schema>,
  spec: StreamSpec,
): Promise<ResponseStream> {
  const operation = "responses.stream";
  if (!isParseRequest(request, spec.options)) {
    const body = encode(request, "", refuseRequest);
    return new ResponseStream(await openStream(session, { operation, body, ...spec }));
  }
  const { schema, fields } = withoutSchema(request);
  const body = encode(fields, "", refuseRequest);
  const { options, parse } = splitOptions(schema, spec.options, "text.format");
  return new ParsedResponseStream(await openStream(session, { operation, body, ...spec, options, parse }), schema);
}

function isParseRequest(
  request: ResponseRequest | ResponseParseRequest<Schema>,
  options: ParseOnlyOptions,
): request is ResponseParseRequest<Schema> {
  return isParsed(request.text?.format, options);
}

/** What a request asks for, and the request without it. @internal */
export function withoutSchema<S extends Schema>(
  request: ResponseParseRequest<S>,
): { schema: S; fields: Omit<ResponseRequest, "text"> & { text?: object } } {
  const { text, ...fields } = request;
  const { format, ...rest } = text ?? {};
  const left = wireFormat(format) ? text : rest;
  return { schema: format, fields: Object.keys(left).length > 0 ? { ...fields, text: left } : fields };
}
