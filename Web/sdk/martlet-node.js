// Opens clients in Node.

import crypto from "node:crypto";
import fs from "node:fs/promises";
import { databaseName, FolderFiles } from "./martlet-files-node.js";
import { MemoryFiles } from "./martlet-files.js";
import { Module } from "./martlet-module.js";
import { NodeWebSocket } from "./martlet-websocket-node.js";
import { Client, MartletError } from "./martlet.js";

export { MartletError };

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
 * @param {number} [options.recallEditWindow]  milliseconds for which the content of the user's own recalled messages is kept;
 *   300,000 by default
 * @param {Function} [options.intercept]  gets each message and edit `{ to, id, edited, type, content, details }` before it is
 *   sent, and returns the `{ type, content }` to send, or throws to refuse it
 * @param {string|URL} [options.module]  the client core; by default beside this file
 * @returns {Promise<Client>}
 */
export async function open({ server, token, device, directory, module, intercept, ...settings }) {
  compiled ??= WebAssembly.compile(await fs.readFile(module ?? new URL("martlet.wasm", import.meta.url)));
  // The module may tell of events while it opens.
  const early = [];
  let client = null;
  const tell = (name) => (value) => (client ? client[name](value) : early.push([name, value]));
  const core = await Module.load(await compiled, {
    files: directory === undefined ? new MemoryFiles() : new FolderFiles(directory),
    server,
    token: typeof token === "function" ? token : () => token,
    event: tell("published"),
    state: tell("changed"),
    WebSocket: globalThis.WebSocket ?? NodeWebSocket,
    crypto: crypto.webcrypto,
  });
  try {
    const path = directory === undefined ? "" : databaseName;
    const opened = await core.open({ ...settings, path, deviceClass: device?.class, deviceName: device?.name });
    client = new Client(core, opened, directory !== undefined, intercept);
  } catch (error) {
    core.close();
    throw error;
  }
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
