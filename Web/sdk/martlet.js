// Martlet for JavaScript. The same client core as in the Swift SDK, compiled to WebAssembly, holds the user's
// conversations on the device, syncs them and sends what waits.
//
//   import { open } from "./martlet-node.js";
//   const server = "wss://chat.example.org";
//   const client = await open({ server, token: getToken, directory: "data", device: { class: "tool" } });
//   client.on("message", async (message) => {
//     if (message.text === "ping" && message.sender !== client.user) await client.chat(message.conversation).send("pong");
//   });
//   client.connect();
//
// `martlet-node.js` and `martlet-browser.js` open a client; this file is what both have in common.

import { Chat } from "./martlet-chat.js";
import { contentOf } from "./martlet-contents.js";
import { MartletError } from "./martlet-error.js";
import { ConversationList } from "./martlet-live.js";
import { Logs } from "./martlet-logs.js";
import { Mailbox } from "./martlet-mailbox.js";
import { People } from "./martlet-people.js";
import { shape } from "./martlet-shapes.js";

export { contentOf, MartletError };

/** Events that wait for a slow listener; beyond that, they are replaced by one `missed`. */
const eventBuffer = 1_024;

/**
 * The client of one user on one device: a local copy of the user's conversations, and a connection to the server.
 *
 * Lists and history are available before it connects. After `connect()` it connects, and reconnects when necessary,
 * until `disconnect()`. Messages are written to disk before they are sent, and are stored exactly once.
 */
export class Client extends People {
  /** The user; empty on a new device before its first connection. */
  user = "";
  /** The id of this installation. */
  device = "";
  /** The state of the connection: its `name` is offline, waiting_for_network, connecting, online or ended. */
  state = { name: "offline" };
  /** False if everything is in memory, and unsent messages are lost with the page or the process. */
  isPersistent;

  #core;
  #listeners = new Map();
  #events = new Set();
  #states = new Set();
  #logs = new Set();
  #views = 0;
  #hooks;
  #timelines = new Set();

  /**
   * @private Use `open` of `martlet-node.js` or `martlet-browser.js`.
   * @param {import("./martlet-suspending.js").SuspendableCore} core  its name tells the tabs of one core apart
   */
  constructor(core, { user = "", device = "" }, isPersistent, hooks = {}) {
    super();
    this.#hooks = hooks;
    this.#core = core;
    this.user = user;
    this.device = device;
    this.isPersistent = isPersistent;
  }

  // ---------------------------------------------------------------- the connection

  /** Starts connecting, and keeps the client connected until `disconnect()`. */
  connect() {
    return this.#done({ connect: {} });
  }

  /** Closes the connection, and makes no new one until `connect()`. The outbox keeps its contents. */
  disconnect() {
    return this.#done({ disconnect: {} });
  }

  /** Skips the delay before the next attempt; call it when the app comes to the foreground. */
  reconnectNow() {
    return this.#done({ reconnectNow: {} });
  }

  /** Tells the client whether the device has a network. */
  networkChanged(isAvailable) {
    return this.#done({ networkChanged: { available: isAvailable } });
  }

  /**
   * Waits until the client is connected.
   *
   * @param {{signal?: AbortSignal}} options
   */
  async connected({ signal } = {}) {
    await this.ask({ wait: {} }, signal);
    await this.#refresh();
  }

  /**
   * Waits until everything missed while offline was fetched.
   *
   * @param {{signal?: AbortSignal}} options
   */
  async caughtUp({ signal } = {}) {
    await this.ask({ wait: { caughtUp: true } }, signal);
    await this.#refresh();
  }

  /**
   * Stores what is in progress, disconnects, and closes the local data until `resume()`.
   *
   * Requests in progress fail with `not_connected`, and sends resolve to `unknown` and stay in the outbox. New calls fail with
   * `suspended`. Listeners stay, and timelines and lists wait for `resume()`. A client in memory only disconnects.
   */
  async suspend() {
    const offline = this.#stateNamed("offline");
    await this.#core.suspend();
    // A core that stays open tells of it at the end of its turn.
    if (this.isPersistent) this.changed({ name: "offline" });
    await offline;
  }

