// The core's values in the form that apps get: with every field, and contents as objects.

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
    notice: wire.notice ? { ...wire.notice, attributes: parsedValues(wire.notice.attributes) } : null,
    replyTo: wire.details?.replyTo ?? 0,
    mentions: { users: wire.details?.mentions ?? [], all: wire.details?.mentionsAll ?? false },
    details: wire.details ?? {},
    revision: wire.revision ?? 0,
    reactions: (wire.reactions ?? []).map(({ key, count = 0, mine = false }) => ({ key, count, mine })),
    poll: wire.poll ? poll(wire.poll) : null,
    properties: wire.properties ?? {},
    expandable: wire.expandable ?? false,
    pinnedBy: wire.pinnedBy ?? "",
    replyCount: wire.replyCount ?? 0,
  };
}

function poll({ votes = [], closed = false }) {
  return { votes: votes.map(({ choice = 0, count = 0, mine = false }) => ({ choice, count, mine })), closed };
}

function conversation(wire) {
  const settings = wire.settings ?? {};
  return {
    id: wire.id,
    title: wire.title ?? "",
    owner: wire.owner ?? "",
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
    settings: {
      pinnedAt: settings.pinnedAt ?? 0,
      level: settings.level ?? "",
      muted: settings.muted ?? false,
      alias: settings.alias ?? "",
      draft: settings.draft ? { text: "", replyTo: 0, ...settings.draft } : null,
      tags: settings.tags ?? [],
    },
  };
}

function member({ user, role = "", joined = 0, readUpTo = 0, deliveredUpTo = 0 }) {
  return { user, role, joined, readUpTo, deliveredUpTo };
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
  };
}

function timelineRow({ key, message: sent, pending: unsent, local, changes = [] }) {
  const row = { key, changes: changes.map(pending) };
  if (sent) return { ...row, message: message(sent) };
  if (unsent) return { ...row, pending: pending(unsent) };
  return { ...row, local: { ...local, content: parsed(local.content) } };
}

function searchPage({ hits = [], complete = false }) {
  const shown = hits.map((hit) => ({
    conversation: conversation(hit.conversation),
    count: hit.count ?? 0,
    newest: message(hit.newest),
  }));
  return { hits: shown, complete };
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
    default: return value;
  }
}

/** Shared attributes as JSON texts; null removes one. */
function attributes(values) {
  const text = (value) => (value === null || value === undefined ? "" : JSON.stringify(value));
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)]));
}

export const shape = { message, conversation, member, pending, timelineRow, searchPage, event, attributes };
