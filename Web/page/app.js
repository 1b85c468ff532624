// The chat page. It uses Martlet only through the SDK, as any page can.
//
// A token comes from the address, `#token=TOKEN&to=CONVERSATION`, or from the form. The browser never sends the part behind
// `#`, and the page removes the token from the address at once. The token and the user's messages stay in this browser until the
// person signs out, in all tabs.
//
// In the console, `martlet.client` is the page's own client.

import { Announcements } from "./announcing.js";
import { OwnApplications } from "./applying.js";
import { Attaching } from "./attaching.js";
import { Composer } from "./composer.js";
import { confirm, element, keepFocus, setText } from "./elements.js";
import { GroupDialog, startConversation } from "./group.js";
import { entranceOf, join } from "./joining.js";
import { List } from "./list.js";
import * as names from "./names.js";
import { editProfile } from "./profile.js";
import { Relations } from "./relations.js";
import { Screen } from "./screen.js";
import * as session from "./session.js";
import { Viewer } from "./viewer.js";
import { counted, directionOf, ending, fullID, isOfTwo, problem, titleOf } from "./words.js";

/** Errors that end a session although its token is still good. */
const displaced = ["signed_in_elsewhere", "replaced"];
const nothingOpen = "Choose a conversation, or start a new one.";
const martlet = (globalThis.martlet = { client: null });

/** Notices after which other users wait to join the open group, or its dialog shows something else. */
const asksAnew = ["applied", "applications_refused", "members_added", "users_banned", "member_named"];

/** What is offered until it is known what the user may do in the open conversation. */
const ownOperations = ["annotate", "edit", "recall", "send"];

/** @type {import("../sdk/martlet.js").Client} */
let client;
let list;
/** @type {?Screen} */
let screen = null;
let composer;
let permitted = new Set(ownOperations);
let group;
let relations;
let asked;
const announcements = new Announcements();
const attaching = new Attaching(() => screen?.toEnd());
const viewer = new Viewer();
let titleTimer = 0;
/** A link to join by once somebody has signed in. */
let invitation = "";

// ---------------------------------------------------------------- signing in and out

async function signIn(token) {
  const before = client;
  if (before) {
    close();
    before.close();
  }
  show("connecting");
  setText(element("sign-in-error"), "");
  try {
    client = martlet.client = await session.begin(token);
  } catch (error) {
    return askForToken(problem(error), token);
  }
  show("chat");
  names.begin(client, hooks.renamed);
  list = new List(client, (id, position) => open(id, position));
  group = new GroupDialog(client);
  relations = new Relations(client);
  asked = new OwnApplications(client);
  client.on("state", showState);
  client.on("conversation", ({ id }) => {
    countUnread();
    if (screen?.isUnknown && screen.id === id) openAnew(id);
  });
  client.on("conversationRemoved", removed);
  // It may come after the person has signed out.
  client.on("caughtUp", () => {
    if (!client) return;
    countUnread();
    setText(element("me"), names.nameOf(client.user));
    group.applications.refresh().catch(() => {});
  });
  setText(element("me"), names.nameOf(me()));
  element("not-kept").hidden = client.isPersistent;
  showState(client.state);
  countUnread();
  route();
  if (screen) return;
  setText(element("hint"), nothingOpen);
  element("conversations").focus({ preventScroll: true });
}

/** Shows the sign-in form. Nothing of the session stays on the page. */
function askForToken(error = "", token = "") {
  close();
  client = martlet.client = null;
  show("sign-in-page");
  element("token").value = token;
  element("token").focus();
  setText(element("sign-in-error"), error);
  document.title = "Martlet";
  if (location.hash.startsWith("#join=")) invitation = location.hash;
  history.replaceState(null, "", location.pathname);
}

function close() {
  list?.close();
  list = null;
  asked?.close();
  names.begin(null);
  open("", 0, false);
  attaching.close();
  for (const id of ["me", "state", "title"]) setText(element(id), "");
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  for (const field of document.querySelectorAll("input, textarea")) /** @type {any} */ (field).value = "";
  for (const id of ["elsewhere", "expired"]) element(id).hidden = true;
}

