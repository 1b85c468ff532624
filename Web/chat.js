// The chat page. All it knows of Martlet is what `martlet.js` offers; texts enter the page as text only.
//
// The token comes from the address, `#token=TOKEN&to=CONVERSATION`, or from the form. The part behind `#`
// never leaves the browser, and is taken out of the address at once; the token lives as long as the tab.
//
// In the console, `martlet.connect(...)` opens further sessions and `martlet.me` is the page's own.

import * as sdk from "./martlet.js";

const martlet = (globalThis.martlet = { ...sdk, me: null });
const pageSize = 50;
const element = (id) => document.getElementById(id);
const address = location.origin.replace(/^http/, "ws");

let me = null;
let current = "";
// The messages of the open conversation by position, and where the page of history begins.
let shown = new Map();
let oldest = 0;

// ---------------------------------------------------------------- signing in

async function signIn(token, to) {
  try {
    me = martlet.me = await sdk.connect(address, token, { device: { id: deviceID(), name: "browser" } });
  } catch (error) {
    return askForToken(error.message);
  }
  sessionStorage.setItem("token", token);
  element("sign-in").hidden = true;
  element("chat").hidden = false;
  element("me").textContent = me.user;
  me.on("state", showState);
  me.on("conversation", () => (showConversations(), showTitle()));
  me.on("left", ({ conversation }) => (conversation === current ? open("") : showConversations()));
  me.on("entry", showLive);
  me.on("marker", ({ conversation }) => conversation === current && showReaders());
  me.on("missed", ({ conversation }) => conversation === current && open(conversation));
  showState({ state: "online" });
  showConversations();
  const first = to || me.conversations()[0]?.id;
  open(first ?? "");
}

function askForToken(error = "") {
  sessionStorage.removeItem("token");
  element("chat").hidden = true;
  element("sign-in").hidden = false;
  element("sign-in-error").textContent = error;
}

/** A tab is a device, the same one after a reload. */
function deviceID() {
  const id = sessionStorage.getItem("device") ?? crypto.randomUUID();
  sessionStorage.setItem("device", id);
  return id;
}

function showState({ state, retryIn, error }) {
  const texts = { connecting: "connecting …", online: "online", waiting: `offline, again in ${Math.ceil(retryIn / 1000)} s` };
  element("state").textContent = texts[state] ?? "";
  if (state === "ended") askForToken(error?.name === "closed" ? "" : error?.message);
}

// ---------------------------------------------------------------- conversations

function titleOf(id, title) {
  if (title) return title;
  const [kind, ...names] = id.split(":");
  if (kind !== "direct") return id;
  return names.find((name) => name !== me.user) ?? "notes to myself";
}

function showConversations() {
  const rows = me.conversations().map((conversation) => {
    const row = document.createElement("button");
    row.append(span("title", titleOf(conversation.id, conversation.title)));
    if (conversation.unread > 0) row.append(span("unread", conversation.unread));
    const last = conversation.lastMessage;
    row.append(span("last", last ? `${last.sender}: ${textOf(last.message)}` : "no messages"));
    row.setAttribute("aria-current", conversation.id === current);
    row.onclick = () => open(conversation.id);
    const item = document.createElement("li");
    item.append(row);
    return item;
  });
  element("conversations").replaceChildren(...rows);
}

/** The full form of what was asked for: `bob`, `direct:bob`, `direct:alice:bob` or `group:ID`. */
function fullID(name) {
  const [kind, ...names] = name.includes(":") ? name.split(":") : ["direct", name];
  if (kind !== "direct" || names.length !== 1) return name;
  return ["direct", ...[me.user, names[0]].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))].join(":");
}

async function open(name) {
  const id = (current = name && fullID(name));
  shown = new Map();
  oldest = 0;
  element("messages").replaceChildren();
  element("readers").textContent = "";
  element("older").hidden = true;
  for (const control of element("compose").children) control.disabled = !id;
  showConversations();
  showTitle();
  if (!id) return;
  element("text").focus();
  await showEarlier();
  element("log").scrollTop = element("log").scrollHeight;
  markRead();
  showReaders();
}

function showTitle() {
  const known = me.conversations().find(({ id }) => id === current);
  element("title").textContent = current && titleOf(current, known?.title);
}

async function showReaders() {
  const id = current;
  const members = await me.members(id).catch(() => []);
  const head = me.conversations().find((conversation) => conversation.id === id)?.head ?? 0;
  const readers = members.filter((member) => member.user !== me.user && head > 0 && member.read >= head).map((member) => member.user);
  if (id === current) element("readers").textContent = readers.length > 0 ? `read by ${readers.join(", ")}` : "";
}

function markRead() {
  const conversation = me.conversations().find(({ id }) => id === current);
  if (conversation?.unread > 0 && document.visibilityState === "visible") me.markRead(current, conversation.head).catch(() => {});
}

// ---------------------------------------------------------------- messages

