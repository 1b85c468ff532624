// Martlet for browsers: plain modules, nothing to install. They speak the JSON form of the protocol
// (docs/protocol.md, Protocol/martlet.proto) over a WebSocket.
//
//   import { connect } from "./martlet.js";
//   const me = await connect("wss://chat.example.org", token);
//   me.on("entry", (entry) => console.log(entry.sender, entry.message?.content));
//   await me.send("direct:bob", "hello");
//
// The SDK keeps everything in memory: closing the page loses unsent messages. While the page is open, the SDK
// retries each send over as many connections as it takes, always with the same client id (its idempotency key),
// so the server stores it once.
//
// JSON carries 64-bit log positions as text; this SDK turns them into numbers, which are exact up to 9 * 10^15.
// Times are milliseconds since 1970.

import { Connection, ConnectionLost, Lasts } from "./martlet-connection.js";
import { Typing } from "./martlet-typing.js";
import { attributeList, blankText, eventOf, MartletError, plainConversation, plainEntry, uuid7 } from "./martlet-forms.js";

export { MartletError };

// Pages to read before giving up on a gap. Then the SDK skips to the newest page and emits `missed`.
const catchUpPages = 10;
// Conversations in one request.
const mostAsked = 50;

/**
 * Connects, and reconnects until `close`. The promise resolves when the conversation list has arrived. It rejects
 * if the server refuses the token, or if no server answers within `timeout`.
 *
 * @param {string} url     ws: or wss:, with the server's host; a path only if a proxy needs one
 * @param {string|function(): (string|Promise<string>)} token  a token, or a function called before each connection
 * @param {{device?: {id?: string, name?: string}, timeout?: number}} [options]  timeout in milliseconds, 20,000 by default
 * @returns {Promise<Client>}
 */
export async function connect(url, token, { device = {}, timeout = 20_000 } = {}) {
  const client = new Client(url, token, device);
  const error = new MartletError({ name: "timeout", message: `No server answered at ${url}.` });
  const late = setTimeout(() => client.close(error), timeout);
  try {
    await client.ready;
    return client;
  } finally {
    clearTimeout(late);
  }
}

/**
 * A user's session, made by `connect`.
 *
 * Events for `on`:
 *   entry         an entry of a conversation log: each entry once, in log order, without gaps
 *   missed        {conversation}: too much was appended while offline, and entries were skipped; read `history`
 *   conversation  the conversation as the list now shows it
 *   left          {conversation, by, reason}: the user is no longer a member. `by` is the user or the member who
 *                 removed the user; it is empty if that happened too long ago to tell
 *   marker        {conversation, user, read}: a member has read up to this position
 *   typing        {conversation, user, type}: a member is writing a message of this content type; null: stopped
 *   restored      {}: the server's data was restored from a backup, so positions may name other entries than before.
 *                 Drop cached entries and conversations. The SDK has dropped its own and read the list again, which
 *                 it emits next; unanswered sends stay queued under their client ids
 *   state         {state: "connecting" | "online" | "waiting" | "ended", retryIn?, error?}
 */
class Client {
  /** The user that the token names; empty before the first connection. */
  user = "";
  /** Resolves when the first conversation list arrives. */
  ready;

  #connection;
  #listeners = new Map();
  #settle;
  #conversations = new Map();
  // For each log: the last position emitted, the newest position known, whether pages are being read.
  #logs = new Map();
  #userHead = 0;
  // True while the user log lost entries that this client had not read, and the list was not checked since.
  #isCut = false;
  #stamp = 0;
  #knowsList = false;
  // The data is of another copy, and the listeners do not know yet.
  #isRestored = false;
  // Pushes that wait until the list has been read; null at other times.
  #held = null;
  #stale = new Set();
  // True if a request for the stale conversations is about to be made.
  #isFreshening = false;
  #typing = new Typing((change) => this.#emit("typing", change));

