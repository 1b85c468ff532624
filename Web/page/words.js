// The page's wording of times, counts, conversations and messages.

import { nameIn, nameOf } from "./names.js";

/** The title of a conversation as `user` sees it: the user's own name for it, its title, or the name of the other user. */
export function titleOf(conversation, user) {
  const { id, title = "", settings } = conversation;
  if (settings?.alias || title) return settings?.alias || title;
  if (!isOfTwo(id)) return id;
  const other = otherOf(id, user);
  return other ? nameOf(other) : "Notes to myself";
}

/** The full id of what a person typed: `bob`, `direct:bob`, `direct:alice:bob`, `system:orders` or `group:ID`. */
export function fullID(name, user) {
  const [kind, ...names] = name.includes(":") ? name.split(":") : ["direct", name];
  if (!isOfTwo(`${kind}:`) || names.length !== 1) return name;
  return [kind, ...[user, names[0]].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))].join(":");
}

/** A message in one line of text. */
export function textOf(message) {
  if (message.recalled) return "taken back";
  if (message.notice) return sentenceOf(message);
  if (message.type === "text") return String(message.text ?? "");
  const { text, media } = message.content ?? {};
  const kind = message.type === "file" && media?.name ? String(media.name) : fileKinds[message.type];
  return kind ? [kind, text].filter(Boolean).join(": ") : message.details?.text || `[${message.type}]`;
}

const fileKinds = { image: "Picture", gif: "Animated picture", video: "Video", voice: "Voice message", file: "File" };

const units = ["bytes", "KB", "MB", "GB", "TB"];

/** A size in few letters, for example 2.1 MB; "" for 0, which stands for a size that is not known. */
export function fileSize(bytes) {
  const power = bytes > 0 ? Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1) : 0;
  const count = bytes / 1_000 ** power;
  if (bytes === 1) return "1 byte";
  return bytes > 0 ? `${power > 0 && count < 10 ? count.toFixed(1) : Math.round(count)} ${units[power]}` : "";
}

/** A message of the list in one line, with its sender. */
export function said(conversation, message, user) {
  const text = textOf(message);
  if (message.notice) return text;
  if (message.sender === user) return `You: ${text}`;
  return isOfTwo(conversation) ? text : `${nameIn(conversation, message.sender)}: ${text}`;
}

/** A sentence about a change of the group; empty for one that the page does not show. */
export function sentenceOf({ conversation, sender: by, notice }) {
  const sender = nameIn(conversation, by);
  const names = (users) => (users ?? []).map((user) => nameIn(conversation, user)).join(", ");
  switch (notice.kind) {
    case "group_created": {
      const others = (notice.users ?? []).filter((member) => member !== by);
      return `${sender} created the group` + (others.length > 0 ? ` with ${names(others)}` : "");
    }
    case "members_added":
      if (notice.arrival?.accepted) return `${sender} let ${names(notice.users)} join`;
      if ((notice.users ?? []).join() !== by) return `${sender} added ${names(notice.users)}`;
      return `${sender} joined${notice.arrival?.link ? " by a link" : ""}`;
    case "link_made": return `${sender} made a link to join the group`;
    case "links_revoked": return `${sender} revoked ${notice.links?.length === 1 ? "a link" : "links"}`;
    case "dismissed": return `${sender} dismissed the group`;
    case "members_removed": {
      const gone = names(notice.users);
      return ((notice.users ?? []).join() === by ? `${gone} left` : `${sender} removed ${gone}`) + reasonOf(notice);
    }
    case "conversation_changed":
      if (notice.title) return `${sender} renamed the group to ${notice.title}`;
      if (notice.history !== undefined) return `${sender} changed what new members can read`;
      if (notice.open !== undefined) return notice.open ? `${sender} opened the group to everybody` : `${sender} closed the group to others`;
      if (notice.applications !== undefined) return `${sender} ${notice.applications ? "lets everybody ask" : "lets nobody ask any more"} to join`;
      if (notice.silenced === undefined) return "";
      return notice.silenced ? `${sender} lets only the owner and admins write` : `${sender} lets everyone write again`;
    case "roles_set": {
      if (notice.role === "owner") return `${sender} handed the group over to ${names(notice.users)}`;
      return notice.role === "admin" ? `${sender} made ${names(notice.users)} admin` : `${sender} ended ${names(notice.users)} as admin`;
    }
    case "speakers_set": return `${sender} lets ${names(notice.users)} write while the group is silenced`;
    case "members_silenced":
      if (!notice.until) return `${sender} let ${names(notice.users)} write again`;
      return `${sender} silenced ${names(notice.users)}${ending(notice.until)}`;
    case "users_banned":
      if (!notice.until) return `${sender} lifted the ban of ${names(notice.users)}`;
      return `${sender} banned ${names(notice.users)}${ending(notice.until)}${reasonOf(notice)}`;
    case "applied":
      if (!notice.until) return `${sender} no longer asks to join`;
      return `${sender} asks to join${notice.text ? `: ${notice.text}` : ""}`;
    case "applications_refused": return `${sender} refused to let ${names(notice.users)} join${reasonOf(notice)}`;
    case "member_named": return named(by, notice);
    case "announced": return notice.text ? `${sender} announced: ${notice.text}` : `${sender} took the announcement down`;
    default: return "";
  }
}

/** Who gave whom which nickname, with the names that all know. */
function named(by, { users: [user = ""] = [], name }) {
  const [actor, member] = [nameOf(by), nameOf(user)];
  if (user === by) return name ? `${actor} is called ${name} here now` : `${actor} has no other name here any more`;
  return name ? `${actor} calls ${member} ${name} here now` : `${actor} took away the name of ${member} here`;
}

