/** Values to JSON text without losing anything silently, and back without rounding a number. */

import { parse as parseExactly } from "lossless-json";

/** Refuses a value: where it is, and what is wrong with it. */
export type Refuse = (path: string, problem: string, cause?: unknown) => Error;

/**
 * The JSON text of `value`. Members that are undefined are left out, as `JSON.stringify` does; whatever else it would
 * drop or change (functions, symbols, NaN, cycles, lone surrogates) is refused with its path below `root`.
 */
export function encode(value: unknown, root: string, refuse: Refuse): string {
  try {
    const text = JSON.stringify(value, (key, member) => {
      if (problemWith(key, member)) throw unencodable;
      return member;
    });
    if (text !== undefined) return text;
  } catch (cause) {
    const found = locate(value, root, new Set());
    throw found
      ? refuse(found.path, found.problem)
      : refuse(root, `cannot be written as JSON: ${String(cause)}`, cause);
  }
  throw refuse(root, "is undefined");
}

const unencodable = new Error("unencodable");

function problemWith(key: string, value: unknown): string | undefined {
  if (!key.isWellFormed()) return "has a name with a lone surrogate, which is not valid Unicode";
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? undefined : "holds a lone surrogate, which is not valid Unicode";
    case "number":
      return Number.isFinite(value) ? undefined : `is ${value}, which JSON cannot hold`;
    case "bigint":
      return "is a bigint, which JSON cannot hold; send a number or a string";
    case "function":
    case "symbol":
      return `is a ${typeof value}, which JSON cannot hold`;
    default:
      return undefined;
  }
}

/** Only walked once encoding failed, so that the common case pays nothing for paths. */
function locate(value: unknown, path: string, above: Set<object>): { path: string; problem: string } | undefined {
  const problem = problemWith("", value);
  if (problem) return { path, problem };
  if (typeof value !== "object" || value === null) return undefined;
  if (above.has(value)) return { path, problem: "refers back to an object that contains it" };
  above.add(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return locate(value.toJSON(), path, above);
  for (const [key, member] of Object.entries(value)) {
    const memberPath = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    const keyProblem = problemWith(key, undefined);
    const found = keyProblem
      ? { path: memberPath.toWellFormed(), problem: keyProblem }
      : locate(member, memberPath, above);
    if (found) return found;
  }
  above.delete(value);
  return undefined;
}

/** The value of JSON text. Integers that a double cannot hold become bigints; every other number is a number. */
export function decode(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return parseExactly(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

function exactNumber(text: string): number | bigint {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}
