// The parts of a chat that read: history, search, receipts, and the people and messages that belong to a message.

import { Timeline } from "./martlet-live.js";
import { Logs } from "./martlet-logs.js";
import { Place } from "./martlet-place.js";
import { shape } from "./martlet-shapes.js";

/** @typedef {import("./martlet-place.js").MessageRef} MessageRef */

/** The reading half of a chat. */
export class History extends Place {
  /**
   * The conversation as a screen shows it, live: an async iterator of `{ state, change }`.
   *
   * @param {{window?: number, at?: "newest"|"firstUnread"|{position: number}|{time: number}}} options  `window` is the number of
   *   messages to begin with, and that each move brings
   */
  timeline(options = {}) {
    return new Timeline(this._client, this.to, options);
  }

  /**
   * The entries of the conversation's log, edits and recalls too: existing ones first, then new ones as they arrive. It follows the
   * log as `client.logs()` does.
   *
   * @param {{from: "first"|"next"|{after: MessageRef}}} options
   */
  log({ from }) {
    return new Logs(this._client, this.to, typeof from === "object" ? this._position(from.after) : from);
  }

  /**
   * Messages and notices in ascending order and without gaps: the newest before one, or the oldest after one.
   *
   * @param {{before?: MessageRef, after?: MessageRef, limit?: number, cached?: boolean, signal?: AbortSignal}} options
   *   `cached` returns what this device holds, without asking the server
   */
  async history({ before, after, limit = 50, cached = false, signal } = {}) {
    const place = after === undefined ? { before: this._position(before ?? 0) } : { after: this._position(after) };
    return this._messages({ history: { to: this.to, ...place, limit, cached } }, signal);
  }

  /**
   * A message with some before and after it, in ascending order and without gaps.
   *
   * @param {MessageRef|{time: number}} place  a message, or the first one of a moment or later
   * @param {{before?: number, after?: number, signal?: AbortSignal}} options
   */
  async historyAround(place, { before = 25, after = 25, signal } = {}) {
    const at = typeof place === "object" && "time" in place && !("position" in place)
      ? { time: place.time } : { position: this._position(/** @type {MessageRef} */ (place)) };
    return this._messages({ historyAround: { to: this.to, ...at, before, after } }, signal);
  }

  /**
   * Messages of some content types, newest first: a page `{ items, next }`.
   *
   * @param {string[]} types
   * @param {{limit?: number, after?: string, signal?: AbortSignal}} options  `after` is `next` of the previous page
   */
  async historyOfTypes(types, { limit = 20, after, signal } = {}) {
    return this._page({ historyOfTypes: { to: this.to, types, limit, after } }, signal);
  }

  /**
   * Messages and notices by position, ascending, without those that do not exist or are not visible.
   *
   * @param {MessageRef[]} messages
   * @param {{signal?: AbortSignal}} options
   */
  async messages(messages, { signal } = {}) {
    return this._messages({ messages: { to: this.to, positions: this._positions(messages) } }, signal);
  }

  /**
   * Fetches older history until this device holds the conversation back to a time; resolves to the number of entries held.
   *
   * @param {{since?: number, limit?: number, signal?: AbortSignal}} options
   */
  async download({ since, limit, signal } = {}) {
    const { count } = await this._ask({ download: { to: this.to, since, limit } }, signal);
    return count.count ?? 0;
  }

  /** When messages arrived on this device, by its clock: a map by position. */
  async receivedTimes(messages) {
    const { times } = await this._ask({ receivedTimes: { to: this.to, positions: this._positions(messages) } });
    return new Map((times.times ?? []).map(({ position = 0, time = 0 }) => [position, time]));
  }

  /**
   * Searches the cached messages of the conversation, newest first: a page `{ items, next, complete }`.
   *
   * @param {string|{text?: string, sender?: string, types?: string[], since?: number, until?: number}} query
   * @param {{before?: MessageRef, after?: string, limit?: number}} options  `after` is `next` of the previous page
   */
  async search(query, { before = 0, after, limit = 20 } = {}) {
    const conditions = typeof query === "string" ? { text: query } : query;
    return this._page({ search: { ...conditions, in: this.to, before: this._position(before), after, limit } });
  }

