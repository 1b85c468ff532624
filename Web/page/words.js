// The page's wording of times, counts, conversations and messages.

/** The title of a conversation as `user` sees it: the user's own name for it, its title, or the name of the other user. */
export function titleOf(conversation, user) {
  const { id, title = "", settings } = conversation;
  if (settings?.alias || title) return settings?.alias || title;
  const [kind, ...names] = id.split(":");
  if (kind !== "direct") return id;
  return names.find((name) => name !== user) ?? "Notes to myself";
}

/** The full id of what a person typed: `bob`, `direct:bob`, `direct:alice:bob` or `group:ID`. */
export function fullID(name, user) {
  const [kind, ...names] = name.includes(":") ? name.split(":") : ["direct", name];
  if (kind !== "direct" || names.length !== 1) return name;
  return ["direct", ...[user, names[0]].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))].join(":");
}

/** A message in one line of text. */
export function textOf(message) {
  if (message.recalled) return "taken back";
  if (message.notice) return sentenceOf(message);
  return message.type === "text" ? String(message.text ?? "") : message.details?.text || `[${message.type}]`;
}

/** A message of the list in one line, with its sender. */
export function said(conversation, message, user) {
  const text = textOf(message);
  if (message.notice) return text;
  if (message.sender === user) return `You: ${text}`;
  return conversation.startsWith("direct:") ? text : `${message.sender}: ${text}`;
}

/** A sentence about a change of the group; empty for one that the page does not show. */
export function sentenceOf({ sender, notice }) {
  const names = (users) => (users ?? []).join(", ");
  switch (notice.kind) {
    case "group_created": {
      const others = (notice.users ?? []).filter((member) => member !== sender);
      return `${sender} created the group` + (others.length > 0 ? ` with ${names(others)}` : "");
    }
    case "members_added": return `${sender} added ${names(notice.users)}`;
    case "members_removed": {
      const gone = names(notice.users);
      const reason = notice.reason ? `: ${notice.reason}` : "";
      return (gone === sender ? `${gone} left` : `${sender} removed ${gone}`) + reason;
    }
    case "conversation_changed": return notice.title ? `${sender} renamed the group to ${notice.title}` : "";
    default: return "";
  }
}

/** Languages that are written from right to left. */
const rightToLeft = ["ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"];

/** The direction of the page in a language, for example "rtl" in "ar-EG". */
export function directionOf(language) {
  return rightToLeft.includes(language.split("-")[0]) ? "rtl" : "ltr";
}

// A format takes much longer to make than to use, and each row shows a time.
const timeOfDay = new Intl.DateTimeFormat([], { timeStyle: "short" });
const shortDay = new Intl.DateTimeFormat([], { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat([], { weekday: "long", day: "numeric", month: "long" });
const dayAndYear = new Intl.DateTimeFormat([], { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const dateAndTime = new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "medium" });

/** The time of day, for example 14:05. */
export function clock(time) {
  return timeOfDay.format(time);
}

/** A date with the time of day. */
export function moment(time) {
  return dateAndTime.format(time);
}

/** The beginning of a moment's day. */
export function midnight(time) {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A date in words: Today, Yesterday, or for example Monday, 3 March. */
export function day(time, now = Date.now()) {
  const ago = Math.round((midnight(now) - midnight(time)) / 86_400_000);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? dayOfYear : dayAndYear).format(time);
}

/** When a conversation was last active, in few letters. */
export function when(time) {
  const name = day(time);
  if (name === "Today") return clock(time);
  return name === "Yesterday" ? name : shortDay.format(time);
}

/** A count of messages in few letters: a larger one than `most` as "99+". */
export function counted(count, most = 99) {
  return count > most ? `${most}+` : String(count);
}

/** How many members there are. */
export function memberCount(count) {
  return count === 1 ? "1 member" : `${count} members`;
}

/** The parts of a text: plain text, and addresses of web pages. */
export function parts(text) {
  const found = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}]/gu)) {
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push({ text: match[0], href: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** A sentence about an error, for the person at the page. */
export function problem(error) {
  switch (error.code) {
    case "not_connected":
    case "timed_out": return "You are offline. Try again when you are connected.";
    case "not_permitted": return "You may not do that in this conversation.";
    case "peer_unknown": return `There is no user of that name${error.field ? `: ${error.field}` : ""}.`;
    case "local_storage_full": return "This device has no room left. Free some space, and try again.";
    case "local_storage_newer": return "A newer version of this page wrote the messages in this browser. Reload the page.";
    case "not_supported_here": return "Another tab has another version of this page. Reload all tabs.";
    default: return error.message;
  }
}