async function signOut() {
  const waiting = await client.pending().catch(() => []);
  const text =
    waiting.length === 0
      ? "Your messages are deleted from this browser. They stay on the server."
      : `${waiting.length} of your messages were not sent yet, and are lost. All others stay on the server.`;
  if (!(await confirm("Sign out?", text, "Sign out"))) return;
  const leaving = client;
  askForToken();
  await session.forget(leaving).catch((error) => setText(element("sign-in-error"), error.message));
}

/** Shows one of the page's parts. */
function show(part) {
  for (const id of ["connecting", "sign-in-page", "chat"]) element(id).hidden = id !== part;
}

/** @param {import("../sdk/martlet.js").ConnectionState} state */
function showState({ name, retryIn, failure }) {
  if (!client) return;
  const seconds = Math.ceil((retryIn ?? 0) / 1_000);
  const texts = {
    online: "online",
    connecting: seconds > 0 ? `offline, next try in ${seconds} s` : "connecting …",
    waiting_for_network: "offline, no network",
    offline: "offline",
  };
  setText(element("state"), texts[name] ?? "disconnected");
  element("chat").dataset.state = name;
  const isDisplaced = displaced.includes(failure?.code);
  element("elsewhere").hidden = !(name === "ended" && isDisplaced);
  element("expired").hidden = !(name === "ended" && !isDisplaced);
  if (failure) setText(element("expired-why"), problem(failure));
}

// ---------------------------------------------------------------- conversations

/** The user; on a new device, before the first connection, as the token says. */
function me() {
  return client.user || session.kept()?.account || "";
}

/** Opens what the address names, or asks whether to join it. */
function route() {
  if (invitation || location.hash.startsWith("#join=")) return takeLink();
  const to = new URLSearchParams(location.hash.slice(1)).get("to") ?? "";
  if ((screen?.id ?? "") !== (to && fullID(to, me()))) open(to, 0, false);
}

/**
 * Opens a conversation; an empty name closes the open one.
 *
 * @param {string} name
 * @param {number} [position]  where to begin
 * @param {boolean} [isVisit]  true to put it into the browser's history
 */
async function open(name, position, isVisit = true) {
  const id = name && client ? fullID(name, me()) : "";
  if (isVisit && id !== (screen?.id ?? "")) history.pushState(null, "", id ? `#to=${encodeURIComponent(id)}` : location.pathname);
  if (screen && screen.id === id && !position) return;
  if (screen?.id === id && position) return screen.jump(position);
  screen?.close();
  screen = null;
  setText(element("title"), "");
  element("chat").classList.toggle("reading", id !== "");
  element("about").hidden = !id.startsWith("group:");
  relations?.open(id);
  group?.applications.show(null, new Set());
  announcements.open(id ? client.chat(id) : null);
  element("compose").hidden = id === "";
  list?.select(id);
  setText(element("hint"), id ? "" : nothingOpen);
  composer.open(null, "", null);
  attaching.open(null, "");
  keepFocus(id ? "log" : "conversations");
  if (!id) return;
  const opened = (screen = new Screen(client, id, hooks, position));
  permitted = new Set(ownOperations);
  learnPermissions();
  const conversation = await client.conversation(id).catch(() => undefined);
  if (screen !== opened) return;
  if (conversation) opened.describe(conversation);
  else setText(element("title"), titleOf({ id }, me()));
  composer.open(opened.chat, id, conversation?.settings.draft);
  attaching.open(opened.chat, id);
  if (matchMedia("(hover: hover)").matches) element("text").focus();
}

/** Opens a conversation that could not be read when it was opened. */
function openAnew(id) {
  open("", 0, false);
  open(id, 0, false);
}

/** Asks whether to join the group that the address leads to. */
async function takeLink() {
  const entrance = entranceOf(invitation || location.hash);
  invitation = "";
  history.replaceState(null, "", location.pathname);
  const joined = await join(client, entrance);
  if (joined) open(joined);
}