  // ---------------------------------------------------------------- what belongs to a message

  /**
   * The messages that reply to one, ascending: a page `{ items, next }`.
   *
   * @param {MessageRef} message
   * @param {{limit?: number, after?: string, signal?: AbortSignal}} options
   */
  async replies(message, { limit = 100, after, signal } = {}) {
    return this._page({ replies: { to: this.to, position: this._position(message), limit, after } }, signal);
  }

  /**
   * The versions of a message, oldest first; empty if it was recalled.
   *
   * @param {MessageRef} message
   * @param {{signal?: AbortSignal}} options
   */
  async versions(message, { signal } = {}) {
    return this._messages({ versions: { to: this.to, position: this._position(message) } }, signal);
  }

  /**
   * The messages pinned for everyone, ascending.
   *
   * @param {{signal?: AbortSignal}} options
   */
  async pinnedMessages({ signal } = {}) {
    return this._messages({ pinnedMessages: { to: this.to } }, signal);
  }

  /**
   * The users who set a reaction, or voted for a choice, ascending: a page `{ items, next }`.
   *
   * @param {MessageRef} message
   * @param {{reaction?: string, choice?: number, limit?: number, after?: string, signal?: AbortSignal}} which
   */
  async annotators(message, { reaction, choice, limit = 100, after, signal = undefined }) {
    const of = { to: this.to, position: this._position(message), limit, after };
    const { users } = await this._ask({ annotators: { of, reaction, choice } }, signal);
    return shape.page(users, users.users ?? []);
  }

  /**
   * The recipients of a message, ascending: a page `{ items, next }` of members.
   *
   * @param {MessageRef} message
   * @param {{state?: "any"|"read"|"unread"|"delivered"|"undelivered", limit?: number, after?: string, signal?: AbortSignal}} options
   */
  async readers(message, { state = "read", limit = 100, after, signal } = {}) {
    const of = { to: this.to, position: this._position(message), limit, after };
    const { members } = await this._ask({ readers: { of, state } }, signal);
    return shape.page(members, (members.members ?? []).map(shape.member));
  }

  /** How many members have messages: `{ position, members, read, delivered }` each. */
  async receipts(messages, { signal = undefined } = {}) {
    const { receipts } = await this._ask({ receipts: { to: this.to, positions: this._positions(messages) } }, signal);
    return (receipts.receipts ?? []).map((receipt) => ({ members: 0, read: 0, delivered: 0, ...receipt }));
  }

  /** The known read and delivered markers of the members, from the local data. */
  async markers() {
    const { members } = await this._ask({ markers: { to: this.to } });
    return (members.members ?? []).map(shape.member);
  }

  /**
   * The content of the user's own recalled message, for editing and sending again: `{ type, content }`; null if it is not kept.
   *
   * @param {MessageRef} message
   */
  async recalledContent(message) {
    const { content } = await this._ask({ recalledContent: { to: this.to, position: this._position(message) } });
    return content ? { type: content.type ?? "", content: shape.parsed(content.content) } : null;
  }

  // ---------------------------------------------------------------- unread

  /**
   * The position of the first unread message; 0 if there is none.
   *
   * @param {{signal?: AbortSignal}} options
   */
  async firstUnread({ signal } = {}) {
    const { count } = await this._ask({ firstUnread: { to: this.to } }, signal);
    return count.count ?? 0;
  }

  /**
   * The number of unread messages of some content types.
   *
   * @param {string[]} types
   * @param {{signal?: AbortSignal}} options
   */
  async unreadCount(types, { signal } = {}) {
    const { count } = await this._ask({ unreadCount: { to: this.to, types } }, signal);
    return count.count ?? 0;
  }

  /**
   * Unread messages that mention the user or everyone, ascending: the first ones, or with `newest` the last ones.
   *
   * @param {{limit?: number, newest?: boolean, signal?: AbortSignal}} options
   */
  async unreadMentions({ limit = 100, newest = false, signal } = {}) {
    return this._messages({ unreadMentions: { to: this.to, limit, newest } }, signal);
  }
}
