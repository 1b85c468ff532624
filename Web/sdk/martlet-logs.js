// The entries of one conversation's log, or of all logs, as an async iterator: existing ones first, then new ones as they arrive.

import { shape } from "./martlet-shapes.js";

/** Errors after which there is nothing to read until the app connects again. */
const ends = new Set(["not_connected", "closed", "suspended"]);
const entriesAtOnce = 100;

/**
 * The entries of logs, in order and without gaps within a conversation. Use `client.logs()` or `chat.log()`, and iterate it once.
 *
 * It ends when the client is disconnected, suspended or closed, and when the loop is left. It throws if the server ends the session.
 */
export class Logs {
  #client;
  #to;
  #from;
  /** The last position read of each conversation; null before the first look. */
  #positions = null;
  /** The only conversation that is read; undefined for all. */
  #only;
  /** Conversations that may have more. */
  #dirty = new Set();
  #page = [];
  /** True if something may have changed that nobody told: the connection, or the tab that holds the data. */
  #isStale = true;
  #isActive = true;
  #failure = null;
  #abort = new AbortController();
  #wake = () => {};

  /**
   * @param {any} client
   * @param {string} to  a conversation; empty for all
   * @param {"first"|"next"|number} from  a number is a position, after which the log is read
   */
  constructor(client, to, from) {
    this.#client = client;
    this.#to = to;
    this.#from = from;
  }

  /** Ends the iteration. */
  close() {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    this.#client.stopFollowing(this);
    this.#wake();
  }

  async next() {
    while (!this.#abort.signal.aborted) {
      const item = this.#page.shift();
      if (item) return { value: item, done: false };
      try {
        if (!(await this.#advance())) break;
      } catch (error) {
        const isEnd = this.#abort.signal.aborted || ends.has(error.code);
        this.close();
        if (!isEnd) throw error;
      }
    }
    this.close();
    return { value: undefined, done: true };
  }

  async return() {
    this.close();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** Takes the conversations whose logs grew; not for apps. */
  grew(ids) {
    for (const id of ids) if (this.#only === undefined || id === this.#only) this.#dirty.add(id);
    this.#wake();
  }

  /** Takes that the connection changed, or that changes were missed; not for apps. */
  changed() {
    this.#isStale = true;
    this.#wake();
  }

  /** Reads a page, or waits for news; false at the end. */
  async #advance() {
    if (this.#isStale) await this.#look();
    const [id] = this.#dirty;
    if (id !== undefined) {
      await this.#read(id);
    } else if (!this.#isActive) {
      if (this.#failure) throw this.#failure;
      return false;
    } else if (!this.#isStale) {
      await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
    }
    return true;
  }

  async #look() {
    // Whatever is told from here on comes on top.
    this.#isStale = false;
    this.#client.follow(this);
    const { heads } = await this.#ask({ followLogs: { to: this.#to } });
    this.#isActive = heads.active ?? false;
    this.#failure = heads.failure ? shape.failure(heads.failure) : null;
    const isFirst = this.#positions === null;
    this.#positions ??= new Map();
    for (const { conversation, newest = 0 } of heads.heads ?? []) {
      // A conversation that appears later is read from its beginning.
      if (!this.#positions.has(conversation)) this.#positions.set(conversation, isFirst ? this.#start(newest) : 0);
      this.#dirty.add(conversation);
    }
    if (!this.#to) return;
    this.#only = heads.conversation;
    if (!this.#positions.has(this.#only)) this.#positions.set(this.#only, this.#start(0));
    this.#dirty = new Set([this.#only]);
  }

  #start(newest) {
    if (typeof this.#from === "number") return this.#from;
    return this.#from === "next" ? newest : 0;
  }

  async #read(id) {
    // Before the answer: the log may grow in the meantime.
    this.#dirty.delete(id);
    const after = this.#positions.get(id) ?? 0;
    let log;
    try {
      ({ log } = await this.#ask({ log: { conversation: id, after, limit: entriesAtOnce } }));
    } catch (error) {
      // The user left it; there is nothing more to read.
      if (error.code === "conversation_unknown") return;
      throw error;
    }
    const upTo = log.upTo ?? 0;
    if (upTo <= after) return;
    this.#positions.set(id, upTo);
    this.#dirty.add(id);
    this.#page = (log.items ?? []).map(shape.logItem);
  }

  #ask(operation) {
    return this.#client.ask(operation, this.#abort.signal);
  }
}
