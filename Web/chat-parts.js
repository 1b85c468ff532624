// Small parts of the chat page: texts, and elements made of them. Text from other users only ever becomes a text
// node, never markup.

/** The element with an id of index.html. */
export const element = (id) => document.getElementById(id);

/** A new element with a class, a text and further properties. */
export function make(tag, className, text = "", properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  made.className = className;
  made.textContent = text;
  return made;
}

/** A button that does not submit a form. */
export function button(className, text, onclick) {
  return make("button", className, text, { type: "button", onclick });
}

/** The title of a conversation as `user` sees it: its own, or the name of the other user. */
export function titleOf(id, title, user) {
  if (title) return title;
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
  return message.type === "text" ? String(message.content?.text ?? "") : `[${message.type}]`;
}

/** A sentence about a change of the group; empty for an entry that the page does not show. */
export function sentenceOf(entry) {
  const names = (users) => (users ?? []).join(", ");
  if (entry.groupCreated) {
    const others = (entry.groupCreated.members ?? []).filter((member) => member !== entry.sender);
    return `${entry.sender} created the group` + (others.length > 0 ? ` with ${names(others)}` : "");
  }
  if (entry.membersAdded) return `${entry.sender} added ${names(entry.membersAdded.users)}`;
  if (entry.conversationChanged?.title) return `${entry.sender} renamed the group to ${entry.conversationChanged.title}`;
  if (!entry.membersRemoved) return "";
  const gone = names(entry.membersRemoved.users);
  const reason = entry.membersRemoved.reason ? `: ${entry.membersRemoved.reason}` : "";
  return (gone === entry.sender ? `${gone} left` : `${entry.sender} removed ${gone}`) + reason;
}

/** The time of day, for example 14:05. */
export function clock(time) {
  return new Date(time).toLocaleTimeString([], { timeStyle: "short" });
}

/** A date in words: Today, Yesterday, or for example Monday, 3 March. */
export function day(time, now = Date.now()) {
  const midnight = (moment) => new Date(moment).setHours(0, 0, 0, 0);
  const ago = Math.round((midnight(now) - midnight(time)) / 86_400_000);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  const year = new Date(time).getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
  return new Date(time).toLocaleDateString([], { weekday: "long", day: "numeric", month: "long", year });
}

/** A circle with the first letter of a name; each name always has the same colour. */
export function avatar(name) {
  const circle = make("span", "avatar", [...name.replace(/^group:/, "")][0]?.toUpperCase() ?? "");
  circle.setAttribute("aria-hidden", "true");
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)) % 360;
  circle.style.setProperty("--hue", hash);
  return circle;
}
