/** How names cross: camel case here, snake case there. */

/** `waitedMs` as `waited_ms`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
