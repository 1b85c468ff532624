import { outgoing as outgoingContent } from "./martlet-contents.js";
import { MartletError } from "./martlet-error.js";
import { Members } from "./martlet-members.js";
import { shape } from "./martlet-shapes.js";

/**
 * The result of an operation that went through the outbox: `{ sent: { conversation, position, time } }` once it is on the
 * server's disk; `{ unchanged: true }` if the server already had it so; `{ unknown: true }` if the client was disconnected
 * or closed first, in which case the outbox keeps it; `{ takenOver: true }` if the app's `intercept` took over, and nothing was sent.
 *
 * @typedef {{sent?: {conversation: string, position: number, time: number}, unchanged?: true, unknown?: true,
 *   takenOver?: true}} Result
 */

/** @typedef {import("./martlet-place.js").MessageRef} MessageRef */

/** A conversation: what one can do in it. `client.conversation(id)` tells what the list knows of it. */
export class Chat extends Members {
  /** The conversation's id; on a new device, that of a direct conversation is known after the first connection. */
  async id() {
    return (await this._ask({ resolve: { to: this.to } })).conversation;
  }

  /** The conversation as the list shows it; undefined if it is not in the list. */
  async summary() {
    const { conversations } = await this._ask({ summary: { to: this.to } });
    return (conversations.conversations ?? []).map(shape.conversation)[0];
  }

  // ---------------------------------------------------------------- through the outbox

  /**
   * Sends a message, and resolves once the server has stored it; rejects with a MartletError if it refuses it.
   *
   * @param {string|object} content  a text, a value of a content class, or the content object of another `type`
   * @param {{type?: string, replyTo?: MessageRef, mentions?: string[], mentionsAll?: boolean, extra?: string, directedTo?: string[],
   *   id?: string, enqueue?: boolean, signal?: AbortSignal}} options  `id` is the client id: a message repeated with the same
   *   id is stored once. With `enqueue` it resolves to that id once the message is on this device's disk
   * @returns {Promise<Result|string>}
   */
  async send(content, { type, replyTo, id, enqueue, signal, ...fields } = {}) {
    const details = this.#details(replyTo, fields);
    const outgoing = { to: this.to, id, edited: 0, ...outgoingContent(content, type), details };
    let sent = this._client.intercepted(outgoing);
    if (sent instanceof Promise) sent = await sent;
    if (!sent) return this.#takenOver(id, enqueue);
    return this.#submit({ send: shape.outgoing(sent.content, sent.type) }, { id, enqueue, signal, details: sent.details });
  }

  /**
   * Uploads a file, then sends a message that names it: an `image`, `gif`, `video`, `voice` or `file`, by default as the file's
   * media type says. Rejects with a MartletError if the server refuses one of them.
   *
   * An upload that is interrupted goes on where it was. The message is in the outbox only once the file is on the server, so
   * neither survives the end of the page or the process before.
   *
   * @param {Blob|ArrayBuffer|Uint8Array} file
   * @param {{type?: string, name?: string, caption?: string, width?: number, height?: number, seconds?: number, thumbnail?: object,
   *   onProgress?: (progress: {sent: number, total: number}) => void, id?: string, signal?: AbortSignal, enqueue?: boolean,
   *   replyTo?: MessageRef, mentions?: string[], mentionsAll?: boolean}} options
   * @returns {Promise<Result|string>}
   */
  async sendFile(file, { type, name, caption, width, height, seconds, thumbnail, onProgress, id, ...options } = {}) {
    id ??= await this._client.newId();
    const blob = file instanceof Blob ? file : new Blob([/** @type {BlobPart} */ (file)]);
    name ??= /** @type {any} */ (blob).name ?? "";
    const uploading = { conversation: this.to, message: id, name, signal: options.signal, onProgress };
    const media = { id: await this._transfers.upload(blob, uploading), size: blob.size };
    if (blob.type) Object.assign(media, { format: blob.type });
    if (name) Object.assign(media, { name });
    const members = { text: caption || undefined, width, height, seconds, thumbnail };
    const content = Object.fromEntries([["media", media], ...Object.entries(members).filter(([, value]) => value !== undefined)]);
    return this.send(content, { ...options, type: type ?? typeOf(blob.type), id });
  }

