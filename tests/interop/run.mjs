// Starts aimock on a free loopback port, plays the scenarios of this folder against it, and leaves with their result.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LLMock } from "@copilotkit/aimock";

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, "..", "..");
const mock = new LLMock({ port: 0, strict: true });
mock.loadFixtureFile(join(folder, "fixtures.json"));
await mock.start();

const runner = ["run", "--quiet", "-p", "axonium-conformance", "--"];
const where = ["--scenarios", join(folder, "scenarios"), "--external", `aimock=${mock.url}`];
const conformance = spawn("cargo", [...runner, ...where, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
// Connections that a scenario left hanging would keep the server, and with it this program, alive.
conformance.on("close", (code) => process.exit(code ?? 1));
