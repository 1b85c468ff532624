// The chat page. It uses Martlet only through `martlet.js`, as any page can.
//
// The token comes from the address, `#token=TOKEN&to=CONVERSATION`, or from the form. The browser never sends the part
// behind `#`, and the page removes it from the address at once. The token lives as long as the tab, so that a reload
// stays signed in.
//
// In the console, `martlet.connect(...)` opens another session, and `martlet.me` is the page's own.

import { claimDevice } from "./chat-device.js";
import { clearList, showList } from "./chat-list.js";
import { element, fullID, titleOf } from "./chat-parts.js";
import { ConversationView } from "./chat-view.js";
import * as sdk from "./martlet.js";
import { uuid7 } from "./martlet-forms.js";

const martlet = (globalThis.martlet = { ...sdk, me: null });
const address = location.origin.replace(/^http/, "ws");
// The list counts as scrolled to its end within this many pixels.
const endMargin = 60;
// These errors end a session although its token is still good.
const displaced = ["signed_in_elsewhere", "replaced"];

let me = null;
let current = "";
// The view of every conversation that was opened, by id.
let views = new Map();
let isListOutdated = false;

// ---------------------------------------------------------------- signing in and out

async function signIn(token, to) {
  show("connecting");
  try {
    const client = await sdk.connect(address, token, { device: { id: await device, name: "browser" } });
    sessionStorage.setItem("token", token);
    begin(client, to);
  } catch (error) {
    askForToken(error.message, error.name === "timeout" || displaced.includes(error.name) ? token : "");
  }
}

function begin(client, to) {
  me = martlet.me = client;
  show("chat");
  element("elsewhere").hidden = true;
  element("me").textContent = me.user;
  me.on("state", showState);
  me.on("conversation", ({ id }) => (outdateList(), id === current && showTitle()));
  me.on("left", leave);
  me.on("entry", (entry) => views.get(entry.conversation)?.accept(entry));
  me.on("marker", moveReader);
  me.on("missed", ({ conversation }) => reload(views.get(conversation)));
  me.on("restored", reloadAll);
  showState({ state: "online" });
  outdateList();
  if (current) return reloadAll();
  open(to || me.conversations()[0]?.id || "");
}

/** Shows the sign-in form. Nothing of the session stays on the page. */
function askForToken(error = "", token = "") {
  if (!token) sessionStorage.removeItem("token");
  me = martlet.me = null;
  current = "";
  views = new Map();
  clearList();
  showMessages(null);
  for (const id of ["me", "state", "title", "readers"]) element(id).textContent = "";
  for (const id of ["text", "start-name", "found-members"]) element(id).value = "";
  element("confirm").close();
  show("sign-in");
  element("token").value = token;
  element("token").focus();
  element("sign-in-error").textContent = error;
}

/** Shows one of the page's parts. */
function show(part) {
  for (const id of ["connecting", "sign-in", "chat"]) element(id).hidden = id !== part;
}

function showState({ state, retryIn, error }) {
  const seconds = Math.ceil(retryIn / 1000);
  const texts = { connecting: "connecting …", online: "online", waiting: `offline, next try in ${seconds} s` };
  element("state").textContent = texts[state] ?? "disconnected";
  element("chat").dataset.state = state;
  changed(views.get(current) ?? {});
  if (state !== "ended") return;
  if (displaced.includes(error?.name)) element("elsewhere").hidden = false;
  else askForToken(error?.name === "closed" ? "" : error?.message);
}

// ---------------------------------------------------------------- conversations

/** Shows the list again at the end of this turn, once for all changes of the turn. */
function outdateList() {
  if (isListOutdated) return;
  isListOutdated = true;
  queueMicrotask(() => {
    isListOutdated = false;
    if (me) showList(listed(), { user: me.user, current, open, viewOf: (id) => views.get(id) });
  });
}

/** The conversations of the server, and those that exist only on this page: open, or with texts that were not sent. */
function listed() {
  const known = me.conversations();
  const ids = new Set(known.map(({ id }) => id));
  const own = [...views.values()].filter((view) => !ids.has(view.id) && (view.id === current || view.hasText));
  return [...own.map(({ id }) => ({ id, title: "", unread: 0, lastMessage: null })), ...known];
}

function viewOf(id) {
  if (!views.has(id)) views.set(id, new ConversationView(id, page));
  return views.get(id);
}

const page = {
  me: () => me,
  changed,
  confirmRecall,
  focus: () => element("text").focus(),
};

/** Opens a conversation; an empty name closes the open one. */
function open(name) {
  const before = views.get(current);
  if (before) Object.assign(before, { draft: element("text").value, scrollTop: isAtEnd() ? null : element("log").scrollTop });
  current = name && fullID(name, me.user);
  const view = current ? viewOf(current) : null;
  element("chat").classList.toggle("reading", view !== null);
  element("text").value = view?.draft ?? "";
  for (const control of element("compose").children) control.disabled = !view;
  showMessages(view);
  outdateList();
  showTitle();
  if (!view) return;
  element("text").focus();
  view.load();
}

/** Puts a view's messages on the page; without a view, an empty list. */
function showMessages(view) {
  const list = view?.list ?? document.createElement("ol");
  element("messages").replaceWith(list);
  list.id = "messages";
  for (const id of ["older", "newer"]) element(id).hidden = true;
  element("hint").textContent = view ? "" : "Choose a conversation, or start a new one.";
  element("readers").textContent = "";
  if (!view) return;
  changed(view);
  element("log").scrollTop = view.scrollTop ?? element("log").scrollHeight;
}

