// Chromium without a window, steered over pipes by the DevTools protocol.

import { spawn } from "node:child_process";

const options = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
];

/** A browser process with a profile. */
export class Chromium {
  #process;
  #unanswered = new Map();
  #lastID = 0;
  #unread = "";

  /** @param {string} profile  a folder */
  constructor(profile) {
    // A group of its own, so that all its processes can be killed at once.
    this.#process = spawn("chromium", [...options, `--user-data-dir=${profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true,
    });
    this.ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.stdio[3].on("error", () => {});
    this.#process.stdio[4].setEncoding("utf8").on("data", (text) => this.#received(text));
  }

  /** Kills all its processes with signal 9. */
  async kill() {
    try {
      process.kill(-this.#process.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
    await this.ended;
  }

  /**
   * Opens a page; resolves to a function that runs a script in it and returns its value. The function's `call` calls a method of
   * the DevTools protocol.
   */
  async open(url) {
    const { targetId } = await this.#call("Target.createTarget", { url });
    const { sessionId } = await this.#call("Target.attachToTarget", { targetId, flatten: true });
    const run = async (script) => {
      const parameters = { expression: `(async () => (${script}))()`, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await this.#call("Runtime.evaluate", parameters, sessionId);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    return Object.assign(run, { call: (method, parameters = {}) => this.#call(method, parameters, sessionId) });
  }

  #call(method, params, sessionId) {
    const id = (this.#lastID += 1);
    return new Promise((resolve, reject) => {
      this.#unanswered.set(id, { resolve, reject });
      this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      this.ended.then(() => reject(new Error(`Chromium ended before it answered ${method}`)));
    });
  }

  #received(text) {
    const messages = (this.#unread + text).split("\0");
    this.#unread = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      const waiting = this.#unanswered.get(id);
      this.#unanswered.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    }
  }
}
