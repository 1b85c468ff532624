// Hosts the client core, which is a WebAssembly module: gives it files, clocks, randomness, a connection, a timer and
// tokens, and hands it the app's calls. `Protocol/client.proto` describes what crosses between the two.

import { MartletError } from "./martlet-error.js";
import { Uploads } from "./martlet-uploads.js";

const handshakeTimeout = 15_000;

/** Runs `work` after everything that has already arrived. */
const soon = globalThis.setImmediate ?? makeSoon();

function makeSoon() {
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()();
  return (work) => {
    waiting.push(work);
    port2.postMessage(null);
  };
}

/**
 * The surroundings of a module.
 *
 * @typedef {object} Surroundings
 * @property {import("./martlet-files.js").Files} files
 * @property {string} server  the server's address: ws: or wss:
 * @property {() => (string|Promise<string>)} token  gets a token for the user
 * @property {(event: object) => void} event  called for every event
 * @property {(state: object) => void} state  called for every state of the connection
 * @property {(error: MartletError) => void} [stopped]  called if the module trapped; by default that is a state, `ended`
 * @property {any} [WebSocket]  the class; the global one by default
 * @property {Crypto} [crypto]  the global one by default, which Node has from version 20 on
 * @property {import("./martlet-uploads.js").UploadSurroundings} [uploads]  without it, no files can be sent
 */

/** One client core. Everything that it stores is on the disk before anybody is told. */
export class Module {
  #exports;
  #surroundings;
  #address;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  #line = "";
  #calls = new Map();
  #lastCall = 0;
  #opening = null;
  #isTurnDue = false;
  #isClosed = false;
  #timer;
  #socket = null;
  // Why the module cannot go on.
  #failure = null;
  // What the module told and the app has not heard: no listener may run, and call the module, while the module runs.
  #notices = [];
  #isTelling = false;
  /** @type {?Uploads} */
  #uploads = null;

  /**
   * Loads a module.
   *
   * @param {WebAssembly.Module} compiled
   * @param {Surroundings} surroundings
   * @returns {Promise<Module>}
   */
  static async load(compiled, surroundings) {
    const module = new Module(surroundings);
    const never = (name) => () => module.#fail(new Error(`the module called ${name}`));
    const wasi = Object.fromEntries(
      WebAssembly.Module.imports(compiled)
        .filter((wanted) => wanted.module !== "host")
        .map((wanted) => [wanted.name, never(wanted.name)]),
    );
    const instance = await WebAssembly.instantiate(compiled, { host: module.#host(), wasi_snapshot_preview1: wasi, env: wasi });
    module.#exports = instance.exports;
    return module;
  }

  /** @private Use `load`. */
  constructor(surroundings) {
    this.#surroundings = surroundings;
    this.#address = address(surroundings.server);
    const { uploads } = surroundings;
    if (uploads) this.#uploads = new Uploads(uploads, (report) => void this.call(report).catch(() => {}));
  }

  /**
   * Opens the local data.
   *
   * @param {import("./martlet-values.js").Opening} opening
   * @returns {Promise<import("./martlet-values.js").Opened>}
   */
  open(opening) {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#input("open", JSON.stringify(opening));
    });
  }

  /**
   * Calls an operation. The file of a `submit` is copied first.
   *
   * @param {any} operation  one operation of Call, such as `{ connect: {} }`
   * @param {AbortSignal} [signal]  gives the call up
   * @returns {Promise<object>}  the result of the answer, such as `{ done: {} }`
   */
  call(operation, signal) {
    return operation.submit?.file === undefined ? this.#call(operation, signal) : this.#submitFile(operation.submit, signal);
  }

  async #submitFile({ file, fileName, whenReady, ...submit }, signal) {
    const uploads = this.#uploads;
    if (!uploads) throw new MartletError({ code: "not_supported_here", message: "this client sends no files" });
    const kept = await uploads.keep(file, signal);
    if (signal?.aborted || this.#isClosed) await uploads.release(kept.file);
    return this.#call({ submit: { ...submit, upload: { ...kept, name: fileName, whenReady } } }, signal);
  }

