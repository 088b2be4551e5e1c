/** Imports the package, which needs no addon, and makes a client, which does. */
import { Axonium, AxoniumError } from "axonium";

try {
  new Axonium({ apiKey: "k" });
} catch (error) {
  if (!(error instanceof AxoniumError)) throw error;
  process.stdout.write(JSON.stringify({ kind: error.kind, message: error.message }));
}
