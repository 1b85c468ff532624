// Pictures, videos, recordings and other files, as a conversation shows them.

import { button, make } from "./elements.js";
import { fileSize } from "./words.js";

/** The longest side of a picture in a conversation, in pixels of the page. */
const longestSide = 320;
const shownTypes = ["image", "gif", "video", "voice", "file"];

/**
 * What the page needs of a file. Contents come from others, who may send anything.
 *
 * @typedef {{type: string, id: string, name: string, size: number, caption: string, width: number, height: number,
 *   preview: string}} FileOf
 */

/**
 * The file of a message, or of one that waits; null if it has none on the server.
 *
 * @returns {FileOf|null}
 */
export function fileOf({ type, content, recalled = false }) {
  const id = content?.media?.id;
  if (recalled || !shownTypes.includes(type) || typeof id !== "string") return null;
  const { media, thumbnail } = content;
  const text = (value) => (typeof value === "string" ? value : "");
  const number = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
  const { data, format = "image/jpeg" } = thumbnail ?? {};
  const isPicture = /^image\/(jpeg|png|webp|gif)$/.test(format) && /^[A-Za-z0-9+/]+=*$/.test(text(data));
  return {
    type, id, name: text(media.name), size: number(media.size), caption: text(content.text),
    width: number(content.width), height: number(content.height), preview: isPicture ? `data:${format};base64,${data}` : "",
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
 * @param {(() => Promise<string>)|null} link  gets a link to the file; null while the message waits
 * @param {() => void} view  opens a picture large
 */
export function fileView(file, link, view) {
  switch (file.type) {
    case "image":
    case "gif": return picture(file, link, view);
    case "video": return video(file, link);
    case "voice": return recording(file, link);
    default: return download(file, link);
  }
}

/** The element shows the file once it is in sight, and says so if it cannot be had. */
function whenSeen(place, link, show) {
  place.show = () => link().then(show, () => place.classList.add("gone"));
  if (link) sight.observe(place);
}

/** Gives a picture its room before it is loaded, so that nothing moves then. */
function makeRoom(part, { width, height }) {
  const scale = Math.min(1, longestSide / Math.max(width, height, 1));
  if (width && height) [part.width, part.height] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
}

function picture(file, link, view) {
  const place = button("file picture", "", view, { ariaLabel: `Show ${file.name || "the picture"} large`, disabled: !link });
  const image = make("img", "", "", { alt: file.caption || file.name || "Picture", draggable: false });
  makeRoom(image, file);
  if (file.preview) image.src = file.preview;
  whenSeen(place, link, (address) => {
    // The preview stays until all of the picture is there.
    const whole = make("img", "", "", { src: address });
    whole.decode().then(() => (image.src = address), () => place.classList.add("gone"));
  });
  place.append(image);
  return place;
}

function video(file, link) {
  const player = make("video", "file", "", { controls: true, preload: "metadata", playsInline: true });
  player.setAttribute("aria-label", file.name || "Video");
  makeRoom(player, file);
  if (file.preview) player.poster = file.preview;
  whenSeen(player, link, (address) => (player.src = address));
  return player;
}

function recording(file, link) {
  const player = make("audio", "file", "", { controls: true, preload: "metadata" });
  player.setAttribute("aria-label", "Voice message");
  whenSeen(player, link, (address) => (player.src = address));
  return player;
}

function download(file, link) {
  const name = file.name || "File";
  const place = button("file document", "", () => link().then((address) => save(address, name), () => place.classList.add("gone")), {
    ariaLabel: `Download ${name}`,
    disabled: !link,
  });
  place.append(make("span", "name", name, { dir: "auto" }), make("span", "hint", fileSize(file.size)));
  return place;
}

/** Has the browser save a file. */
export function save(address, name) {
  make("a", "", "", { href: address, download: name }).click();
}