/** The user is no longer a member. What was open stays readable, until the person opens another conversation. */
function leave({ conversation, by, reason }) {
  const view = views.get(conversation);
  const who = by && by !== me.user ? `${by} removed you from this group` : "You are no longer a member of this group";
  view?.notice(reason ? `${who}: ${reason}` : `${who}.`);
  if (view && conversation !== current && !view.hasText) views.delete(conversation);
  outdateList();
}

/** Loads a view again; until then its old messages stay in sight. */
function reload(view) {
  if (!view) return;
  view.expire();
  if (view.id === current) view.load();
}

function reloadAll() {
  outdateList();
  for (const view of views.values()) reload(view);
}

function showTitle() {
  const known = me.conversations().find(({ id }) => id === current);
  element("title").textContent = current && titleOf(current, known?.title, me.user);
}

// ---------------------------------------------------------------- the open conversation

/** Shows what changed in a view; keeps the end of the list in sight if it was. */
function changed(view) {
  if (!me) return;
  outdateList();
  if (view.id !== current) return;
  element("older").hidden = !view.hasEarlier;
  element("hint").textContent = hintOf(view);
  if (view.scrollTop === null) element("log").scrollTop = element("log").scrollHeight;
  element("newer").hidden = view.scrollTop === null || !hasUnread();
  markRead();
  showReaders(view);
}

function hintOf(view) {
  if (view.isLoading && me.state === "online") return view.isEmpty ? "Loading messages …" : "";
  if (!view.isLoaded) return "You are offline. Messages appear here when you are connected again.";
  return view.isEmpty ? "No messages yet. Say hello." : "";
}

function hasUnread() {
  return me.conversations().some(({ id, unread }) => id === current && unread > 0);
}

function isAtEnd() {
  const { scrollHeight, scrollTop, clientHeight } = element("log");
  return scrollHeight - scrollTop - clientHeight < endMargin;
}

/** Marks the open conversation as read, if a person can see its end: the window has the focus, and the end is in view. */
function markRead() {
  const view = views.get(current);
  if (!view?.isLoaded || !hasUnread() || !document.hasFocus() || document.visibilityState !== "visible" || !isAtEnd()) return;
  if (view.marked >= view.newest) return;
  view.marked = view.newest;
  me.markRead(current, view.newest).catch(() => (view.marked = 0));
}

/** Names the members who have read everything. */
async function showReaders(view) {
  if (!view.readers && view.isLoaded && me.state === "online") {
    view.readers = new Map();
    const members = await me.members(view.id).catch(() => []);
    if (!view.readers) return;
    for (const { user, read } of members) view.readers.set(user, Math.max(read, view.readers.get(user) ?? 0));
  }
  if (view.id !== current) return;
  const readers = [...(view.readers ?? [])].filter(([user, read]) => user !== me?.user && view.newest > 0 && read >= view.newest);
  element("readers").textContent = readers.length > 0 ? `read by ${readers.map(([user]) => user).join(", ")}` : "";
}

function moveReader({ conversation, user, read }) {
  const view = views.get(conversation);
  view?.readers?.set(user, Math.max(read, view.readers.get(user) ?? 0));
  if (conversation === current) showReaders(view);
}

/** Asks whether to take a message back; resolves to true if the person agrees. */
function confirmRecall() {
  const dialog = element("confirm");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

async function showEarlier() {
  const log = element("log");
  const view = views.get(current);
  const below = log.scrollHeight - log.scrollTop;
  view.scrollTop = log.scrollTop;
  await view.loadEarlier();
  if (view.id === current) log.scrollTop = log.scrollHeight - below;
}

// ---------------------------------------------------------------- controls

function onSubmit(form, input, action) {
  element(form).addEventListener("submit", (event) => {
    event.preventDefault();
    const value = element(input).value.trim();
    if (!value) return;
    element(input).value = "";
    action(value);
  });
}

function scrollToEnd() {
  const view = views.get(current);
  if (!view) return;
  view.scrollTop = null;
  changed(view);
}

onSubmit("sign-in", "token", (token) => signIn(token));
onSubmit("start", "start-name", (name) => open(name));
onSubmit("compose", "text", (text) => {
  views.get(current).send(text);
  scrollToEnd();
});
onSubmit("found", "found-members", (members) =>
  me.createGroup({ title: members, members: members.split(/[\s,]+/).filter(Boolean) }).then(
    ({ conversation }) => open(conversation),
    (error) => {
      element("found-members").value = members;
      element("found-error").textContent = error.message;
    },
  ),
);
element("found-members").oninput = () => (element("found-error").textContent = "");
element("older").onclick = showEarlier;
element("newer").onclick = scrollToEnd;
element("back").onclick = () => open("");
element("sign-out").onclick = () => (me.state === "ended" ? askForToken() : me.close());
element("connect-here").onclick = () => signIn(sessionStorage.getItem("token"));
element("confirm-yes").onclick = () => element("confirm").close("yes");
element("confirm-no").onclick = () => element("confirm").close("no");
element("log").onscroll = () => {
  const view = views.get(current);
  if (!view) return;
  view.scrollTop = isAtEnd() ? null : element("log").scrollTop;
  element("newer").hidden = view.scrollTop === null || !hasUnread();
  markRead();
};
new ResizeObserver(() => current && changed(views.get(current))).observe(element("log"));
for (const event of ["visibilitychange", "focus"]) globalThis.addEventListener(event, () => me && markRead());

const device = claimDevice(uuid7);
const given = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, "", location.pathname);
const token = given.get("token") ?? sessionStorage.getItem("token");
if (token) signIn(token, given.get("to"));
else askForToken();
