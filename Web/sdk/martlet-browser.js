// Opens clients in browsers. The client core runs in a worker; the tabs of one account share one.

import { searchedTypes } from "./martlet-contents.js";
import { core as compiledCore } from "./martlet-compiled.js";
import { Downloads } from "./martlet-downloads.js";
import { coreHash } from "./martlet-hash.js";
import { MediaServer } from "./martlet-media.js";
import { Client, MartletError } from "./martlet.js";
import { mayBeSent } from "./martlet-error.js";
import { newID } from "./martlet-id.js";
import { SuspendableCore } from "./martlet-suspending.js";

export { contentOf, MartletError } from "./martlet.js";

/**
 * Opens the local data of a user, without connecting.
 *
 * @param {object} options
 * @param {string} options.server  ws: or wss:, with the server's host; a path only if a proxy needs one
 * @param {string|(() => string|Promise<string>)} options.token  a token, or a function that gets one from the app's server
 * @param {{class: string, name?: string}} options.device  its class is mobile, tablet, desktop, web or tool
 * @param {string} [options.directory]  the name of the account's data; tabs with the same name are one device. Without it, and
 *   in private windows, everything is in memory, and `client.isPersistent` is false
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
  const opening = {
    ...settings, searchedTypes: searchedTypes(contents), deviceClass: device?.class, deviceName: device?.name,
    receiptKinds: receiptKinds && { ids: receiptKinds },
  };
  const address = String(module ?? new URL("martlet.wasm", import.meta.url));
  let client = null;
  /** @type {any} */
  let first = null;
  const core = await SuspendableCore.open(async () => {
    const core = new WorkerCore(typeof token === "function" ? token : () => token);
    const opened = await core.open({ server: String(server), directory, module: address, opening });
    if (client) core.attach(client);
    else first = core;
    return { core, opened };
  });
  const media = new MediaServer(String(server), typeof token === "function" ? token : () => token);
  const downloads = new Downloads(media, { hash: async () => coreHash(await compiledCore(address)) });
  client = new Client(core, core.opened, core.opened.isPersistent, { intercept, interceptReceived, media, downloads });
  first.attach(client);
  return client;
}

/** How long `erase` waits for clients to close, in milliseconds. */
const patience = 10_000;

/**
 * Deletes the local data of an account from this browser: messages that were not sent, too. Its clients have to be closed, in all
 * tabs.
 *
 * @param {string} directory  as it was opened
 */
export async function erase(directory) {
  if (!navigator.locks || !navigator.storage?.getDirectory) return;
  const { OriginFiles } = await import("./martlet-files-opfs.js");
  const { OriginKept } = await import("./martlet-kept-opfs.js");
  const { lockName } = await import("./martlet-terms.js");
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(), patience);
  const erased = async () => {
    clearTimeout(timer);
    await OriginKept.erase(directory);
    await OriginFiles.erase(directory);
  };
  try {
    await navigator.locks.request(lockName(directory), { signal: impatience.signal }, erased);
  } catch (error) {
    if (!impatience.signal.aborted) throw error;
    throw new MartletError({ code: "directory_in_use", message: "another tab uses the data; close it, and erase again" });
  }
}

/** The client core in this tab's worker, or in that of another tab. */
class WorkerCore {
  /** Tells this tab's views from those of other tabs. */
  name = `${newID()} `;

  #worker = new Worker(new URL("martlet-worker.js", import.meta.url), { type: "module", name: "martlet" });
  #token;
  #client = null;
  /** What was told before the page could listen; null once it was handed over. */
  #early = [];
  #opening = null;
  #calls = new Map();
  #lastCall = 0;
  #isClosed = false;
  #whenClosed = () => {};

  constructor(token) {
    this.#token = token;
    this.#worker.onmessage = ({ data }) => this.#heard(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#end(new MartletError({ code: "internal", message: `the worker failed: ${event.message}` }));
    };
  }

  open(settings) {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#worker.postMessage({ open: settings });
    });
  }

  /** Hands over what was told before there was a client. */
  attach(client) {
    this.#client = client;
    // In a task of its own, so that the page has added its listeners.
    setTimeout(() => {
      for (let message = this.#early.shift(); message; message = this.#early.shift()) this.#publish(message);
      this.#early = null;
    });
  }

  call(operation, signal) {
    if (this.#isClosed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    // The id is made here, so that another tab's worker can repeat the call.
    const { submit } = operation;
    if (submit && !submit.id) operation = { submit: { ...submit, id: newID() } };
    const id = (this.#lastCall += 1);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#calls.delete(id);
        this.#worker.postMessage({ cancel: id });
        reject(signal.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      const end = (settle) => (value) => {
        signal?.removeEventListener("abort", abort);
        settle(value);
      };
      this.#calls.set(id, { operation, resolve: end(resolve), reject: end(reject) });
      this.#worker.postMessage({ call: { id, operation } });
    });
  }

  /** Resolves once the worker has let go of its files and locks. */
  close() {
    if (this.#isClosed) return Promise.resolve();
    this.#end(closed());
    this.#worker.postMessage({ close: true });
    return new Promise((resolve) => (this.#whenClosed = () => resolve(undefined)));
  }

  #end(error) {
    this.#isClosed = true;
    this.#opening?.reject(error);
    for (const { operation, resolve, reject } of this.#calls.values()) {
      if (error.code !== "closed" && mayBeSent(operation)) resolve({});
      else reject(error);
    }
    this.#calls.clear();
  }

  #heard(message) {
    if (message.opened && this.#opening) {
      this.#opening.resolve(message.opened);
      this.#opening = null;
    } else if (message.failed) {
      this.#end(new MartletError(message.failed));
      this.#client?.changed({ name: "ended", failure: message.failed });
    } else if (message.answer) {
      const { id, result, failure } = message.answer;
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (failure) call?.reject(new MartletError(failure));
      else call?.resolve(result);
    } else if (message.wantToken) {
      this.#giveToken();
    } else if (message.closed) {
      this.#whenClosed();
    } else if (this.#early) {
      this.#early.push(message);
    } else {
      this.#publish(message);
    }
  }

  #publish(message) {
    if (message.state) this.#client.changed(message.state);
    if (message.event) this.#client.published(message.event);
  }

  async #giveToken() {
    let value = null;
    try {
      value = await this.#token();
    } catch {
      // The error may hold anything, the token too, so it is not passed on.
    }
    this.#worker.postMessage({ token: { value } });
  }
}

function closed() {
  return new MartletError({ code: "closed", message: "the client was closed" });
}
