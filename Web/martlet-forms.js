// Pure functions of the browser SDK: they turn packets of the JSON protocol into the objects that pages get.

/**
 * A refusal by the server, or the reason why a session ended. `code` and `name` are in docs/errors.md; the SDK's own
 * errors (`closed`, `timeout`, `data_restored`) have the code 0.
 */
export class MartletError extends Error {
  constructor({ code = 0, name = "unknown", message = "", field, limit, actual, retryAfterMs }) {
    super(message || name);
    this.name = name;
    this.code = code;
    this.field = field;
    this.limit = limit === undefined ? undefined : Number(limit);
    this.actual = actual === undefined ? undefined : Number(actual);
    this.retryAfterMs = retryAfterMs;
  }
}

const delays = [50, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000];

/** Milliseconds to wait before connection attempt `attempt`, from 0; all Martlet clients use these steps, ±20 %. */
export function reconnectDelay(attempt, random = Math.random) {
  return delays[Math.min(attempt, delays.length - 1)] * (0.8 + 0.4 * random());
}

/** A UUIDv7. Its first 48 bits are the time, which tells the server how long to remember it. */
export function uuid7(milliseconds = Date.now(), bytes = crypto.getRandomValues(new Uint8Array(16))) {
  for (let index = 5, rest = Math.floor(milliseconds); index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const events = [
  "message", "edited", "recalled", "groupCreated", "membersAdded", "membersRemoved", "conversationChanged", "joined", "left", "readTo",
];

/** True if a content's text has no visible character. */
export function blankText(text) {
  return typeof text === "string" && text.trim() === "";
}

/** The name of an entry's event; undefined for an event that this client does not know. */
export function eventOf(entry) {
  return events.find((event) => entry[event] !== undefined);
}

/**
 * An entry with positions as numbers, and the name of its event in `event`. For example
 * {conversation, seq, time, sender, event: "message", message: {type, content: {text}, revision, recalled}}.
 */
export function plainEntry(entry) {
  const event = eventOf(entry);
  return {
    conversation: entry.conversation,
    seq: Number(entry.seq),
    time: Number(entry.time ?? 0),
    sender: entry.sender ?? "",
    clientId: entry.clientId ?? "",
    countable: Number(entry.countable ?? 0),
    event,
    ...(event && { [event]: plainEvent(entry[event]) }),
  };
}

function plainEvent(event) {
  const plain = { ...event };
  for (const position of ["target", "revision"]) if (plain[position] !== undefined) plain[position] = Number(plain[position]);
  if ("type" in plain) plain.content = parsed(plain.content);
  if (plain.attributes) plain.attributes = plainAttributes(plain.attributes);
  return plain;
}

/** Attributes as an object; undefined for a removed one. */
function plainAttributes(attributes = []) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value ? parsed(value) : undefined]));
}

/** Attributes in the protocol's form; undefined removes one. */
export function attributeList(attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: value === undefined ? "" : JSON.stringify(value) }));
}

/** The content object; null if the message was recalled or its content is not JSON. */
function parsed(content) {
  try {
    return content ? JSON.parse(content) : null;
  } catch {
    return null;
  }
}

/** A conversation of the list, with positions as numbers. */
export function plainConversation(conversation) {
  const number = (name) => Number(conversation[name] ?? 0);
  return {
    id: conversation.id,
    title: conversation.title ?? "",
    attributes: plainAttributes(conversation.attributes),
    owner: conversation.owner ?? "",
    memberCount: conversation.memberCount ?? 0,
    head: number("head"),
    stamp: number("stamp"),
    unread: number("unread"),
    joined: number("joined"),
    read: number("read"),
    lastSent: number("lastSent"),
    countable: number("countable"),
    lastMessage: conversation.lastMessage ? plainEntry(conversation.lastMessage) : null,
  };
}
