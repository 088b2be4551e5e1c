/** A call of a function that the model asks for. */

import { ToolCallArgumentsError } from "./errors.generated.js";

/** @internal */
export interface ToolCallJson {
  readonly id?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly function?: { readonly name?: string | null | undefined; readonly arguments?: string | null } | null;
}

/** A call of a function that the model asks for. Has the wire's shape, so that it can be sent back as it is. */
export class ToolCall {
  readonly id: string | undefined;
  readonly type: string;
  /** `arguments` is the model's own text, whether or not it is JSON. */
  readonly function: { readonly name: string | undefined; readonly arguments: string };

  /** @internal */
  constructor(json: ToolCallJson) {
    this.id = json.id ?? undefined;
    this.type = json.type ?? "function";
    this.function = { name: json.function?.name ?? undefined, arguments: json.function?.arguments ?? "" };
  }

  /** The arguments as a value. Throws a ToolCallArgumentsError when the model wrote no JSON. */
  parseArguments(): unknown {
    try {
      return JSON.parse(this.function.arguments);
    } catch (cause) {
      const message = `the arguments of tool call ${this.id ?? "(without id)"} to ${this.function.name ?? "(unnamed)"} are not JSON`;
      throw new ToolCallArgumentsError(message, { cause, local: true, detail: this.function.arguments });
    }
  }
}
