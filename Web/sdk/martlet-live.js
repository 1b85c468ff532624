// Live timelines and lists: what a screen shows, as async iterators of changes with the whole new state.

import { shape } from "./martlet-shapes.js";

/** One reader's view in the core, by its name there: an async iterator of the view's changes. */
class View {
  /**
   * The state after the last change that was read.
   *
   * @type {any}
   */
  state;

  #client;
  #name = null;
  #abort = new AbortController();

  /**
   * @param {import("./martlet.js").Client} client
   * @param {any} state  before the first change
   */
  constructor(client, state) {
    this.#client = client;
    this.state = state;
  }

  /** Ends the iteration. */
  close() {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    if (this.#name) this.#client.ask({ closeView: { name: this.#name } }).catch(() => {});
  }

  async next() {
    if (this.#abort.signal.aborted) return { value: undefined, done: true };
    try {
      return { value: await this._change(), done: false };
    } catch (error) {
      if (!this.#abort.signal.aborted && error.code !== "closed" && error.code !== "cancelled") throw error;
      return { value: undefined, done: true };
    }
  }

  async return() {
    this.close();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /**
   * Waits for the next change; each kind of view has its own.
   *
   * @protected
   * @returns {Promise<any>}
   */
  async _change() {
    throw new Error("a view without changes");
  }

  /**
   * The view's name, and what the core needs to open it.
   *
   * @protected
   */
  _named(opening) {
    this.#name ??= this.#client.newViewName();
    return { name: this.#name, ...opening };
  }

  /** @protected */
  _ask(operation) {
    return this.#client.ask(operation, this.#abort.signal);
  }

  /**
   * The rows after an update, and how they differ from those before.
   *
   * @protected
   * @param {any[]} before
   * @param {{first?: boolean, removed?: number[], inserted?: any[], updated?: any[]}} update
   * @param {(wire: any) => any} form
   */
  _take(before, { first = false, removed = [], inserted = [], updated = [] }, form) {
    const placed = (rows) => rows.map(({ index = 0, row }) => ({ index, row: form(row) }));
    const rows = [...before];
    // A view that was opened again, by the next leader of several tabs, has all rows anew.
    const gone = first ? rows.map((_, index) => rows.length - 1 - index) : removed;
    const change = { removed: gone, inserted: placed(inserted), updated: placed(updated) };
    for (const index of gone) rows.splice(index, 1);
    for (const { index, row } of change.inserted) rows.splice(index, 0, row);
    for (const { index, row } of change.updated) rows[index] = row;
    return { rows, change };
  }
}

/**
 * A conversation as a screen shows it: messages, unsent and refused ones, each in its place. Use `chat.timeline()`.
 *
 * Iterate it once. It ends when it is closed, when the loop is left, and when the client is closed.
 */
export class Timeline extends View {
  #to;
  #window;
  #place;
  #unwatch;
  /** The rows as the core has them, and the messages of them that the app does not want to see. */
  #all = [];
  #suppressed = new Set();

  /**
   * @param {import("./martlet.js").Client} client
   * @param {string} to
   * @param {{window?: number, at?: "newest"|"firstUnread"|{position: number}|{time: number}}} options
   */
  constructor(client, to, { window = 50, at = "newest" } = {}) {
    super(client, { rows: [], atBeginning: false, atEnd: true, firstUnread: 0, newerCount: 0 });
    this.#to = to;
    this.#window = window;
    this.#place = at;
    this.#unwatch = client.watch(this);
  }

  /** Ends the iteration. */
  close() {
    this.#unwatch();
    super.close();
  }

  /** Keeps a message out of the rows; not for apps. */
  suppress({ conversation, position }) {
    this.#suppressed.add(`${conversation}#${position}`);
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

  /** @protected */
  async _change() {
    const { timeline } = await this._ask({ nextOfTimeline: this.#opening() });
    const { rows, change } = this.#shown(this.#all, this._take(this.#all, timeline, shape.timelineRow));
    const { atBeginning = false, atEnd = false, firstUnread = 0, newerCount = 0 } = timeline;
    this.state = { rows, atBeginning, atEnd, firstUnread, newerCount };
    return { state: this.state, change };
  }

  /** Rows and a change without the messages that the app does not want to see. */
  #shown(before, { rows, change }) {
    this.#all = rows;
    if (this.#suppressed.size === 0) return { rows, change };
    const isShown = ({ message }) => !message || !this.#suppressed.has(`${message.conversation}#${message.position}`);
    const places = (all) => {
      let place = 0;
      return all.map((row) => (isShown(row) ? place++ : -1));
    };
    const [old, now] = [places(before), places(rows)];
    const placed = (some) => some.filter(({ row }) => isShown(row)).map(({ index, row }) => ({ index: now[index], row }));
    const removed = change.removed.map((index) => old[index]).filter((place) => place >= 0);
    return {
      rows: rows.filter(isShown),
      change: { removed, inserted: placed(change.inserted), updated: placed(change.updated) },
    };
  }

  async #move(move) {
    await this._ask({ moveTimeline: { timeline: this.#opening(), ...move } });
  }

  /** Where the core opens it: at what is shown, should it have to be opened again. */
  #opening() {
    const { rows, atEnd } = this.state;
    const middle = rows[Math.floor(rows.length / 2)]?.message?.position;
    const at = rows.length === 0 ? this.#place : atEnd || !middle ? "newest" : { position: middle };
    return this._named({ to: this.#to, window: this.#window, place: place(at) });
  }
}

/**
 * The conversation list as a screen shows it. Use `client.list()`.
 *
 * Iterate it once. It ends when it is closed, when the loop is left, and when the client is closed.
 */
export class ConversationList extends View {
  #filter;
  #window;

  /**
   * @param {any} client
   * @param {import("./martlet-shapes.js").Filter & {window?: number}} query
   */
  constructor(client, { window = 50, ...filter } = {}) {
    super(client, { rows: [], isComplete: false });
    this.#filter = shape.filter(filter);
    this.#window = window;
  }

  /** Shows more conversations at the end; the next change has the rows. */
  async more() {
    await this._ask({ extendList: this.#opening() });
  }

  /** @protected */
  async _change() {
    const { list } = await this._ask({ nextOfList: this.#opening() });
    const { rows, change } = this._take(this.state.rows, list, shape.conversation);
    this.state = { rows, isComplete: list.complete ?? false };
    return { state: this.state, change };
  }

  #opening() {
    return this._named({ filter: this.#filter, window: this.#window });
  }
}

/**
 * The presence of users, live. Use `client.watchPresence()`.
 *
 * Iterate it once. It ends when it is closed, when the loop is left, and when the client is closed.
 */
export class PresenceWatch extends View {
  #users;

  /**
   * @param {any} client
   * @param {string[]} users
   */
  constructor(client, users) {
    super(client, { rows: [], isCurrent: false, unwatched: [] });
    this.#users = users;
  }

  /** @protected */
  async _change() {
    const { presenceUpdate } = await this._ask({ nextOfPresence: this._named({ users: this.#users }) });
    const { rows, change } = this._take(this.state.rows, presenceUpdate, shape.presence);
    const { current: isCurrent = false, unwatched = [] } = presenceUpdate;
    this.state = { rows, isCurrent, unwatched };
    return { state: this.state, change };
  }
}

function place(at) {
  if (at === "newest") return { newest: {} };
  if (at === "firstUnread") return { firstUnread: {} };
  return at.time === undefined ? { position: at.position } : { time: at.time };
}
