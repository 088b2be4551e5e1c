// Builds the native addon for this machine and puts it where the package looks for it: native/axonium.PLATFORM-ARCH.node.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, renameSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = fileURLToPath(new URL("../native", import.meta.url));
const options = ["--package", "axonium-node", "--message-format", "json-render-diagnostics", ...process.argv.slice(2)];
const cargo = spawnSync("cargo", ["build", ...options], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
  encoding: "utf8",
  maxBuffer: 1 << 28,
});
if (cargo.status !== 0) throw new Error(`cargo build failed: ${cargo.error?.message ?? `status ${cargo.status}`}`);

const library = cargo.stdout
  .split("\n")
  .filter((line) => line.startsWith("{"))
  .map((line) => JSON.parse(line))
  .filter((message) => message.reason === "compiler-artifact" && message.target.name === "axonium_node")
  .flatMap((message) => message.filenames)
  .find((file) => /\.(so|dylib|dll)$/.test(file));
if (!library) throw new Error("cargo built no dynamic library for axonium-node");

// Renamed into place: a process that has the old one loaded keeps it.
const target = `${folder}/axonium.${process.platform}-${process.arch}.node`;
mkdirSync(folder, { recursive: true });
copyFileSync(library, `${target}.new`);
renameSync(`${target}.new`, target);
console.log(`built ${target.slice(root.length)}`);
