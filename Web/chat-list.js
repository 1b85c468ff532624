// The list of conversations on the chat page.

import { avatar, clock, day, element, make, textOf, titleOf } from "./chat-parts.js";

// The rows by conversation. A row stays the same element, so it keeps the focus when the list changes.
const rows = new Map();

/**
 * Shows conversations in the given order.
 *
 * @param {object[]} conversations  as the SDK lists them
 * @param {{user: string, current: string, viewOf: function(string): ?ConversationView, open: function(string)}} page
 */
export function showList(conversations, page) {
  const list = element("conversations");
  const focused = document.activeElement;
  const ids = new Set(conversations.map(({ id }) => id));
  for (const [id, row] of rows) {
    if (ids.has(id)) continue;
    row.remove();
    rows.delete(id);
  }
  let next = list.firstElementChild;
  for (const conversation of conversations) {
    const row = rows.get(conversation.id) ?? makeRow(conversation, page);
    rows.set(conversation.id, row);
    fillRow(row, conversation, page);
    if (row === next) next = next.nextElementSibling;
    else list.insertBefore(row, next);
  }
  // Moving an element takes the focus from it.
  if (focused !== document.activeElement && list.contains(focused)) focused.focus({ preventScroll: true });
}

/** Removes all rows. */
export function clearList() {
  for (const row of rows.values()) row.remove();
  rows.clear();
}

function makeRow({ id, title }, { user, open }) {
  const control = make("button", "", "", { type: "button", onclick: () => open(id) });
  control.append(avatar(titleOf(id, title, user)));
  for (const part of ["title", "when", "last", "unread"]) control.append(make("span", part));
  const row = make("li", "");
  row.append(control);
  return row;
}

function fillRow(row, { id, title, unread, lastMessage }, { user, current, viewOf }) {
  const control = row.firstElementChild;
  const set = (part, text) => {
    const place = control.querySelector(`.${part}`);
    if (place.textContent !== text) place.textContent = text;
  };
  const { draft = "", refused = "" } = (id !== current && viewOf(id)) || {};
  const unsent = refused ? `Not sent: ${refused}` : draft ? `Draft: ${draft}` : "";
  set("title", titleOf(id, title, user));
  set("when", lastMessage ? when(lastMessage.time) : "");
  set("last", unsent || (lastMessage ? said(id, lastMessage, user) : "No messages yet"));
  set("unread", unread > 0 ? String(unread) : "");
  control.querySelector(".unread").hidden = !(unread > 0);
  control.querySelector(".unread").ariaLabel = `${unread} unread`;
  control.querySelector(".last").classList.toggle("unsent", unsent !== "");
  if (id === current) control.setAttribute("aria-current", "true");
  else control.removeAttribute("aria-current");
}

function said(id, { sender, message }, user) {
  const text = textOf(message);
  if (sender === user) return `You: ${text}`;
  return id.startsWith("direct:") ? text : `${sender}: ${text}`;
}

function when(time) {
  const name = day(time);
  if (name === "Today") return clock(time);
  return name === "Yesterday" ? name : new Date(time).toLocaleDateString([], { day: "numeric", month: "short" });
}