const hooks = {
  view: (chat, message, all) => viewer.open(chat, message, all),
  reply: (row) => composer.reply(row),
  edit: (row) => composer.edit(row),
  members: (members) => (composer.members = members),
  may: (operation) => permitted.has(operation),
  described: (conversation) => {
    composer.describe(conversation, client.user);
    group?.described(conversation);
    announcements.described(conversation);
    learnPermissions();
  },
  noticed: ({ kind }) => {
    if (asksAnew.includes(kind)) group.changed().catch(() => {});
  },
  join: async (group) => {
    const joined = await join(client, { group });
    if (joined && screen?.isUnknown) openAnew(joined);
  },
  renamed: () => {
    list?.renamed();
    screen?.refill();
    setText(element("me"), names.nameOf(me()));
  },
};

/** What the user may do in the open conversation. */
async function learnPermissions() {
  const { chat } = screen ?? {};
  const may = await chat?.permissions().catch(() => null);
  if (!may || screen?.chat !== chat || String([...may.operations]) === String([...permitted])) return;
  permitted = may.operations;
  screen.refill();
  group.applications.show(chat, permitted).catch(() => {});
}

/** The user is no longer a member, or the server's data was restored from a backup and is read again. */
function removed({ conversation, by, reason, bannedUntil = 0 }) {
  countUnread();
  if (screen?.id !== conversation || isOfTwo(conversation)) return;
  const how = bannedUntil > 0 ? `banned you from this group${ending(bannedUntil)}` : "removed you from this group";
  const who = by && by !== client.user ? `${names.nameOf(by)} ${how}` : "You are no longer a member of this group";
  if (by === client.user) return open("", 0);
  screen.leave(reason ? `${who}: ${reason}` : `${who}.`);
}

/** Shows the unread total in the window's title, at most four times a second. */
function countUnread() {
  if (titleTimer) return;
  titleTimer = window.setTimeout(async () => {
    titleTimer = 0;
    const total = await client?.unreadTotal().catch(() => null);
    if (total) document.title = total.messages > 0 ? `(${counted(total.messages)}) Martlet` : "Martlet";
  }, 250);
}

// ---------------------------------------------------------------- controls

composer = new Composer({
  drafted: (id, text) => list?.setDraft(id, text),
  sent: () => screen?.toEnd(),
  enabled: (canSend) => (attaching.canSend = canSend),
  lastOwn: () => screen?.lastOwn,
});
element("sign-in").onsubmit = (event) => {
  event.preventDefault();
  const token = element("token").value.trim();
  if (token) signIn(token);
};
element("renew").onsubmit = (event) => {
  event.preventDefault();
  try {
    session.renew(element("new-token").value.trim());
    element("new-token").value = "";
    client.connect();
  } catch (error) {
    setText(element("expired-why"), error.message);
  }
};
element("new").onclick = async () => {
  const opened = await startConversation(client);
  if (opened) open(opened);
};
element("about").onclick = () => group.open(screen.chat, screen.conversation ?? { title: "" });
element("back").onclick = () => open("");
element("edit-profile").onclick = () => (relations.list(), editProfile(client));
element("sign-out").onclick = () => signOut();
element("connect-here").onclick = () => client.connect();
for (const dialog of /** @type {NodeListOf<any>} */ (document.querySelectorAll("dialog"))) {
  for (const no of dialog.querySelectorAll("[data-close]")) no.onclick = () => dialog.close(no.dataset.close);
}
addEventListener("hashchange", () => client && (takeToken() || route()));
addEventListener("popstate", () => client && route());
session.onSignOut(() => client && (client.close(), askForToken("You signed out in another tab.")));

/** Signs in with the token in the address, if there is one. */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get("token");
  if (!token) return false;
  const to = given.get("to");
  history.replaceState(null, "", to ? `#to=${encodeURIComponent(to)}` : location.pathname);
  signIn(token);
  return true;
}

document.documentElement.dir = directionOf(navigator.language);
if (!takeToken()) {
  const kept = session.kept();
  if (kept) signIn(kept.token);
  else askForToken();
}
