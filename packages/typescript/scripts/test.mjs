// Runs the compiled tests and leaves their totals as the last line.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../.test-build", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((name) => file.startsWith(name))))
  .map((file) => `${folder}/${file}`);
const reporter = fileURLToPath(new URL("totals.mjs", import.meta.url));
const options = ["--test", "--test-reporter", reporter, "--test-reporter-destination", "stdout"];
const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: "inherit" });
process.exit(status ?? 1);
