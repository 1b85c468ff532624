// One conversation on the chat page: its messages, the texts on their way, and the half-typed text. The page keeps the
// view of every conversation it opened, so switching back needs no connection.

import { button, clock, day, element, make, sentenceOf, textOf } from "./chat-parts.js";

const pageSize = 50;
// Messages of one sender within this time form a group: the first shows the sender's name.
const groupedWithin = 5 * 60_000;

export class ConversationView {
  id;
  /** The list of messages; the page shows it while the conversation is open. */
  list = make("ol", "messages");
  /** The text a person typed and did not send. */
  draft = "";
  /** The distance from the top at which the person left the list; null at its end. */
  scrollTop = null;
  /** True once the newest messages have arrived. */
  isLoaded = false;
  /** True if the server has messages before the first one shown. */
  hasEarlier = false;
  /** The newest position this view has seen. */
  newest = 0;
  /** The position up to which the page last marked the conversation as read. */
  marked = 0;
  /** Members by name, with their read positions; null until they have arrived. */
  readers = null;

  #page;
  #rows = new Map();
  #oldest = 0;
  // Texts without an answer, and refused ones, by client id.
  #unsent = new Map();
  // Entries that arrive while messages are being loaded; null at other times.
  #held = null;

  /**
   * @param {string} id  the full id of a conversation
   * @param {object} page  `page.me()` is the session; `page.changed(view)` is called after each change of the view;
   *   `page.confirmRecall()` asks the person and resolves to a Boolean
   */
  constructor(id, page) {
    this.id = id;
    this.#page = page;
    this.list.setAttribute("aria-live", "polite");
  }

  get isLoading() {
    return this.#held !== null;
  }

  /** True if a text was typed or refused, and not sent. */
  get hasText() {
    return this.draft !== "" || this.#unsent.size > 0;
  }

  /** The beginning of a refused text; empty if there is none. */
  get refused() {
    return this.list.querySelector(".failed .text")?.textContent.slice(0, 100) ?? "";
  }

  get isEmpty() {
    return this.list.childElementCount === 0;
  }

  /** The positions in this view may be outdated: the next `load` replaces its messages. Unsent texts stay. */
  expire() {
    this.isLoaded = false;
    this.#held = null;
    this.readers = null;
    this.marked = 0;
  }

