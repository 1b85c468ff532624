import { MartletError } from "./martlet-error.js";
import { Timeline } from "./martlet-live.js";
import { shape } from "./martlet-shapes.js";

/**
 * The result of an operation that went through the outbox: `{ sent: { conversation, position, time } }` once it is on the
 * server's disk; `{ unchanged: true }` if the server already had it so; `{ unknown: true }` if the client was disconnected
 * or closed first, in which case the outbox keeps it.
 *
 * @typedef {{sent?: {conversation: string, position: number, time: number}, unchanged?: true, unknown?: true}} Result
 */

/** @typedef {number|{conversation: string, position: number}} MessageRef  a message, or its position */

/** A conversation: what one can do in it. `client.conversation(id)` tells what the list knows of it. */
export class Chat {
  /** `direct:USER` or a conversation's id. */
  to;

  #client;

  /** Use `client.chat`. */
  constructor(client, to) {
    this.#client = client;
    this.to = to;
  }

  /**
   * The position of a message, which is refused if it is of another conversation.
   *
   * @param {MessageRef} message
   */
  #position(message) {
    if (typeof message !== "object") return message;
    if (!isOf(message.conversation, this.to)) {
      const { conversation } = message;
      throw new MartletError({
        code: "argument_invalid", field: "message", message: `the message is of another conversation: ${conversation}`,
      });
    }
    return message.position;
  }

  // ---------------------------------------------------------------- through the outbox

  /**
   * Sends a message, and resolves once the server has stored it; rejects with a MartletError if it refuses it.
   *
   * @param {string|object} content  a text, or the content object of another `type`
   * @param {{type?: string, replyTo?: MessageRef, mentions?: string[], mentionsAll?: boolean, extra?: string, directedTo?: string[],
   *   id?: string, enqueue?: boolean, signal?: AbortSignal}} options  `id` is the client id: a message repeated with the same
   *   id is stored once. With `enqueue` it resolves to that id once the message is on this device's disk
   * @returns {Promise<Result|string>}
   */
  async send(content, { type = "text", replyTo, id, enqueue, signal, ...fields } = {}) {
    const details = replyTo === undefined ? fields : { ...fields, replyTo: this.#position(replyTo) };
    return this.#submit({ send: { type, content: contentText(content) } }, { id, enqueue, signal, details });
  }

  /** Replaces the content of the user's own message. */
  async edit(message, content, { type = "text", ...options } = {}) {
    return this.#submit({ edit: { position: this.#position(message), type, content: contentText(content) } }, options);
  }

  /** Recalls a message: erases its content for everyone. */
  async recall(message, { silent = false, ...options } = {}) {
    return this.#submit({ recall: { position: this.#position(message), silent } }, options);
  }

  /** Adds a reaction. */
  react(message, key, options) {
    return this.#annotate(message, { reactions: { added: [key] } }, options);
  }

  /** Removes a reaction. */
  unreact(message, key, options) {
    return this.#annotate(message, { reactions: { removed: [key] } }, options);
  }

  /** Sets and removes properties of an expandable message. */
  setProperties(message, set, { removing = [], ...options } = {}) {
    return this.#annotate(message, { properties: { set, removed: removing } }, options);
  }

  /** Votes for choices of a poll, in place of the user's earlier votes. */
  vote(message, choices, options) {
    return this.#annotate(message, { ballot: { choices } }, options);
  }

  /** Closes a poll. */
  closePoll(message, options) {
    return this.#annotate(message, { closePoll: { on: true } }, options);
  }

  /** Pins a message for everyone. */
  pinMessage(message, options) {
    return this.#annotate(message, { pin: { on: true } }, options);
  }

  /** Unpins a message for everyone. */
  unpinMessage(message, options) {
    return this.#annotate(message, { pin: {} }, options);
  }

  async #annotate(message, change, options) {
    return this.#submit({ annotate: { position: this.#position(message), ...change } }, options);
  }

  /**
   * @param {object} action
   * @param {{id?: string, enqueue?: boolean, signal?: AbortSignal, details?: object}} options
   */
  async #submit(action, { id, enqueue, signal, details } = {}) {
    const answer = await this.#client.ask({ submit: { to: this.to, action, details, id, enqueue } }, signal);
    if (answer.enqueued) return answer.enqueued;
    if (answer.sent) return { sent: answer.sent };
    return answer.unchanged ? { unchanged: true } : { unknown: true };
  }

  // ---------------------------------------------------------------- history

  /**
   * The conversation as a screen shows it, live: an async iterator of `{ state, change }`.
   *
   * @param {{window?: number, at?: "newest"|"firstUnread"|{position: number}|{time: number}}} options  `window` is the number of
   *   messages to begin with, and that each move brings
   */
  timeline(options = {}) {
    return new Timeline(this.#client, this.to, options);
  }

  /**
   * Messages and notices in ascending order and without gaps: the newest before one, or the oldest after one.
   *
   * @param {{before?: MessageRef, after?: MessageRef, limit?: number, cached?: boolean, signal?: AbortSignal}} options
   *   `cached` returns what this device holds, without asking the server
   */
  async history({ before, after, limit = 50, cached = false, signal } = {}) {
    const place = after === undefined ? { before: this.#position(before ?? 0) } : { after: this.#position(after) };
    const { messages } = await this.#client.ask({ history: { to: this.to, ...place, limit, cached } }, signal);
    return (messages.messages ?? []).map(shape.message);
  }

  /** Searches the cached messages of the conversation, newest first. */
  async search(text, { before = 0, limit = 20 } = {}) {
    const { messages } = await this.#client.ask({ search: { text, in: this.to, before, limit } });
    return (messages.messages ?? []).map(shape.message);
  }

  /**
   * Hides messages from this user: on all devices, or on this one.
   *
   * @param {{upTo?: MessageRef, messages?: MessageRef[], thisDeviceOnly?: boolean, signal?: AbortSignal}} which
   */
  async hide({ upTo = 0, messages = [], thisDeviceOnly = false, signal = undefined }) {
    const positions = messages.map((message) => this.#position(message));
    await this.#client.ask({ hide: { to: this.to, upTo: this.#position(upTo), positions, thisDeviceOnly } }, signal);
  }

  // ---------------------------------------------------------------- markers and signals

  /**
   * Moves the user's read marker to a message; by default to the newest.
   *
   * @param {MessageRef} message
   */
  async markRead(message = 0, { signal = undefined } = {}) {
    await this.#client.ask({ markRead: { to: this.to, position: this.#position(message) } }, signal);
  }

  /** Tells the other members that the user is writing, or has stopped; call it with each key. */
  async setTyping(on = true, type = "") {
    await this.#client.ask({ setTyping: { to: this.to, on, type } });
  }

  /**
   * Sends a signal to the members who are connected now. It is not stored.
   *
   * @param {string} type
   * @param {any} content
   */
  async signal(type, content = {}) {
    await this.#client.ask({ sendSignal: { to: this.to, type, content: JSON.stringify(content) } });
  }

  /** How many members have messages: `{ position, members, read, delivered }` each. */
  async receipts(messages, { signal = undefined } = {}) {
    const positions = messages.map((message) => this.#position(message));
    const { receipts } = await this.#client.ask({ receipts: { to: this.to, positions } }, signal);
    return (receipts.receipts ?? []).map((receipt) => ({ members: 0, read: 0, delivered: 0, ...receipt }));
  }

  /** The known read and delivered markers of the members, from the local data. */
  async markers() {
    const { members } = await this.#client.ask({ markers: { to: this.to } });
    return (members.members ?? []).map(shape.member);
  }

  // ---------------------------------------------------------------- members

  /**
   * All members.
   *
   * @param {{signal?: AbortSignal}} options
   */
  async members({ signal } = {}) {
    const { members } = await this.#client.ask({ members: { to: this.to } }, signal);
    return (members.members ?? []).map(shape.member);
  }

  /** Adds users to a group. */
  async add(...users) {
    await this.#client.ask({ addMembers: { to: this.to, users: users.flat() } });
  }

  /** Removes users from a group. */
  async remove(users, { reason = "", signal = undefined } = {}) {
    const all = [users].flat();
    // An empty list would mean the user.
    if (all.length > 0) await this.#client.ask({ removeMembers: { to: this.to, users: all, reason } }, signal);
  }

  /** Leaves a group, which removes it from the list. */
  async leave({ reason = "", signal = undefined } = {}) {
    await this.#client.ask({ removeMembers: { to: this.to, reason } }, signal);
  }

  /**
   * Changes the title and the shared attributes of a group; an attribute that is null is removed.
   *
   * @param {{title?: string, attributes?: object, signal?: AbortSignal}} change
   */
  async change({ title, attributes = {}, signal }) {
    const changeConversation = { to: this.to, title, attributes: shape.attributes(attributes) };
    await this.#client.ask({ changeConversation }, signal);
  }

  // ---------------------------------------------------------------- the user's own settings

  /** Pins the conversation to the top of the list. */
  pinToTop() {
    return this.#set({ pinned: true });
  }

  unpinFromTop() {
    return this.#set({ pinned: false });
  }

  /** Which messages notify the user: all, mentions, mentions_me, mentions_all or none; "" for the default. */
  setLevel(level) {
    return this.#set({ level });
  }

  /** Mutes the conversation, so that it has no sound and no badge. */
  setMuted(muted) {
    return this.#set({ muted });
  }

  /** The user's own name for the conversation; "" for none. */
  setAlias(alias) {
    return this.#set({ alias });
  }

  /** Saves the draft of the conversation; an empty text deletes it. */
  saveDraft(text, { replyTo = 0 } = {}) {
    return this.#set({ draft: { text, replyTo } });
  }

  /** Drops the conversation from the list until its next message. */
  removeFromList() {
    return this.#set({ removed: true });
  }

  async #set(change) {
    await this.#client.ask({ changeSettings: { to: this.to, ...change } });
  }
}

function contentText(content) {
  return JSON.stringify(typeof content === "string" ? { text: content } : content);
}

/** Whether `to`, which may be `direct:USER`, means a conversation. */
function isOf(conversation, to) {
  if (conversation === to) return true;
  const [kind, ...users] = conversation.split(":");
  return kind === "direct" && users.some((user) => to === `direct:${user}`);
}