  /**
   * A link to the file of a message, by which anybody can download it until the link expires. Rejects with `media_unknown` if the
   * user may not have the file, or no longer.
   *
   * With `variant`, it is to a smaller picture of a picture or a video, in WebP. There may be none, which only following the
   * link shows.
   *
   * @param {MessageRef} message
   * @param {{id?: string, variant?: "preview"|"small"|"medium"|"large"}} options  `id` is that of one of several files; by
   *   default that of the message's content
   * @returns {Promise<string>}
   */
  async fileLink(message, { id, variant } = {}) {
    return this._transfers.link(await this.#file(message, id), variant);
  }

  /**
   * Of a picture, a video or a recording: its size, how long it plays, and how loud it is. Rejects with `media_no_variant` if the
   * server can tell nothing of it.
   *
   * @param {MessageRef} message
   * @param {{id?: string, signal?: AbortSignal}} options  `id` as for `fileLink`
   * @returns {Promise<{type: string, width: number, height: number, milliseconds: number, frames: number, waveform: Uint8Array}>}
   */
  async fileFacts(message, { id, signal } = {}) {
    return this._transfers.facts(await this.#file(message, id), signal);
  }

  /** The place of a message's file. */
  async #file(message, id) {
    const found = id ?? /** @type {any} */ (message).content?.media?.id;
    if (!found) throw new MartletError({ code: "media_unknown", message: "the message has no file on the server" });
    return [await this.id(), this._position(message), found];
  }

  /** The result of an operation that the app's `intercept` took over. */
  #takenOver(id, enqueue) {
    return enqueue ? (id ?? this._client.newId()) : { takenOver: true };
  }

