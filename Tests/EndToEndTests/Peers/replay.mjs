// usage: node replay.mjs MODULE STEPS, a file of JSON: a list of sessions

import { webcrypto } from "node:crypto";
import fs from "node:fs";
import { MemoryFiles } from "../../../Web/sdk/martlet-files.js";
import { replay } from "./replaying.mjs";

// Node has it as a global from version 20 on.
globalThis.crypto ??= webcrypto;

const [, , module, recorded] = process.argv;
const compiled = await WebAssembly.compile(fs.readFileSync(module));
for (const { seed, steps } of JSON.parse(fs.readFileSync(recorded, "utf8"))) {
  const difference = await replay(compiled, steps, MemoryFiles);
  if (difference) {
    console.log(`seed ${seed}: ${difference}`);
    process.exitCode = 1;
  }
}
