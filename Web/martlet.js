// Martlet for browsers: plain modules, nothing to install. They speak the JSON form of the protocol
// (docs/protocol.md, Protocol/martlet.proto) over one WebSocket.
//
//   import { connect } from "./martlet.js";
//   const me = await connect("wss://chat.example.org", token);
//   me.on("entry", (entry) => console.log(entry.sender, entry.message?.content));
//   await me.send("direct:bob", "hello");
//
// What it keeps, it keeps in memory: a page that is closed forgets what it had not sent yet. While the
// page lives, a send is repeated over as many connections as it takes, always under the same client id,
// so that it is stored once.
//
// Log positions arrive as text in JSON, as 64-bit numbers do; here they are plain numbers (a log would
// need 9 * 10^15 entries to outgrow them). Times are milliseconds since 1970.

import { Connection, ConnectionLost } from "./martlet-connection.js";
import { Typing } from "./martlet-typing.js";
import { attributeList, eventOf, MartletError, plainConversation, plainEntry, uuid7 } from "./martlet-forms.js";

export { MartletError };

// So many pages are read to close a gap; beyond them the newest page is taken and `missed` says so.
const catchUpPages = 10;
// So many conversations are asked about at once.
const mostAsked = 50;

/**
 * Opens a connection and keeps it: the promise resolves once the conversation list is there, and rejects
 * where the server refuses the token or nothing was reached within `timeout`.
 *
 * @param {string} url     ws: or wss:, with the server's host; a path only where a proxy asks for one
 * @param {string|function(): (string|Promise<string>)} token  a token, or a function asked before each connection
 * @param {{device?: {id?: string, name?: string}, timeout?: number}} [options]  timeout in milliseconds, 20,000 by default
 * @returns {Promise<Client>}
 */
export async function connect(url, token, { device = {}, timeout = 20_000 } = {}) {
  const client = new Client(url, token, device);
  const error = new MartletError({ name: "timeout", message: `nothing reached at ${url}` });
  const late = setTimeout(() => client.close(error), timeout);
  try {
    await client.ready;
    return client;
  } finally {
    clearTimeout(late);
  }
}

/**
 * A user's session. Made by `connect`.
 *
 * Events, to be listened to with `on`:
 *   entry         one entry of a conversation log: each exactly once, in the order of its log, without gaps
 *   missed        {conversation}: so much was appended while away that entries were left out; read `history`
 *   conversation  the conversation as the list shows it now
 *   left          {conversation, by, reason}: no longer a member; by oneself, or who removed one, and what that one said of it;
 *                 `by` is empty where that was too long ago to be told
 *   marker        {conversation, user, read}: a member has read up to there
 *   typing        {conversation, user, type}: a member writes a message of this content type, or null: no more
 *   state         {state: "connecting" | "online" | "waiting" | "ended", retryIn?, error?}
 */
class Client {
  /** The user the token names; known once connected. */
  user = "";
  /** Resolves when the first conversation list has arrived. */
  ready;

  #connection;
  #listeners = new Map();
  #settle;
  #conversations = new Map();
  // Of each log: the last position handed to the page, the newest known of, whether pages are being read.
  #logs = new Map();
  #userHead = 0;
  // Whether part of the user log was cut off before it was read, and what it came to is not known yet.
  #isCut = false;
  #stamp = 0;
  #knowsList = false;
  // Pushes held back while the list is being read; null at other times.
  #held = null;
  #stale = new Set();
  // Whether they are about to be asked for.
  #isFreshening = false;
  #typing = new Typing((change) => this.#emit("typing", change));

  constructor(url, token, device) {
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => {});
    const { id = uuid7(), name = "" } = device;
    this.#connection = new Connection(url, token, { id, name, class: "DEVICE_CLASS_WEB" }, {
      opened: (welcome) => this.#opened(welcome),
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

