// usage: node replay.mjs MODULE STEPS, a file of JSON: a list of sessions

import fs from "node:fs";
import { MemoryFiles } from "../../../Web/sdk/martlet-files.js";
import { replay } from "./replay.js";

const [, , module, recorded] = process.argv;
const compiled = await WebAssembly.compile(fs.readFileSync(module));
for (const { seed, steps } of JSON.parse(fs.readFileSync(recorded, "utf8"))) {
  const difference = await replay(compiled, steps, MemoryFiles);
  if (difference) {
    console.log(`seed ${seed}: ${difference}`);
    process.exitCode = 1;
  }
}