  /**
   * Opens the local data again after `suspend()`, and connects if the client was connected or connecting. Another client may have
   * used the data meanwhile, so listeners get `missed`. Rejects as `open` does; the client is suspended then.
   */
  async resume() {
    if (await this.#core.resume()) this.published({ missed: {} });
  }

  /** Disconnects and closes the local data. Nothing is lost: a client opened on the same data continues from here. */
  close() {
    this.#core.close();
    for (const mailbox of [...this.#events, ...this.#states]) mailbox.finish();
    for (const reader of [...this.#logs]) reader.close();
  }

  // ---------------------------------------------------------------- listening

  /**
   * Calls `listener` for every event of a kind, such as `message`, `conversation` or `typing`; `state` for states of the
   * connection, `event` for all events. Returns a function that removes the listener.
   */
  on(kind, listener) {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** The events from now on, as an async iterator of `{ kind, value }`. A slow reader gets one `missed` for many. */
  events() {
    return this.#listen(this.#events, new Mailbox(eventBuffer, () => ({ kind: "missed", value: {} })));
  }

  /** The states of the connection, starting with the current one; a slow reader gets the newest only. */
  states() {
    const mailbox = new Mailbox(1, (newest) => newest);
    mailbox.put(this.state);
    return this.#listen(this.#states, mailbox);
  }

  #listen(mailboxes, mailbox) {
    mailboxes.add(mailbox);
    mailbox.ended = () => mailboxes.delete(mailbox);
    return mailbox;
  }

  /**
   * Takes a state of the connection from the core; not for apps.
   *
   * @param {{name: string, user?: string, device?: string, failure?: object}} told
   */
  changed({ user = this.user, device = this.device, ...state }) {
    this.user = user;
    this.device = device;
    this.state = state.failure ? { ...state, failure: new MartletError(state.failure) } : state;
    this.#emit("state", this.state);
    for (const mailbox of this.#states) mailbox.put(this.state);
    if (state.name === "offline" || state.name === "ended") for (const reader of this.#logs) reader.changed();
  }

  /** Resolves once the connection has a state. */
  async #stateNamed(name) {
    for await (const state of this.states()) if (state.name === name) return;
  }

  /** Takes an event from the core; not for apps. */
  published(event) {
    const [kind] = Object.keys(event);
    if (kind === "logs") return this.#logs.forEach((reader) => reader.grew(event.logs.ids ?? []));
    if (kind === "missed") for (const reader of this.#logs) reader.changed();
    const value = shape.event(kind, event[kind]);
    if (kind === "message" && this.#isSuppressed(value)) return;
    this.#emit(kind, value);
    this.#emit("event", { kind, value });
    for (const mailbox of this.#events) mailbox.put({ kind, value });
  }

  /** True for a message that the app wants neither to hear of nor to see in the timelines that are open. */
  #isSuppressed(message) {
    const { interceptReceived } = this.#hooks;
    if (!interceptReceived || message.sender === this.user || interceptReceived(message) !== false) return false;
    for (const timeline of this.#timelines) timeline.suppress(message);
    return true;
  }

  /** Tells a timeline which messages the app does not want to see, until it is closed; not for apps. */
  watch(timeline) {
    this.#timelines.add(timeline);
    return () => this.#timelines.delete(timeline);
  }

  #emit(kind, value) {
    for (const listener of this.#listeners.get(kind) ?? []) {
      // A listener's error must not keep the others from hearing.
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  // ---------------------------------------------------------------- conversations

  /** A conversation: `direct:USER` or a conversation's id. */
  chat(to) {
    return new Chat(this, to);
  }

  /**
   * Conversations of the list, latest activity first, from the local data.
   *
   * @param {import("./martlet-shapes.js").Filter & {after?: string, limit?: number}} query  `after` is the last
   *   conversation of the previous page
   */
  async conversations({ after, limit, ...filter } = {}) {
    const { conversations } = await this.ask({ conversations: { filter: shape.filter(filter), after, limit } });
    return (conversations.conversations ?? []).map(shape.conversation);
  }

  /**
   * The list as a screen shows it, live: an async iterator of `{ state, change }`.
   *
   * @param {import("./martlet-shapes.js").Filter & {window?: number}} query  `window` is the number of conversations to
   *   begin with, and that `more()` adds
   */
  list(query = {}) {
    return new ConversationList(this, query);
  }

  /**
   * The entries of all conversations' logs, edits and recalls too: existing ones first, then new ones as they arrive.
   *
   * Within a conversation they come in order and without gaps, also across lost connections. Conversations that appear later are
   * read from their beginning. Connect first: without a connection it ends after the cached entries.
   *
   * @param {{from: "first"|"next"}} options  `first` begins with the first entries that the user may see, `next` after the newest
   *   ones that this device knows of
   */
  logs({ from }) {
    return new Logs(this, "", from);
  }

  /** One conversation of the list; undefined if it is not there. */
  async conversation(id) {
    return (await this.conversationsById([id]))[0];
  }

  /** Conversations by id, in the order given, without those that are not in the list. */
  async conversationsById(ids) {
    const { conversations } = await this.ask({ conversationsById: { ids } });
    return (conversations.conversations ?? []).map(shape.conversation);
  }

  /**
   * The unread total of conversations: `{ messages, conversations, mentions }`.
   *
   * @param {import("./martlet-shapes.js").Filter} filter
   */
  async unreadTotal(filter = {}) {
    const { unread } = await this.ask({ unreadTotal: shape.filter(filter) });
    return { messages: 0, conversations: 0, mentions: 0, ...unread };
  }

  /** Creates a group that this user owns; resolves to its chat. */
  async createGroup({ title = "", members = [], id = "", attributes = {}, signal = undefined }) {
    const createGroup = { title, members, id, attributes: shape.attributes(attributes) };
    const { conversation } = await this.ask({ createGroup }, signal);
    return this.chat(conversation);
  }

  /** Joins a group by the code of a link, or one that is open; resolves to its chat. */
  async join({ link = "", group = "", sharedBy = "", way = "", signal = undefined }) {
    const { conversation } = await this.ask({ joinGroup: { link, group, sharedBy, way } }, signal);
    return this.chat(conversation);
  }

  /**
   * Applies to join a group that takes applications; `text` is for its owner and admins. Another text replaces the application.
   *
   * @param {{group: string, text?: string, sharedBy?: string, way?: string, signal?: AbortSignal}} application
   */
  async apply({ group, text = "", sharedBy = "", way = "", signal }) {
    await this.ask({ applyToGroup: { group, text, sharedBy, way } }, signal);
  }

  /**
   * Withdraws the user's application to join a group.
   *
   * @param {{group: string, signal?: AbortSignal}} application
   */
  async withdrawApplication({ group, signal }) {
    await this.ask({ applyToGroup: { group, withdrawn: true } }, signal);
  }

  /** Describes a group that the user could join, or apply to join. */
  async describe({ link = "", group = "", signal = undefined }) {
    const { groupCard } = await this.ask({ describeGroup: { link, group } }, signal);
    return shape.groupCard(groupCard);
  }

  /**
   * Looks for conversations by members, title, shared attributes and time, on the server: a page `{ items, next }` of ids.
   *
   * All conditions must hold. A page may be empty although more follow: continue while `next` is not empty.
   *
   * @param {{members?: string[], exactly?: boolean, title?: string, attributes?: object, activeFrom?: number,
   *   activeBefore?: number, limit?: number, after?: string, signal?: AbortSignal}} search  an attribute that is a list has one of
   *   the values in it; `exactly` excludes conversations with other members
   */
  async findConversations({ attributes = {}, signal, ...search } = {}) {
    const wanted = Object.entries(attributes).map(([key, value]) => ({ key, values: [value].flat().map((one) => JSON.stringify(one)) }));
    const { foundConversations } = await this.ask({ findConversations: { ...search, attributes: wanted } }, signal);
    return shape.page(foundConversations, foundConversations.ids ?? []);
  }

  /**
   * Searches the cached messages of all conversations: `{ hits: [{ conversation, count, newest }], complete, next }`.
   *
   * @param {string|{text?: string, sender?: string, types?: string[], since?: number, until?: number}} query
   * @param {{limit?: number, after?: string}} options  `after` is `next` of the previous page
   */
  async search(query, { limit = 20, after } = {}) {
    const conditions = typeof query === "string" ? { text: query } : query;
    const { found } = await this.ask({ search: { ...conditions, limit, after } });
    return shape.searchPage(found);
  }

  /**
   * Waits until the search index covers all cached messages.
   *
   * @param {{signal?: AbortSignal}} options
   */
  async waitForIndex({ signal } = {}) {
    while ((await this.ask({ indexSome: {} }, signal)).flag.on) signal?.throwIfAborted();
  }

  // ---------------------------------------------------------------- the outbox

  /** The operations that the server has not stored, in the order of the calls. */
  async pending() {
    const { pending } = await this.ask({ pending: {} });
    return (pending.operations ?? []).map(shape.pending);
  }

  /** Removes an operation from the outbox, by its client id. It may be stored already if its answer was lost. */
  async discard(id) {
    await this.ask({ discard: { id } });
  }

  /**
   * Sends a refused operation again, by its client id, as the newest of its conversation, and with its file if it has one.
   *
   * Rejects with `argument_invalid` if the outbox has no refused operation of that id.
   */
  async retry(id) {
    await this.ask({ retry: { id } });
  }

  /**
   * Pauses the upload of a message's file, by the message's client id, also across restarts; does nothing if there is none.
   *
   * The message keeps its place in its conversation, so later messages wait for it, unless it was sent with `whenReady`.
   */
  async pauseUpload(id) {
    await this.ask({ pauseUpload: { id } });
  }

  /** Lets a paused upload go on, from where it was. */
  async resumeUpload(id) {
    await this.ask({ resumeUpload: { id } });
  }

  // ---------------------------------------------------------------- for this SDK's other files

  /** A name for a live timeline or list; not for apps. */
  newViewName() {
    this.#views += 1;
    return `${this.#core.name ?? ""}${this.#views}`;
  }

  /** Tells a reader of logs which ones grow; not for apps. */
  follow(reader) {
    this.#logs.add(reader);
  }

  /** Ends `follow`; not for apps. */
  stopFollowing(reader) {
    this.#logs.delete(reader);
  }

  /**
   * A message or an edit as the app's `intercept` leaves it; null if the app has taken over. Not for apps.
   *
   * @param {{to: string, id?: string, edited: number, type: string, content: object, details: object}} outgoing
   */
  intercepted(outgoing) {
    const { type, content, details } = outgoing;
    const { intercept } = this.#hooks;
    // Without an interceptor, the message is on its way before the app's next call.
    if (!intercept) return { type, content, details };
    return Promise.resolve(intercept(outgoing)).then((changed) => changed && { type, details, ...changed });
  }

  /** Requests about files; not for apps. */
  get files() {
    const { media, downloads } = this.#hooks;
    return { media, downloads };
  }

  /** Asks the core; not for apps. */
  ask(operation, signal) {
    return this.#core.call(operation, signal);
  }

  async #done(operation) {
    await this.ask(operation);
  }

  async #refresh() {
    const { status } = await this.ask({ status: {} });
    this.user = status.user ?? "";
    this.device = status.device ?? "";
  }
}