  /** @returns {Promise<object>} */
  #call(operation, signal) {
    if (this.#isClosed) return Promise.reject(this.#failure ?? closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = (this.#lastCall += 1);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#calls.delete(id);
        reject(signal.reason);
        if (!this.#isClosed) this.#input("call", JSON.stringify({ id: (this.#lastCall += 1), cancel: { call: id } }));
      };
      signal?.addEventListener("abort", abort, { once: true });
      const end = (settle) => (value) => {
        signal?.removeEventListener("abort", abort);
        settle(value);
      };
      this.#calls.set(id, { resolve: end(resolve), reject: end(reject) });
      this.#input("call", JSON.stringify({ id, ...operation }));
    });
  }

  /** Disconnects, closes the local data and frees the files. Calls in progress reject with `closed`. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#run(() => this.#exports.close());
    this.#end(closed());
  }

  #end(error) {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#hangUp();
    this.#uploads?.close();
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
    this.#opening?.reject(error);
    this.#opening = null;
    this.#surroundings.files.close();
  }

  // ---------------------------------------------------------------- inputs

  /** Calls an export with a text or bytes, and ends the turn once everything that arrived with it was taken. */
  #input(name, content, ...numbers) {
    this.#run(() => {
      if (content === undefined) return this.#exports[name](...numbers);
      const bytes = typeof content === "string" ? this.#encoder.encode(content) : content;
      const pointer = this.#exports.allocate(Math.max(bytes.length, 1));
      this.#bytes(pointer, bytes.length).set(bytes);
      this.#exports[name](...numbers, pointer, bytes.length);
      this.#exports.release(pointer);
    });
    this.#endTurnSoon();
  }

  /** Runs the module, and then passes on what it told. */
  #run(work) {
    if (this.#failure) return;
    try {
      work();
    } catch (error) {
      return this.#fail(error);
    }
    this.#tell();
  }

  #tell() {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (this.#notices.length > 0) this.#notice(this.#notices.shift());
    } finally {
      this.#isTelling = false;
    }
  }

  #endTurnSoon() {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    soon(() => {
      this.#isTurnDue = false;
      if (!this.#isClosed) this.#run(() => this.#exports.endTurn());
    });
  }

  /** The module trapped. What it stored is on the disk; a new module continues from there. */
  #fail(error) {
    if (this.#failure) return;
    const message = `The client core stopped: ${error.message}. ${this.#line}`;
    this.#failure = new MartletError({ code: "internal", message });
    const wasClosed = this.#isClosed;
    this.#notices = [];
    if (wasClosed) return;
    const { stopped, state } = this.#surroundings;
    stopped?.(this.#failure);
    this.#end(this.#failure);
    if (!stopped) state({ name: "ended", failure: { code: "internal", message } });
  }

  // ---------------------------------------------------------------- notices

  #notice(notice) {
    const [kind] = Object.keys(notice);
    const value = notice[kind];
    if (this.#uploads?.notice(kind, value)) return;
    switch (kind) {
      case "answer": return this.#answered(value);
      case "event": return this.#surroundings.event(value);
      case "state": return this.#changed(value);
      case "obtainToken": return void this.#obtainToken(value);
      case "dial": return this.#dial();
      case "hangUp": return this.#hangUp();
      case "timer": return this.#setTimer(value);
      case "opened": return void this.#opened(value);
      case "failed":
        this.#opening?.reject(new MartletError(value));
        this.#opening = null;
    }
  }

  /** No copy may be made while others are swept. */
  async #opened({ neededFiles = [], ...opened }) {
    const opening = this.#opening;
    this.#opening = null;
    await this.#uploads?.sweep(neededFiles);
    if (this.#isClosed) opening?.reject(this.#failure ?? closed());
    else opening?.resolve(opened);
  }

  #answered({ call, ...result }) {
    const waiting = this.#calls.get(call);
    this.#calls.delete(call);
    if (result.failure) waiting?.reject(new MartletError(result.failure));
    else waiting?.resolve(result);
  }

  /** A new device learns its user and its id with its first connection: the state `online` brings them along. */
  #changed(state) {
    if (state.name !== "online") return this.#surroundings.state(state);
    const id = (this.#lastCall += 1);
    /** @param {{user?: string, device?: string}} status */
    const tell = ({ user, device } = {}) => this.#surroundings.state({ ...state, user, device });
    this.#calls.set(id, { resolve: ({ status }) => tell(status), reject: () => tell() });
    this.#input("call", JSON.stringify({ id, status: {} }));
  }

  async #obtainToken(number) {
    let token;
    try {
      token = await this.#surroundings.token();
    } catch {
      // The error may hold anything, the token too, so it is not passed on.
    }
    if (this.#isClosed) return;
    if (typeof token === "string") this.#input("tokenObtained", token, number);
    else this.#input("tokenFailed", undefined, number);
  }

  #setTimer(delay) {
    clearTimeout(this.#timer);
    if (delay >= 0) this.#timer = setTimeout(() => this.#input("timerFired"), Math.min(delay, 0x7fff_ffff));
  }

  // ---------------------------------------------------------------- the connection

  #dial() {
    this.#hangUp();
    const Socket = this.#surroundings.WebSocket ?? globalThis.WebSocket;
    const socket = new Socket(this.#address, ["martlet.v1"]);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    const isCurrent = () => this.#socket === socket && !this.#isClosed;
    const lost = (reason) => {
      clearTimeout(late);
      if (!isCurrent()) return;
      this.#socket = null;
      this.#input("disconnected", reason);
    };
    const late = setTimeout(() => {
      lost("the server did not answer in time");
      socket.close();
    }, handshakeTimeout);
    socket.onopen = () => {
      clearTimeout(late);
      if (isCurrent()) this.#input("connected");
    };
    socket.onmessage = ({ data }) => {
      if (isCurrent() && data instanceof ArrayBuffer) this.#input("received", new Uint8Array(data));
    };
    socket.onerror = () => lost("the server cannot be reached");
    socket.onclose = () => lost("the connection was closed");
  }

  #hangUp() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  // ---------------------------------------------------------------- what the module imports

  #bytes(pointer, count) {
    return new Uint8Array(this.#exports.memory.buffer, pointer, count);
  }

  #text(pointer, count) {
    return this.#decoder.decode(this.#bytes(pointer, count));
  }

  #host() {
    const { files, crypto: random = globalThis.crypto } = this.#surroundings;
    return {
      fileOpen: (path, length, create) => files.open(this.#text(path, length), create !== 0),
      fileRead: (file, pointer, count, offset) => files.read(file, this.#bytes(pointer, count), offset),
      fileWrite: (file, pointer, count, offset) => files.write(file, this.#bytes(pointer, count), offset),
      fileTruncate: (file, size) => files.truncate(file, size),
      fileSync: (file) => files.sync(file),
      fileSize: (file) => files.size(file),
      fileClose: (file) => files.closeFile(file),
      fileDelete: (path, length) => files.delete(this.#text(path, length)),
      fileSizeAt: (path, length) => files.sizeAt(this.#text(path, length)),
      fileRename: (old, oldLength, path, length) => files.rename(this.#text(old, oldLength), this.#text(path, length)),
      wallTime: () => Date.now(),
      monotonicTime: () => performance.now() * 1e6,
      random: (pointer, count) => void random.getRandomValues(this.#bytes(pointer, count)),
      tell: (pointer, count) => void this.#notices.push(JSON.parse(this.#text(pointer, count))),
      send: (pointer, count) => this.#socket?.send(this.#bytes(pointer, count).slice()),
      // The Swift runtime prints why it traps.
      log: (character) => void (this.#line += String.fromCharCode(character)),
      fail: (code) => {
        throw new Error(`the module ended with ${code}`);
      },
    };
  }
}

function closed() {
  return new MartletError({ code: "closed", message: "the client was closed" });
}

/** The address to connect to; a path only if a proxy needs one. */
function address(server) {
  let url;
  try {
    url = new URL(server);
  } catch {
    url = null;
  }
  if (url?.protocol !== "ws:" && url?.protocol !== "wss:") {
    const message = "the server must be ws://HOST[:PORT] or wss://HOST[:PORT]";
    throw new MartletError({ code: "configuration_invalid", message, field: "server" });
  }
  if (url.pathname === "/") url.pathname = "/v1/connect";
  return url;
}
