// Pictures, videos, recordings and other files, as a conversation shows them.

import { button, make } from "./elements.js";
import { recording } from "./playing.js";
import { fileSize } from "./words.js";

/** The longest side of a picture in a conversation, in pixels of the page. */
const longestSide = 320;
const shownTypes = ["image", "gif", "video", "voice", "file"];

/**
 * What the page needs of a file. Contents come from others, who may send anything.
 *
 * @typedef {{type: string, id: string, name: string, size: number, caption: string, width: number, height: number,
 *   seconds: number, preview: string}} FileOf
 */

/**
 * Where the page gets a file, the variants of it, and what the server knows of it.
 *
 * @typedef {{link: (variant?: "medium") => Promise<string>, facts: () => Promise<any>, isPlayed?: () => Promise<boolean>,
 *   setPlayed?: () => Promise<void>}} Source  the last two are of others' recordings, on this device
 */

/**
 * The file of a message, or of one in the outbox (`kind`), whose file has no id yet; null if it has none on the server.
 *
 * @returns {FileOf|null}
 */
export function fileOf({ type, content, recalled = false, kind = "" }) {
  const id = kind === "send" && content?.media?.awaited === true ? "" : content?.media?.id;
  if (recalled || !shownTypes.includes(type) || typeof id !== "string") return null;
  const { media, thumbnail } = content;
  const text = (value) => (typeof value === "string" ? value : "");
  const number = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
  const { data, format = "image/jpeg" } = thumbnail ?? {};
  const isPicture = /^image\/(jpeg|png|webp|gif)$/.test(format) && /^[A-Za-z0-9+/]+=*$/.test(text(data));
  return {
    type, id, name: text(media.name), size: number(media.size), caption: text(content.text),
    width: number(content.width), height: number(content.height), seconds: number(content.seconds),
    preview: isPicture ? `data:${format};base64,${data}` : "",
  };
}

/** Gets the files that come into sight. */
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    /** @type {any} */ (target).show();
  }
});

/**
 * The element of a file.
 *
 * @param {FileOf} file
 * @param {Source|null} source  null while the message waits
 * @param {() => void} view  opens a picture large
 */
export function fileView(file, source, view) {
  switch (file.type) {
    case "image":
    case "gif": return picture(file, source, view);
    case "video": return video(file, source);
    case "voice": return whenSeen(recording(file, source), source, (place) => place.learn());
    default: return download(file, source);
  }
}

/** Does something with an element once it is in sight, and says so there if the file cannot be had. */
function whenSeen(place, source, show) {
  place.show = () => show(place).catch(() => place.classList.add("gone"));
  if (source) sight.observe(place);
  return place;
}

/** Gives a picture its room before it is loaded, so that nothing moves then. */
function makeRoom(part, { width, height }) {
  const scale = Math.min(1, longestSide / Math.max(width, height, 1));
  if (width && height) [part.width, part.height] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
}

/** The address of a picture that was loaded. Rejects if there is none. */
async function loaded(address) {
  await make("img", "", "", { src: address }).decode();
  return address;
}

function picture(file, source, view) {
  const place = button("file picture", "", view, { ariaLabel: `Show ${file.name || "the picture"} large`, disabled: !source });
  const image = make("img", "", "", { alt: file.caption || file.name || "Picture", draggable: false });
  makeRoom(image, file);
  if (file.preview) image.src = file.preview;
  place.append(image);
  return whenSeen(place, source, async () => {
    // The preview stays until the picture is there. Of some files there is no smaller one.
    image.src = await source.link("medium").then(loaded).catch(() => source.link().then(loaded));
  });
}

function video(file, source) {
  const player = make("video", "file", "", { controls: true, preload: "metadata", playsInline: true });
  player.setAttribute("aria-label", file.name || "Video");
  makeRoom(player, file);
  if (file.preview) player.poster = file.preview;
  return whenSeen(player, source, async () => {
    source.link("medium").then(loaded).then((address) => (player.poster = address), () => {});
    player.src = await source.link();
  });
}

function download(file, source) {
  const name = file.name || "File";
  const load = () => source.link().then((address) => save(address, name), () => place.classList.add("gone"));
  const place = button("file document", "", load, { ariaLabel: `Download ${name}`, disabled: !source });
  place.append(make("span", "name", name, { dir: "auto" }), make("span", "hint", fileSize(file.size)));
  return place;
}

/** Has the browser save a file. */
export function save(address, name) {
  make("a", "", "", { href: address, download: name }).click();
}