  /** Loads the newest messages, if they are not there. What is shown stays until they arrive. */
  async load() {
    if (this.isLoaded || this.isLoading) return;
    const held = (this.#held = []);
    this.#page.changed(this);
    let page = [];
    try {
      page = await this.#page.me().history(this.id, { limit: pageSize });
    } catch (error) {
      if (held !== this.#held) return;
      // A direct conversation begins with its first message; before that the server does not know it.
      if (error.name !== "conversation_unknown") {
        this.#held = null;
        return this.notice(`The messages could not be loaded: ${error.message}`);
      }
    }
    if (held !== this.#held) return;
    for (const row of [...this.list.children]) if (!row.dataset.unsent) row.remove();
    this.#rows.clear();
    this.#held = null;
    this.isLoaded = true;
    this.newest = 0;
    this.#take(page);
    this.hasEarlier = page.length === pageSize && this.#oldest > 1;
    for (const entry of held) this.#accept(entry);
    this.#page.changed(this);
  }

  /** Loads the messages before the first one shown. */
  async loadEarlier() {
    const before = this.#oldest;
    let page;
    try {
      page = await this.#page.me().history(this.id, { before, limit: pageSize });
    } catch (error) {
      return this.notice(`Earlier messages could not be loaded: ${error.message}`);
    }
    if (before !== this.#oldest) return;
    this.#take(page);
    this.hasEarlier = page.length === pageSize && this.#oldest > 1;
    this.#page.changed(this);
  }

  /** Takes in an entry of the conversation as the SDK emits it. */
  accept(entry) {
    if (this.#held) this.#held.push(entry);
    else if (this.isLoaded) this.#accept(entry);
    this.#page.changed(this);
  }

  /** Sends a text. It is shown at once; a refused text stays, with its reason, until it is sent or removed. */
  send(text) {
    const id = this.#page.me().newID();
    const row = make("li", "message own pending");
    row.dataset.unsent = id;
    row.append(line(text, "Sending …"));
    this.#unsent.set(id, row);
    this.list.append(row);
    this.#attempt(id, text, row);
  }

  /** Shows a line about something other than a message. */
  notice(text) {
    const row = make("li", "event", text);
    row.dataset.seq = this.newest;
    this.list.append(row);
    this.#page.changed(this);
  }

  // ---------------------------------------------------------------- texts on their way

  /** Sends a text under its client id, which stays the same for each attempt: the server stores it once. */
  async #attempt(id, text, row) {
    row.className = "message own pending";
    row.querySelector(".failure")?.remove();
    row.querySelector(".time").textContent = "Sending …";
    this.#page.changed(this);
    try {
      const { seq, time } = await this.#page.me().send(this.id, text, { id });
      if (!this.#unsent.delete(id)) return;
      row.remove();
      const message = { type: "text", content: { text } };
      if (this.isLoaded && !this.#rows.has(seq)) this.#show({ seq, time, sender: this.#page.me().user, message });
    } catch (error) {
      if (this.#unsent.has(id)) this.#fail(id, text, row, error);
    }
    this.#page.changed(this);
  }

  #fail(id, text, row, error) {
    row.className = "message own failed";
    row.querySelector(".time").textContent = "Not sent";
    const retryID = () => (error.name?.startsWith("client_id_") ? this.#rename(id, row) : id);
    const failure = make("p", "failure", `${error.message} `);
    failure.append(
      button("link", "Try again", () => this.#attempt(retryID(), text, row)),
      button("link", "Remove", () => {
        this.#unsent.delete(row.dataset.unsent);
        row.remove();
        this.#page.changed(this);
        this.#page.focus();
      }),
    );
    row.append(failure);
  }

  /** The server refused the client id itself, so nothing was stored under it: another attempt needs another id. */
  #rename(id, row) {
    this.#unsent.delete(id);
    const renamed = (row.dataset.unsent = this.#page.me().newID());
    this.#unsent.set(renamed, row);
    return renamed;
  }

  // ---------------------------------------------------------------- entries

  #accept(entry) {
    this.newest = Math.max(this.newest, entry.seq);
    if (entry.membersAdded || entry.membersRemoved) this.readers = null;
    const target = this.#rows.get(entry.edited?.target ?? entry.recalled?.target);
    if (target) change(target, entry);
    // An entry before the first one shown comes with the earlier messages.
    else if (!this.#rows.has(entry.seq) && entry.seq > this.#oldest) this.#show(entry);
  }

  #take(entries) {
    if (entries.length === 0) return;
    this.#oldest = entries[0].seq;
    for (const entry of entries) {
      this.newest = Math.max(this.newest, entry.seq);
      if (!this.#rows.has(entry.seq)) this.#show(entry);
    }
  }

  /** Adds a row for an entry, in the order of the log and before all unsent texts. */
  #show(entry) {
    const sentence = entry.message ? "" : sentenceOf(entry);
    const row = entry.message ? this.#messageRow(entry) : sentence ? make("li", "event", sentence) : null;
    this.#rows.set(entry.seq, row);
    if (!row) return;
    // The server tells of an own message before it answers the send.
    this.#unsent.get(entry.clientId)?.remove();
    this.#unsent.delete(entry.clientId);
    Object.assign(row.dataset, { seq: entry.seq, time: entry.time, sender: entry.message ? entry.sender : "" });
    let next = null;
    let before = this.list.lastElementChild;
    while (before && !(Number(before.dataset.seq) < entry.seq)) [next, before] = [before, before.previousElementSibling];
    this.list.insertBefore(row, next);
    arrange(row);
    arrange(next);
  }

  #messageRow(entry) {
    const own = entry.sender === this.#page.me().user;
    const row = make("li", own ? "message own" : "message");
    if (!own && !this.id.startsWith("direct:")) row.append(make("span", "sender", entry.sender));
    const content = line("", clock(entry.time));
    if (own && !entry.message.recalled) content.append(button("recall", "Take back", () => this.#recall(entry.seq, row)));
    row.append(content);
    fill(row, entry.message);
    return row;
  }

  async #recall(seq, row) {
    if (row.classList.contains("recalling") || !(await this.#page.confirmRecall())) return;
    const control = row.querySelector(".recall");
    row.classList.add("recalling");
    if (control) control.textContent = "Taking back …";
    try {
      await this.#page.me().recall(this.id, seq);
    } catch (error) {
      if (control) control.textContent = "Take back";
      this.notice(`The message could not be taken back: ${error.message}`);
    }
    row.classList.remove("recalling");
  }
}

// ---------------------------------------------------------------- rows

function line(text, time) {
  const bubble = make("span", "bubble");
  bubble.append(make("span", "text", text), make("span", "time", time));
  const made = make("div", "line");
  made.append(bubble);
  return made;
}

function fill(row, message) {
  row.dataset.revision = message.revision ?? 0;
  row.classList.toggle("recalled", Boolean(message.recalled));
  row.hidden = Boolean(message.recalled && message.details?.recall?.silent);
  row.querySelector(".text").textContent = textOf(message);
}

/** Applies an edit or a recall, unless the row contains it already. */
function change(row, { seq, edited, recalled }) {
  if (row.classList.contains("recalled") || seq <= Number(row.dataset.revision)) return;
  // An edit whose message was recalled later comes without its content.
  const isRecall = !edited?.content;
  fill(row, { ...(isRecall ? { recalled: true, details: { recall: recalled?.details } } : edited), revision: seq });
  if (!isRecall) return;
  const control = row.querySelector(".recall");
  const hadFocus = control !== null && control === document.activeElement;
  control?.remove();
  if (hadFocus) element("text").focus();
  if (row.hidden) arrange(row.nextElementSibling);
}

/** Sets what a row shows because of the row before it: a new day, or another message of the same sender. */
function arrange(row) {
  if (!row?.dataset.time) return;
  let before = row.previousElementSibling;
  while (before && (before.hidden || !before.dataset.time)) before = before.previousElementSibling;
  const [time, last] = [Number(row.dataset.time), Number(before?.dataset.time ?? 0)];
  const date = day(time);
  const startsDay = !before || day(last) !== date;
  row.querySelector(".day")?.remove();
  if (startsDay) row.prepend(make("span", "day", date));
  const follows = !startsDay && row.dataset.sender && row.dataset.sender === before.dataset.sender;
  row.classList.toggle("follows", Boolean(follows) && time - last < groupedWithin);
}
