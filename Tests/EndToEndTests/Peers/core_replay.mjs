// Plays recordings of the core's tests to the WebAssembly module, and prints each difference, and at last how many it played.
//
// usage: node core_replay.mjs MODULE FOLDER [--without NUMBER]
//
// With --without it leaves out one packet of the server in each recording: the difference has to be noticed.

import { webcrypto } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { MemoryFiles } from "../../../Web/sdk/martlet-files.js";
import { replay } from "./replaying.mjs";

// Node has it as a global from version 20 on.
globalThis.crypto ??= webcrypto;

const [, , module, folder, without, number] = process.argv;
const compiled = await WebAssembly.compile(fs.readFileSync(module));
let [recordings, steps, differences] = [0, 0, 0];
for (const name of fs.readdirSync(folder).sort()) {
  const recording = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
  let played = recording.steps;
  if (without) {
    const packets = played.flatMap(({ text }, index) => (text.startsWith("received") ? [index] : []));
    if (packets.length <= Number(number)) continue;
    played = played.filter((_, index) => index !== packets[Number(number)]);
  }
  recordings += 1;
  steps += played.length;
  const difference = await replay(compiled, played, MemoryFiles);
  if (!difference) continue;
  differences += 1;
  if (!without) console.log(`${recording.seed}: ${difference.slice(0, 2_000)}`);
}
console.log(`${recordings} recordings, ${steps} steps, ${differences} differences`);
