/** After so many cores that trapped, a worker leads no more. */
const mostTraps = 3;

/** The name of the lock of an account's data, which its leader holds. */
export const lockName = (directory) => `martlet:${directory}`;

/** The locks of an account's workers: one for the leader, and one for each worker, by which the others see that it lives. */
export class Terms {
  #locks;
  #name;
  #id;
  #leaving = new AbortController();
  #traps = 0;
  /** Ends the worker's term, if it leads. */
  #endTerm = null;

  /**
   * @param {LockManager} locks
   * @param {string} name  of the account's data
   * @param {string} id  of the worker
   */
  constructor(locks, name, id) {
    this.#locks = locks;
    this.#name = name;
    this.#id = id;
  }

  /** Takes the worker's own lock, until `leave`. */
  sit() {
    const left = new Promise((resolve) => this.#leaving.signal.addEventListener("abort", resolve));
    return new Promise((resolve) => {
      this.#locks.request(`${this.#name}:${this.#id}`, () => {
        resolve();
        return left;
      });
    });
  }

  /**
   * Waits for the leader's lock, and leads.
   *
   * @param {() => Promise<void>} lead  begins to lead
   * @param {(error: Error) => void} failed  called if it cannot; another worker may try
   */
  async stand(lead, failed) {
    while (!this.#leaving.signal.aborted) {
      const traps = this.#traps;
      const options = { signal: this.#leaving.signal };
      try {
        await this.#locks.request(this.#name, options, async () => {
          const ended = new Promise((resolve) => (this.#endTerm = resolve));
          await lead();
          if (!this.#leaving.signal.aborted) await ended;
        });
      } catch (error) {
        if (!this.#leaving.signal.aborted) failed(error);
        return;
      }
      if (this.#traps === traps || this.#traps >= mostTraps) return;
    }
  }

  /**
   * Ends the worker's term because its core trapped.
   *
   * @returns {boolean}  true if this worker stands again
   */
  end() {
    this.#traps += 1;
    this.#endTerm?.();
    return this.#traps < mostTraps;
  }

  /** Gives up all locks. */
  leave() {
    this.#leaving.abort();
    this.#endTerm?.();
  }

  /** Calls `gone` once another worker lives no more. */
  whenGone(id, gone) {
    const options = { signal: this.#leaving.signal };
    this.#locks.request(`${this.#name}:${id}`, options, gone).catch(() => {});
  }
}
