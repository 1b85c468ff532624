// Elements of the page. Text from other users only ever becomes a text node, never markup.

/**
 * The element with an id of index.html.
 *
 * @returns {any}
 */
export const element = (id) => document.getElementById(id);

/**
 * A new element with a class, a text and further properties.
 *
 * @returns {any}
 */
export function make(tag, className = "", text = "", properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** A button that does not submit a form. */
export function button(className, text, onclick, properties = {}) {
  return make("button", className, text, { type: "button", onclick, ...properties });
}

/** Sets a text only if it differs, so that a screen reader does not read it again. */
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Moves the focus to a place that is in sight, if the focused element no longer is. */
export function keepFocus(place) {
  const { activeElement, body } = document;
  const isInSight = activeElement && activeElement !== body && activeElement.getClientRects().length > 0;
  if (!isInSight) element(place).focus({ preventScroll: true });
}

/**
 * Changes a part of the page. If a control in it had the focus and is gone then, the like of it gets the focus, or else the first
 * of the others that is in sight.
 *
 * @param {HTMLElement} part
 * @param {() => void} change
 * @param {() => any[]} others  by default the buttons of the part
 */
export function keepingFocus(part, change, others = () => [...part.querySelectorAll("button")]) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  change();
  if (!focused || part.contains(document.activeElement)) return;
  const like = [...part.querySelectorAll("button, input")].filter(({ ariaLabel }) => ariaLabel && ariaLabel === focused.ariaLabel);
  const next = [...like, ...others()].find((control) => control.checkVisibility());
  /** @type {any} */ (next)?.focus({ preventScroll: true });
}

/**
 * Puts other rows into a list of a dialog. If the focused control has no like in them, `place` gets the focus, or the dialog's
 * last button.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 * @param {HTMLElement=} place
 */
export function replaceRows(list, rows, place) {
  const others = () => [place, [...list.closest("dialog").querySelectorAll("button")].at(-1)].filter(Boolean);
  keepingFocus(list, () => list.replaceChildren(...rows), others);
}

/** A circle with the first letter of a name; each name always has the same colour. */
export function avatar(name) {
  const circle = make("span", "avatar", [...name.replace(/^group:/, "")][0]?.toUpperCase() ?? "");
  circle.setAttribute("aria-hidden", "true");
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)) % 360;
  circle.style.setProperty("--hue", String(hash));
  return circle;
}

/** Resolves before the next frame; after so many milliseconds if none comes, as in a hidden tab. */
export function nextFrame(patience) {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, patience);
  });
}

/** Of each dialog, its last answer, which may still be awaited. */
const answers = new WeakMap();

/** Opens a dialog of index.html; resolves to the value that it is closed with, "" if it is dismissed. */
export async function ask(dialog) {
  // A dialog tells that it was closed some time after. This must not be taken for the answer to the next question.
  await answers.get(dialog);
  dialog.returnValue = "";
  dialog.showModal();
  const answer = new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
  answers.set(dialog, answer);
  return answer;
}

/** Asks a question with two answers; resolves to true for the one that does it. */
export async function confirm(title, text, action) {
  setText(element("confirm-title"), title);
  setText(element("confirm-text"), text);
  setText(element("confirm-yes"), action);
  return (await ask(element("confirm"))) === "yes";
}

/** Shows a line at the bottom for some seconds, with a way to take back what it says. Replaces the line before. */
export function toast(text, action, onclick) {
  const place = element("toast");
  const hide = () => {
    place.replaceChildren();
    keepFocus(element("compose").hidden ? "conversations" : "text");
  };
  const wait = () => {
    clearTimeout(Number(place.dataset.timer));
    // It stays as long as its button has the focus.
    place.dataset.timer = String(setTimeout(() => (place.contains(document.activeElement) ? wait() : hide()), 6_000));
  };
  place.replaceChildren(make("span", "", text));
  if (action) place.append(button("link", action, () => (hide(), onclick())));
  wait();
}
