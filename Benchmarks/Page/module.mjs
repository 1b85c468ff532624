// Measures the client core in Node with a large conversation on the device: its start, a commit, and its memory.
//
// usage: module.mjs fill|measure SERVER TOKEN DIRECTORY MODULE
//
// `fill` fetches alice's conversation; `measure` opens the data offline in a process of its own, and prints a line of JSON.

import { webcrypto } from "node:crypto";
import { open } from "../../Web/sdk/martlet-node.js";

globalThis.crypto ??= webcrypto;
const [work, server, token, directory, module] = process.argv.slice(2);
const to = "direct:alice";

// The core's memory, which the SDK keeps to itself.
let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...all) => {
  const instance = await instantiate.apply(WebAssembly, all);
  memory = instance.exports.memory;
  return instance;
};

const begun = performance.now();
const client = await open({ server, token: () => token, directory, module, device: { class: "tool" } });
if (work === "fill") {
  await client.connect();
  await client.caughtUp();
  for (let before = 0, page = null; page?.length !== 0; before = page[0]?.position) page = await client.chat(to).history({ before, limit: 250 });
} else {
  const opened = performance.now();
  const [list, newest] = [await client.conversations({ limit: 50 }), await client.chat(to).history({ limit: 50 })];
  const shown = performance.now();
  const bytes = memory.buffer.byteLength;
  const commits = [];
  for (let number = 0; number < 300; number += 1) {
    const before = performance.now();
    const id = await client.chat(to).send(`measured ${number}`, { enqueue: true });
    commits.push(performance.now() - before);
    await client.discard(id);
  }
  commits.sort((one, other) => one - other);
  const figures = { open_ms: opened - begun, start_ms: shown - begun, rows: list.length + newest.length, memory_bytes: bytes };
  console.log(JSON.stringify({ ...figures, commit_p50_ms: commits[150], commit_p99_ms: commits[296] }));
}
client.close();
process.exit(0);