  #details(replyTo, fields) {
    return replyTo === undefined ? fields : { ...fields, replyTo: this._position(replyTo) };
  }

  /**
   * Schedules a message, which the server sends at a given time even if this device is offline then; resolves to its name.
   *
   * It needs the server, and does not use the outbox.
   *
   * @param {string|object} content
   * @param {number} time  by the server's clock, in milliseconds since 1970
   * @param {{type?: string, replyTo?: MessageRef, mentions?: string[], mentionsAll?: boolean, extra?: string, directedTo?: string[],
   *   id?: string, signal?: AbortSignal}} options  the same request under the same `id` schedules nothing anew
   * @returns {Promise<string>}
   */
  async schedule(content, time, { type, replyTo, id, signal, ...fields } = {}) {
    const details = this.#details(replyTo, fields);
    const schedule = { to: this.to, ...shape.outgoing(content, type), details, time, id };
    return (await this._ask({ schedule }, signal)).text;
  }

  /**
   * Replaces the content of the user's own message.
   *
   * @param {MessageRef} message
   * @param {string|object} content
   * @param {{type?: string, id?: string, enqueue?: boolean, signal?: AbortSignal}} options
   */
  async edit(message, content, { type, ...options } = {}) {
    const position = this._position(message);
    const outgoing = { to: this.to, id: options.id, edited: position, ...outgoingContent(content, type), details: {} };
    let sent = this._client.intercepted(outgoing);
    if (sent instanceof Promise) sent = await sent;
    if (!sent) return this.#takenOver(options.id, options.enqueue);
    return this.#submit({ edit: { position, ...shape.outgoing(sent.content, sent.type) } }, options);
  }

  /**
   * Recalls a message: erases its content for everyone.
   *
   * @param {MessageRef} message
   * @param {{silent?: boolean, senderName?: string, senderPicture?: string, senderExtra?: string, extra?: string, push?: object,
   *   id?: string, enqueue?: boolean, signal?: AbortSignal}} options
   */
  async recall(message, { id, enqueue, signal, ...details } = {}) {
    return this.#submit({ recall: { position: this._position(message), details } }, { id, enqueue, signal });
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
    return this.#submit({ annotate: { position: this._position(message), ...change } }, options);
  }

  /**
   * @param {object} action
   * @param {{id?: string, enqueue?: boolean, signal?: AbortSignal, details?: object}} options
   */
  async #submit(action, { id, enqueue, signal, details } = {}) {
    const answer = await this._ask({ submit: { to: this.to, action, details, id, enqueue } }, signal);
    if (answer.enqueued) return answer.enqueued;
    if (answer.sent) return { sent: answer.sent };
    return answer.unchanged ? { unchanged: true } : { unknown: true };
  }

  // ---------------------------------------------------------------- hiding

  /**
   * Hides messages from this user: on all devices, or on this one.
   *
   * @param {{upTo?: MessageRef, messages?: MessageRef[], thisDeviceOnly?: boolean, signal?: AbortSignal}} which
   */
  async hide({ upTo = 0, messages = [], thisDeviceOnly = false, signal = undefined }) {
    const positions = messages.map((message) => this._position(message));
    await this._ask({ hide: { to: this.to, upTo: this._position(upTo), positions, thisDeviceOnly } }, signal);
  }

  // ---------------------------------------------------------------- markers and signals

  /**
   * Moves the user's read marker to a message; by default to the newest.
   *
   * @param {MessageRef} message
   */
  async markRead(message = 0, { signal = undefined } = {}) {
    await this._ask({ markRead: { to: this.to, position: this._position(message) } }, signal);
  }

  /** Tells the other members that the user is writing, or has stopped; call it with each key. */
  async setTyping(on = true, type = "") {
    await this._ask({ setTyping: { to: this.to, on, type } });
  }

  /**
   * Sends a signal to the members who are connected now. It is not stored.
   *
   * @param {string} type
   * @param {any} content
   */
  async signal(type, content = {}) {
    await this._ask({ sendSignal: { to: this.to, type, content: JSON.stringify(content) } });
  }

  // ---------------------------------------------------------------- the user's own settings

  /** The user's own settings of the conversation, even if it is not in the list. */
  async settings() {
    const { settings } = await this._ask({ ownSettings: { to: this.to } });
    return shape.settings(settings);
  }

  /** All settings of the conversation by key, as `docs/settings.md` lists them. */
  async allSettings() {
    const { values } = await this._ask({ settings: { to: this.to } });
    return shape.parsedValues(values.values);
  }

  /** Changes settings of the conversation by key; null removes one. */
  async setSettings(values) {
    await this._ask({ setSettings: { to: this.to, values: shape.attributes(values) } });
  }

  /** The notification level that is in force at a time: the own one, the default of the kind, and quiet hours together. */
  async notificationLevel(time) {
    return (await this._ask({ notificationLevel: { to: this.to, time } })).text;
  }

  /** Pins the conversation to the top of the list, or moves its pin to the front. */
  pinToTop({ countsAsActivity = false } = {}) {
    return this.#set({ pinned: true, pinCountsAsActivity: countsAsActivity });
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

  /** The notification sound, by a name that the app defines; "" for the default. */
  setRingTone(name) {
    return this.#set({ ringTone: name });
  }

  /**
   * Saves the draft of the conversation; deletes it if everything is empty.
   *
   * @param {string} text
   * @param {{replyTo?: MessageRef, mentions?: string[], mentionsAll?: boolean, mentionText?: string, extra?: any, local?: boolean}}
   *   options  `local` keeps it on this device only
   */
  saveDraft(text, { replyTo = 0, extra, ...fields } = {}) {
    const draft = { ...fields, text, replyTo: this._position(replyTo), extra: extra === undefined ? "" : JSON.stringify(extra) };
    return this.#set({ draft });
  }

  /** Sets an attribute of the conversation for this user only; null removes it. */
  setAttribute(name, value) {
    return this.#set({ attributes: shape.attributes({ [name]: value }) });
  }

  /**
   * Sets and clears bits of the conversation's flags, whose meaning the app defines.
   *
   * @param {bigint|number} bits
   * @param {{unset?: bigint|number}} others
   */
  setFlags(bits, { unset = 0 } = {}) {
    return this.#set({ setFlags: String(BigInt(bits)), unsetFlags: String(BigInt(unset)) });
  }

  /** Pins or unpins the conversation among those of a tag, which it must have. */
  setPinned(pinned, tag) {
    return this.#set({ pinInTag: { tag, pinned } });
  }

  /** Drops the conversation from the list until its next message; `withHistory` hides what there is, on all devices forever. */
  removeFromList({ withHistory = false } = {}) {
    return this.#set({ removed: true, withHistory });
  }

  async #set(change) {
    await this._ask({ changeSettings: { to: this.to, ...change } });
  }
}

/** The type of a message with a file of a media type. */
function typeOf(format) {
  if (format === "image/gif") return "gif";
  if (/^image\/(jpeg|png|webp)$/.test(format)) return "image";
  return /^video\/(mp4|webm)$/.test(format) ? "video" : "file";
}
