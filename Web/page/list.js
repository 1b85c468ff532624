// The conversation list, with a filter and a search over what this device holds.

import { avatar, button, element, make, setText } from "./elements.js";
import { Online } from "./online.js";
import { counted, peerOf, said, titleOf, when } from "./words.js";

/** The list of one session. */
export class List {
  #client;
  #open;
  #current = "";
  #live = null;
  #rows = new Map();
  #drafts = new Map();
  /** Who is online of those with whom there are direct conversations. */
  #online;
  /** The number of rows when more were asked for. */
  #asked = 0;

  /**
   * @param {import("../sdk/martlet.js").Client} client
   * @param {(id: string, position?: number) => void} open  opens a conversation
   */
  constructor(client, open) {
    this.#client = client;
    this.#open = open;
    this.#online = new Online(client, () => {
      for (const item of this.#rows.values()) this.#dot(item);
    });
    element("conversations").onscroll = () => this.#showMore();
    element("unread-only").onchange = () => this.#follow();
    element("search").oninput = () => this.#search();
    this.#follow();
  }

  close() {
    this.#live?.close();
    this.#online.close();
    this.#clear();
    element("found").replaceChildren();
    element("search").value = "";
  }

  /** Marks the conversation that is open. */
  select(id) {
    this.#current = id;
    for (const [key, row] of this.#rows) mark(row, key === id);
  }

  /** Shows or hides what was typed and not sent in a conversation, before it is stored. */
  setDraft(id, text) {
    this.#drafts.set(id, text);
    const row = this.#rows.get(id);
    if (row) this.#fill(row, row.conversation);
  }

  /** Shows names that are known now. */
  renamed() {
    for (const item of this.#rows.values()) {
      const { conversation } = item;
      item.querySelector(".avatar").replaceWith(avatar(titleOf(conversation, this.#client.user)));
      this.#fill(item, conversation);
    }
  }

  get first() {
    return this.#live?.state.rows[0]?.id ?? "";
  }

  async #follow() {
    this.#live?.close();
    this.#clear();
    const unread = element("unread-only").checked ? true : undefined;
    const live = (this.#live = this.#client.list({ unread, window: 60 }));
    for await (const { state, change } of live) {
      if (live !== this.#live) return;
      this.#apply(state.rows, change);
      const none = unread ? "Nothing unread." : "No conversations yet. Start one above.";
      setText(element("list-hint"), state.rows.length === 0 ? none : "");
    }
  }

  #clear() {
    this.#rows.clear();
    element("conversations").querySelector("ul").replaceChildren();
  }

  #apply(rows, { removed, inserted, updated }) {
    const list = element("conversations").querySelector("ul");
    const focused = document.activeElement;
    // A row that moves stays the same element, so it keeps the focus.
    for (const index of removed) list.children[index].remove();
    for (const { index, row } of inserted) {
      const item = this.#rows.get(row.id) ?? this.#make(row);
      this.#fill(item, row);
      list.insertBefore(item, list.children[index] ?? null);
    }
    for (const { row } of updated) this.#fill(this.#rows.get(row.id), row);
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    this.#online.follow(rows.map(({ id }) => peerOf(id, this.#client.user)).filter(Boolean));
    if (focused instanceof HTMLElement && focused !== document.activeElement && list.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }

  #make(conversation) {
    const item = make("li");
    item.append(this.#control(conversation, () => this.#open(conversation.id)));
    this.#rows.set(conversation.id, item);
    return item;
  }

  /** A button for a conversation, whose parts are empty but for the title. */
  #control(conversation, onclick) {
    const title = titleOf(conversation, this.#client.user);
    const control = button("", "", onclick);
    control.append(avatar(title));
    for (const part of ["title", "when", "last", "unread"]) control.append(make("span", part, "", { dir: "auto" }));
    setText(partOf(control, "title"), title);
    return control;
  }

  #fill(item, conversation) {
    item.conversation = conversation;
    const { id, unread, lastMessage, settings } = conversation;
    const control = item.firstElementChild;
    const part = (name) => partOf(control, name);
    const draft = id === this.#current ? "" : this.#drafts.get(id) ?? settings.draft?.text ?? "";
    setText(part("title"), titleOf(conversation, this.#client.user));
    setText(part("when"), lastMessage ? when(lastMessage.time) : "");
    setText(part("last"), draft ? `Draft: ${draft}` : lastMessage ? said(id, lastMessage, this.#client.user) : "No messages yet");
    part("last").classList.toggle("unsent", draft !== "");
    const count = part("unread");
    setText(count, unread > 0 ? counted(unread, 999) : "");
    count.hidden = unread === 0;
    count.ariaLabel = `${unread} unread`;
    count.classList.toggle("muted", settings.muted);
    this.#dot(item);
    mark(item, id === this.#current);
  }

  #dot(item) {
    const peer = peerOf(item.conversation.id, this.#client.user);
    if (peer) this.#online.mark(partOf(item, "avatar"), peer);
  }

  #showMore() {
    const { scrollHeight, scrollTop, clientHeight } = element("conversations");
    const state = this.#live?.state;
    if (scrollHeight - scrollTop - clientHeight > 400 || !state || state.isComplete || state.rows.length === this.#asked) return;
    this.#asked = state.rows.length;
    this.#live.more().catch(() => {});
  }

  // ---------------------------------------------------------------- search

  async #search() {
    const text = element("search").value.trim();
    const place = element("found");
    element("conversations").hidden = text !== "";
    place.hidden = text === "";
    if (!text) return place.replaceChildren();
    let hits = [];
    try {
      ({ hits } = await this.#client.search(text));
    } catch {
      // A text without words finds nothing.
    }
    if (element("search").value.trim() !== text) return;
    const rows = hits.map(({ conversation, count, newest }) => this.#result(conversation, count, newest));
    place.replaceChildren(...(rows.length > 0 ? rows : [make("p", "hint", "Nothing found on this device.")]));
  }

  #result(conversation, count, newest) {
    const control = this.#control(conversation, () => this.#open(conversation.id, newest.position));
    setText(partOf(control, "when"), when(newest.time));
    setText(partOf(control, "last"), said(conversation.id, newest, this.#client.user));
    const badge = partOf(control, "unread");
    setText(badge, count > 1 ? String(count) : "");
    badge.hidden = count < 2;
    badge.ariaLabel = `${count} messages`;
    return control;
  }
}

function partOf(control, name) {
  return control.querySelector(`.${name}`);
}

function mark(item, isCurrent) {
  if (isCurrent) item.firstElementChild.setAttribute("aria-current", "true");
  else item.firstElementChild.removeAttribute("aria-current");
}
