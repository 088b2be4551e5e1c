/** Events of the Responses API as a server sends them, for scripts. */
import type { ResponseBody } from "axonium";
import type { Step, StreamEvent, WebSocketFrame } from "axonium/testing";
import { model } from "./support.mjs";

/** The data of an event, without its sequence number. */
export interface EventData {
  readonly type: string;
  readonly [field: string]: unknown;
}

export const transports = ["sse", "websocket"] as const;
export type Transport = (typeof transports)[number];

/** A response's body. */
export function body(fields: Partial<ResponseBody> = {}): ResponseBody {
  return { id: "resp_1", object: "response", created_at: 0, model, status: "completed", output: [], ...fields };
}

/** A message that says `text`, as an item of an output. */
export function message(text: string) {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { id: "msg_1", type: "message", role: "assistant", status: "completed", content } as const;
}

export const usage = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 18,
};

const place = { item_id: "msg_1", output_index: 0, content_index: 0 };

/** What a server says before there is any output. */
export const begun: readonly EventData[] = [
  { type: "response.created", response: body({ status: "in_progress" }) },
  { type: "response.in_progress", response: body({ status: "in_progress" }) },
];

/** The text of a message, a delta a piece. */
export function deltas(...pieces: string[]): EventData[] {
  return pieces.map((delta) => ({ type: "response.output_text.delta", ...place, delta }));
}

/** How a response that said `text` ends. */
export function completed(text: string): EventData {
  return { type: "response.completed", response: { ...body({ output: [message(text)] }), usage } };
}

/** A whole response that says these pieces. */
export function saidInPieces(...pieces: string[]): EventData[] {
  const text = pieces.join("");
  return [
    ...begun,
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...message(""), status: "in_progress", content: [] },
    },
    { type: "response.content_part.added", ...place, part: { type: "output_text", text: "", annotations: [] } },
    ...deltas(...pieces),
    { type: "response.output_text.done", ...place, text },
    { type: "response.content_part.done", ...place, part: message(text).content[0] },
    { type: "response.output_item.done", output_index: 0, item: message(text) },
    completed(text),
  ];
}

/** The same events of a response with another id. */
export function named(id: string, events: readonly EventData[]): EventData[] {
  return JSON.parse(JSON.stringify(events).replaceAll('"resp_1"', JSON.stringify(id))) as EventData[];
}

/** The step that answers with these events, over either transport. */
export function step(transport: Transport, events: readonly EventData[], end: "done" | "hang" = "done"): Step {
  const numbered = events.map((event, index) => ({ sequence_number: index, ...event }));
  if (transport === "websocket") {
    const frames: WebSocketFrame[] = numbered.map((json) => ({ json }));
    return { websocket: end === "hang" ? [...frames, { hang: true }] : frames };
  }
  const sse: StreamEvent[] = numbered.map((data) => ({ event: data.type, data }));
  return { sse, hang: end === "hang" };
}
