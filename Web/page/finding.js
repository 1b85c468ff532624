// Finding people by name, where the app lets them find each other.

import { avatar, button, element, make, replaceRows, setText } from "./elements.js";

/** How long a person pauses before a name is looked for, in milliseconds. */
const pause = 200;
const most = 8;

/** The people offered under a field that names users, separated by commas; a choice replaces what was typed last. */
export class Finding {
  #client = null;
  #field;
  #list;
  #told;
  #timer = 0;
  #search = new AbortController();
  #isOff = false;

  /** @param {string} field  the id of the field; that of its list ends in `-found`, that of its status in `-told` */
  constructor(field) {
    [this.#field, this.#list, this.#told] = [element(field), element(`${field}-found`), element(`${field}-told`)];
    this.#field.oninput = () => this.#wait();
    this.#field.onkeydown = (event) => {
      if (event.key !== "ArrowDown" || this.#list.children.length === 0) return;
      event.preventDefault();
      this.#list.querySelector("button").focus();
    };
    this.#list.onkeydown = (event) => this.#move(event);
  }

  /** Begins with nobody found. */
  begin(client) {
    if (client !== this.#client) this.#isOff = false;
    this.#client = client;
    clearTimeout(this.#timer);
    this.#search.abort();
    this.#show([]);
  }

  /** Up and down among the people; up from the first is back in the field. */
  #move(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const buttons = [...this.#list.querySelectorAll("button")];
    const next = buttons.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    (next < 0 ? this.#field : buttons[Math.min(next, buttons.length - 1)]).focus();
  }

  /** The part that is being typed. */
  get #typed() {
    return this.#field.value.split(",").at(-1).trim();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#search.abort();
    // Of one letter there would be too many; scripts with a character for a word have few.
    const isEnough = [...this.#typed].length > 1 || /[^\u0000-\u024f]/.test(this.#typed);
    if (this.#isOff || !isEnough || /[:/]/.test(this.#typed)) return this.#show([]);
    this.#timer = window.setTimeout(() => this.#find(this.#typed), pause);
  }

  async #find(name) {
    this.#search = new AbortController();
    const { signal } = this.#search;
    try {
      const found = await this.#client.findUsers(name, { limit: most, signal });
      if (!signal.aborted) this.#show(found, found.length === 0 ? `Nobody is found under the name “${name}”; an id works as well` : "");
    } catch (error) {
      if (signal.aborted) return;
      // The field takes ids all the same.
      this.#isOff = error.code === "directory_off";
      this.#show([]);
    }
  }

  #show(found, words = "") {
    const rows = found.map((profile) => {
      const row = make("li");
      const choice = button("found", "", () => this.#choose(profile.user));
      choice.append(avatar(profile.user), make("span", "title", profile.name || profile.user, { dir: "auto" }), make("span", "hint", profile.user));
      row.append(choice);
      return row;
    });
    replaceRows(this.#list, rows, this.#field);
    this.#list.hidden = rows.length === 0;
    setText(this.#told, rows.length > 0 ? `${rows.length} ${rows.length === 1 ? "person" : "people"} found` : words);
  }

  #choose(user) {
    const before = this.#field.value.split(",").slice(0, -1).map((part) => part.trim()).filter(Boolean);
    this.#field.value = [...before, user].join(", ");
    this.#show([]);
    this.#field.focus();
  }
}
