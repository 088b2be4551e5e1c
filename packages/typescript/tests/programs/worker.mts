/** Calls from worker threads: some end by themselves, some are terminated in the middle of a call. */
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Axonium } from "axonium";
import { Gateway } from "axonium/testing";

const request = (content: string) => ({ model: "qwen3-0.6b", messages: [{ role: "user", content }] });

async function mainThread(): Promise<void> {
  const gateway = await Gateway.start();
  const start = (data: object) =>
    new Worker(fileURLToPath(import.meta.url), { workerData: { url: gateway.url, ...data } });
  const message = (worker: Worker) =>
    new Promise<string>((resolve, reject) => worker.once("message", resolve).once("error", reject));

  const answers = await Promise.all(["a", "b", "c", "d"].map((text) => message(start({ text }))));
  process.stdout.write(`${answers.join(" ")}\n`);

  for (let round = 0; round < 5; round += 1) {
    const hanging = await Gateway.start();
    await hanging.script(Array(4).fill({ hang: true }));
    const workers = Array.from({ length: 4 }, () => start({ url: hanging.url, hang: true }));
    await Promise.all(workers.map(message));
    await Promise.all(workers.map((worker) => worker.terminate()));
    // Answers whatever the terminated threads were waiting for, so that it has nowhere to go.
    await hanging.close();
  }

  const client = gateway.client();
  process.stdout.write(`${(await client.chat.completions.create(request("still here"))).content}\n`);
  await client.close();
  await gateway.close();
}

async function workerThread(): Promise<void> {
  const client = new Axonium({ gatewayBaseUrl: workerData.url, apiKey: "k" });
  if (workerData.hang) {
    const calls = Array.from({ length: 8 }, () => client.chat.completions.create(request("x")));
    parentPort?.postMessage("calling");
    await Promise.allSettled(calls);
  }
  const completion = await client.chat.completions.create(request(workerData.text));
  parentPort?.postMessage(completion.content);
  await client.close();
}

await (isMainThread ? mainThread() : workerThread());