function reasonOf({ reason }) {
  return reason ? `: ${reason}` : "";
}

/** When a silence or a ban ends, to follow what it is: " until …", or "" if it has no end. */
export function ending(time) {
  return isForGood(time) ? "" : ` until ${until(time)}`;
}

/** True for a silence or a ban without an end: it ends in the year 9999. */
function isForGood(time) {
  return time > Date.UTC(9000, 0);
}

const onlyLeadersWrite = "Only the owner and admins may write here at the moment.";
const youAreSilenced = "You were silenced in this group.";
const onlyTheAppWrites = "You cannot answer here.";
const isOver = "The owner has dismissed this group. You can still read it.";

/** Why the user may not write in a conversation now; empty if the user may. */
export function silenceOf({ id, owner, admins, silenced, silencedUntil, speaker, dismissed }, user, now = Date.now()) {
  if (isSystem(id)) return onlyTheAppWrites;
  if (dismissed) return isOver;
  if (user === owner || admins.includes(user)) return "";
  if (silenced && !speaker) return onlyLeadersWrite;
  if (silencedUntil <= now) return "";
  return `You were silenced in this group${ending(silencedUntil)}.`;
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

/** How long something plays, such as `1:05`. */
export function duration(seconds) {
  const whole = Math.floor(Number.isFinite(seconds) ? seconds : 0);
  const [minutes, rest] = [Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

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

/** The end of a time span in few letters: of today, only the time. */
export function until(time) {
  const start = midnight(Date.now());
  return midnight(time) === start ? clock(time) : `${shortDay.format(time)}, ${clock(time)}`;
}

/** A count of messages in few letters: a larger one than `most` as "99+". */
export function counted(count, most = 99) {
  return count > most ? `${most}+` : String(count);
}

/** Whether a conversation is that of two users whom its id names: a direct or a system conversation. */
export function isOfTwo(id) {
  return id.startsWith("direct:") || isSystem(id);
}

/** Whether a conversation is one in which only the app writes. */
export function isSystem(id) {
  return id.startsWith("system:");
}

/** The other user of a direct conversation; "" for others and for the user's own. */
export function peerOf(id, user) {
  return id.startsWith("direct:") ? otherOf(id, user) : "";
}

function otherOf(id, user) {
  return id.split(":").slice(1).find((other) => other !== user) ?? "";
}

/** Whether a user is online, and the status text; "" if neither is known. */
export function presenceText({ state, status, lastSeen }) {
  const seen = state === "online" ? "online" : state === "offline" ? `last seen ${when(lastSeen)}` : "";
  return [seen, status].filter(Boolean).join(" · ");
}

/** How many users wait for an answer to their request to join. */
export function requestCount(count) {
  return count === 1 ? "1 request to join" : `${count} requests to join`;
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

/** @param {number} until milliseconds since 1970 */
function suspension(until) {
  // The last moment of the year 9999 means for ever.
  if (until >= 253_402_300_799_999) return "This account is suspended.";
  return `This account is suspended until ${dateAndTime.format(until)}.`;
}

/** @param {{field?: string, until?: number}} error */
function banned({ field = "", until: end = 0 }) {
  return `${field ? nameOf(field) : "This user"} is banned from this group${ending(end)}.`;
}

/** A sentence about an error, for the person at the page. */
export function problem(error) {
  switch (error.code) {
    case "not_connected":
    case "timed_out": return "You are offline. Try again when you are connected.";
    case "not_permitted": return "You may not do that in this conversation.";
    case "conversation_silenced": return onlyLeadersWrite;
    case "silenced": return youAreSilenced;
    case "conversation_dismissed": return isOver;
    case "link_invalid": return "This link lets nobody in any more. Ask somebody in the group for another one.";
    case "banned": return banned(error);
    case "blocked": return "You cannot write to this person, who has blocked you.";
    case "not_on_allow_list": return "This person takes messages only from people they allow.";
    case "relations_full": return `This list holds at most ${error.limit} people. Take somebody off first.`;
    case "peer_relations_full": return "This person has too many friends or requests at the moment. Try again later.";
    case "friend_request_unknown": return "This request was withdrawn.";
    case "friends_off": return "You cannot add friends here.";
    case "bans_full": return `A group has at most ${error.limit} banned users. Lift a ban first.`;
    case "links_full": return `A group has at most ${error.limit} links. Revoke one first.`;
    case "group_full": return `A group has at most ${error.limit} members.`;
    case "conversation_unknown": return "There is no such group, or it is not open to everybody.";
    case "application_unknown": return "This request to join was answered or withdrawn, or it has ended.";
    case "applications_full": return `${error.limit} requests to join wait for an answer already. Try again later.`;
    case "media_too_large": return `The file is too large: at most ${fileSize(error.limit)}.`;
    case "media_full": return "Your files take all the room that you have here. Take messages with files back first.";
    case "uploads_full": return "You are sending too many files at once. Wait until some are sent.";
    case "storage_full": return "The server has no room for the file at the moment. Try again later.";
    case "media_unknown": return "The file is not on the server any more.";
    case "user_suspended": return suspension(error.until ?? 0);
    case "admins_full": return `A group has at most ${error.limit} admins.`;
    case "member_unknown": return "That user is not a member of this group.";
    case "peer_unknown": return `There is no user of that name${error.field ? `: ${error.field}` : ""}.`;
    case "local_storage_full": return "This device has no room left. Free some space, and try again.";
    case "local_storage_newer": return "A newer version of this page wrote the messages in this browser. Reload the page.";
    case "not_supported_here": return "Another tab has another version of this page. Reload all tabs.";
    default: return error.message;
  }
}
