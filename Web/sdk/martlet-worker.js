// A tab's worker: runs the client core, or passes the tab's calls to the worker of another tab. See martlet-seat.js.

import { MartletError } from "./martlet-error.js";
import { Module } from "./martlet-module.js";
import { OriginFiles } from "./martlet-files-opfs.js";
import { Seat } from "./martlet-seat.js";

/**
 * The compiled core, by its address. A worker that leads once more does so without the server, which it may not reach then.
 *
 * @type {Map<string, Promise<WebAssembly.Module>>}
 */
const compiled = new Map();

async function compile(address) {
  const unreachable = (why) => new MartletError({ code: "unreachable", message: `the client core cannot be loaded: ${why}` });
  const response = await fetch(address).catch((error) => Promise.reject(unreachable(error.message)));
  if (!response.ok) throw unreachable(`status ${response.status} at ${address}`);
  return WebAssembly.compileStreaming(response);
}

/** A failure is not kept: the next call tries again. */
function core(address) {
  if (!compiled.has(address)) {
    compiled.set(address, compile(address));
    compiled.get(address).catch(() => compiled.delete(address));
  }
  return compiled.get(address);
}

const seat = new Seat({
  tell: (message) => postMessage(message),
  locks: navigator.locks,
  openChannel: (name) => new BroadcastChannel(name),
  keepsFiles: () => OriginFiles.isAvailable(),
  openFiles: (directory) => OriginFiles.open(directory),
  prepare: core,
  load: async (address, surroundings) => Module.load(await core(address), surroundings),
});

onmessage = ({ data }) => {
  seat.fromTab(data);
  if (data.close) close();
};
