/** What the documentation's snippets take for granted. */
export const model = "qwen3-0.6b";
export const messages = [{ role: "user", content: "..." }];
export const { signal } = new AbortController();

/** What the snippets passed to `log.warn` and `scheduleIn`. */
export const logged: [message: string, details: unknown][] = [];
export const scheduled: (number | undefined)[] = [];
export const log = { warn: (message: string, details: unknown) => void logged.push([message, details]) };
export const scheduleIn = (seconds: number | undefined) => void scheduled.push(seconds);
