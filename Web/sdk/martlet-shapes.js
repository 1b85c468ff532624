// The core's values in the form that apps get: with every field, and contents as objects.

import { outgoing as outgoingContent } from "./martlet-contents.js";
import { MartletError } from "./martlet-error.js";

function parsed(json) {
  try {
    return json ? JSON.parse(json) : null;
  } catch {
    return null;
  }
}

function parsedValues(texts = {}) {
  return Object.fromEntries(Object.entries(texts).map(([key, json]) => [key, parsed(json)]));
}

function message(wire) {
  const content = parsed(wire.content);
  return {
    conversation: wire.conversation,
    position: wire.position ?? 0,
    sender: wire.sender ?? "",
    clientId: wire.clientId ?? "",
    time: wire.time ?? 0,
    type: wire.type ?? "",
    content,
    /** The text of a message of type `text`; undefined for others. */
    text: wire.type === "text" ? content?.text : undefined,
    edited: wire.edited ?? false,
    recalled: wire.recalled ?? false,
    recalledBy: wire.recalledBy ?? "",
    notice: notice(wire.notice),
    replyTo: wire.details?.replyTo ?? 0,
    mentions: { users: wire.details?.mentions ?? [], all: wire.details?.mentionsAll ?? false },
    details: wire.details ?? {},
    revision: wire.revision ?? 0,
    reactions: (wire.reactions ?? []).map(({ key, count = 0, mine = false }) => ({ key, count, mine })),
    poll: wire.poll ? poll(wire.poll) : null,
    properties: wire.properties ?? {},
    expandable: wire.expandable ?? false,
    pinnedBy: wire.pinnedBy ?? "",
    pinnedAt: wire.pinnedAt ?? 0,
    replyCount: wire.replyCount ?? 0,
    recall: wire.recall ?? null,
  };
}

function notice(wire) {
  return wire ? { ...wire, attributes: parsedValues(wire.attributes) } : null;
}

function poll({ votes = [], closed = false }) {
  return { votes: votes.map(({ choice = 0, count = 0, mine = false }) => ({ choice, count, mine })), closed };
}

function conversation(wire) {
  return {
    id: wire.id,
    title: wire.title ?? "",
    owner: wire.owner ?? "",
    role: wire.role ?? "",
    admins: wire.admins ?? [],
    silenced: wire.silenced ?? false,
    open: wire.open ?? false,
    applications: wire.applications ?? false,
    announcement: wire.announcement ? announcement(wire.announcement) : null,
    dismissed: wire.dismissed ?? false,
    history: wire.history === undefined ? null : historyOf(wire.history),
    silencedUntil: wire.silencedUntil ?? 0,
    speaker: wire.speaker ?? false,
    peer: wire.peer ?? "",
    memberCount: wire.memberCount ?? 0,
    head: wire.head ?? 0,
    first: wire.first ?? 0,
    readUpTo: wire.readUpTo ?? 0,
    unread: wire.unread ?? 0,
    unreadMentions: wire.unreadMentions ?? 0,
    lastMessage: wire.lastMessage ? message(wire.lastMessage) : null,
    lastActivity: wire.lastActivity ?? 0,
    attributes: parsedValues(wire.attributes),
    settings: settingsOf(wire.settings ?? {}),
  };
}

function settingsOf(wire) {
  return {
    pinnedAt: wire.pinnedAt ?? 0,
    pinCountsAsActivity: wire.pinCountsAsActivity ?? false,
    level: wire.level ?? "",
    muted: wire.muted ?? false,
    alias: wire.alias ?? "",
    ringTone: wire.ringTone ?? "",
    draft: wire.draft ? draft(wire.draft) : null,
    tags: wire.tags ?? [],
    taggings: (wire.taggings ?? []).map(({ tag, time = 0, pinnedAt = 0 }) => ({ tag, time, pinnedAt })),
    attributes: parsedValues(wire.attributes),
    flags: wire.flags ?? "0",
    removedUpTo: wire.removedUpTo ?? 0,
  };
}

