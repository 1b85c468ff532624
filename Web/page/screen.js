// The open conversation: its rows, scrolling, read marks and receipts.

import { button, confirm, element, nextFrame, setText, toast } from "./elements.js";
import { takeMembers } from "./names.js";
import { playedOf } from "./playing.js";
import { pageOfRows, portions } from "./portions.js";
import { arrange, equip, fillRow, isMessage, retire } from "./rows.js";
import { Subtitle } from "./subtitle.js";
import { counted, isOfTwo, problem, titleOf } from "./words.js";

/** The list counts as scrolled to its end within this many pixels. */
const endMargin = 60;
/** More rows are fetched when the edge is this near, in pixels. */
const fetchMargin = 800;
/** In milliseconds: without scrolling, before rows get their controls; for a move to bring rows, before the next is tried. */
const patience = 100;
/** Rows that come in one frame, and rows that go: on a slow processor each takes more than a millisecond. */
const rowsPerFrame = 4;
/** The time between two frames, in milliseconds. */
const frameTime = 16;
/** How long a message that is taken back can be kept after all, in milliseconds. */
const regret = 5_000;

const sizeOf = ({ clientWidth, clientHeight }) => `${clientWidth} ${clientHeight}`;

/** One conversation on the screen. */
export class Screen {
  /** The conversation's id. */
  id;
  chat;
  /** True if the user could not read the conversation: a later member opens it again. */
  isUnknown = false;
  /** The conversation as the list has it; undefined until known. */
  conversation;

  #client;
  #hooks;
  #timeline;
  #actions;
  #items = new Map();
  /** Elements of rows that left, for rows that come: as many as a change takes away, at most. */
  #spare = [];
  #list = element("messages");
  #isMoving = false;
  /** True while a change comes onto the screen. */
  #isChanging = false;
  /** A jump that waits for the end of a move. */
  #next = null;
  /** True from a wish to see the end until it is there. */
  #wantsEnd = false;
  #resting = 0;
  /** Called once a change is on the screen. */
  #shown = () => {};
  #isClosed = false;
  #isAtEnd = true;
  /** The log's size when rows were last moved for it. */
  #size = "";
  #marked = 0;
  #markers = new Map();
  #subtitle;
  #regretted = new Map();
  #aim = 0;
  #farewell = "";
  #stops = [];