  /** Calls `listener` for every event called `name`; returns a function that ends it. */
  on(name, listener) {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Sends a message. Resolves to its position, {conversation, seq, time}, once it is stored for good; rejects
   * with a MartletError where the server refuses it. Where neither is known it goes on trying.
   *
   * @param {string} conversation  `direct:USER` or `group:ID`
   * @param {string|object} content  a text, or the content object of another `type`
   */
  send(conversation, content, { type = "text", id = this.newID() } = {}) {
    return this.#append("send", { conversation, clientId: id, type, content: contentText(content) });
  }

  /** Replaces the content of one's own message. */
  edit(conversation, seq, content, { type = "text", id = this.newID() } = {}) {
    return this.#append("edit", { conversation, clientId: id, target: String(seq), type, content: contentText(content) });
  }

  /** Takes a message back, for everyone. */
  recall(conversation, seq, { silent = false, id = this.newID() } = {}) {
    const details = silent ? { silent } : undefined;
    return this.#append("recall", { conversation, clientId: id, target: String(seq), details });
  }

  /** Moves the own read marker; resolves to where it stands then. */
  async markRead(conversation, seq) {
    const { marked } = await this.#connection.request({ markRead: { conversation, seq: String(seq) } });
    const read = Number(marked.read ?? 0);
    const known = this.#conversations.get(marked.conversation);
    // What is unread beyond the marker comes with the user log, which has the marker too.
    if (known?.read < read) this.#show({ ...known, read, unread: read >= known.head ? 0 : known.unread });
    return read;
  }

  /**
   * Tells the other members that the user writes a message of a content type, to be called with each key; with null,
   * that the user does so no more. It is told at most once in 4 seconds for each type, and only while there is a connection.
   *
   * @param {string} conversation  `direct:USER` or `group:ID`
   * @param {?string} [type]  such as "voice" while the user speaks
   */
  typing(conversation, type = "text") {
    const content = this.state === "online" ? this.#typing.tells(conversation, type) : undefined;
    if (content === undefined) return;
    // Nobody waits for it: a signal comes at most once.
    this.#connection.request({ signal: { conversation, type: "typing", content } }, true).catch(() => {});
  }

  /**
   * Makes a group and resolves to the position of its first entry. Without `group` the server names it. What all members
   * see with it are `attributes`, JSON values by key.
   */
  createGroup({ title = "", members = [], group = "", attributes = {}, id = this.newID() } = {}) {
    return this.#append("createGroup", { group, clientId: id, title, members, attributes: attributeList(attributes) });
  }

  /**
   * Changes what all members see of a group: its title where one is given, and the attributes named; undefined takes one
   * away. Resolves to null where all was so already.
   */
  change(conversation, { title, attributes = {}, id = this.newID() } = {}) {
    return this.#append("changeConversation", { conversation, clientId: id, title, attributes: attributeList(attributes) });
  }

  /** Adds users; resolves to null where all were members already. */
  addMembers(conversation, users, { id = this.newID() } = {}) {
    return this.#append("addMembers", { conversation, clientId: id, users });
  }

  /** Removes users, or oneself; resolves to null where none was a member. They and those who stay are told the `reason`. */
  removeMembers(conversation, users, { reason = "", id = this.newID() } = {}) {
    return this.#append("removeMembers", { conversation, clientId: id, users, reason });
  }

  /** The entries before a position (the newest ones without it), ascending, at most `limit`. */
  async history(conversation, { before = 0, limit = 50 } = {}) {
    if (before === 1) return [];
    const to = String(before ? before - 1 : 0);
    const { entries } = await this.#connection.request({ fetchEntries: { conversation, to, limit, newest: true } });
    return (entries.entries ?? []).map(plainEntry);
  }

  /** The conversation list as of now, the latest change first. */
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

  /** A new client id, made with the server's clock. */
  newID() {
    return uuid7(Date.now() + this.#connection.clockOffset);
  }

  /** Ends the session. What was not answered yet rejects: whether it took effect is then unknown. */
  close(error) {
    this.#connection.end(error);
  }

  // ---------------------------------------------------------------- sessions

  async #append(kind, body) {
    const { appended } = await this.#connection.request({ [kind]: body });
    return appended ? { conversation: appended.conversation, seq: Number(appended.seq), time: Number(appended.time) } : null;
  }

  #changed(state, details) {
    this.#held = null;
    if (state === "ended") this.#settle.reject(details.error);
    this.#emit("state", { state, ...details });
  }

