// Opens clients in Node.

import crypto from "node:crypto";
import fs from "node:fs/promises";
import { searchedTypes } from "./martlet-contents.js";
import { databaseName, FolderFiles } from "./martlet-files-node.js";
import { Downloads } from "./martlet-downloads.js";
import { MemoryFiles } from "./martlet-files.js";
import { UncopiedFiles } from "./martlet-kept.js";
import { fileSource, FileSink, FolderKept } from "./martlet-kept-node.js";
import { MediaServer } from "./martlet-media.js";
import { Module } from "./martlet-module.js";
import { SuspendableCore } from "./martlet-suspending.js";
import { NodeWebSocket } from "./martlet-websocket-node.js";
import { Client, MartletError } from "./martlet.js";

export { contentOf, MartletError } from "./martlet.js";

let compiled;

/**
 * Opens the local data of a user, without connecting.
 *
 * @param {object} options
 * @param {string} options.server  ws: or wss:, with the server's host; a path only if a proxy needs one
 * @param {string|(() => string|Promise<string>)} options.token  a token, or a function that gets one from the app's server
 * @param {{class: string, name?: string}} options.device  its class is mobile, tablet, desktop, web or tool
 * @param {string} [options.directory]  the folder for the local data, which one client at a time may use; without it everything
 *   is in memory
 * @param {boolean} [options.hidesReceipts]  true to hide from others what this user has read and received
 * @param {boolean} [options.yieldsWhenReconnecting]
 * @param {number} [options.requestTimeout]  milliseconds that a request to the server may take; 30,000 by default
 * @param {number} [options.outboxLimit]  10,000 by default
 * @param {number} [options.uploadsAtOnce]  files that are uploaded at the same time; 2 by default
 * @param {number} [options.recallEditWindow]  milliseconds for which the content of the user's own recalled messages is kept;
 *   300,000 by default
 * @param {string[]} [options.receiptKinds]  the kinds of conversations in which others are told so; all by default
 * @param {Function} [options.intercept]  gets each message and edit `{ to, id, edited, type, content, details }` before it is
 *   sent, and returns the `{ type, content, details }` to send, null to take over, or throws to refuse it
 * @param {Function} [options.interceptReceived]  gets each message that another user has just sent; false keeps it from listeners
 *   and from timelines that are open
 * @param {import("./martlet-contents.js").ContentClass[]} [options.contents]  the app's content classes, whose texts local search finds
 * @param {string|URL} [options.module]  the client core; by default beside this file
 * @returns {Promise<Client>}
 */
export async function open(
  { server, token, device, directory, module, intercept, interceptReceived, receiptKinds, contents = [], ...settings }
) {
  compiled ??= WebAssembly.compile(await fs.readFile(module ?? new URL("martlet.wasm", import.meta.url)));
  const opening = {
    ...settings, searchedTypes: searchedTypes(contents), deviceClass: device?.class, deviceName: device?.name,
    receiptKinds: receiptKinds && { ids: receiptKinds },
  };
  // The module may tell of events while it opens.
  const early = [];
  let client = null;
  const tell = (name) => (value) => (client ? client[name](value) : early.push([name, value]));
  const files = () => (directory === undefined ? new MemoryFiles() : new FolderFiles(directory));
  const obtain = typeof token === "function" ? token : () => token;
  const media = new MediaServer(server, obtain);
  const kept = directory === undefined ? new UncopiedFiles() : new FolderKept(directory);
  const core = await SuspendableCore.open(async () => {
    const module = await Module.load(await compiled, {
      files: files(),
      server,
      token: obtain,
      uploads: { kept, media, hash: systemHash, source: fileSource },
      event: tell("published"),
      state: tell("changed"),
      WebSocket: globalThis.WebSocket ?? NodeWebSocket,
      crypto: crypto.webcrypto,
    });
    try {
      const path = directory === undefined ? "" : databaseName;
      const opened = await module.open({ ...opening, path });
      return { core: module, opened: { ...opened, isPersistent: directory !== undefined } };
    } catch (error) {
      module.close();
      throw error;
    }
  });
  const downloads = new Downloads(media, { hash: systemHash, fileSink: (path) => new FileSink(path) });
  client = new Client(core, core.opened, directory !== undefined, { intercept, interceptReceived, media, downloads });
  // In a task of its own, so that the caller has added its listeners.
  if (early.length > 0) setImmediate(() => early.forEach(([name, value]) => client[name](value)));
  return client;
}

/**
 * Deletes the local data of an account from this machine: messages that were not sent, too. Its client has to be closed.
 *
 * @param {string} directory  as it was opened
 */
export async function erase(directory) {
  FolderFiles.erase(directory);
}

/** A hash by the system's cryptography. */
async function systemHash() {
  const hash = crypto.createHash("sha256");
  return { add: (bytes) => void hash.update(bytes), finish: () => hash.digest("hex") };
}
