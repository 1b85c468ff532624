// A tab's worker: runs the client core, or passes the tab's calls to the worker of another tab. See martlet-seat.js.

import { core } from "./martlet-compiled.js";
import { OriginFiles } from "./martlet-files-opfs.js";
import { coreHash } from "./martlet-hash.js";
import { blobOnly, UncopiedFiles } from "./martlet-kept.js";
import { OriginKept } from "./martlet-kept-opfs.js";
import { MediaServer } from "./martlet-media.js";
import { Module } from "./martlet-module.js";
import { Seat } from "./martlet-seat.js";

const seat = new Seat({
  tell: (message) => postMessage(message),
  locks: navigator.locks,
  openChannel: (name) => new BroadcastChannel(name),
  keepsFiles: () => OriginFiles.isAvailable(),
  openFiles: (directory) => OriginFiles.open(directory),
  prepare: core,
  uploads: (directory, { server, token, module }) => ({
    kept: directory === null ? new UncopiedFiles() : new OriginKept(directory),
    media: new MediaServer(server, token),
    hash: async () => coreHash(await core(module)),
    source: blobOnly,
  }),
  load: async (address, surroundings) => Module.load(await core(address), surroundings),
});

onmessage = ({ data }) => {
  seat.fromTab(data);
  if (data.close) close();
};
