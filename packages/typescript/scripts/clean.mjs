// Removes a folder of built files, so that nothing stale is packed or tested.
import { rmSync } from "node:fs";

rmSync(new URL(`../${process.argv[2]}`, import.meta.url), { recursive: true, force: true });
