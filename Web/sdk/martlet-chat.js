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
   * Sends a message with a file, which is uploaded first: an `image`, `gif`, `video`, `voice` or `file`, by default as the file's
   * media type says. Resolves and rejects as `send` does; with the server's refusal of the file, too.
   *
   * The client copies the file, and puts the message into the outbox. From then on it is sent whatever happens to the page or the
   * process: the next client on the same data goes on where the upload was. Later messages to the conversation wait for it, other
   * conversations do not. A client that keeps nothing (`isPersistent`) copies nothing, and forgets the message with its page.
   *
   * @param {Blob|ArrayBuffer|Uint8Array|string} file  in Node also a path
   * @param {{type?: string, name?: string, format?: string, caption?: string, width?: number, height?: number, seconds?: number,
   *   thumbnail?: object, content?: (media: object) => string|object, whenReady?: boolean,
   *   onProgress?: (progress: {sent: number, total: number}) => void, id?: string, signal?: AbortSignal, enqueue?: boolean,
   *   replyTo?: MessageRef, mentions?: string[], mentionsAll?: boolean, extra?: string, directedTo?: string[]}} options  `content`
   *   makes the content in place of the built-in ones, around a place for the file; with `whenReady` no message waits for it
   * @returns {Promise<Result|string>}
   */
  async sendFile(file, options = {}) {
    const { type, name, format, caption, width, height, seconds, thumbnail, content, whenReady, onProgress, ...others } = options;
    const { id = await this._client.newId(), enqueue, signal, replyTo, ...fields } = others;
    const outgoing = describing(file, { name, format, content, members: { text: caption, width, height, seconds, thumbnail } });
    const made = outgoingContent(outgoing.content, type ?? outgoing.type);
    if (!awaitsFile(made.content)) {
      const message = "the content does not name the file; make it with the media given";
      throw new MartletError({ code: "argument_invalid", field: "content", message });
    }
    const sent = await this._client.intercepted({ to: this.to, id, edited: 0, ...made, details: this.#details(replyTo, fields) });
    if (!sent) return this.#takenOver(id, enqueue);
    const action = { send: shape.outgoing(sent.content, sent.type) };
    // An app's `intercept` may have put the file elsewhere.
    const upload = awaitsFile(sent.content) ? { file: outgoing.file, fileName: outgoing.name, whenReady } : {};
    const stop = onProgress ? tellProgress(this._client, id, onProgress) : () => {};
    try {
      return await this.#submit(action, { id, enqueue, signal, details: sent.details, ...upload });
    } catch (error) {
      stop();
      throw error;
    }
  }

  /**
   * Downloads a file of a message; resolves to a Blob.
   *
   * An interruption is waited out, and the download goes on where it was; if it is interrupted too often, it rejects with
   * `unreachable`. So it does with the reason of `signal`, which pauses it: the next call goes on where it ended. The bytes are
   * checked against the hash that the server says, and refused with `protocol_violation`. Several calls for one file share a
   * download. Rejects with `media_unknown` if the user may not have the file, or no longer.
   *
   * @param {MessageRef} message
   * @param {{id?: string, variant?: "preview"|"small"|"medium"|"large", to?: string, signal?: AbortSignal,
   *   onProgress?: (progress: {received: number, total: number}) => void}} options  `id` and `variant` as for `fileLink`; `to` is
   *   a path to write to, in Node, and nothing is resolved then
   * @returns {Promise<Blob|undefined>}
   */
  async downloadFile(message, { id, ...options } = {}) {
    return this._files.downloads.download(await this.#file(message, id), options);
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
    return this._files.media.link(await this.#file(message, id), variant);
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
    return this._files.media.facts(await this.#file(message, id), signal);
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
   * @param {{id?: string, enqueue?: boolean, signal?: AbortSignal, details?: object, file?: any, fileName?: string,
   *   whenReady?: boolean}} options
   */
  async #submit(action, { signal, ...submit } = {}) {
    const answer = await this._ask({ submit: { to: this.to, action, ...submit } }, signal);
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

/** Whether a content has a place for a file that is yet to be uploaded. */
function awaitsFile(content) {
  return JSON.stringify(content).includes('"awaited":true');
}

/** A file to send as the core takes it, and the content that will name it. */
function describing(given, { name, format, content, members }) {
  const file = given instanceof ArrayBuffer || ArrayBuffer.isView(given) ? new Blob([/** @type {BlobPart} */ (given)]) : given;
  name ??= typeof file === "string" ? file.split("/").at(-1) : (file?.name ?? "");
  format ??= file?.type ?? "";
  const media = { awaited: true, ...(format && { format }), ...(name && { name }) };
  if (content) return { file, name, type: typeOf(format), content: content(media) };
  const known = Object.entries(members).filter(([, value]) => value !== undefined && value !== "");
  return { file, name, type: typeOf(format), content: Object.fromEntries([["media", media], ...known]) };
}

/** Tells how far the upload of a message is, until it ends; returns a function that stops it. */
function tellProgress(client, message, onProgress) {
  let last = -1;
  const stop = () => removals.forEach((remove) => remove());
  const removals = [
    client.on("pending", ({ id, upload }) => {
      if (id !== message) return;
      if (!upload) return stop();
      if (upload.sent === last) return;
      last = upload.sent;
      onProgress({ sent: upload.sent, total: upload.total });
    }),
    client.on("pendingRemoved", ({ id }) => id === message && stop()),
  ];
  return stop;
}

/** The type of a message with a file of a media type. */
function typeOf(format) {
  if (format === "image/gif") return "gif";
  if (/^image\/(jpeg|png|webp)$/.test(format)) return "image";
  return /^video\/(mp4|webm)$/.test(format) ? "video" : "file";
}
