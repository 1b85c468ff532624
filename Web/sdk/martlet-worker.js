// A tab's worker. The workers of one account choose a leader with a lock: it holds the local data and the connection.
// The others pass their tab's calls to it, so that many tabs are one device. When the leader's tab is closed, the lock
// goes to another worker, which opens the data and continues.

import { Module } from "./martlet-module.js";
import { MemoryFiles } from "./martlet-files.js";
import { OriginFiles } from "./martlet-files-opfs.js";

/** Calls that must not be made twice. A new leader does not know whether the last one made them. */
const once = new Set(["createGroup", "sendSignal"]);

class Seat {
  #id = crypto.randomUUID();
  #settings = null;
  #channel = null;
  /** Ours, if this worker leads. */
  #core = null;
  /** What the leader knows: its id, the user, the device, and whether anything is kept. */
  #opened = null;
  #state = { name: "offline" };
  /** The tab's calls without an answer: the operation, and how to give it up. */
  #unanswered = new Map();
  #wantsConnection = false;
  #tokens = [];
  /** @type {(value?: any) => void} */
  #release = () => {};

  /** A message of the tab. */
  fromTab(message) {
    if (message.open) return void this.#open(message.open);
    if (message.call) return this.#ask(message.call.id, message.call.operation);
    if (message.cancel) return this.#cancel(message.cancel);
    if (message.token) return this.#tokens.shift()?.(message.token.value);
    if (message.close) return this.#close();
  }

  async #open(settings) {
    this.#settings = settings;
    const name = `martlet:${settings.directory ?? ""}`;
    const isKept = settings.directory !== undefined && navigator.locks && (await OriginFiles.isAvailable());
    if (!isKept) return this.#lead(new MemoryFiles(), "");
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => this.#fromOthers(data);
    this.#channel.postMessage({ ask: this.#id });
    navigator.locks.request(name, async () => {
      if (!this.#channel) return;
      try {
        await this.#lead(await OriginFiles.open(settings.directory), "martlet.sqlite");
      } catch (error) {
        return this.#failed(error);
      }
      await new Promise((resolve) => (this.#release = resolve));
    });
  }

  #failed(error) {
    const { code = "local_storage_failed", message, field } = error;
    postMessage({ failed: { code, message, field } });
  }

  // ---------------------------------------------------------------- leading

  async #lead(files, path) {
    const { server, module, opening } = this.#settings;
    try {
      const compiled = await WebAssembly.compileStreaming(fetch(module));
      const core = await Module.load(compiled, {
        files,
        server,
        token: () => this.#token(),
        event: (event) => this.#tellAll({ event }),
        state: (state) => this.#tellAll({ state }),
      });
      const opened = await core.open({ ...opening, path });
      this.#core = core;
      this.#tellAll({ opened: { ...opened, leader: this.#id, isPersistent: path !== "" } });
    } catch (error) {
      files.close();
      this.#failed(error);
    }
  }

  /** The tab gets the token: it may need the page. */
  #token() {
    return new Promise((resolve) => {
      this.#tokens.push(resolve);
      postMessage({ wantToken: true });
    });
  }

  #tellAll(message) {
    this.#channel?.postMessage(message);
    this.#hear(message);
  }

  // ---------------------------------------------------------------- calls

  #ask(id, operation) {
    if (operation.connect) this.#wantsConnection = true;
    if (operation.disconnect) this.#wantsConnection = false;
    this.#unanswered.set(id, { operation, abort: null });
    this.#pass(id, operation);
  }

  #pass(id, operation) {
    if (this.#core) return void this.#run(id, operation);
    if (this.#opened) this.#channel.postMessage({ to: this.#opened.leader, from: this.#id, id, operation });
    // Otherwise it waits until somebody leads.
  }

  async #run(id, operation) {
    const call = this.#unanswered.get(id);
    const abort = new AbortController();
    if (call) call.abort = abort;
    this.#answer(id, await answerOf(this.#core, operation, abort.signal));
  }

  #answer(id, answer) {
    if (this.#unanswered.delete(id)) postMessage({ answer: { id, ...answer } });
  }

  #cancel(id) {
    this.#unanswered.get(id)?.abort?.abort();
    this.#unanswered.delete(id);
  }

  // ---------------------------------------------------------------- the other tabs

  #fromOthers(message) {
    if (message.to !== undefined && message.to !== this.#id) return;
    if (message.ask && this.#core) {
      const { ask: to } = message;
      this.#channel.postMessage({ to, opened: this.#opened });
      return this.#channel.postMessage({ to, state: this.#state });
    }
    if (message.operation) return void this.#serve(message);
    if (message.answer) return this.#answer(message.answer.id, message.answer);
    this.#hear(message);
  }

  async #serve({ from, id, operation }) {
    if (!this.#core) return;
    const answer = await answerOf(this.#core, operation);
    this.#channel?.postMessage({ to: from, answer: { id, ...answer } });
  }

  #hear(message) {
    if (message.opened) return this.#led(message.opened);
    if (message.state) this.#state = message.state;
    postMessage(message);
  }

  /** Somebody leads: at the start, or after the last leader's tab was closed. */
  #led(opened) {
    const isChange = this.#opened !== null && this.#opened.leader !== opened.leader;
    this.#opened = opened;
    postMessage({ opened });
    for (const [id, { operation }] of this.#unanswered) {
      const [kind] = Object.keys(operation);
      if (isChange && once.has(kind)) {
        const message = "the tab that made the request was closed; whether it was carried out is unknown";
        this.#answer(id, { failure: { code: "not_connected", message } });
      } else {
        this.#pass(id, operation);
      }
    }
    if (isChange && this.#wantsConnection && this.#core) this.#core.call({ connect: {} }).catch(() => {});
  }

  #close() {
    this.#core?.close();
    this.#core = null;
    this.#channel?.close();
    this.#channel = null;
    this.#release();
    postMessage({ closed: true });
    globalThis.close();
  }
}

/** What a core answers, in a form that can be sent to another tab. */
async function answerOf(core, operation, signal) {
  try {
    return { result: await core.call(operation, signal) };
  } catch (error) {
    const { code = "internal", message, field, limit, actual, retryAfter } = error;
    return { failure: { code, message, field, limit, actual, retryAfter } };
  }
}

const seat = new Seat();
onmessage = ({ data }) => seat.fromTab(data);
