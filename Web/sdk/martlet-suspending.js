// A client core that is closed for a while, and opened again: an app in the background holds no lock and no open file.

import { MartletError, mayBeSent } from "./martlet-error.js";

/** Calls of a suspended client that wait until it is resumed; all others but the next ones are refused. */
const patient = new Set(["nextOfTimeline", "nextOfList", "nextOfPresence"]);
/** Calls that decide what a suspended client does after it is resumed. */
const deciding = new Set(["connect", "disconnect", "networkChanged"]);

/**
 * A core that can be suspended.
 *
 * @typedef {{call: Function, close: Function, name?: string}} Core
 */
export class SuspendableCore {
  /** What the core told when it was opened first: the user, the device, and whether anything is kept. */
  opened;
  /** Tells the views of one tab from those of others. */
  name;

  #open;
  /** @type {?Core} */
  #core = null;
  #connects = false;
  #hasNetwork = true;
  #isSuspended = false;
  #isClosed = false;
  #resuming = null;
  /** Resolves when the client is resumed or closed. */
  #awake = signal();

  /**
   * @param {() => Promise<{core: Core, opened: any}>} open  opens the local data
   * @returns {Promise<SuspendableCore>}
   */
  static async open(open) {
    const made = new SuspendableCore(open);
    const { core, opened } = await open();
    [made.#core, made.opened, made.name] = [core, opened, core.name];
    return made;
  }

  /** @private Use `open`. */
  constructor(open) {
    this.#open = open;
  }

  /**
   * Calls an operation.
   *
   * @param {object} operation
   * @param {AbortSignal} [signal]
   */
  async call(operation, signal) {
    const [kind] = Object.keys(operation);
    if (kind === "networkChanged") this.#hasNetwork = operation.networkChanged.available;
    else if (deciding.has(kind)) this.#connects = kind === "connect";
    for (;;) {
      if (this.#isClosed) throw closed();
      const core = this.#core;
      if (this.#isSuspended && deciding.has(kind)) return { done: {} };
      if (core) {
        try {
          return await core.call(operation, signal);
        } catch (error) {
          if (core === this.#core || this.#isClosed || error.code !== "closed") throw error;
          if (mayBeSent(operation)) return {};
          if (!patient.has(kind)) throw new MartletError({ code: "not_connected", message: "the client was suspended" });
        }
      } else if (patient.has(kind)) {
        await Promise.race([this.#awake.promise, aborted(signal)]);
        signal?.throwIfAborted();
      } else {
        throw new MartletError({ code: "suspended", message: "the client is suspended; call resume()" });
      }
    }
  }

  /** Disconnects and closes the local data. Data in memory stays, because closing would lose it. */
  async suspend() {
    if (this.#isSuspended || this.#isClosed) return;
    this.#isSuspended = true;
    const core = this.#core;
    if (!this.opened.isPersistent) return core.call({ disconnect: {} });
    this.#core = null;
    this.#awake = signal();
    await core.close();
  }

  /**
   * Opens the local data again, and connects if the client was connected.
   *
   * @returns {Promise<boolean>}  false if there was nothing to resume
   */
  async resume() {
    if (this.#isClosed) throw closed();
    if (!this.#isSuspended) return false;
    this.#resuming ??= this.#reopen().finally(() => (this.#resuming = null));
    await this.#resuming;
    return true;
  }

  async #reopen() {
    if (!this.#core) {
      const { core } = await this.#open();
      if (this.#isClosed) {
        core.close();
        throw closed();
      }
      this.#core = core;
    }
    this.#isSuspended = false;
    this.#awake.raise();
    if (!this.#hasNetwork) await this.#core.call({ networkChanged: { available: false } });
    if (this.#connects) await this.#core.call({ connect: {} });
  }

  close() {
    this.#isClosed = true;
    this.#core?.close();
    this.#awake.raise();
  }
}

function signal() {
  let raise = () => {};
  const promise = new Promise((resolve) => (raise = () => resolve(undefined)));
  return { promise, raise };
}

/** Resolves when a signal gives up; never without one. */
function aborted(signal) {
  return new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
}

function closed() {
  return new MartletError({ code: "closed", message: "the client was closed" });
}
