// The rows of a conversation: messages, notices, and what was not sent.

import { button, element as byId, keepingFocus, make, setText } from "./elements.js";
import { fileOf, fileView } from "./files.js";
import { nameIn } from "./names.js";
import { uploadLine } from "./uploading.js";
import { clock, day, midnight, moment, parts, problem, sentenceOf, textOf } from "./words.js";

/** Messages of one sender within this time, in milliseconds, are shown as one group. */
const groupedWithin = 5 * 60_000;
/** The reactions to pick from. */
const reactionKeys = ["👍", "❤️", "😂", "🎉", "😮", "😢"];

/**
 * What a row lets a person do.
 *
 * @typedef {object} Actions
 * @property {string} user
 * @property {boolean} isOfTwo
 * @property {(row: object) => void} reply
 * @property {(row: object) => void} edit
 * @property {(row: object) => void} recall
 * @property {(operation: string) => boolean} may  whether the user may do something in the conversation
 * @property {(row: object, key: string, on: boolean) => void} react
 * @property {(row: object) => void} retry
 * @property {(row: object, isPaused: boolean) => void} pause  pauses the upload of a file, or lets it go on
 * @property {(row: object) => void} remove
 * @property {(position: number) => void} jump
 * @property {(position: number) => any} find  the message at a position, if it is shown
 * @property {(message: object) => import("./files.js").Source} source  where to get the file of a message
 * @property {(message: object) => void} view  shows the picture of a message large
 */

/**
 * Makes or brings up to date the element of a row.
 *
 * @param {any} element  the row's element, or that of a message that left the screen; null makes one
 * @param {any} row  as a timeline has it
 * @param {Actions} actions
 */
export function fillRow(element, row, actions) {
  const { message, pending } = row;
  const item = element ?? make("li");
  const { time } = message ?? pending ?? row.local;
  const sender = message?.notice ? "" : (message?.sender ?? actions.user);
  /** What `arrange` needs of a row. */
  item.place = { time, midnight: midnight(time), position: message?.position ?? 0, sender };
  item.dataset.key = row.key;
  item.dataset.position = String(item.place.position);
  if (message?.notice) fillNotice(item, sentenceOf(message));
  else keepingFocus(item, () => fillMessage(item, row, actions), () => [...item.querySelectorAll("button"), byId("text")]);
  return item;
}

/**
 * Prepares the element of a row that left the screen for another message: making new elements is most of the work of a row.
 *
 * @returns {boolean}  false if it cannot be used again
 */
export function retire(item) {
  if (!item.kept) return false;
  put(item.kept, "controls", null);
  item.bare = null;
  item.classList.remove("aimed");
  return true;
}

/** True if a row is a message, which can use the element of another one. */
export function isMessage({ message }) {
  return !message?.notice;
}

function fillNotice(item, sentence) {
  item.className = "event";
  item.hidden = sentence === "";
  if (item.querySelector(".sentence")?.textContent === sentence) return;
  item.replaceChildren(make("span", "sentence", sentence, { dir: "auto" }));
}

/** The parts of a message that every row has; others come and go. */
function skeleton(item) {
  const [line, bubble] = [make("div", "line"), make("div", "bubble")];
  const [text, time] = [make("span", "text", "", { dir: "auto" }), make("span", "time", "", { dir: "auto" })];
  bubble.append(text, time);
  line.append(bubble);
  item.append(line);
  return {
    line, bubble, text, time, sender: null, quote: null, file: null, fileKey: "", controls: null, reactions: null, failure: null,
    upload: null,
  };
}

