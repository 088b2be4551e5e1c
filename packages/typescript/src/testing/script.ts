/** What a scripted server answers; the format is that of the conformance scenarios, hence its names. */

/** One event of a streamed answer. */
export interface StreamEvent {
  /** JSON, or a string that is sent as it is, such as `[DONE]`. */
  readonly data?: unknown;
  readonly event?: string;
  readonly id?: string;
  /** A comment, before the other lines. */
  readonly comment?: string;
}

/** A frame of an answer over a WebSocket, or what happens in its place. */
export type WebSocketFrame =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly binary_base64: string }
  | { readonly ping: string }
  | { readonly close: { readonly code?: number; readonly reason?: string } }
  /** Closed without a close frame. */
  | { readonly drop: true }
  | { readonly reset: true }
  /** Milliseconds of the gateway's clock. */
  | { readonly pause_ms: number }
  /** Nothing more is sent; the connection stays open. */
  | { readonly hang: true };

/** The answer to one request, or to one `response.create` over a WebSocket. At most one of the bodies; without any the body is empty. */
export interface Step {
  /** Answers only requests to this path. */
  readonly path?: string;
  /** 200, or the problem's own, where it is not given. */
  readonly status?: number;
  /** In place of those the step would have by itself; null takes one away. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** A problem document by its suffix in the error catalogue, alone or with members beside the standard ones. */
  readonly problem?: string | { readonly suffix: string; readonly [member: string]: unknown };
  /** A JSON body. */
  readonly body?: unknown;
  readonly text?: string;
  readonly body_base64?: string;
  readonly sse?: readonly StreamEvent[];
  readonly sse_base64?: string;
  /** The answer to one `response.create` over a WebSocket. */
  readonly websocket?: readonly WebSocketFrame[];
  /** The full gateway answers; the faults of this step are laid on top. */
  readonly gateway?: boolean;
  /** With `gateway`: the model breaks after so many words. */
  readonly model_breaks_after?: number;
  /** Bytes of one write. */
  readonly split_every?: number;
  /** Milliseconds of the gateway's clock before the answer. */
  readonly delay_ms?: number;
  /** Milliseconds of the gateway's clock after the n-th event. */
  readonly pause_after_events?: Readonly<Record<number, number>>;
  /** Closes the connection after so many bytes of the body. */
  readonly close_after_bytes?: number;
  /** Closes the connection after so many events of the answer. */
  readonly close_after_events?: number;
  /** With `close_after_events` over a WebSocket: the code of the close frame. Without it there is none. */
  readonly close_code?: number;
  readonly close?: "before_headers" | "after_headers" | "reset" | "refused_stream";
  /** Closes the connection after the answer without having said so, or unread when the next request arrives. */
  readonly close_idle?: true | "at_next_request";
  /** Never answers. */
  readonly hang?: boolean;
  /** Answers over HTTP/2 only. */
  readonly http2?: boolean;
  readonly gzip?: boolean;
}
