// Names of users, from their profiles, and in groups their nicknames.

import { avatar, make } from "./elements.js";

/** How long names are gathered before they are asked for, in milliseconds. */
const gathering = 30;

/** @type {import("../sdk/martlet.js").Client} */
let client = null;
let tell = () => {};
let timer = 0;
const known = new Map();
const wanted = new Set();
/** The nicknames of members, by group and user, of the groups that were open. */
const nicknames = new Map();

/**
 * Begins with the profiles of a session.
 *
 * @param {?import("../sdk/martlet.js").Client} session  null to forget all names
 * @param {() => void} [changed]  called when names are known that were not, or are others
 */
export function begin(session, changed = () => {}) {
  [client, tell] = [session, changed];
  clearTimeout(timer);
  timer = 0;
  known.clear();
  wanted.clear();
  nicknames.clear();
  session?.on("profile", ({ profile }) => session === client && take([profile]));
}

/** The name under which the app's server itself writes and changes groups. */
const app = "=app";

/** The name that a user has given; the user's id as long as none is known. */
export function nameOf(user) {
  if (client && user && !known.has(user)) {
    known.set(user, "");
    wanted.add(user);
    timer ||= window.setTimeout(ask, gathering);
  }
  return known.get(user) || (user === app ? "The app" : user);
}

/** The name of a user in a conversation: the nickname there, or else the user's name. */
export function nameIn(conversation, user) {
  return nicknames.get(conversation)?.get(user) || nameOf(user);
}

/** Takes in the members of a group; returns whether nicknames changed. */
export function takeMembers(group, members) {
  const before = nicknames.get(group) ?? new Map();
  const now = new Map(members.filter(({ nickname }) => nickname).map(({ user, nickname }) => [user, nickname]));
  nicknames.set(group, now);
  return now.size !== before.size || [...now].some(([user, nickname]) => before.get(user) !== nickname);
}

/** A list's row about a user: a picture, the name, and further parts. */
export function rowOf(user, ...parts) {
  return rowCalled(user, nameOf(user), ...parts);
}

/** A row about a user with another name. */
export function rowCalled(user, name, ...parts) {
  const row = make("li");
  row.append(avatar(user), make("span", "title", name, { dir: "auto", title: user }), ...parts);
  return row;
}

async function ask() {
  timer = 0;
  const users = [...wanted];
  wanted.clear();
  const session = client;
  // Without a connection, names that are not cached come by the event.
  const profiles = await session.profiles(users).catch(() => ({}));
  if (session === client) take(Object.values(profiles));
}

function take(profiles) {
  const changed = profiles.filter(({ user, name }) => (known.get(user) ?? "") !== name);
  for (const { user, name } of changed) known.set(user, name);
  if (changed.length > 0) tell();
}