function fillMessage(item, row, actions) {
  const { message, pending, local } = row;
  const shown = message ?? pending ?? local;
  const own = !message || message.sender === actions.user;
  const hadControls = Boolean(item.kept?.controls);
  const kept = (item.kept ??= skeleton(item));
  // The mark of a message that was looked for stays when its row is filled anew.
  item.className = item.classList.contains("aimed") ? "message aimed" : "message";
  item.classList.toggle("own", own);
  item.classList.toggle("recalled", message?.recalled ?? false);
  item.classList.toggle("pending", Boolean(pending && !pending.failure));
  item.classList.toggle("failed", Boolean(pending?.failure));
  const replyTo = message ? message.replyTo : (pending?.details.replyTo ?? 0);
  const isReply = replyTo > 0 && !message?.recalled;
  kept.bubble.classList.toggle("reply", isReply);
  put(kept, "quote", isReply ? quote(replyTo, actions) : null, (part) => kept.bubble.prepend(part));
  fillFile(kept, shown, message, actions);
  setText(kept.time, way(row));
  kept.time.removeAttribute("title");
  const sender = !own && !actions.isOfTwo ? nameIn(message.conversation, message.sender) : "";
  if (sender && kept.sender) setText(kept.sender, sender);
  else put(kept, "sender", sender ? make("span", "sender", sender, { dir: "auto" }) : null, (part) => kept.line.before(part));
  const reactions = message?.reactions ?? [];
  const list = reactions.length > 0 ? reactionList(row, reactions, actions) : null;
  put(kept, "reactions", list, (part) => kept.line.after(part));
  fillUpload(item, row, actions);
  const problems = pending?.failure ? failure(row, actions) : null;
  put(kept, "failure", problems, (part) => (kept.reactions ?? kept.line).after(part));
  put(kept, "controls", null);
  item.bare = message && !message.recalled ? { row, own, actions } : null;
  if (hadControls) equip(item);
}

/** The line that tells of an upload; it stays as long as that lasts, and the focus in it. */
function fillUpload(item, row, actions) {
  const { kept } = item;
  item.uploading = row;
  const isUploading = Boolean(row.pending?.upload && !row.pending.failure);
  if (!isUploading) return put(kept, "upload", null);
  if (!kept.upload) put(kept, "upload", uploadLine(() => item.uploading, actions), (part) => kept.time.before(part));
  kept.upload.show(row);
}

/** The text of a row, and its file, which stays as long as it is the same. */
function fillFile(kept, shown, message, actions) {
  const file = fileOf(shown);
  const key = file ? `${message ? message.position : "pending"} ${message ? file.id : shown.id}` : "";
  if (key !== kept.fileKey) {
    const source = file && message ? actions.source(message) : null;
    put(kept, "file", file ? fileView(file, source, () => actions.view(message)) : null, (part) => kept.text.before(part));
    kept.fileKey = key;
    kept.bubble.classList.toggle("with-file", Boolean(file));
  }
  if (file) fillPlain(kept.text, file.caption);
  else fillText(kept.text, shown);
}

/** Takes an optional part of a row away, and puts another in its place; null for none. */
function put(kept, name, part, place = (_) => {}) {
  kept[name]?.remove();
  kept[name] = part;
  if (part) place(part);
}

/**
 * Adds the controls of a row, and when it was written in full. They are most of its elements, and rows that fly past need none.
 *
 * @param {any} item
 * @returns {boolean}  false if it has them, or is to have none
 */
export function equip(item) {
  if (!item.bare) return false;
  const { row, own, actions } = item.bare;
  item.bare = null;
  item.kept.time.title = moment(row.message.time);
  put(item.kept, "controls", controls(row, own, actions), (part) => item.kept.line.append(part));
  return true;
}

function fillText(place, shown) {
  const text = textOf(shown);
  const some = shown.recalled ? [{ text, href: "" }] : parts(text);
  if (some.every(({ href }) => !href)) return fillPlain(place, text);
  const made = some.map(({ text: words, href }) =>
    href ? make("a", "", words, { href, target: "_blank", rel: "noopener noreferrer" }) : words);
  place.replaceChildren(...made);
}

function fillPlain(place, text) {
  const { firstChild } = place;
  if (firstChild instanceof Text && firstChild === place.lastChild) firstChild.data = text;
  else place.textContent = text;
}

/** The time of a row, and what is to be known of its way. */
function way({ message, pending, local, changes }) {
  if (pending?.failure) return "Not sent";
  // The line of an upload says more.
  if (pending) return pending.upload ? "" : "Sending …";
  const failed = changes.find(({ failure }) => failure);
  const words = [message?.edited && !message.recalled ? "edited" : "", clock((message ?? local).time)];
  if (failed) words.unshift(`not changed: ${failed.failure.message}`);
  else if (changes.length > 0) words.unshift("changing …");
  return words.filter(Boolean).join(" · ");
}