function draft({ text = "", time = 0, replyTo = 0, local = false, mentions = [], mentionsAll = false, extra, ...rest }) {
  return { text, time, replyTo, local, mentions: { users: mentions, all: mentionsAll }, extra: parsed(extra), ...rest };
}

/** The links of a group. */
function links({ links = [] }) {
  return links.map(({ id, by = "", until = 0, uses = 0, used = 0, code = "" }) => ({ id, by, until, uses, used, code }));
}

/** The bans of a group. */
function bans({ bans = [] }) {
  return bans.map(({ user, by = "", since = 0, until = 0, reason = "" }) => ({ user, by, since, until, reason }));
}

/** The applications to join a group. */
function applications({ applications = [] }) {
  return applications.map(({ user, since = 0, until = 0, text = "" }) => ({ user, since, until, text }));
}

/** A group's announcement; the text of one that was removed is empty. */
function announcement({ text = "", by = "", time = 0, position = 0 }) {
  return { text, by, time, position };
}

/** A group as those see it who may join it. */
function groupCard({ attributes, ...card }) {
  const known = { title: "", memberCount: 0, owner: "", member: false, creator: "", open: false, applications: false, appliedUntil: 0 };
  return { ...known, ...card, attributes: parsedValues(attributes) };
}

/**
 * A profile; of other users it has no visibility.
 *
 * @param {{user: string, fields?: Record<string, string>, number?: string, visibility?: string}} wire
 */
function profile({ user, fields = {}, number = "", visibility = "" }) {
  return { user, name: fields.name ?? "", picture: fields.picture ?? "", fields, number, visibility };
}

/**
 * What the user has set about another user.
 *
 * @param {import("./martlet-values.js").Relation} wire
 */
function relation({
  user = "", blocked = false, allowed = false, onlyAllowed = false, friend = false, asked = false, asks = false, text = "",
}) {
  return { user, blocked, allowed, onlyAllowed, friend, asked, asks, text };
}

/**
 * Whether a user is online.
 *
 * @param {{user: string, state?: string, devices?: string[], status?: string, lastSeen?: number}} wire
 */
function presence({ user, state = "", devices = [], status = "", lastSeen = 0 }) {
  return { user, state, devices, status, lastSeen };
}

/** How many entries before their joining new members may read; Infinity for all. */
function historyOf(number) {
  return number === 4_294_967_295 ? Infinity : number;
}

function member({ user, role = "", joined = 0, readUpTo = 0, deliveredUpTo = 0, readAt = 0, silencedUntil = 0, speaker = false, nickname = "" }) {
  return { user, role, joined, readUpTo, deliveredUpTo, readAt, silencedUntil, speaker, nickname };
}

function localMessage(wire) {
  const content = parsed(wire.content);
  return {
    id: wire.id ?? 0,
    conversation: wire.conversation ?? "",
    sender: wire.sender ?? "",
    time: wire.time ?? 0,
    type: wire.type ?? "",
    content,
    text: wire.type === "text" ? content?.text : undefined,
    after: wire.after ?? 0,
    fields: parsed(wire.fields) ?? {},
    name: wire.name ?? "",
  };
}

function scheduled(wire) {
  const content = parsed(wire.content);
  return {
    id: wire.id,
    conversation: wire.conversation,
    type: wire.type ?? "",
    content,
    text: wire.type === "text" ? content?.text : undefined,
    details: wire.details ?? {},
    time: wire.time ?? 0,
  };
}

function logItem(wire) {
  const content = parsed(wire.content);
  return {
    conversation: wire.conversation,
    position: wire.position ?? 0,
    sender: wire.sender ?? "",
    clientId: wire.clientId ?? "",
    time: wire.time ?? 0,
    kind: wire.kind ?? "unknown",
    type: wire.type ?? "",
    content,
    text: wire.type === "text" ? content?.text : undefined,
    target: wire.target ?? 0,
    revision: wire.revision ?? 0,
    recalledAt: wire.recalledAt ?? 0,
    notice: notice(wire.notice),
    change: wire.change ?? null,
    recall: wire.recall ?? null,
  };
}

