// Live timelines and lists: what a screen shows, as async iterators of changes with the whole new state.

import { shape } from "./martlet-shapes.js";

/** One reader's view in the core, by its name there. */
class View {
  #client;
  #name = null;
  #abort = new AbortController();
  /** @type {any[]} */
  #rows = [];

  /** @param {import("./martlet.js").Client} client */
  constructor(client) {
    this.#client = client;
  }

  /** Closes the view; iterating it ends. */
  close() {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    if (this.#name) this.#client.ask({ closeView: { name: this.#name } }).catch(() => {});
  }

  /** The view's name, and what the core needs to open it. */
  named(opening) {
    this.#name ??= this.#client.newViewName();
    return { name: this.#name, ...opening };
  }

  ask(operation) {
    return this.#client.ask(operation, this.#abort.signal);
  }

  /**
   * The rows after an update, and how they differ from those before.
   *
   * @param {{first?: boolean, removed?: number[], inserted?: any[], updated?: any[]}} update
   * @param {(wire: any) => any} form
   */
  take({ first = false, removed = [], inserted = [], updated = [] }, form) {
    const placed = (rows) => rows.map(({ index = 0, row }) => ({ index, row: form(row) }));
    // A view that was opened again, by the next leader of several tabs, has all rows anew.
    const gone = first ? this.#rows.map((_, index) => this.#rows.length - 1 - index) : removed;
    const change = { removed: gone, inserted: placed(inserted), updated: placed(updated) };
    const rows = first ? [] : [...this.#rows];
    if (!first) for (const index of removed) rows.splice(index, 1);
    for (const { index, row } of change.inserted) rows.splice(index, 0, row);
    for (const { index, row } of change.updated) rows[index] = row;
    this.#rows = rows;
    return { rows, change };
  }

  /**
   * Waits for a change.
   *
   * @param {() => Promise<any>} next
   */
  async step(next) {
    if (this.#abort.signal.aborted) return { value: undefined, done: true };
    try {
      return { value: await next(), done: false };
    } catch (error) {
      if (this.#abort.signal.aborted || error.code === "closed" || error.code === "cancelled") {
        return { value: undefined, done: true };
      }
      throw error;
    }
  }
}

/**
 * A conversation as a screen shows it: messages, unsent and refused ones, each in its place. Use `chat.timeline()`.
 *
 * Iterate it once. It ends when it is closed, when the loop is left, and when the client is closed.
 */
export class Timeline {
  /** The state after the last change that was read. */
  state = { rows: [], atBeginning: false, atEnd: true, firstUnread: 0, newerCount: 0 };

  #view;
  #to;
  #window;
  #place;

  /**
   * @param {import("./martlet.js").Client} client
   * @param {string} to
   * @param {{window?: number, at?: "newest"|"firstUnread"|{position: number}|{time: number}}} options
   */
  constructor(client, to, { window = 50, at = "newest" } = {}) {
    this.#view = new View(client);
    this.#to = to;
    this.#window = window;
    this.#place = at;
  }

  /** Shows more messages at the beginning; the next change has the rows. */
  older() {
    return this.#move({ older: {} });
  }

  /** Shows more messages at the end; the next change has the rows. */
  newer() {
    return this.#move({ newer: {} });
  }

  /** Shows `"newest"`, `"firstUnread"`, a `{ position }`, or the first message of a `{ time }` or later. */
  jump(to) {
    this.#place = to;
    return this.#move({ to: place(to) });
  }

  /** Ends the iteration. */
  close() {
    this.#view.close();
  }

  next() {
    return this.#view.step(async () => {
      const { timeline } = await this.#view.ask({ nextOfTimeline: this.#opening() });
      const { rows, change } = this.#view.take(timeline, shape.timelineRow);
      const { atBeginning = false, atEnd = false, firstUnread = 0, newerCount = 0 } = timeline;
      this.state = { rows, atBeginning, atEnd, firstUnread, newerCount };
      return { state: this.state, change };
    });
  }

  async return() {
    this.close();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  async #move(move) {
    await this.#view.ask({ moveTimeline: { timeline: this.#opening(), ...move } });
  }

  /** Where the core opens it: at what is shown, should it have to be opened again. */
  #opening() {
    const { rows, atEnd } = this.state;
    const middle = rows[Math.floor(rows.length / 2)]?.message?.position;
    const at = rows.length === 0 ? this.#place : atEnd || !middle ? "newest" : { position: middle };
    return this.#view.named({ to: this.#to, window: this.#window, place: place(at) });
  }
}

/**
 * The conversation list as a screen shows it. Use `client.list()`.
 *
 * Iterate it once. It ends when it is closed, when the loop is left, and when the client is closed.
 */
export class ConversationList {
  /** The state after the last change that was read. */
  state = { rows: [], isComplete: false };

  #view;
  #filter;
  #window;

  constructor(client, { window = 50, ...filter } = {}) {
    this.#view = new View(client);
    this.#filter = filter;
    this.#window = window;
  }

  /** Shows more conversations at the end; the next change has the rows. */
  async more() {
    await this.#view.ask({ extendList: this.#opening() });
  }

  /** Ends the iteration. */
  close() {
    this.#view.close();
  }

  next() {
    return this.#view.step(async () => {
      const { list } = await this.#view.ask({ nextOfList: this.#opening() });
      const { rows, change } = this.#view.take(list, shape.conversation);
      this.state = { rows, isComplete: list.complete ?? false };
      return { state: this.state, change };
    });
  }

  async return() {
    this.close();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  #opening() {
    return this.#view.named({ filter: this.#filter, window: this.#window });
  }
}

function place(at) {
  if (at === "newest") return { newest: {} };
  if (at === "firstUnread") return { firstUnread: {} };
  return at.time === undefined ? { position: at.position } : { time: at.time };
}