function quote(position, { find, jump }) {
  const message = find(position);
  const text = message ? textOf(message) : `Message ${position}`;
  const control = button("quote", "", () => jump(position), { ariaLabel: "Show the message that this one replies to" });
  if (message) control.append(make("strong", "", nameIn(message.conversation, message.sender), { dir: "auto" }));
  control.append(make("span", "", text, { dir: "auto" }));
  return control;
}

function controls(row, own, actions) {
  const place = make("div", "controls");
  let picker = null;
  const pick = () => {
    // Made when it is first wanted: few rows ever show theirs.
    if (!picker) place.append((picker = reactionPicker(row, react, actions)));
    picker.hidden = !picker.hidden;
  };
  const react = button("", "☺", pick, { ariaLabel: "React", title: "React" });
  if (actions.may("annotate")) place.append(react);
  if (actions.may("send")) place.append(button("", "↩", () => actions.reply(row), { ariaLabel: "Reply", title: "Reply" }));
  if (own && row.message.type === "text" && actions.may("edit")) {
    place.append(button("", "✎", () => actions.edit(row), { ariaLabel: "Edit", title: "Edit" }));
  }
  if (actions.may(own ? "recall" : "recall_others")) {
    const title = own ? "Take back" : "Remove for everyone";
    place.append(button("recall", "✕", () => actions.recall(row), { ariaLabel: title, title }));
  }
  if (place.childElementCount === 0) return place;
  const more = button("more", "⋯", () => place.classList.toggle("open"), { ariaLabel: "What to do with the message" });
  place.append(more);
  return place;
}

/** The reactions to choose from, hidden at first. The button that shows them gets the focus back. */
function reactionPicker(row, shower, { react }) {
  const picker = make("div", "picker", "", { hidden: true });
  for (const key of reactionKeys) {
    const mine = row.message.reactions.some((reaction) => reaction.key === key && reaction.mine);
    picker.append(
      button("", key, () => (shower.focus(), (picker.hidden = true), react(row, key, !mine)), {
        ariaLabel: `React with ${key}`,
        ariaPressed: String(mine),
      }),
    );
  }
  return picker;
}

function reactionList(row, reactions, { react }) {
  const list = make("div", "reactions");
  for (const { key, count, mine } of reactions) {
    const control = button(mine ? "mine" : "", "", () => react(row, key, !mine), { ariaPressed: String(mine) });
    control.append(make("span", "", key, { dir: "auto" }), make("span", "count", String(count)));
    control.ariaLabel = `${key}, ${count}`;
    list.append(control);
  }
  return list;
}

function failure(row, { retry, remove }) {
  const place = make("p", "failure", `${problem(row.pending.failure)} `);
  place.append(button("link", "Try again", () => retry(row)), button("link", "Remove", () => remove(row)));
  return place;
}

/**
 * Sets what rows show because of the rows before them: a new day, the first unread message, another message of a sender.
 *
 * @param {Iterable<any>} items
 * @param {number} firstUnread  a position; 0 for none
 * @param {string} user
 */
export function arrange(items, firstUnread, user) {
  let before = null;
  let hasDivider = firstUnread === 0;
  for (const item of items) {
    if (item.hidden) continue;
    const { time, position, sender } = item.place;
    const startsDay = item.place.midnight !== before?.place.midnight;
    separate(item, "day", startsDay ? day(time) : "");
    const divides = !hasDivider && position >= firstUnread && sender !== user && sender !== "";
    hasDivider ||= divides;
    separate(item, "divider", divides ? "New" : "");
    const follows = !startsDay && !divides && sender !== "" && before.place.sender === sender;
    item.classList.toggle("follows", follows && time - before.place.time < groupedWithin);
    before = item;
  }
}

function separate(item, kind, text) {
  // Kept beside the row: most have none, and to look for one in every row would take long.
  if (!text && !item.separators) return;
  const kept = (item.separators ??= {});
  const present = kept[kind]?.parentNode === item ? kept[kind] : null;
  if (!text) return present?.remove();
  if (present) return setText(present, text);
  const made = (kept[kind] = make("span", kind, text));
  if (kind === "divider" && kept.day?.parentNode === item) kept.day.after(made);
  else item.prepend(made);
}