  /**
   * @param {import("../sdk/martlet.js").Client} client
   * @param {string} id
   * @param {{reply: (row: any) => void, edit: (row: any) => void, members: (all: any[]) => void,
   *   may: (operation: string) => boolean, described: (conversation: any) => void, noticed: (notice: any) => void,
   *   renamed: () => void, join: (group: string) => void, view: (chat: any, message: any, all: any[]) => void}} hooks
   * @param {number} [position]  where to begin; the end by default
   */
  constructor(client, id, hooks, position) {
    this.#client = client;
    this.#hooks = hooks;
    this.id = id;
    this.chat = client.chat(id);
    this.#actions = this.#makeActions();
    this.#aim = position ?? 0;
    this.#subtitle = new Subtitle(client, id);
    this.#timeline = this.chat.timeline({ window: pageOfRows(innerHeight, fetchMargin), at: position ? { position } : "newest" });
    this.#listen();
    this.#follow();
    this.#loadMembers();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#resting);
    this.#timeline.close();
    for (const stop of this.#stops) stop();
    for (const recall of this.#regretted.values()) recall();
    this.#list.replaceChildren();
    element("new-messages").hidden = true;
    setText(element("hint"), "");
    this.#subtitle.close();
  }

  #listen() {
    const on = this.#client.on.bind(this.#client);
    const mine = (action) => (value) => value.conversation === this.id && action(value);
    const log = element("log");
    const scrolled = () => this.#scrolled();
    const seen = () => this.#markRead();
    const entered = ({ target }) => equip(target.closest("#messages > li") ?? {});
    log.addEventListener("scroll", scrolled, { passive: true });
    log.addEventListener("pointerover", entered);
    const resized = new ResizeObserver(() => this.#fit(log));
    resized.observe(log);
    addEventListener("focus", seen);
    document.addEventListener("visibilitychange", seen);
    this.#stops = [
      () => resized.disconnect(),
      () => log.removeEventListener("scroll", scrolled),
      () => log.removeEventListener("pointerover", entered),
      () => removeEventListener("focus", seen),
      () => document.removeEventListener("visibilitychange", seen),
      on("read", mine(({ user, upTo }) => this.#moveMarker(user, upTo, upTo))),
      on("delivered", mine(({ user, upTo }) => this.#moveMarker(user, 0, upTo))),
      on("typing", mine(({ user, type }) => this.#subtitle.setTyping(user, type))),
      on("message", mine(({ notice }) => notice && (this.#loadMembers(), this.#hooks.noticed(notice)))),
      on("caughtUp", () => this.#loadMembers()),
      on("conversation", (conversation) => conversation.id === this.id && this.describe(conversation)),
    ];
    element("new-messages").onclick = () => this.toEnd();
  }

  // ---------------------------------------------------------------- rows

  async #follow() {
    const timeline = this.#timeline;
    try {
      for await (const { state, change } of timeline) await this.#apply(state, change);
    } catch (error) {
      this.isUnknown = error.code === "conversation_unknown";
      setText(element("hint"), this.isUnknown ? "You are not a member of this conversation. " : problem(error));
      if (this.isUnknown && this.id.startsWith("group:")) element("hint").append(button("link", "Join", () => this.#hooks.join(this.id)));
    }
  }

  async #apply(state, change) {
    const count = this.#list.children.length;
    // Rows out of sight come and go a few at a time, so that no frame of a slow device is late.
    const isWhole = count === change.removed.length || this.#aim !== 0 || this.#wantsEnd || document.hidden;
    const changes = isWhole ? [change] : portions(count, change, rowsPerFrame);
    this.#isChanging = true;
    for (const one of changes) {
      if (changes.length > 1) await nextFrame(patience);
      if (this.#isClosed) return;
      this.#change(state, one);
    }
    this.#isChanging = false;
    setText(element("hint"), this.#farewell || (state.rows.length === 0 ? "No messages yet. Say hello." : ""));
    this.#shown();
    this.#scrolled();
    if (changes.length === 1) this.#equip();
  }

  /** Changes rows; those in sight stay where they are, or at the end. */
  #change(state, { removed, inserted, updated }) {
    const anchor = (this.#isAtEnd || this.#wantsEnd) && state.atEnd ? null : this.#anchor();
    if (state.atEnd) this.#wantsEnd = false;
    this.#remove(removed);
    this.#insert(inserted);
    this.#update(updated);
    this.#arrange();
    this.#showReceipts();
    this.#scroll(element("log"), anchor);
  }

  #remove(indexes) {
    for (const index of indexes) {
      const item = this.#list.children[index];
      item.remove();
      if (retire(item)) this.#spare.push(item);
      // The row may have come again before, elsewhere.
      if (this.#items.get(item.dataset.key) === item) this.#items.delete(item.dataset.key);
    }
  }

  #insert(rows) {
    for (const { index, row } of rows) {
      const item = fillRow((isMessage(row) && this.#spare.pop()) || null, row, this.#actions);
      if (isMessage(row)) item.hidden = this.#regretted.has(item.dataset.position);
      this.#items.set(row.key, item);
      this.#list.insertBefore(item, this.#list.children[index] ?? null);
    }
  }

  #update(rows) {
    for (const { row } of rows) {
      const item = fillRow(this.#items.get(row.key), row, this.#actions);
      if (!row.message?.notice) item.hidden = this.#regretted.has(item.dataset.position);
    }
  }

  /** Gives the rows in sight, and those next to them, their controls: a few in each frame, until something scrolls. */
  #equip() {
    const { scrollTop, clientHeight } = element("log");
    const isNear = ({ offsetTop, offsetHeight }) =>
      offsetTop <= scrollTop + 1.5 * clientHeight && offsetTop + offsetHeight > scrollTop - clientHeight / 2;
    // All places are read before the first row changes: after that, each look at one would lay out the rows anew.
    const bare = [...this.#list.children].filter((item) => item.bare && isNear(item));
    for (const item of bare.slice(0, rowsPerFrame)) equip(item);
    clearTimeout(this.#resting);
    if (bare.length > rowsPerFrame) this.#resting = window.setTimeout(() => this.#equip(), frameTime);
  }

  /** The first row in sight and its place, which stays when rows come and go. */
  #anchor() {
    const top = element("log").scrollTop;
    for (const item of this.#list.children) {
      if (item.offsetTop + item.offsetHeight > top) return { key: item.dataset.key, offset: item.offsetTop - top };
    }
    return null;
  }

  /** The row to show, once it is there; the next one if its message is not shown. */
  #aimed() {
    if (this.#aim === 0) return undefined;
    const items = [...this.#list.children];
    // A change that was on its way before the jump brings other rows.
    const isThere = this.#timeline.state.atBeginning || items.some(({ place }) => place.position > 0 && place.position <= this.#aim);
    return isThere ? items.find(({ place }) => place.position >= this.#aim) : undefined;
  }

  #scroll(log, anchor) {
    const aimed = this.#aimed();
    if (aimed) {
      this.#aim = 0;
      aimed.scrollIntoView({ block: "center" });
      aimed.classList.add("aimed");
      setTimeout(() => aimed.classList.remove("aimed"), 2_000);
      return;
    }
    const item = anchor && this.#items.get(anchor.key);
    if (item) log.scrollTop = item.offsetTop - anchor.offset;
    else if (!anchor) log.scrollTop = log.scrollHeight;
  }

  /** @returns {import("./rows.js").Actions} */
  #makeActions() {
    const client = this.#client;
    return {
      get user() {
        return client.user;
      },
      isOfTwo: isOfTwo(this.id),
      reply: (row) => this.#hooks.reply(row),
      edit: (row) => this.#hooks.edit(row),
      recall: (row) => this.#recall(row),
      may: (operation) => this.#hooks.may(operation),
      react: (row, key, on) => this.#try(this.chat[on ? "react" : "unreact"](row.message.position, key, { enqueue: true })),
      retry: (row) => this.#retry(row),
      pause: (row, isPaused) => this.#try(this.#client[isPaused ? "pauseUpload" : "resumeUpload"](row.pending.id)),
      remove: (row) => this.#try(this.#client.discard(row.pending.id)),
      jump: (position) => this.jump(position),
      source: (message) => ({
        link: (/** @type {"medium"|undefined} */ variant) => this.chat.fileLink(message, { variant }),
        facts: () => this.chat.fileFacts(message), ...(message.sender === client.user ? {} : playedOf(this.chat, message)),
      }),
      view: (message) => this.#hooks.view(this.chat, message, this.#timeline.state.rows.flatMap(({ message }) => message ?? [])),
      find: (position) => this.#timeline.state.rows.find(({ message }) => message?.position === position)?.message,
    };
  }

  #try(promise) {
    return promise.catch((error) => toast(problem(error)));
  }

  /** The last message of the user, to be edited with the arrow key. */
  get lastOwn() {
    const { user } = this.#client;
    return this.#timeline.state.rows.findLast(({ message }) => message?.sender === user && message.type === "text");
  }

  /** Sends a refused message again: under the same client id, it is stored once. A refused id needs another. */
  #retry({ pending }) {
    const { id, content, details, type, failure } = pending;
    const resend = async () => {
      // Only the outbox has the file of a message.
      if (!failure.code.startsWith("client_id_") || content?.media?.awaited) return this.#client.retry(id);
      await this.#client.discard(id);
      await this.chat.send(content, { ...details, type, enqueue: true });
    };
    return this.#try(resend());
  }

  /** Takes a message back, unless the person changes their mind. */
  async #recall({ key, message }) {
    const [verb, done] = message.sender === this.#client.user ? ["Take back", "taken back"] : ["Remove", "removed"];
    const isSure = await confirm(`${verb} this message?`, "It disappears for everyone in this conversation.", verb);
    if (!isSure) return this.#items.get(key)?.querySelector(".recall")?.focus();
    const position = String(message.position);
    const recall = () => {
      if (!this.#regretted.delete(position)) return;
      this.#try(this.chat.recall(message, { enqueue: true }).catch((error) => (this.#hide(key, false), Promise.reject(error))));
    };
    const timer = setTimeout(recall, regret);
    this.#regretted.set(position, recall);
    this.#hide(key, true);
    element("text").focus();
    addEventListener("pagehide", recall, { once: true });
    toast(`Message ${done}.`, "Undo", () => {
      clearTimeout(timer);
      this.#regretted.delete(position);
      this.#hide(key, false);
    });
  }

  #hide(key, hidden) {
    const item = this.#items.get(key);
    if (item) item.hidden = hidden;
    this.#arrange();
  }

  #arrange() {
    const { firstUnread, rows } = this.#timeline.state;
    const { user } = this.#client;
    // A user who has written has read what was new.
    const hasAnswered = rows.some(({ message, pending }) => pending || (message?.sender === user && message.position >= firstUnread));
    arrange(this.#list.children, hasAnswered ? 0 : firstUnread, user);
  }

  // ---------------------------------------------------------------- scrolling

  /** Takes in the log's size. */
  #fit(log) {
    this.#size = sizeOf(log);
    if (this.#isAtEnd) log.scrollTop = log.scrollHeight;
  }

  toEnd() {
    this.#isAtEnd = true;
    if (this.#timeline.state.atEnd) {
      element("log").scrollTop = element("log").scrollHeight;
    } else {
      this.#wantsEnd = true;
      this.#jump("newest");
    }
  }

  jump(position) {
    const item = [...this.#list.children].find(({ dataset }) => Number(dataset.position) === position);
    this.#aim = position;
    this.#isAtEnd = this.#wantsEnd = false;
    if (item) this.#scroll(element("log"), null);
    else this.#jump({ position });
  }

  /** Jumps to a place, after a move that is in progress. */
  #jump(place) {
    const move = () => this.#timeline.jump(place);
    if (this.#isMoving) this.#next = move;
    else this.#move(move);
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = element("log");
    const { atBeginning, atEnd, rows } = this.#timeline.state;
    const below = scrollHeight - scrollTop - clientHeight;
    // Whoever was at the end stays there when the window changes.
    const isResized = this.#size !== sizeOf(element("log"));
    this.#isAtEnd = atEnd && (below < endMargin || (this.#isAtEnd && isResized));
    if (rows.length > 0 && scrollTop < fetchMargin && !atBeginning) this.#move(() => this.#timeline.older());
    else if (rows.length > 0 && below < fetchMargin && !atEnd) this.#move(() => this.#timeline.newer());
    this.#showWayToEnd(below > clientHeight);
    this.#markRead();
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => this.#equip(), patience);
  }

  async #move(move) {
    if (this.#isMoving) return;
    this.#isMoving = true;
    let isMoved = true;
    const shown = new Promise((done) => (this.#shown = () => done()));
    try {
      await move();
    } catch (error) {
      isMoved = false;
      if (error.code !== "not_connected" && error.code !== "closed" && error.name !== "AbortError") toast(problem(error));
    }
    // The next change brings the rows; there is none if nothing more is to be had. The next move waits for all of them.
    if (isMoved) await Promise.race([shown, new Promise((done) => setTimeout(done, patience))]);
    if (this.#isChanging) await shown;
    this.#isMoving = false;
    const next = this.#next;
    this.#next = null;
    if (this.#isClosed) return;
    if (next) this.#move(next);
    // The edge may still be near, without a scroll to say so.
    else if (isMoved) this.#scrolled();
  }

  /** Offers the way to the end, if that is far or something new is there. */
  #showWayToEnd(isFar) {
    const unread = this.conversation?.unread ?? 0;
    const control = element("new-messages");
    control.hidden = this.#isAtEnd || (unread === 0 && !isFar && this.#timeline.state.atEnd);
    setText(control, unread === 0 ? "To the end ↓" : unread === 1 ? "1 new message ↓" : `${counted(unread)} new messages ↓`);
  }

  /** Marks what is on the screen as read, if a person can see it: the window has the focus. */
  #markRead() {
    if (!document.hasFocus() || document.visibilityState !== "visible") return;
    const { atEnd, rows } = this.#timeline.state;
    const newest = rows.findLast(({ message }) => message)?.message.position ?? 0;
    if (newest <= this.#marked) return;
    const log = element("log");
    const bottom = log.scrollTop + log.clientHeight;
    let position = 0;
    for (const item of this.#list.children) {
      if (item.hidden) continue;
      // The beginning of a long message is enough.
      if (Math.min(item.offsetTop + item.offsetHeight, item.offsetTop + 80) > bottom + 4) break;
      position = Math.max(position, Number(item.dataset.position));
    }
    if (this.#isAtEnd && atEnd) position = Math.max(position, newest);
    if (position <= this.#marked) return;
    const before = this.#marked;
    this.#marked = position;
    this.chat.markRead(position).catch(() => (this.#marked = Math.min(this.#marked, before)));
  }

  // ---------------------------------------------------------------- the others

  /** Says why there is nothing to see any more, until the user is a member again. */
  leave(text) {
    this.#farewell = text;
    setText(element("hint"), text);
    element("text").disabled = element("send").disabled = true;
  }

  describe(conversation) {
    this.#farewell = "";
    this.#marked = Math.max(this.#marked, conversation.readUpTo);
    this.conversation = conversation;
    this.#hooks.described(conversation);
    setText(element("title"), titleOf(conversation, this.#client.user));
    this.#scrolled();
  }

  /** Shows names that are known now, and controls for what the user may do now. */
  refill() {
    setText(element("title"), titleOf(this.conversation ?? { id: this.id }, this.#client.user));
    this.#subtitle.show();
    this.#update(this.#timeline.state.rows.filter(({ key }) => this.#items.has(key)).map((row) => ({ row })));
    this.#equip();
  }

  async #loadMembers() {
    const members = await this.chat.members().catch(() => []);
    if (this.#isClosed) return;
    for (const { user, readUpTo, deliveredUpTo } of members) {
      if (user !== this.#client.user) this.#keepMarker(user, readUpTo, deliveredUpTo);
    }
    this.#showReceipts();
    if (isOfTwo(this.id)) return;
    this.#hooks.members(members);
    if (takeMembers(this.id, members)) this.#hooks.renamed();
    this.#subtitle.setCount(members.length);
  }

  #keepMarker(user, read, delivered) {
    const known = this.#markers.get(user) ?? { read: 0, delivered: 0 };
    this.#markers.set(user, { read: Math.max(known.read, read), delivered: Math.max(known.delivered, delivered, read) });
  }

  #moveMarker(user, read, delivered) {
    if (user === this.#client.user) return;
    this.#keepMarker(user, read, delivered);
    this.#showReceipts();
  }

  /** Says under the user's last message who has it. */
  #showReceipts() {
    const { user } = this.#client;
    const last = this.#timeline.state.rows.findLast(({ message, pending }) => pending || (message?.sender === user && message.type));
    for (const old of this.#list.querySelectorAll(".receipt")) if (old.parentElement.dataset.key !== last?.key) old.remove();
    const item = last?.message && this.#items.get(last.key);
    if (!item) return;
    const { position } = last.message;
    const markers = [...this.#markers.values()];
    const read = markers.filter((marker) => marker.read >= position).length;
    const text =
      read > 0 && this.id.startsWith("direct:") ? "Read"
      : read > 0 ? `Read by ${read} of ${markers.length}`
      : markers.some(({ delivered }) => delivered >= position) ? "Delivered"
      : "Sent";
    let place = item.querySelector(":scope > .receipt");
    if (!place) {
      place = document.createElement("span");
      place.className = "receipt";
      item.append(place);
    }
    setText(place, text);
  }
}