  /** A session begins: reads what changed since the last one, then lets the pushes through that came meanwhile. */
  async #opened(welcome) {
    this.user = welcome.user;
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

  async #synchronize(userHead) {
    const first = !this.#knowsList;
    if (first) this.#userHead = userHead;
    else await this.#readUserLog();
    const changed = await this.#changedConversations();
    this.#knowsList = true;
    for (const conversation of changed) {
      this.#show(conversation);
      if (first) this.#logs.set(conversation.id, { last: conversation.head, wanted: 0, reading: false });
      else if (this.#log(conversation.id).last < conversation.head) this.#catchUp(conversation.id, conversation.head);
    }
    // What an earlier session did not get to ask or to read, the list does not name again.
    await this.#freshen();
    for (const [id, log] of this.#logs) if (log.last < log.wanted) this.#catchUp(id, log.wanted);
  }

  async #changedConversations() {
    const found = [];
    let stamp = 0;
    for (let changedBefore = 0, more = true; more; ) {
      const bounds = { changedAfter: String(this.#stamp), changedBefore: String(changedBefore) };
      const { conversations } = await this.#connection.request({ listConversations: bounds }, true);
      const page = (conversations.conversations ?? []).map(plainConversation);
      // A conversation that changes while pages are read is pushed, or is listed again next time.
      stamp ||= Number(conversations.stamp ?? 0);
      found.push(...page);
      changedBefore = Math.min(...page.map((conversation) => conversation.stamp));
      more = Boolean(conversations.more) && page.length > 0;
    }
    this.#stamp = stamp;
    return found;
  }

  /** What fails because the connection went away is made good by the next one; the rest is a fault to be seen. */
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

  /** Entry n+1 is applied after n; a jump means that the entries between are fetched first. */
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
        const { entries: page } = await this.#connection.request({ fetchEntries: { conversation: id, from, newest } }, true);
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

  /** The conversation as a new entry leaves it: a plain message is added here, for the rest the server is asked. */
  #fold(entry) {
    const known = this.#conversations.get(entry.conversation);
    const plain = entry.message && !entry.message.recalled && !entry.message.details;
    if (!plain || entry.seq !== known?.head + 1) return this.#refresh(entry.conversation);
    const own = entry.sender === this.user;
    const unread = own ? 0 : known.unread + entry.countable - known.countable;
    const lastSent = own ? entry.seq : known.lastSent;
    this.#show({ ...known, head: entry.seq, countable: entry.countable, lastMessage: entry, unread, lastSent });
  }

  /** Asks for conversations anew; what is wanted in one turn goes into one request. */
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
      // The next session asks: what only a read marker moved in is in no list of what changed.
      if (error instanceof ConnectionLost) for (const id of wanted) this.#stale.add(id);
      throw error;
    }
  }

  /** Asks for conversations and shows them; resolves to the ids of those the user is in. */
  async #ask(wanted) {
    const named = new Set();
    while (wanted.length > 0) {
      const some = wanted.slice(0, mostAsked);
      const { conversations } = await this.#connection.request({ listConversations: { only: some } }, true);
      const found = (conversations.conversations ?? []).map(plainConversation);
      for (const conversation of found) {
        named.add(conversation.id);
        this.#show(conversation);
      }
      // An answer may hold fewer than asked for, and says so.
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
    // Settings concern no conversation's state.
    if (!entry.conversation) return;
    if (eventOf(entry) !== "left") return this.#refresh(entry.conversation);
    this.#drop(entry.conversation, entry.left);
  }

  /** The conversation is in the list no more; a page that was not shown it is not told. */
  #drop(id, { by = "", reason = "" } = {}) {
    this.#logs.delete(id);
    if (this.#conversations.delete(id)) this.#emit("left", { conversation: id, by, reason });
  }

  async #readUserLog() {
    for (let more = true; more; ) {
      const { userEntries: page } = await this.#connection.request({ fetchUserEntries: { after: String(this.#userHead) } }, true);
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
   * Asks about every conversation. What was cut off the user log is not in the list of what changed: that never names
   * what the user left, nor what only a read marker moved in.
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

function contentText(content) {
  return JSON.stringify(typeof content === "string" ? { text: content } : content);
}