/** A page of a list; `next` is where the following page begins, undefined at the end. */
function page({ next, incomplete = false }, items) {
  return { items, next: next || undefined, complete: !incomplete };
}

function pending(wire) {
  const [kind] = Object.keys(wire.action);
  const action = wire.action[kind];
  const failure = wire.failure ? new MartletError(wire.failure) : null;
  const content = parsed(action.content);
  return {
    id: wire.id,
    to: wire.to,
    /** send, edit, recall or annotate. */
    kind,
    position: wire.position ?? 0,
    target: action.position ?? 0,
    type: action.type ?? "",
    content,
    text: action.type === "text" ? content?.text : undefined,
    details: wire.details ?? {},
    time: wire.time ?? 0,
    failure,
    /** While a file is uploaded: how far that is. */
    upload: wire.upload ? { sent: 0, total: 0, paused: false, ...wire.upload } : null,
  };
}

function timelineRow({ key, message: sent, pending: unsent, local, changes = [] }) {
  const row = { key, changes: changes.map(pending) };
  if (sent) return { ...row, message: message(sent) };
  if (unsent) return { ...row, pending: pending(unsent) };
  return { ...row, local: localMessage(local) };
}

function searchPage({ hits = [], complete = false, next = "" }) {
  const shown = hits.map((hit) => ({
    conversation: conversation(hit.conversation),
    count: hit.count ?? 0,
    newest: message(hit.newest),
  }));
  return { hits: shown, complete, next: next || undefined };
}

/** The value of an event, by its kind. */
function event(kind, value) {
  switch (kind) {
    case "message":
    case "messageChanged": return message(value);
    case "conversation": return conversation(value);
    case "pending": return pending(value);
    case "signal": return { ...value, content: parsed(value.content) };
    case "hidden": return { upTo: 0, positions: [], ...value, failure: value.failure ? new MartletError(value.failure) : null };
    case "typing": return { type: "", ...value };
    case "scheduled": return scheduled(value);
    case "profile": return { profile: profile(value.profile), changed: value.changed ?? [] };
    case "relation": return relation(value);
    case "application": return { until: 0, by: "", reason: "", ...value };
    case "localMessages":
    case "members": return { conversation: value.to };
    default: return value;
  }
}

/** Shared attributes as JSON texts; null removes one. */
function attributes(values) {
  const text = (value) => (value === null || value === undefined ? "" : JSON.stringify(value));
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)]));
}

/**
 * Which conversations of the list are wanted, and in which order.
 *
 * @typedef {{kinds?: string[], unread?: boolean, mentioned?: boolean, pinned?: boolean, tag?: string, levels?: string[],
 *   attributes?: object, sharedAttributes?: object, includesRemoved?: boolean,
 *   order?: {pinnedFirst?: boolean, countsDrafts?: boolean, countsUnsent?: boolean}}} Filter
 */

/**
 * The conditions of the list, with the values of attributes as JSON.
 *
 * @param {Filter} conditions
 */
function filter({ attributes: own, sharedAttributes: shared, ...conditions }) {
  return {
    ...conditions,
    ...(own && { attributes: attributes(own) }),
    ...(shared && { sharedAttributes: attributes(shared) }),
  };
}

/** A content as the core takes it: its type, and JSON text. */
function outgoing(given, declared) {
  const { type, content } = outgoingContent(given, declared);
  return { type, content: JSON.stringify(content) };
}

const failure = (wire) => new MartletError(wire);

export const shape = {
  message, conversation, settings: settingsOf, member, pending, localMessage, scheduled, timelineRow, searchPage, page, event,
  attributes, parsed, parsedValues, filter, logItem, failure, outgoing, links, bans, applications, announcement, groupCard,
  profile, relation, presence,
};
