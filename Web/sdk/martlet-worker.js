// A tab's worker: runs the client core, or passes the tab's calls to the worker of another tab. See martlet-seat.js.

import { Module } from "./martlet-module.js";
import { OriginFiles } from "./martlet-files-opfs.js";
import { Seat } from "./martlet-seat.js";

const seat = new Seat({
  tell: (message) => postMessage(message),
  locks: navigator.locks,
  openChannel: (name) => new BroadcastChannel(name),
  keepsFiles: () => OriginFiles.isAvailable(),
  openFiles: (directory) => OriginFiles.open(directory),
  async load(address, surroundings) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the client core cannot be loaded: status ${response.status} at ${address}`);
    return Module.load(await WebAssembly.compileStreaming(response), surroundings);
  },
});

onmessage = ({ data }) => {
  seat.fromTab(data);
  if (data.close) close();
};
