// The JavaScript SDK in Node, steered over lines as `lines.py` describes them: `evaluate` runs a script, in which `open` opens a
// client, `contentOf` reads a content, and `globalThis` keeps what later scripts need.
//
// usage: node node_peer.mjs

import readline from "node:readline";
import { contentOf, MartletError, open } from "../../../Web/sdk/martlet-node.js";

const module = new URL("../../../.build/web/martlet.wasm", import.meta.url);
globalThis.open = (options) => open({ module, ...options });
Object.assign(globalThis, { contentOf, MartletError });

const emit = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, script } = JSON.parse(line);
  try {
    const value = await (0, eval)(`(async () => (${script}))()`);
    emit({ answer: id, value: value === undefined ? undefined : String(value) });
  } catch (error) {
    emit({ answer: id, error: { code: 0, name: error.code ?? `${error}` } });
  }
}).on("close", () => process.exit());
emit({ event: "online" });
