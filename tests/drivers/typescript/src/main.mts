/** Reads a job a line and writes its results a line, until the input ends. */
import { createInterface } from "node:readline";
import { Axonium } from "axonium";
import { withVirtualClock } from "axonium/testing";
import { described } from "./errors.mjs";
import { type Player, play, type Result } from "./play.mjs";
import { clientOptions, type Job } from "./settings.mjs";
import { jsonText } from "./values.mjs";

interface LogLine {
  readonly level: "INFO" | "DEBUG";
  readonly message: string;
}

async function resultsOf(job: Job, logs: LogLine[]): Promise<Result[]> {
  const logger = {
    debug: (message: string) => void logs.push({ level: "DEBUG", message }),
    info: (message: string) => void logs.push({ level: "INFO", message }),
  };
  const options = { ...clientOptions(job), logger };
  let client: Axonium;
  try {
    client = new Axonium(job.clock === "virtual" ? withVirtualClock(options) : options);
  } catch (error) {
    return job.calls.map(() => ({ outcome: "error", error: described(error) }));
  }
  try {
    const player: Player = { client };
    if (job.parallel) return await Promise.all(job.calls.map((call) => play(player, call)));
    const results: Result[] = [];
    for (const call of job.calls) results.push(await play(player, call));
    return results;
  } finally {
    await client.close();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line) as Job;
  const logs: LogLine[] = [];
  const results = await resultsOf(job, logs);
  process.stdout.write(`${jsonText({ id: job.id, results, logs })}\n`);
}