async function showEarlier() {
  const id = current;
  let page;
  try {
    page = await me.history(id, { before: oldest, limit: pageSize });
  } catch (error) {
    // A conversation nobody has written in yet does not exist.
    if (error.name !== "conversation_unknown" && id === current) element("messages").append(eventRow(error.message));
    return;
  }
  if (id !== current || page.length === 0) return void (element("older").hidden = true);
  oldest = page[0].seq;
  element("older").hidden = page.length < pageSize || oldest === 1;
  const rows = page.filter((entry) => !shown.has(entry.seq)).map((entry) => entryRow(entry));
  element("messages").prepend(...rows);
}

function showLive(entry) {
  if (entry.conversation !== current) return;
  const log = element("log");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  const target = shown.get(entry.edited?.target ?? entry.recalled?.target);
  if (target) change(target, entry);
  else if (!shown.has(entry.seq) && !entry.edited && !entry.recalled) element("messages").append(entryRow(entry));
  if (atEnd) log.scrollTop = log.scrollHeight;
  markRead();
}

function entryRow(entry) {
  const row = entry.message ? messageRow(entry) : eventRow(sentenceOf(entry));
  row.hidden = !entry.message && row.textContent === "";
  shown.set(entry.seq, row);
  return row;
}

function messageRow(entry) {
  const row = document.createElement("li");
  const own = entry.sender === me.user;
  row.classList.toggle("own", own);
  row.dataset.seq = entry.seq;
  const about = span("about", "");
  if (!own) about.append(span("sender", entry.sender));
  about.append(span("time", new Date(entry.time).toLocaleTimeString([], { timeStyle: "short" })));
  row.append(about, span("text", ""));
  fill(row, entry.message);
  if (own && !entry.message.recalled) about.append(recallButton(entry));
  return row;
}

function fill(row, message) {
  row.classList.toggle("recalled", Boolean(message.recalled));
  row.hidden = Boolean(message.recalled && message.details?.recall?.silent);
  row.querySelector(".text").textContent = textOf(message);
}

function change(row, { edited, recalled }) {
  if (row.classList.contains("recalled")) return;
  fill(row, edited?.content ? edited : { recalled: true, details: { recall: recalled?.details } });
  if (!edited) row.querySelector(".recall")?.remove();
}

function recallButton({ conversation, seq }) {
  const button = document.createElement("button");
  button.className = "quiet recall";
  button.textContent = "take back";
  button.onclick = () => me.recall(conversation, seq).catch((error) => element("messages").append(eventRow(error.message)));
  return button;
}

function textOf(message) {
  if (message.recalled) return "taken back";
  return message.type === "text" ? String(message.content?.text ?? "") : `[${message.type}]`;
}

function sentenceOf(entry) {
  const names = (users) => (users ?? []).join(", ");
  if (entry.groupCreated) return `${entry.sender} made the group with ${names(entry.groupCreated.members)}`;
  if (entry.membersAdded) return `${entry.sender} added ${names(entry.membersAdded.users)}`;
  if (entry.conversationChanged?.title) return `${entry.sender} called the group ${entry.conversationChanged.title}`;
  if (!entry.membersRemoved) return "";
  const gone = names(entry.membersRemoved.users);
  const reason = entry.membersRemoved.reason ? `: ${entry.membersRemoved.reason}` : "";
  return (gone === entry.sender ? `${gone} left` : `${entry.sender} removed ${gone}`) + reason;
}

function eventRow(text) {
  const row = document.createElement("li");
  row.className = "event";
  row.textContent = text;
  return row;
}

function span(name, text) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

/** A message on its way: shown at once, taken out again when its entry arrives or the server refuses it. */
function sendText(text) {
  const pending = eventRow("");
  pending.className = "own pending";
  pending.append(span("text", text));
  element("messages").append(pending);
  element("log").scrollTop = element("log").scrollHeight;
  me.send(current, text).then(
    () => pending.remove(),
    (error) => {
      pending.className = "event error";
      pending.textContent = `not sent: ${text} (${error.message})`;
    },
  );
}

// ---------------------------------------------------------------- controls

function onSubmit(form, input, action) {
  element(form).addEventListener("submit", (event) => {
    event.preventDefault();
    const value = element(input).value.trim();
    element(input).value = "";
    if (value) action(value);
  });
}

onSubmit("sign-in", "token", (token) => signIn(token));
onSubmit("start", "start-name", (name) => open(name));
onSubmit("compose", "text", sendText);
onSubmit("found", "found-members", (members) =>
  me.createGroup({ title: members, members: members.split(/[\s,]+/).filter(Boolean) }).then(
    ({ conversation }) => open(conversation),
    (error) => element("messages").append(eventRow(error.message)),
  ),
);
element("older").onclick = showEarlier;
element("sign-out").onclick = () => me.close();
document.addEventListener("visibilitychange", () => me && markRead());

const given = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, "", location.pathname);
const token = given.get("token") ?? sessionStorage.getItem("token");
if (token) signIn(token, given.get("to"));
else askForToken();