  constructor(url, token, device) {
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => {});
    const { id = uuid7(), name = "" } = device;
    this.#connection = new Connection(url, token, { id, name, class: "DEVICE_CLASS_WEB" }, {
      opened: (welcome, isRestored) => this.#opened(welcome, isRestored),
      pushed: (push) => (this.#held ? this.#held.push(push) : this.#accept(push)),
      signalled: (signal) => signal.type === "typing" && this.#typing.heard({ content: "{}", ...signal }),
      changed: (state, details) => this.#changed(state, details),
    });
  }

  // ---------------------------------------------------------------- for the page

  /** connecting, online, waiting or ended. */
  get state() {
    return this.#connection.state;
  }

  /** Calls `listener` for every event called `name`. Returns a function that removes the listener. */
  on(name, listener) {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Sends a message. Resolves to its position, {conversation, seq, time}, when the server has stored it on disk.
   * Rejects with a MartletError if the server refuses it, or if its text is blank. Retries until either is known.
   *
   * @param {string} conversation  `direct:USER` or `group:ID`
   * @param {string|object} content  a text, or the content object of another `type`
   */
  send(conversation, content, { type = "text", id = this.newID() } = {}) {
    return this.#appendContent("send", { conversation, clientId: id, type }, content);
  }

  /** Replaces the content of the user's own message. Rejects if the new text is blank. */
  edit(conversation, seq, content, { type = "text", id = this.newID() } = {}) {
    return this.#appendContent("edit", { conversation, clientId: id, target: String(seq), type }, content);
  }

  /** Recalls a message: erases its content for everyone. */
  recall(conversation, seq, { silent = false, id = this.newID() } = {}) {
    const details = silent ? { silent } : undefined;
    return this.#append("recall", { conversation, clientId: id, target: String(seq), details });
  }

  /** Moves the user's read marker. Resolves to the marker's new position. */
  async markRead(conversation, seq) {
    const { marked } = await this.#connection.request({ markRead: { conversation, seq: String(seq) } }, Lasts.generation);
    const read = Number(marked.read ?? 0);
    const known = this.#conversations.get(marked.conversation);
    // The user log brings the marker too, and with it the count of messages beyond the marker.
    if (known?.read < read) this.#show({ ...known, read, unread: read >= known.head ? 0 : known.unread });
    return read;
  }

  /**
   * Tells the other members that the user is writing. Call it for each key; the SDK sends at most one signal in
   * 4 seconds for each type, and none while offline. A null `type` says that the user stopped.
   *
   * @param {string} conversation  `direct:USER` or `group:ID`
   * @param {?string} [type]  the content type, for example "voice" while the user speaks
   */
  typing(conversation, type = "text") {
    const content = this.state === "online" ? this.#typing.tells(conversation, type) : undefined;
    if (content === undefined) return;
    // Signals are delivered at most once, so a failure needs no retry.
    this.#connection.request({ signal: { conversation, type: "typing", content } }, Lasts.session).catch(() => {});
  }

  /**
   * Creates a group and resolves to the position of its first entry. If `group` is empty, the server chooses the id.
   * `attributes` are JSON values by key that all members see.
   */
  createGroup({ title = "", members = [], group = "", attributes = {}, id = this.newID() } = {}) {
    return this.#append("createGroup", { group, clientId: id, title, members, attributes: attributeList(attributes) });
  }

  /**
   * Changes a group's title, if given, and the named attributes; undefined removes an attribute. Resolves to null if
   * nothing changed.
   */
  change(conversation, { title, attributes = {}, id = this.newID() } = {}) {
    return this.#append("changeConversation", { conversation, clientId: id, title, attributes: attributeList(attributes) });
  }

  /** Adds users. Resolves to null if all of them are members already. */
  addMembers(conversation, users, { id = this.newID() } = {}) {
    return this.#append("addMembers", { conversation, clientId: id, users });
  }

  /** Removes users; a user may remove itself. All members learn the `reason`. Resolves to null if nobody was a member. */
  removeMembers(conversation, users, { reason = "", id = this.newID() } = {}) {
    return this.#append("removeMembers", { conversation, clientId: id, users, reason });
  }

  /** Reads up to `limit` entries before a position, ascending. Without a position it reads the newest entries. */
  async history(conversation, { before = 0, limit = 50 } = {}) {
    if (before === 1) return [];
    const to = String(before ? before - 1 : 0);
    const lasts = before ? Lasts.generation : Lasts.client;
    const { entries } = await this.#connection.request({ fetchEntries: { conversation, to, limit, newest: true } }, lasts);
    return (entries.entries ?? []).map(plainEntry);
  }

  /** The conversation list, newest message first. */
  conversations() {
    const time = (conversation) => conversation.lastMessage?.time ?? 0;
    return [...this.#conversations.values()].sort((one, other) => time(other) - time(one) || other.stamp - one.stamp);
  }

  /** The members with their read markers, {user, role, joined, read}. */
  async members(conversation) {
    const all = [];
    for (let more = true; more; ) {
      const { members } = await this.#connection.request({ listMembers: { conversation, after: all.at(-1)?.user ?? "" } });
      all.push(...(members.members ?? []));
      more = members.more ?? false;
    }
    return all.map((member) => ({ ...member, joined: Number(member.joined ?? 0), read: Number(member.read ?? 0) }));
  }

  /** A new client id, a UUIDv7 by the server's clock. */
  newID() {
    return uuid7(Date.now() + this.#connection.clockOffset);
  }

  /** Ends the session. Unanswered requests reject; whether they took effect is unknown. */
  close(error) {
    this.#connection.end(error);
  }

  // ---------------------------------------------------------------- sessions

  async #appendContent(kind, body, content) {
    const object = typeof content === "string" ? { text: content } : content;
    if (body.type === "text") refuseBlank(object?.text);
    return this.#append(kind, { ...body, content: JSON.stringify(object) });
  }

  async #append(kind, body) {
    // A restored server may give a target's position to another message.
    const lasts = body.target ? Lasts.generation : Lasts.client;
    const { appended } = await this.#connection.request({ [kind]: body }, lasts);
    return appended ? { conversation: appended.conversation, seq: Number(appended.seq), time: Number(appended.time) } : null;
  }

  #changed(state, details) {
    this.#held = null;
    if (state === "ended") this.#settle.reject(details.error);
    this.#emit("state", { state, ...details });
  }

  /** Reads what changed since the last session, then applies the pushes that arrived meanwhile. */
  async #opened(welcome, isRestored) {
    this.user = welcome.user;
    if (isRestored) this.#forget();
    const held = (this.#held = []);
    try {
      await this.#synchronize(Number(welcome.userHead ?? 0));
    } catch (error) {
      this.#failed(error);
      if (!(error instanceof ConnectionLost)) this.#connection.restart();
      return;
    }
    this.#settle.resolve();
    this.#held = null;
    for (const push of held) this.#accept(push);
  }

  /** Drops everything read from the server's earlier data. */
  #forget() {
    this.#conversations.clear();
    this.#logs.clear();
    this.#stale.clear();
    this.#isCut = false;
    this.#stamp = 0;
    this.#knowsList = false;
    this.#isRestored = true;
  }

  async #synchronize(userHead) {
    const first = !this.#knowsList;
    if (first) this.#userHead = userHead;
    else await this.#readUserLog();
    const changed = await this.#changedConversations();
    this.#knowsList = true;
    // Not before the list: an entry stored between a listener's page of history and the list would never be emitted.
    if (this.#isRestored) this.#emit("restored", {});
    this.#isRestored = false;
    for (const conversation of changed) {
      this.#show(conversation);
      if (first) this.#logs.set(conversation.id, { last: conversation.head, wanted: 0, reading: false });
      else if (this.#log(conversation.id).last < conversation.head) this.#catchUp(conversation.id, conversation.head);
    }
    // The list does not repeat what an earlier session failed to ask for or to read.
    await this.#freshen();
    for (const [id, log] of this.#logs) if (log.last < log.wanted) this.#catchUp(id, log.wanted);
  }

  async #changedConversations() {
    const found = [];
    let stamp = 0;
    for (let changedBefore = 0, more = true; more; ) {
      const bounds = { changedAfter: String(this.#stamp), changedBefore: String(changedBefore) };
      const { conversations } = await this.#connection.request({ listConversations: bounds }, Lasts.session);
      const page = (conversations.conversations ?? []).map(plainConversation);
      // If a conversation changes while pages are read, a push tells, or the next list names it again.
      stamp ||= Number(conversations.stamp ?? 0);
      found.push(...page);
      changedBefore = Math.min(...page.map((conversation) => conversation.stamp));
      more = Boolean(conversations.more) && page.length > 0;
    }
    this.#stamp = stamp;
    return found;
  }

  /** Reports an error, except a lost connection: the next connection makes up for that. */
  #failed(error) {
    if (!(error instanceof ConnectionLost)) report(error);
  }

  // ---------------------------------------------------------------- logs

  #log(id) {
    const log = this.#logs.get(id) ?? { last: 0, wanted: 0, reading: false };
    this.#logs.set(id, log);
    return log;
  }

  #accept(push) {
    for (const entry of push.entries ?? []) this.#acceptEntry(plainEntry(entry));
    for (const entry of push.userEntries ?? []) this.#acceptUserEntry(entry);
    for (const marker of push.markers ?? []) this.#emit("marker", { ...marker, read: Number(marker.read ?? 0) });
  }

  /** Applies entry n+1 after entry n. If entries are missing between them, fetches these first. */
  #acceptEntry(entry) {
    const log = this.#log(entry.conversation);
    if (entry.seq <= log.last) return;
    if (entry.seq === log.last + 1 && !log.reading) this.#apply(log, entry);
    else this.#catchUp(entry.conversation, entry.seq);
  }

  #apply(log, entry) {
    log.last = entry.seq;
    if (entry.message) this.#typing.ended(entry.conversation, entry.sender);
    this.#fold(entry);
    this.#emit("entry", entry);
  }

  async #catchUp(id, wanted) {
    const log = this.#log(id);
    log.wanted = Math.max(log.wanted, wanted);
    if (log.reading) return;
    log.reading = true;
    try {
      for (let pages = 0; log.last < log.wanted; pages++) {
        const newest = pages === catchUpPages;
        const from = String(newest || log.last === 0 ? 0 : log.last + 1);
        const fetchEntries = { conversation: id, from, newest };
        const { entries: page } = await this.#connection.request({ fetchEntries }, Lasts.session);
        if (newest) this.#emit("missed", { conversation: id });
        log.wanted = Math.max(log.wanted, Number(page.head ?? 0));
        const entries = (page.entries ?? []).map(plainEntry).filter((entry) => entry.seq > log.last);
        for (const entry of entries) this.#apply(log, entry);
        if (entries.length === 0) log.last = log.wanted;
      }
    } catch (error) {
      this.#failed(error);
    } finally {
      log.reading = false;
    }
  }

  /** Adds a plain message to its conversation. For any other entry, asks the server for the conversation. */
  #fold(entry) {
    const known = this.#conversations.get(entry.conversation);
    const plain = entry.message && !entry.message.recalled && !entry.message.details;
    if (!plain || entry.seq !== known?.head + 1) return this.#refresh(entry.conversation);
    const own = entry.sender === this.user;
    const unread = own ? 0 : known.unread + entry.countable - known.countable;
    const lastSent = own ? entry.seq : known.lastSent;
    this.#show({ ...known, head: entry.seq, countable: entry.countable, lastMessage: entry, unread, lastSent });
  }

  /** Asks for a conversation again; all conversations wanted in one turn share one request. */
  #refresh(id) {
    this.#stale.add(id);
    if (this.#isFreshening) return;
    this.#isFreshening = true;
    queueMicrotask(() => {
      this.#isFreshening = false;
      this.#freshen().catch((error) => this.#failed(error));
    });
  }

  async #freshen() {
    const wanted = [...this.#stale];
    this.#stale.clear();
    try {
      await this.#ask(wanted);
    } catch (error) {
      // The next session asks again, since its list leaves out conversations in which only a read marker moved.
      if (error instanceof ConnectionLost) for (const id of wanted) this.#stale.add(id);
      throw error;
    }
  }

  /** Asks for conversations and emits them. Resolves to the ids of those the user is a member of. */
  async #ask(wanted) {
    const named = new Set();
    while (wanted.length > 0) {
      const some = wanted.slice(0, mostAsked);
      const { conversations } = await this.#connection.request({ listConversations: { only: some } }, Lasts.session);
      const found = (conversations.conversations ?? []).map(plainConversation);
      for (const conversation of found) {
        named.add(conversation.id);
        this.#show(conversation);
      }
      // An answer may hold fewer conversations than asked for; `more` says so.
      const rest = conversations.more && found.length > 0 ? some.filter((id) => !named.has(id)) : [];
      wanted = [...rest, ...wanted.slice(some.length)];
    }
    return named;
  }

  #show(conversation) {
    if (this.#conversations.get(conversation.id)?.head > conversation.head) return;
    this.#conversations.set(conversation.id, conversation);
    this.#emit("conversation", conversation);
  }

  #acceptUserEntry(entry) {
    const seq = Number(entry.seq);
    if (seq <= this.#userHead) return;
    if (seq > this.#userHead + 1) return void this.#readUserLog().catch((error) => this.#failed(error));
    this.#userHead = seq;
    // A setting without a conversation changes nothing here.
    if (!entry.conversation) return;
    if (eventOf(entry) !== "left") return this.#refresh(entry.conversation);
    this.#drop(entry.conversation, entry.left);
  }

  /** Removes a conversation, and emits `left` if the list held it. */
  #drop(id, { by = "", reason = "" } = {}) {
    this.#logs.delete(id);
    if (this.#conversations.delete(id)) this.#emit("left", { conversation: id, by, reason });
  }

  async #readUserLog() {
    for (let more = true; more; ) {
      const after = String(this.#userHead);
      const { userEntries: page } = await this.#connection.request({ fetchUserEntries: { after } }, Lasts.session);
      const before = Number(page.first ?? 0) - 1;
      if (before > this.#userHead) {
        this.#isCut = true;
        this.#userHead = before;
      }
      for (const entry of page.entries ?? []) this.#acceptUserEntry(entry);
      more = page.entries?.length > 0 && this.#userHead < Number(page.head ?? 0);
    }
    if (this.#isCut) await this.#lookOver();
  }

  /**
   * Asks about every conversation after the user log was truncated. The list of changes does not name conversations
   * that the user left, or in which only a read marker moved.
   */
  async #lookOver() {
    const known = new Set([...this.#conversations.keys(), ...this.#logs.keys()]);
    const named = await this.#ask([...known]);
    this.#isCut = false;
    for (const id of known) if (!named.has(id)) this.#drop(id);
  }

  #emit(name, event) {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(event);
      } catch (error) {
        report(error);
      }
    }
  }
}

function report(error) {
  (globalThis.reportError ?? console.error)(error);
}

/** Throws what the server answers to a blank text. */
function refuseBlank(text) {
  if (!blankText(text)) return;
  throw new MartletError({ code: 1302, name: "content_invalid", message: "The text is blank.", field: "text" });
}
